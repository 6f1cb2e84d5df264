"""Train a small net against `random` by policy gradients, with NumPy alone: `python examples/train_numpy.py [SECONDS]`."""

import sys
import time

import numpy as np

from lastcard.env import Tables

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
HIDDEN, TABLES, STEPS, RATE = 64, 256, 64, 0.003


def make(seed: int) -> Tables:
    return Tables("official", seats=2, tables=TABLES, seed=seed, opponents={1: "random"}, claims="auto")


tables, rng = make(1), np.random.default_rng(1)
scale = 1 / np.array(tables.layout.scale, np.float32)
net = [rng.normal(0, 0.05, (len(scale), HIDDEN)).astype(np.float32), np.zeros((HIDDEN, len(tables.actions)), np.float32)]
means, squares = [np.zeros_like(w) for w in net], [np.zeros_like(w) for w in net]  # for Adam


def think(tables: Tables) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the features, the hidden layer, and how likely each legal action is to be chosen."""
    features = tables.obs * scale
    hidden = np.tanh(features @ net[0])
    scores = np.exp(np.where(tables.mask, np.clip(hidden @ net[1], -20, 20), -np.inf))
    return features, hidden, scores / scores.sum(axis=1, keepdims=True)


def play(tables: Tables, steps: int) -> list[tuple[np.ndarray, ...]]:
    """Play, and return what was seen, done and won at each step."""
    played = []
    for _ in range(steps):
        features, hidden, chances = think(tables)
        actions = (chances.cumsum(axis=1) > rng.random((TABLES, 1))).argmax(axis=1)
        tables.step(actions)
        wrong = -chances  # by how much the chances are to be raised
        wrong[np.arange(TABLES), actions] += 1
        played.append((features, hidden, wrong, tables.rewards[:, 0].copy(), tables.ended.copy()))
    return played


def learn(played: list[tuple[np.ndarray, ...]], update: int) -> None:
    """Make actions likelier that led to a win, and others less likely."""
    results, result = [], np.zeros(TABLES, np.float32)
    for *_, reward, ended in reversed(played):
        result = np.where(ended, reward, result)
        results.append(result)
    result = np.concatenate(results[::-1])
    features, hidden, wrong = (np.concatenate(column) for column in list(zip(*played, strict=True))[:3])
    wrong = wrong * np.where(result == 0, 0, result - result[result != 0].mean())[:, None] / len(result)
    back = wrong @ net[1].T * (1 - hidden**2)
    for i, slope in enumerate((features.T @ back, hidden.T @ wrong)):
        means[i] += 0.1 * (slope - means[i])
        squares[i] += 0.01 * (slope**2 - squares[i])
        net[i] += RATE * means[i] / (np.sqrt(squares[i] / (1 - 0.99**update)) + 1e-8)


end, update = time.monotonic() + SECONDS, 0
while time.monotonic() < end:
    update += 1
    learn(play(tables, STEPS), update)
rewards = [step[3][step[4]] for step in play(make(2), 1000)]
won = np.concatenate(rewards) > 0
print(f"{update} updates; wins {100 * won.mean():.1f} % of {len(won)} fresh rounds against random")
