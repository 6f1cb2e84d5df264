"""Environments are found by their names, which change with what observations and actions mean."""

import gymnasium
import pytest

import lastcard.env.gymnasium as adapter
from lastcard.env import Tables
from lastcard.env.pettingzoo import lastcard_v1
from lastcard.rules import PRESETS

MEANS = {1: "obs1/act1"}  # what each version of the names stands for


@pytest.mark.parametrize("preset", PRESETS)
def test_each_preset_has_a_name_in_gymnasium(preset: str) -> None:
    env = gymnasium.make(f"lastcard.env.gymnasium:lastcard/{preset}-v{adapter.VERSION}", opponents=["random"])
    assert env.unwrapped._table.tables.rules.id == preset


def test_the_version_of_the_names_is_that_of_what_is_shown() -> None:
    assert Tables().version.endswith(f"/{MEANS[adapter.VERSION]}")
    assert lastcard_v1.raw_env.metadata["name"] == f"lastcard_v{adapter.VERSION}"
