"""What is worked out from the entries of a match: its record, its steps, whether all is as it must be.

This takes long, so it runs in processes of its own (`workers`), from stored entries to the text of an answer.
"""

import gzip
from collections.abc import Iterable
from dataclasses import replace
from itertools import takewhile
from typing import NamedTuple

from ....analysis.packed import packed
from ....archive.fair import check_deals, commitment_of, table_id
from ....archive.record import DealProof, Record, RoundRecord
from ....archive.replay import Replay, Step
from ....errors import LastCardError, RecordError
from ....game.events import Dealt, Drew, DrewPenalty, Event, Turned, told_to
from ....game.wire import encode_fields
from ....rules.ids import preset_of
from ... import shapes as d
from ...protocol import Who, encode
from ..store import codec, entries
from ..store.store import ListedMatch, MatchEntries
from .bots import QUICK
from .state import shown_status, told_events

MOST_ANALYSED = 10_000  # acts of a match: its tables take 4 kB each before they are compressed
_STEPS = (entries.Dealt, entries.Moved)
_FROM_STOCK = (Dealt, Drew, DrewPenalty, Turned)


def listed(found: list[ListedMatch]) -> bytes:
    """Return the matches of a guest."""
    return encode(d.MatchesAnswer(matches=_listed_matches(found)))


def fetched(rows: "Rows", over: bool) -> bytes:
    """Return the record of a match: whole if it is over, else as the guest knows it."""
    return encode(_fetched(rows, over))


def stepped(rows: "Rows", over: bool, number: str | None, seat: str | None) -> bytes:
    """Return one round of a match, step by step, from the view of a seat; with all hands once it is over."""
    return encode(_stepped(rows, over, number, seat))


def verified(rows: "Rows", over: bool) -> bytes:
    """Play a match that is over again from its record, deal by deal, and say whether all is as it must be."""
    return encode(_verified(rows))


def asked(rows: "Rows", over: bool) -> bytes:
    """Return what an analysis asks about the rounds of a match that were played to their end, compressed."""
    record = Stored(rows, over=True).record()
    ended = [one for one in record.rounds if one.points is not None]
    if sum(len(one.acts) for one in ended) > MOST_ANALYSED:
        raise LastCardError("this match is too long to be analysed")
    return gzip.compress(packed(replace(record, rounds=ended)))


def _listed_matches(found: list[ListedMatch]) -> list[d.ListedMatch]:
    matches: list[d.ListedMatch] = []
    for match, at, deal in found:
        names = [seat.name for seat in deal.room.seats]
        rules = deal.room.settings.rules
        matches.append({"match": match, "at": at, "rules": rules.id, "title": preset_of(rules).title, "names": names})
    return matches


def _fetched(rows: "Rows", over: bool) -> d.MatchAnswer:
    stored = Stored(rows, over=over)
    record = stored.record() if over else stored.redacted()
    return {
        "match": rows.match,
        "over": over,
        "seat": stored.seat,
        "record": record.text,
        "played": stored.played(),
        "deals": [_deal(one.proof, record.table) for one in record.rounds if one.proof is not None],
    }


def _deal(proof: DealProof, table: str) -> d.MadeDeal:
    nonces = {str(seat): nonce for seat, nonce in enumerate(proof.nonces) if nonce}
    commitment = commitment_of(proof, table)
    return {"number": proof.number, "commitment": commitment, "secret": proof.secret or None, "nonces": nonces}


def _verified(rows: "Rows") -> d.VerifyAnswer:
    """Check the record as it is given out: read from its text, replayed by the rules, and dealt again."""
    record = Record.from_text(Stored(rows, over=True).record().text)
    wrong, moves, cards = "", 0, 0
    try:
        for step in Replay(record).steps():
            moves += step.move is not None
            cards += sum(isinstance(event, _FROM_STOCK) for event in step.events)
        check_deals(record)
    except RecordError as error:
        wrong = str(error)[:500]
    return {"match": rows.match, "rounds": len(record.rounds), "moves": moves, "cards": cards, "wrong": wrong}


def _stepped(rows: "Rows", over: bool, number: str | None, seat: str | None) -> d.StepsAnswer:
    stored = Stored(rows, over=over)
    record = stored.record()
    rounds = len(record.rounds)
    wanted = _number(number, "round", 1, rounds, rounds)
    whole = seat == "all"
    chosen = None if whole else _number(seat, "seat", 0, record.seats - 1, -1)
    if not over and (whole or chosen not in (-1, stored.seat)):
        raise LastCardError("the other hands are shown once the match is over")
    shown = []
    for place, (step, told) in enumerate(zip(Replay(record).steps(), stored.told, strict=True)):
        if step.round == wanted:
            viewer = told.viewer if chosen == -1 or not over else chosen
            hidden = not over and place >= stored.known
            shown.append(_step(step, told, viewer, whole=whole, hidden=hidden))
    return {"match": rows.match, "over": over, "round": wanted, "rounds": rounds, "steps": shown}


def _number(text: str | None, what: str, low: int, high: int, default: int) -> int:
    if text is None:
        return default
    if not text.isascii() or not text.isdigit() or len(text) > 6 or not low <= int(text) <= high:
        raise LastCardError(f"{what} must be a number from {low} to {high}")
    return int(text)


def _step(step: Step, told: "Told", viewer: int | None, *, whole: bool, hidden: bool) -> d.StepData:
    view = step.table.view(viewer)
    hands = None
    if whole:
        hands = [[card.text for card in step.table.view(seat).hand] for seat in range(step.table.seats)]
    events: Iterable[Event] = (*step.picks, *step.events)
    if not whole:
        events = told_to(events, viewer)
    return {
        "at": told.at,
        "move": None if step.move is None else {"seat": step.move.seat, "action": step.move.action.text},
        "who": told.who,
        "acts": step.acts(viewer, whole=whole),
        "events": [event.to_dict() for event in told_events(events, hidden)],
        "status": encode_fields(shown_status(view.status, hidden)),
        "hand": [card.text for card in view.hand],
        "hands": hands,
        "scores": list(step.scores),
    }


# ---------------------------------------------------------------- the entries of a match


class Rows(NamedTuple):
    """The entries of a match as they are stored, without what was said, and who asks for them."""

    guest: str
    match: str
    link: str
    entries: MatchEntries


class Told(NamedTuple):
    """One deal or move: when, made by whom, and which seat the guest had then."""

    at: int
    who: Who | None
    viewer: int | None


class Stored:
    """The entries of one match, and what its deals and moves told the guest.

    `seat` is the last seat of the guest in the match.  From the step `known` on, the time to catch has not begun, so
    nobody knows who forgot to call.
    """

    def __init__(self, rows: Rows, *, over: bool) -> None:
        self._table = table_id(rows.link)
        found = ((at, codec.unpack(*one)) for at, one in rows.entries.packed)
        own = list(takewhile(lambda one: not _of_another(one[1], rows.match), found))
        if over:  # what happened afterwards does not belong to the match
            last = max(place for place, (_, entry) in enumerate(own) if isinstance(entry, _STEPS))
            del own[last + 1 :]
        self._entries = [(at, codec.completed(entry, rows.entries.texts)) for at, entry in own]
        self.told: list[Told] = []
        self.known = 0
        self._follow(rows.guest)
        self.seat = next((told.viewer for told in reversed(self.told) if told.viewer is not None), None)

    def _follow(self, guest: str) -> None:
        seat: int | None = None
        for at, entry in self._entries:
            match entry:
                case entries.Dealt(room=room):
                    seat, self.known = room.seat_of(guest), len(self.told)
                    self.told.append(Told(at, None, seat))
                case entries.Moved(who=who):
                    self.told.append(Told(at, who, seat))
                case entries.Sat(seat=taken, guest=sitter) if sitter == guest:
                    seat = taken
                case entries.Stood(seat=given_up) if given_up == seat:
                    seat = None
                case entries.Opened():
                    self.known = len(self.told)

    def record(self) -> Record:
        """Return the whole record, with the secrets of its deals."""
        _, deal = self._entries[0]
        assert isinstance(deal, entries.Dealt)  # a match begins with one
        begun, settings = deal.begun, deal.room.settings
        record = Record(settings.rules, settings.seats, begun.youngest, begun.names, begun.bots, table=self._table)
        for _, entry in self._entries:
            if isinstance(entry, entries.Dealt):
                nonces = tuple(entry.nonces.get(seat, "") for seat in range(settings.seats))
                proof = DealProof(entry.number, nonces, entry.secret)
                round_ = RoundRecord(entry.sheet.dealer, entry.sheet.eliminated, list(entry.acts), proof=proof)
                record.rounds.append(round_)
            elif isinstance(entry, entries.Moved):
                round_.acts += [f"{entry.seat} {entry.action}", *entry.acts]
                round_.points = entry.points if entry.points is not None else round_.points
        return record

    def redacted(self) -> Record:
        """Return the record as the guest was told it: the secrets stay secret, the commitments do not."""
        record = self.record()
        rounds = []
        for one in record.rounds:
            assert one.proof is not None
            proof = DealProof(one.proof.number, one.proof.nonces, commitment=commitment_of(one.proof, self._table))
            rounds.append(replace(one, acts=[], proof=proof))
        for step, told in zip(Replay(record).steps(), self.told, strict=True):
            rounds[step.round - 1].acts += step.acts(told.viewer)
        return replace(record, rounds=rounds)

    def played(self) -> list[d.PlayedSeat]:
        """Return who played which seat, from when to when (None: to the end, or until now)."""
        found: list[d.PlayedSeat] = []
        present: dict[int, d.PlayedSeat] = {}

        def begin(seat: int, at: int, name: str, bot: d.LevelOrNone) -> None:
            if seat in present:
                present[seat]["to"] = at
            present[seat] = {"seat": seat, "name": name, "bot": bot, "from": at, "to": None}
            found.append(present[seat])

        for at, entry in self._entries:
            match entry:
                case entries.Dealt(room=room) if not found:
                    for place, seat in enumerate(room.seats):
                        begin(place, at, seat.name, QUICK if seat.stand_in else seat.level)
                case entries.Sat(seat=place, name=name, renamed=renamed):
                    begin(place, at, name, "")
                    for bot, new in renamed.items():
                        begin(bot, at, new, present[bot]["bot"])
                case entries.Stood(seat=place, level=level):
                    begin(place, at, present[place]["name"], level)
                case entries.StoodIn(seat=place):
                    begin(place, at, present[place]["name"], QUICK)
                case entries.Back(seat=place) if present[place]["bot"]:
                    begin(place, at, present[place]["name"], "")
        return found


def _of_another(entry: entries.AnyEntry, match: str) -> bool:
    """Return whether an entry begins another match: one that was not recorded follows without an end."""
    return isinstance(entry, entries.Dealt) and entry.room.match != match
