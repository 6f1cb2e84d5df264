"""Files with the weights of nets: a line that says what it is, a line of facts as JSON, and numbers of half precision.

The weights of each layer come input by input, then its biases.
"""

import json
import struct
from array import array
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, BinaryIO, NamedTuple

from msgspec import Struct

from .._util.bounds import quoted
from .._util.files import write_over
from .._util.strict import read, read_json, whole
from ..errors import LastCardError

FOLDER = Path(__file__).parent / "weights"
SUFFIX = ".net"
_HEAD = b"Last Card net 1\n"
_LAYERS, _WIDTH, _LINE = 8, 4096, 1 << 16  # at most


class _Facts(Struct):
    """What the file of every net says, beside other things."""

    rules: str
    digest: str
    seats: int
    version: str
    sizes: Any


class NetFile(NamedTuple):
    """A net as it is kept."""

    sizes: list[int]  # of the input, the hidden layers and the output
    weights: bytes
    facts: dict[str, Any]  # rules and seats it was trained for, and what was measured

    def floats(self) -> "array[float]":
        """Return the weights in single precision."""
        return array("f", struct.unpack(f"<{len(self.weights) // 2}e", self.weights))


def weights_of(sizes: list[int]) -> int:
    """Return how many weights a net with layers of these sizes has."""
    return sum((into + 1) * out for into, out in pairwise(sizes))


def check_sizes(given: object) -> list[int]:
    """Return the sizes of layers; raise LastCardError if a net cannot have them."""
    sizes = read(list[Annotated[int, whole(1, _WIDTH)]], given, "layers of a net", error=LastCardError)
    if not 2 <= len(sizes) <= _LAYERS:
        raise LastCardError(f"a net has at most {_LAYERS - 2} hidden layers, so {quoted(sizes)} cannot be its sizes")
    return sizes


def write_net(path: Path, net: NetFile) -> None:
    """Write a net to a file, all of it or nothing; what `read_net` would refuse is not written."""
    facts = _checked({"sizes": net.sizes, **net.facts})
    write_over(path, _HEAD + json.dumps(facts, sort_keys=True).encode() + b"\n" + net.weights)


def read_net(path: Path) -> NetFile:
    """Read a net; raise LastCardError if the file is not one."""
    with path.open("rb") as file:
        facts = _read_facts(file, path)
        sizes = facts.pop("sizes")
        wanted = 2 * weights_of(sizes)
        found = file.read(wanted + 1)
    if len(found) != wanted:
        raise LastCardError(f"{path.name} is damaged: its weights must have {wanted} bytes")
    return NetFile(sizes, found, facts)


def read_facts(path: Path) -> dict[str, Any]:
    """Read what a file says of its net, without the weights."""
    with path.open("rb") as file:
        return _read_facts(file, path)


def _read_facts(file: BinaryIO, path: Path) -> dict[str, Any]:
    if file.readline(len(_HEAD)) != _HEAD:
        raise LastCardError(f"{path.name} is not a net of this version")
    try:
        return _checked(read_json(file.readline(_LINE), "its second line"))
    except LastCardError as error:
        raise LastCardError(f"{path.name} is damaged: {error}") from error


def _checked(facts: Any) -> dict[str, Any]:
    check_sizes(read(_Facts, facts, "what it says of itself", error=LastCardError).sizes)
    found: dict[str, Any] = facts
    return found


def shipped() -> list[Path]:
    """Return the nets that come with the package."""
    return sorted(FOLDER.glob(f"*{SUFFIX}"))
