"""The nets: an actor that sees what its seat may know, and a critic that also sees the truth; and how they are kept."""

from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from lastcard.bots.nets import NetFile, read_net, write_net
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


def layers_of(n_in: int, n_out: int, hidden: int, layers: int) -> nn.Sequential:
    """Return a net of fully connected layers; the last one begins near zero."""
    parts: list[nn.Module] = []
    for _ in range(layers):
        parts += [nn.Linear(n_in, hidden), nn.ReLU()]
        n_in = hidden
    last = nn.Linear(n_in, n_out)
    nn.init.orthogonal_(last.weight, 0.01)
    nn.init.zeros_(last.bias)
    return nn.Sequential(*parts, last)


class Actor(nn.Module):
    """Chooses among actions.  Hidden layers run in numbers of this kind, the last one always in single precision."""

    def __init__(self, scale: Tensor, actions: int, hidden: int, layers: int, kind: torch.dtype) -> None:
        super().__init__()
        self.kind = kind
        self.register_buffer("scale", scale)
        net = layers_of(len(scale), actions, hidden, layers)
        self.body, self.head = net[:-1], net[-1]

    def forward(self, obs: Tensor, mask: Tensor) -> Tensor:
        """Return the logits of all actions; those that are not legal are out of reach."""
        with in_kind(obs.device, self.kind):
            deep = self.body(obs.to(self.kind) * self.scale.to(self.kind))
        logits = F.linear(deep.float(), self.head.weight, self.head.bias)
        return logits.masked_fill(~mask, -1e9)

    @property
    def linears(self) -> list[nn.Linear]:
        """All layers."""
        return [part for part in (*self.body, self.head) if isinstance(part, nn.Linear)]


class Critic(nn.Module):
    """Says what a table is worth, all cards seen: to the seat that decides, then perhaps to those that follow it."""

    def __init__(
        self, scale: Tensor, truths: int, hidden: int, layers: int, kind: torch.dtype, values: int = 1
    ) -> None:
        super().__init__()
        self.kind = kind
        self.register_buffer("scale", scale)
        self.net = layers_of(len(scale) + truths, values, hidden, layers)

    def forward(self, obs: Tensor, truth: Tensor) -> Tensor:
        """Return the values, a row for each table."""
        with in_kind(obs.device, self.kind):
            seen = torch.cat([obs.to(self.kind) * self.scale.to(self.kind), truth.to(self.kind)], 1)
            return self.net(seen).float()


def in_kind(device: torch.device, kind: torch.dtype) -> torch.autocast:
    """Return the context in which layers run in numbers of this kind."""
    return torch.autocast(device.type, torch.bfloat16, enabled=kind == torch.bfloat16)


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
