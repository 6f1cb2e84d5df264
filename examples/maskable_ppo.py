"""Train sb3-contrib's MaskablePPO against `random`: `python examples/maskable_ppo.py [STEPS]`, a minute or two."""

import sys

import gymnasium
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

import lastcard.env.gymnasium

STEPS = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
assert lastcard.env.gymnasium  # registers the names


def make() -> gymnasium.Env:
    return gymnasium.make("lastcard/official-v1", rules="official", opponents=["random"], claims="auto")


options = {"n_steps": 128, "batch_size": 256, "n_epochs": 4, "learning_rate": 5e-4, "gamma": 1.0}
model = MaskablePPO("MlpPolicy", make_vec_env(make, 16, seed=1), policy_kwargs={"net_arch": [128]}, **options)
model.learn(STEPS)
env = make()
rewards = []
for seed in range(1000):
    observation, info = env.reset(seed=seed)
    ended = False
    while not ended:
        action, _ = model.predict(observation, action_masks=info["action_mask"], deterministic=True)
        observation, reward, ended, _, info = env.step(action)
    rewards.append(reward)
won = sum(reward > 0 for reward in rewards)
print(f"wins {100 * won / len(rewards):.1f} % of {len(rewards)} fresh rounds against random")
