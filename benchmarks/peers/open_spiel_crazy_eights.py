"""OpenSpiel's Crazy Eights, UNO's nearest kin there, with random legal play: stepped from Python, and all in C++."""

import random
import time
from importlib.metadata import version

import pyspiel
from measure import Batch, arguments, report, timed

LEAVES_OUT = [
    "UNO's pack: it plays Crazy Eights with ordinary cards",
    "Wild Draw Four, challenges, calls and catches",
    "Reverse as Skip for two",
    "matches",
    "every house rule but stacking twos",
]


def main() -> None:
    options = arguments()
    game = pyspiel.load_game(f"crazy_eights(players={options.seats},use_special_cards=True,reshuffle=True)")
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(options.seats)]

    def play_round() -> int:
        state = game.new_initial_state()
        moves = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, weights)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
                moves += 1
        return moves

    def run_inside() -> Batch:
        states = [game.new_initial_state() for _ in range(200)]
        start = time.perf_counter()
        for state in states:
            pyspiel.evaluate_bots(state, bots, random.getrandbits(31))
        seconds = time.perf_counter() - start
        moves = sum(act.player >= 0 for state in states for act in state.full_history())
        return Batch(len(states), moves, seconds)

    report("OpenSpiel Crazy Eights (C++)", version("open_spiel"), LEAVES_OUT, options, run_inside)
    report("OpenSpiel Crazy Eights (Python)", version("open_spiel"), LEAVES_OUT, options, lambda: timed(play_round, 20))


if __name__ == "__main__":
    main()
