"""Files with the weights of nets: a line that says what it is, a line of facts as JSON, and numbers of half precision.

The weights of each layer come input by input, then its biases.
"""

import json
import struct
from array import array
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import LastCardError

FOLDER = Path(__file__).parent / "weights"
SUFFIX = ".net"
_HEAD = b"Last Card net 1\n"
MOST_BYTES = 2 << 20
_LAYERS, _WIDTH, _LINE = 8, 4096, 1 << 16  # at most


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


def write_net(path: Path, net: NetFile) -> None:
    """Write a net to a file."""
    line = json.dumps({"sizes": net.sizes, **net.facts}, sort_keys=True)
    path.write_bytes(_HEAD + line.encode() + b"\n" + net.weights)


def read_net(path: Path) -> NetFile:
    """Read a net; raise LastCardError if the file is not one."""
    facts = read_facts(path)
    found = path.read_bytes().split(b"\n", 2)[2]
    sizes = facts.pop("sizes")
    if len(found) != 2 * weights_of(sizes):
        raise LastCardError(f"{path.name} is damaged: it has {len(found)} bytes of weights")
    return NetFile(sizes, found, facts)


def read_facts(path: Path) -> dict[str, Any]:
    """Read what a file says of its net, without the weights."""
    with path.open("rb") as file:
        if file.readline(len(_HEAD)) != _HEAD:
            raise LastCardError(f"{path.name} is not a net of this version")
        line = file.readline(_LINE)
    try:
        facts: dict[str, Any] = json.loads(line)
        sizes = facts["sizes"]
    except (ValueError, KeyError, TypeError) as error:
        raise LastCardError(f"{path.name} is damaged: its second line is not what it should be") from error
    if not 2 <= len(sizes) <= _LAYERS or not all(type(size) is int and 0 < size <= _WIDTH for size in sizes):
        raise LastCardError(f"{path.name} is damaged: {sizes} cannot be the sizes of its layers")
    return facts


def shipped() -> list[Path]:
    """Return the nets that come with the package."""
    return sorted(FOLDER.glob(f"*{SUFFIX}"))
