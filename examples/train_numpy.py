"""Train a small net against `random` by policy gradients, with NumPy alone; this takes 15 seconds."""

import numpy as np

from lastcard.env import Tables

TABLES, STEPS, UPDATES, RATE = 256, 64, 100, 0.01
options = {"seats": 2, "tables": TABLES, "opponents": {1: "random"}, "claims": "auto"}
tables, rng = Tables("official", seed=1, **options), np.random.default_rng(1)
scale = 1 / np.array(tables.layout.scale, np.float32)
net = [rng.normal(0, 0.05, (scale.size, 64)).astype(np.float32), np.zeros((64, len(tables.actions)), np.float32)]
squares = [np.zeros_like(weights) for weights in net]  # how steep each weight has been, for RMSProp


def play(tables: Tables, steps: int) -> list[list[np.ndarray]]:
    """Play, and return features, hidden layers, how to make what was done likelier, rewards, ends."""
    played = []
    for _ in range(steps):
        features = tables.obs * scale
        hidden = np.tanh(features @ net[0])
        chances = np.exp(np.where(tables.mask, np.clip(hidden @ net[1], -20, 20), -np.inf))
        chances /= chances.sum(axis=1, keepdims=True)
        drawn = rng.random((TABLES, 1)) * 0.9999  # below the sum of the chances, however that is rounded
        actions = (chances.cumsum(axis=1) > drawn).argmax(axis=1)
        tables.step(actions)
        likelier = np.eye(len(tables.actions), dtype=np.float32)[actions] - chances
        played.append([features, hidden, likelier, tables.rewards[:, 0].copy(), tables.ended.copy()])
    return played


for update in range(1, UPDATES + 1):
    played = play(tables, STEPS)
    result = np.zeros(TABLES, np.float32)  # of the round that a decision belongs to; unknown at first
    for step in reversed(played):
        step[3] = result = np.where(step[4], step[3], result)
    features, hidden, likelier, result = (np.concatenate(column) for column in list(zip(*played, strict=True))[:4])
    better = np.where(result == 0, 0, result - result[result != 0].mean())  # than rounds usually end
    likelier *= better[:, None] / len(better)
    slopes = features.T @ (likelier @ net[1].T * (1 - hidden**2)), hidden.T @ likelier
    for weights, square, slope in zip(net, squares, slopes, strict=True):
        square += 0.01 * (slope**2 - square)
        weights += RATE * slope / (np.sqrt(square / (1 - 0.99**update)) + 1e-8)

won = np.concatenate([rewards[ended] > 0 for *_, rewards, ended in play(Tables("official", seed=2, **options), 500)])
print(f"wins {100 * won.mean():.1f} % of {len(won)} fresh rounds against random")
