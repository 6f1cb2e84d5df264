"""What tables in worker processes show, on the device that learns."""

import torch
from torch import Tensor

from rollouts import HALVES, Rollouts


class Feed:
    """Both halves of the tables.  A GPU fetches what they show by itself, while other things go on."""

    def __init__(self, rollouts: Rollouts, device: torch.device) -> None:
        self.rollouts, self.device = rollouts, device
        self.fast = device.type == "cuda"
        halves = (half._asdict() for half in rollouts.halves)
        self._halves = [{name: self._pinned(array) for name, array in half.items()} for half in halves]

    def _pinned(self, array: object) -> Tensor:
        """Return shared memory as a tensor that the GPU can fetch by itself."""
        tensor = torch.from_numpy(array)
        if self.fast and tensor.nbytes:
            size = -(-tensor.nbytes // 4096) * 4096
            if int(torch.cuda.cudart().cudaHostRegister(tensor.data_ptr(), size, 0)) != 0:
                raise RuntimeError("the memory of the tables cannot be shared with the GPU")
        return tensor

    def zeros(self, *shape: int, dtype: torch.dtype = torch.int8) -> Tensor:
        """Return room on the device."""
        return torch.zeros(shape, dtype=dtype, device=self.device)

    def columns(self, half: int) -> slice:
        """Return where the tables of a half are among all."""
        size = self.rollouts.tables // HALVES
        return slice(half * size, (half + 1) * size)

    def learns(self, seat: Tensor, first: int = 0) -> Tensor:
        """Return at which tables, from the first of these on, the seat that decides is one that learns."""
        if not self.rollouts.setup.against:
            return torch.ones_like(seat, dtype=torch.bool)
        tables = first + torch.arange(len(seat), device=self.device)
        return seat == self.rollouts.setup.alone(tables)

    def wait(self, half: int) -> None:
        """Wait until the workers have played a half."""
        self.rollouts.wait(half)

    def fetch(self, half: int, *names: str) -> list[Tensor]:
        """Return what the tables of a half show, on the device."""
        return [self._halves[half][name].to(self.device, non_blocking=True, copy=True) for name in names]

    def play(self, half: int, actions: Tensor) -> None:
        """Let the workers carry out these actions, once all that was asked for before has been fetched."""
        self._halves[half]["chosen"].copy_(actions.to(torch.int32), non_blocking=self.fast)
        self.finish()
        self.rollouts.step(half)

    def finish(self) -> None:
        """Wait until all that was asked for has been fetched."""
        if self.fast:
            torch.cuda.current_stream().synchronize()


def chance_noise(logits: Tensor) -> Tensor:
    """Return noise with which the greatest sum is a choice at random, by the chances that these logits stand for."""
    return -torch.log(-torch.log(torch.rand_like(logits).clamp_(1e-9, 1 - 1e-7)))
