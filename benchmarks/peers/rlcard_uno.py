"""RLCard's UNO with random legal play: the bare engine, and through its environment with its random agents."""

import random
import time
from importlib.metadata import version

import rlcard
from measure import Batch, arguments, report, timed
from rlcard.agents import RandomAgent
from rlcard.games.uno import Game

LEAVES_OUT = [
    "calls, catches and challenges",
    "the choice to lay a drawn card or keep it, and to draw when one could lay",
    "Reverse as Skip for two",
    "scores and matches",
    "right payoffs for more than two seats",
    "every house rule",
]


def main() -> None:
    options = arguments()
    game = Game(num_players=options.seats)

    def play_round() -> int:
        game.init_game()
        moves = 0
        while not game.is_over():
            game.step(random.choice(game.get_legal_actions()))
            moves += 1
        return moves

    environment = rlcard.make("uno", config={"game_num_players": options.seats})
    environment.set_agents([RandomAgent(environment.num_actions) for _ in range(options.seats)])

    def run_environment() -> Batch:
        start = time.perf_counter()
        trajectories, _ = environment.run(is_training=False)
        seconds = time.perf_counter() - start
        # A seat's trajectory is state, action, state, ..., state.
        return Batch(1, sum(len(trajectory) // 2 for trajectory in trajectories), seconds)

    report("RLCard UNO (engine)", version("rlcard"), LEAVES_OUT, options, lambda: timed(play_round, 20))
    report("RLCard UNO (environment)", version("rlcard"), LEAVES_OUT, options, run_environment)


if __name__ == "__main__":
    main()
