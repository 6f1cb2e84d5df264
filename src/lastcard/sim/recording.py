"""Records of simulated rounds and matches: each is played once more, interpreted, and every act is written down."""

from collections.abc import Sequence
from pathlib import Path

from .._util.files import path_of
from ..archive.acts import dealer_acts, opening_acts
from ..archive.record import Record, RoundRecord
from ..backends.live import LiveState, engine
from ..core.layout import Sheet
from ..core.deal import seed as seed_chance
from ..core.terms import BATCH, OVER
from ..errors import LastCardError
from ..game.events import Event, events_of
from ..game.sheet import ScoreSheet
from ..game.values import SEAT_SETS, Move, values_of
from ..rules import Ruleset
from .plan import MATCH_LIMIT, Plan
from .rounds import lays_invite_claims, next_move

MOST_RECORDS = 100_000  # files in a folder
DIGITS = 6  # of a number in the name of a file


class Recorder:
    """Plays what the simulator plays, with the same seeds, and records it."""

    def __init__(self, rules: Ruleset, seats: int, plan: Plan, bots: Sequence[str], seed: int) -> None:
        self._rules, self._seats, self._plan, self._bots, self._seed = rules, seats, plan, tuple(bots), seed
        self._values = values_of(rules)

    def round(self, number: int) -> Record:
        """Return the round with this number."""
        state, sheet = LiveState(), Sheet()
        engine.open_match(sheet, self._rules.core_rules, LiveState(), self._seats, 0)
        sheet.dealer = number % self._seats
        seed_chance(state, self._seed, number)
        record = Record(self._rules, self._seats, bots=self._bots, start=ScoreSheet.from_core(sheet))
        record.rounds.append(self._played(state, sheet.dealer, 0, ()))
        return record

    def match(self, number: int) -> Record:
        """Return the match with this number."""
        state, sheet, r = LiveState(), Sheet(), self._rules.core_rules
        seed_chance(state, self._seed, number)
        engine.open_match(sheet, r, state, self._seats, 0)
        record = Record(self._rules, self._seats, bots=self._bots)
        while not sheet.over and sheet.rounds < MATCH_LIMIT:
            record.rounds.append(self._played(state, sheet.dealer, sheet.eliminated, self._told(state)))
            engine.write_round(sheet, r, state, 0)
        return record

    def _played(self, state: LiveState, dealer: int, away: int, picks: tuple[Event, ...]) -> RoundRecord:
        """Deal a round and play it to its end."""
        r = self._rules.core_rules
        engine.deal(state, r, self._seats, dealer, 0, away)
        record = RoundRecord(dealer, SEAT_SETS[away], opening_acts(self._rules, self._told(state), picks))
        invited = lays_invite_claims(r)
        while state.phase != OVER:
            seat, action = next_move(state, r, self._plan, invited)
            engine.apply(state, r, seat, action)
            written = self._values.one_card if state.phase == BATCH else self._values.single
            record.acts += [str(Move(seat, written(action))), *dealer_acts(self._rules, self._told(state))]
        record.points = tuple(state.points[: self._seats])
        return record

    def _told(self, state: LiveState) -> tuple[Event, ...]:
        return events_of(state.take_facts(), self._values)


def new_folder(folder: str | Path, number: int) -> Path:
    """Make a folder for that many records; raise LastCardError if it has files already."""
    if number > MOST_RECORDS:
        raise LastCardError(f"{number:,} records: at most {MOST_RECORDS:,} can be written into a folder")
    path = path_of(folder)
    path.mkdir(parents=True, exist_ok=True)
    if any(path.iterdir()):
        raise LastCardError(f"the folder {str(path)!r} is not empty; choose a new one for the records")
    return path


def file_of(folder: Path, number: int) -> Path:
    """Return where a record is written."""
    return folder / f"{number:0{DIGITS}}.toml"
