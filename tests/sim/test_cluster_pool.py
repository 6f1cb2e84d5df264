"""What a cluster sends back, without a cluster: every future is done in the end."""

import pickle
import zlib
from concurrent.futures import Future
from pathlib import Path
from types import SimpleNamespace

import pytest

from lastcard.sim import cluster
from lastcard.sim.cluster import ClusterPool


class Ray:
    """A cluster that answers at once, with these bytes or with an error."""

    def __init__(self, answer: bytes | Exception) -> None:
        self.answer = answer

    def remote(self, **_: object) -> object:
        return lambda task: SimpleNamespace(remote=lambda *given: self)

    def future(self) -> Future[bytes]:
        found: Future[bytes] = Future()
        if isinstance(self.answer, bytes):
            found.set_result(self.answer)
        else:
            found.set_exception(self.answer)
        return found

    def cluster_resources(self) -> dict[str, int]:
        return {"CPU": 2}

    def nodes(self) -> list[dict[str, bool]]:
        return [{"Alive": True}]


def test_results_come_back() -> None:
    assert ClusterPool(Ray(zlib.compress(pickle.dumps([1, 2])))).submit(sorted, [2, 1]).result(1) == [1, 2]


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (b"broken on the way", zlib.error),
        (zlib.compress(b"no pickle"), pickle.UnpicklingError),
        (zlib.compress(b"cnowhere\nNothing\n."), ModuleNotFoundError),
        (ValueError("of the task"), ValueError),
    ],
)
def test_what_cannot_be_read_is_an_error_and_no_endless_wait(answer: bytes | Exception, error: type[Exception]) -> None:
    with pytest.raises(error):
        ClusterPool(Ray(answer)).submit(sorted, []).result(1)


@pytest.mark.parametrize("name", ["core/legal.py", "rules/presets.toml", "backends/c/lastcard.h", "bots/weights/a.net"])
def test_machines_with_other_files_are_told_apart(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PACKAGE", tmp_path)
    path = tmp_path / name
    path.parent.mkdir(parents=True)
    digests = set()
    for text in ("one", "other"):
        path.write_text(text)
        cluster.identity.cache_clear()
        digests.add(cluster.identity()[1])
    monkeypatch.undo()
    cluster.identity.cache_clear()
    assert len(digests) == 2
