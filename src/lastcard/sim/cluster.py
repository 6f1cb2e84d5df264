"""Play on the machines of a Ray cluster: each piece of work is a task there, and is repeated if its machine is lost."""

import hashlib
import os
import pickle
import platform
import socket
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, InvalidStateError
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module, metadata
from pathlib import Path
from typing import Any, TypeVar

from .._util.called import install
from ..errors import LastCardError

Done = TypeVar("Done")

RETRIES = 8  # of a task whose worker or machine was lost
PATIENCE = 5.0  # seconds to reach an address
PACKAGE = Path(__file__).parents[1]
DECISIVE = ("*.py", "*.toml", "*.h", "*.net")  # files that decide how rounds go
ATTEMPTS = "RAY_gcs_server_port_wait_time_s"  # without it, Ray tries for minutes to reach what does not answer


class ClusterError(LastCardError):
    """A cluster cannot be used, or failed."""


class ClusterPool(Executor):
    """The workers of a cluster, one for each of its cores; what is submitted must be importable there."""

    def __init__(self, ray: Any) -> None:
        self._ray = ray
        self._task = ray.remote(num_cpus=1, max_retries=RETRIES)(carry_out)
        self._unfinished: set[Any] = set()
        self.workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
        self.nodes = sum(node["Alive"] for node in ray.nodes())

    def submit(self, work: Callable[..., Done], /, *pieces: Any, **_: Any) -> Future[Done]:
        """Start a task."""
        reference = self._task.remote(identity(), pickle.dumps((work, pieces)))
        self._unfinished.add(reference)
        done: Future[Done] = Future()

        def finish(found: Future[bytes]) -> None:
            self._unfinished.discard(reference)
            with suppress(InvalidStateError):  # nobody waits for it any more
                try:
                    result = pickle.loads(zlib.decompress(found.result()))
                except Exception as error:  # of the task, or on the way from it
                    done.set_exception(error)
                else:
                    done.set_result(result)

        reference.future().add_done_callback(finish)
        return done

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Stop all tasks at once, also those that run; their results are no longer needed."""
        for reference in [*self._unfinished]:
            self._ray.cancel(reference, force=True)


def carry_out(wanted: tuple[str, str], packed: bytes) -> bytes:
    """Do a piece of work on a machine of the cluster, if it has the same rules as whoever sent it."""
    if identity() != wanted:
        raise ClusterError(
            f"the cluster has another lastcard on {platform.node()}: {identity()[0]} there and {wanted[0]} here"
            + (", but with other text" if identity()[0] == wanted[0] else "")
        )
    work, pieces = pickle.loads(packed)
    return zlib.compress(pickle.dumps(work(*pieces)), 1)


@cache
def identity() -> tuple[str, str]:
    """Return the version of this package, and a digest of its files: with others, rounds could go otherwise."""
    found = hashlib.sha256()
    for path in sorted(path for kind in DECISIVE for path in PACKAGE.rglob(kind)):
        found.update(repr(path.relative_to(PACKAGE).parts).encode())
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return metadata.version("lastcard"), found.hexdigest()


@contextmanager
def cluster_pool(address: str) -> Iterator[ClusterPool]:
    """Provide the workers of a cluster; on exit, whatever still runs is stopped.

    A program that is already connected to Ray keeps its connection, and uses that cluster.
    """
    ray = import_ray()
    own = not ray.is_initialized()
    if own:
        connect(ray, address)
    try:
        pool = ClusterPool(ray)
        try:
            yield pool
        finally:
            pool.shutdown()
    except (ray.exceptions.RayError, ModuleNotFoundError, ConnectionError) as error:
        raise explained(error, ray) from error
    finally:
        if own:
            ray.shutdown()


def import_ray() -> Any:
    """Return Ray; raise ClusterError if it is not installed."""
    try:
        return import_module("ray")
    except ImportError as error:
        raise ClusterError(f"a cluster needs Ray ({install('cluster')}): {error}") from error


def connect(ray: Any, address: str) -> None:
    """Connect to a cluster; raise ClusterError, which says why, if that fails."""
    place = f"the cluster at {address}"
    _reach(address)
    try:
        with _impatient():
            ray.init(address=address, log_to_driver=False, logging_level="error")
    except ValueError as error:
        raise ClusterError(f"{address!r} is not the address of a cluster: {_one_line(error)}") from error
    except (ConnectionError, TimeoutError) as error:
        if address == "auto":
            raise ClusterError("this machine belongs to no cluster that runs; give the address of one") from error
        raise ClusterError(f"{place} does not answer: {_one_line(error)}") from error
    except RuntimeError as error:
        if "version" in str(error).lower():
            raise ClusterError(f"{place} has other versions of Ray or Python: {_one_line(error)}") from error
        raise ClusterError(f"{place} cannot be used: {_one_line(error)}") from error


@contextmanager
def _impatient() -> Iterator[None]:
    """Let Ray try once to reach a cluster, unless the user has set how often."""
    if ATTEMPTS in os.environ:
        yield
        return
    os.environ[ATTEMPTS] = "1"
    try:
        yield
    finally:
        del os.environ[ATTEMPTS]


def _reach(address: str) -> None:
    """Check that something listens at an address with a host and a port."""
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if not colon or not port.isdecimal():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise ClusterError(f"there is no cluster at {address}: {error}") from error


def explained(error: Any, ray: Any) -> Exception:
    """Return what went wrong on a cluster: the error that a task raised, or one of our own."""
    if "No module named 'lastcard" in str(error):
        ours = identity()[0]
        return ClusterError(f"the cluster does not have lastcard {ours}: install it on every machine of the cluster")
    if isinstance(error, ray.exceptions.RayTaskError) and isinstance(error.cause, Exception):
        return error.cause
    if isinstance(error, ModuleNotFoundError):
        return error
    if isinstance(error, ray.exceptions.WorkerCrashedError | ray.exceptions.NodeDiedError):
        return ClusterError(f"a task of the cluster was lost {RETRIES + 1} times: {_one_line(error)}")
    return ClusterError(f"the cluster failed: {_one_line(error)}")


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split())
