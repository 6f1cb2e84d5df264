"""The nets: an actor that sees what its seat may know, and a critic that also sees the truth; and how they are kept."""

from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from lastcard.bots.nets import NetFile, write_net
from lastcard.env.layout import Layout
from lastcard.errors import LastCardError

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

    def forward(self, seen: Tensor) -> Tensor:
        """Return what the last layer says of what is seen."""
        with torch.autocast(seen.device.type, torch.bfloat16, enabled=self.kind == torch.bfloat16):
            deep = self.body(seen.to(self.kind))
        return F.linear(deep.float(), self.head.weight, self.head.bias)

    @property
    def linears(self) -> list[nn.Linear]:
        """All layers."""
        return [part for part in (*self.body, self.head) if isinstance(part, nn.Linear)]

    @property
    def sizes(self) -> list[int]:
        """The sizes of the input, the hidden layers and the output."""
        return [self.linears[0].in_features, *(layer.out_features for layer in self.linears)]


class Actor(nn.Module):
    """Chooses among actions."""

    def __init__(self, scale: Tensor, actions: int, hidden: int, layers: int, kind: torch.dtype) -> None:
        super().__init__()
        self.register_buffer("scale", scale)
        self.net = Layers(len(scale), actions, hidden, layers, kind)

    def forward(self, obs: Tensor, mask: Tensor) -> Tensor:
        """Return the logits of all actions; those that are not legal are out of reach."""
        return self.net(obs * self.scale).masked_fill(~mask, -1e9)


class Critic(nn.Module):
    """Says what a table is worth, all cards seen: to the seat that decides, then perhaps to those that follow it."""

    def __init__(
        self, scale: Tensor, truths: int, hidden: int, layers: int, kind: torch.dtype, values: int = 1
    ) -> None:
        super().__init__()
        self.register_buffer("scale", torch.cat([scale, scale.new_ones(truths)]))
        self.net = Layers(len(self.scale), values, hidden, layers, kind)

    def forward(self, obs: Tensor, truth: Tensor) -> Tensor:
        """Return the values, a row for each table."""
        return self.net(torch.cat([obs, truth], 1) * self.scale)


def write_weights(net: Actor | Critic, path: Path, facts: dict[str, Any]) -> None:
    """Write a net as the bot reads it: in half precision, the scales multiplied into the first layer."""
    layers = []
    for place, layer in enumerate(net.net.linears):
        weights = layer.weight.detach().float().cpu().T.numpy().copy()  # by input: a column of the matrix is a row here
        if place == 0:
            weights *= net.scale.float().cpu().numpy()[:, None]
        layers.append((weights.astype("<f2"), layer.bias.detach().float().cpu().numpy().astype("<f2")))
    write_net(path, NetFile(net.net.sizes, b"".join(part.tobytes() for layer in layers for part in layer), facts))


def read_weights(file: NetFile, net: Actor | Critic, path: Path, version: str) -> None:
    """Take the weights of a file for a net; raise LastCardError if it has other layers or is shown other things."""
    if file.facts["version"] != version:
        raise LastCardError(f"{path} is for {file.facts['version']}, not for {version}")
    if file.sizes != net.net.sizes:
        raise LastCardError(f"{path} has layers of {file.sizes}, not of {net.net.sizes}: see --hidden and --layers")
    numbers = np.frombuffer(file.weights, "<f2").astype(np.float32)
    if not np.isfinite(numbers).all():
        raise LastCardError(f"{path} is damaged: not all of its weights are numbers")
    start = 0
    with torch.no_grad():
        for place, layer in enumerate(net.net.linears):
            rows, columns = layer.in_features, layer.out_features
            weights = numbers[start : start + rows * columns].reshape(rows, columns)
            if place == 0:
                weights = weights / net.scale.float().cpu().numpy()[:, None]
            start += rows * columns
            layer.weight.copy_(torch.from_numpy(np.ascontiguousarray(weights.T)))
            layer.bias.copy_(torch.from_numpy(numbers[start : start + columns]))
            start += columns
