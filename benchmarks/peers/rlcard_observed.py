"""RLCard's UNO as an environment, with the observation and the legal actions of each decision; processor time."""

import random
import time
from importlib.metadata import version

import rlcard
from measure import arguments, report, timed
from rlcard_uno import LEAVES_OUT


def main() -> None:
    options = arguments()
    environment = rlcard.make("uno", config={"game_num_players": options.seats})

    def play_round() -> int:
        state, _ = environment.reset()
        decisions = 0
        while not environment.is_over():
            state, _ = environment.step(random.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    name = "RLCard UNO, observation and legal actions"
    report(name, version("rlcard"), LEAVES_OUT, options, lambda: timed(play_round, 20, time.process_time))


if __name__ == "__main__":
    main()
