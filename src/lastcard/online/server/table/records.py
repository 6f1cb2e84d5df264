"""The matches of a guest: whole once they are over, redacted while they run, replayed step by step.

While a match runs, guests are shown what their seat was told while they sat there, and for the rest what spectators
were told.  Those who only watched are shown nothing.
"""

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from itertools import takewhile
from typing import NamedTuple

from ....archive.fair import check_deals, commitment_of, table_id
from ....archive.journal import Journal
from ....archive.record import DealProof, Record
from ....archive.replay import Replay, Step
from ....errors import LastCardError, RecordError
from ....game.events import Dealt, Drew, DrewPenalty, Event, Turned, told_to
from ....game.wire import encode_fields
from ....rules import Ruleset
from ....rules.ids import preset_of
from ... import shapes as d
from ...protocol import Who
from ..store import entries
from ..store.queries import Place
from .bots import QUICK
from .hub import Hub, TableGone
from .state import shown_status, told_events

MOST_LISTED = 100
AT_ONCE = 2  # replays, each in a thread
_STEPS = (entries.Dealt, entries.Moved)
_FROM_STOCK = (Dealt, Drew, DrewPenalty, Turned)


class NoMatch(LastCardError):
    """A match that does not exist, or in which the guest did not play."""


class Records:
    """The endpoints for matches."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._turn = asyncio.Semaphore(AT_ONCE)

    async def of_guest(self, guest: str) -> d.MatchesAnswer:
        """Return the matches in which a guest played, the newest first."""
        rows = await self._hub.services.log.matches_of(guest, MOST_LISTED)
        async with self._turn:
            found = await asyncio.to_thread(lambda: [entries.from_bytes(data) for _, _, data in rows])
            texts = await self._texts(found)
            return {"matches": await asyncio.to_thread(_listed, rows, found, texts)}

    async def fetch(self, guest: str, match: str) -> d.MatchAnswer:
        """Return the record of a match: whole if it is over, else as the guest knows it."""
        place = await self._found(guest, match)
        over = await self._over(place, match)
        async with self._turn:
            return await asyncio.to_thread(_fetched, await self._rows(guest, match, place), match, over)

    async def steps(self, guest: str, match: str, number: str | None, seat: str | None) -> d.StepsAnswer:
        """Return one round of a match, step by step, from the view of a seat; with all hands once it is over."""
        place = await self._found(guest, match)
        over = await self._over(place, match)
        async with self._turn:
            return await asyncio.to_thread(_stepped, await self._rows(guest, match, place), match, over, number, seat)

    async def verify(self, guest: str, match: str) -> d.VerifyAnswer:
        """Play a match that is over again from its record, deal by deal, and say whether all is as it must be."""
        place = await self._found(guest, match)
        if not await self._over(place, match):
            raise LastCardError("a match can be verified once it is over, when its secrets are revealed")
        async with self._turn:
            return await asyncio.to_thread(_verified, await self._rows(guest, match, place), match)

    async def _found(self, guest: str, match: str) -> Place:
        """Return where a match of a guest is in the log; raise NoMatch."""
        place = await self._hub.services.log.place_of(guest, match)
        if place is None:
            raise NoMatch("there is no such match, or you did not play in it")
        return place

    async def _rows(self, guest: str, match: str, place: Place) -> "Rows":
        """Return the entries of a match, which may be many: read them only when it is their turn."""
        rows = await self._hub.services.log.match_entries(place)
        found = await asyncio.to_thread(lambda: [entries.from_bytes(data) for _, data in rows])
        texts = await self._texts(found)
        return Rows(guest, match, place.link, [(at, entries.completed(entry, texts))
                                               for (at, _), entry in zip(rows, found, strict=True)])  # fmt: skip

    async def _texts(self, found: Iterable[entries.AnyEntry]) -> dict[str, str]:
        """Return the texts of the rule sets that entries need."""
        return await self._hub.services.log.rulesets({digest for one in found if (digest := entries.digest_of(one))})

    async def _over(self, place: Place, match: str) -> bool:
        """Return whether a match is over, or will never go on."""
        if place.ended:
            return True
        try:
            room = (await self._hub.table(place.table)).state.room
        except TableGone:
            return True
        return room.match != match or room.phase not in ("playing", "between")


def _listed(
    rows: list[tuple[str, int, bytes]], found: list[entries.AnyEntry], texts: dict[str, str]
) -> list[d.ListedMatch]:
    matches: list[d.ListedMatch] = []
    for (match, at, _), one in zip(rows, found, strict=True):
        entry = entries.completed(one, texts)
        assert isinstance(entry, entries.Dealt)
        names = [seat.name for seat in entry.room.seats]
        rules = entry.room.settings.rules
        matches.append({"match": match, "at": at, "rules": rules.id, "title": preset_of(rules).title, "names": names})
    return matches


def _fetched(rows: "Rows", match: str, over: bool) -> d.MatchAnswer:
    stored = Stored(rows, over=over)
    record = stored.record() if over else stored.redacted()
    return {
        "match": match,
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


def _verified(rows: "Rows", match: str) -> d.VerifyAnswer:
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
    return {"match": match, "rounds": len(record.rounds), "moves": moves, "cards": cards, "wrong": wrong}


def _stepped(rows: "Rows", match: str, over: bool, number: str | None, seat: str | None) -> d.StepsAnswer:
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
    return {"match": match, "over": over, "round": wanted, "rounds": rounds, "steps": shown}


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
    """The entries of a match, without what was said, and who asks for them."""

    guest: str
    match: str
    link: str
    entries: list[tuple[int, entries.AnyEntry]]  # at, entry


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
        self._entries = list(takewhile(lambda one: not _of_another(one[1], rows.match), rows.entries))
        if over:  # what happened afterwards does not belong to the match
            last = max(place for place, (_, entry) in enumerate(self._entries) if isinstance(entry, _STEPS))
            del self._entries[last + 1 :]
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
        lines: list[str] = []
        proofs = []
        for _, entry in self._entries:
            if isinstance(entry, entries.Dealt):
                lines += [entry.line] if lines else [entry.head, entry.line]
                nonces = tuple(entry.nonces.get(seat, "") for seat in range(entry.room.settings.seats))
                proofs.append(DealProof(entry.number, nonces, entry.secret))
            elif isinstance(entry, entries.Moved):
                lines.append(entry.line)
        record = Journal(lines, "the log", self._rules()).record
        record.table = self._table
        for one, proof in zip(record.rounds, proofs, strict=True):
            one.proof = proof
        return record

    def _rules(self) -> Ruleset | None:
        return next((one.room.settings.rules for _, one in self._entries if isinstance(one, entries.Dealt)), None)

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
