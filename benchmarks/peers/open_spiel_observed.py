"""OpenSpiel's Crazy Eights, with the observation and the legal actions of each decision; processor time."""

import random
import time
from importlib.metadata import version

import pyspiel
from measure import arguments, report, timed
from open_spiel_crazy_eights import LEAVES_OUT


def main() -> None:
    options = arguments()
    game = pyspiel.load_game(f"crazy_eights(players={options.seats},use_special_cards=True,reshuffle=True)")

    def play_round() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, weights)[0])
            else:
                state.observation_tensor(state.current_player())
                state.apply_action(random.choice(state.legal_actions()))
                decisions += 1
        return decisions

    name = "OpenSpiel Crazy Eights, observation and legal actions"
    report(name, version("open_spiel"), LEAVES_OUT, options, lambda: timed(play_round, 20, time.process_time))


if __name__ == "__main__":
    main()
