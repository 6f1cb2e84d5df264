"""Ask a net of fully connected layers, in the core's style."""

from .game import Bytes, Floats, Ints


def add_row(values: Floats, at: int, weights: Floats, row: int, count: int, factor: float) -> None:
    """Add a row of weights, times a factor, to values."""
    for i in range(count):
        values[at + i] += factor * weights[row + i]


def ask_net(sizes: Ints, seen: Bytes, weights: Floats, values: Floats) -> None:
    """Compute all layers of a net one after the other; the values of the last one stand at the end of `values`.

    The weights of a layer stand input by input, then its biases.  So inputs of zero cost nothing, and no sum depends
    on how many numbers a machine adds at once.
    """
    at, before, here = 0, 0, 0
    for layer in range(1, len(sizes)):
        n_in, n_out = sizes[layer - 1], sizes[layer]
        for i in range(n_out):
            values[here + i] = weights[at + n_in * n_out + i]
        for i in range(n_in):
            given = seen[i] * 1.0 if layer == 1 else values[before + i]
            if given > 0.0 or (layer == 1 and given < 0.0):  # what a hidden layer has below zero counts as zero
                add_row(values, here, weights, at + i * n_out, n_out, given)
        at += (n_in + 1) * n_out
        before = here
        here += n_out
