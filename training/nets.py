"""The nets: an actor that sees what its seat may know, and a critic that also sees the truth; and how they are kept."""

import pickle
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from lastcard.bots.nets import NetFile, read_net, write_net
from lastcard.env.layout import Layout
from lastcard.errors import LastCardError
from lastcard.files import write_over

# Features that are not small numbers are multiplied by these; the nets learned with them, not with `layout.scale`.
SIZE, WITHOUT, PILE = 1 / 8, 1 / 4, 1 / 50


def scales(layout: Layout, features: int) -> list[float]:
    """Return what each feature is multiplied by before the net sees it."""
    found = []
    for part in layout:
        for name in part.names:
            wide = PILE if part.name in ("stock", "discards") else SIZE if part.name == "owed" else 1.0
            if part.name.startswith("seat"):
                wide = SIZE if name == "cards" else WITHOUT if name.startswith("without") else 1.0
            found.append(wide)
    return found[:features]


class Layers(nn.Module):
    """Fully connected layers.  Hidden ones run in numbers of this kind, the last one always in single precision."""

    def __init__(self, n_in: int, n_out: int, hidden: int, layers: int, kind: torch.dtype) -> None:
        super().__init__()
        self.kind = kind
        parts: list[nn.Module] = []
        for _ in range(layers):
            parts += [nn.Linear(n_in, hidden), nn.ReLU()]
            n_in = hidden
        self.body, self.head = nn.Sequential(*parts), nn.Linear(n_in, n_out)
        nn.init.orthogonal_(self.head.weight, 0.01)  # the last layer begins near zero
        nn.init.zeros_(self.head.bias)

    def forward(self, *seen: Tensor) -> Tensor:
        """Return what the last layer says of what is seen."""
        with torch.autocast(seen[0].device.type, torch.bfloat16, enabled=self.kind == torch.bfloat16):
            deep = self.body(torch.cat([part.to(self.kind) for part in seen], 1))
        return F.linear(deep.float(), self.head.weight, self.head.bias)


class Actor(nn.Module):
    """Chooses among actions."""

    def __init__(self, scale: Tensor, actions: int, hidden: int, layers: int, kind: torch.dtype) -> None:
        super().__init__()
        self.register_buffer("scale", scale)
        self.layers = Layers(len(scale), actions, hidden, layers, kind)

    def forward(self, obs: Tensor, mask: Tensor) -> Tensor:
        """Return the logits of all actions; those that are not legal are out of reach."""
        return self.layers(obs * self.scale).masked_fill(~mask, -1e9)

    @property
    def linears(self) -> list[nn.Linear]:
        """All layers."""
        return [part for part in (*self.layers.body, self.layers.head) if isinstance(part, nn.Linear)]


class Critic(nn.Module):
    """Says what a table is worth, all cards seen: to the seat that decides, then perhaps to those that follow it."""

    def __init__(
        self, scale: Tensor, truths: int, hidden: int, layers: int, kind: torch.dtype, values: int = 1
    ) -> None:
        super().__init__()
        self.register_buffer("scale", scale)
        self.layers = Layers(len(scale) + truths, values, hidden, layers, kind)

    def forward(self, obs: Tensor, truth: Tensor) -> Tensor:
        """Return the values, a row for each table."""
        return self.layers(obs * self.scale, truth)


def write_actor(actor: Actor, path: Path, facts: dict[str, Any]) -> None:
    """Write an actor as the bot reads it: in half precision, the scales multiplied into the first layer."""
    layers = []
    for place, layer in enumerate(actor.linears):
        weights = layer.weight.detach().float().cpu().T.numpy().copy()  # by input: a column of the matrix is a row here
        if place == 0:
            weights *= actor.scale.float().cpu().numpy()[:, None]
        layers.append((weights.astype("<f2"), layer.bias.detach().float().cpu().numpy().astype("<f2")))
    sizes = [layers[0][0].shape[0], *(bias.shape[0] for _, bias in layers)]
    write_net(path, NetFile(sizes, b"".join(part.tobytes() for layer in layers for part in layer), facts))


def read_actor(path: Path, actor: Actor, version: str) -> None:
    """Read the weights of a file into an actor; raise LastCardError if it has other layers or is shown other things."""
    file, sizes = read_net(path), [actor.linears[0].in_features, *(layer.out_features for layer in actor.linears)]
    if file.facts["version"] != version:
        raise LastCardError(f"{path} is for {file.facts['version']}, not for {version}")
    if file.sizes != sizes:
        raise LastCardError(
            f"{path} has layers of {file.sizes}, not of {sizes}: choose --hidden and --layers like that"
        )
    numbers = np.frombuffer(file.weights, "<f2").astype(np.float32)
    start = 0
    with torch.no_grad():
        for place, layer in enumerate(actor.linears):
            rows, columns = layer.in_features, layer.out_features
            weights = numbers[start : start + rows * columns].reshape(rows, columns)
            if place == 0:
                weights = weights / actor.scale.float().cpu().numpy()[:, None]
            start += rows * columns
            layer.weight.copy_(torch.from_numpy(np.ascontiguousarray(weights.T)))
            layer.bias.copy_(torch.from_numpy(numbers[start : start + columns]))
            start += columns


def write_critic(critic: Critic, path: Path) -> None:
    """Write the weights of a critic in half precision, all or nothing, for a run that goes on from here."""
    file = BytesIO()
    torch.save({name: part.detach().cpu().half() for name, part in critic.layers.state_dict().items()}, file)
    write_over(path, file.getvalue())


def read_critic(path: Path, critic: Critic) -> bool:
    """Read the weights of a critic, and return whether there are any that fit; otherwise it stays as it was."""
    try:
        critic.layers.load_state_dict(torch.load(path, weights_only=True, map_location="cpu"))
    except (OSError, EOFError, RuntimeError, ValueError, pickle.UnpicklingError):
        return False
    return True
