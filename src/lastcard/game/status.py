"""What everyone can see of a table, and what one seat may do now."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from ..core.lay import laid_alone, stance_of
from ..core.layout import Rules, State
from ..core.legal import legal, may_call
from ..core.rights import claim_place, open_claims
from ..core.terms import (
    BATCH,
    CALL,
    CATCH,
    CHALLENGE,
    CHOOSE,
    DONE,
    DRAW,
    HALF,
    JOIN,
    NAME,
    NONE,
    OPEN_CALL,
    OPEN_CATCH,
    OPEN_CHALLENGE,
    OPEN_JUMP,
    OVER,
    PASS,
    RANKS,
    READY,
    SEATS,
    SHOUT,
    TAKE,
    VERBS,
    WILD,
    Phase,
)  # fmt: skip
from ..rules.decks import Card
from .events import How
from .values import SEAT_SETS, Action, Face, Values
from .wire import Data

_PHASES = tuple(Phase)


@dataclass(frozen=True, slots=True, kw_only=True)
class Claims(Data):
    """The claims that are open out of turn, each with the seats that may make it.

    They depend only on what everyone can see, so a table may ask for them, show them and wait for them, and reveals
    nothing.  After a lay that leaves one card, `call` and `catch` are open until D34 ends the time for them, whether
    its player called or not.  `jump_in` is open to everyone who might hold the card.  Where hand sizes are hidden
    (D40), `call` and `catch` are always open.  The claims in a seat's `Choices` are always open here too.
    """

    call: tuple[int, ...] = ()
    catch: tuple[int, ...] = ()
    challenge: tuple[int, ...] = ()
    jump_in: tuple[int, ...] = ()


NO_CLAIMS = Claims()


@dataclass(frozen=True, slots=True, kw_only=True)
class Status(Data):
    """What everyone can see of a table.

    `turn` is the seat on turn, `phase` what it must decide, and `awaited` the seats the table waits for.  `owed` is the
    number of cards (phase OWED) or turns (SKIPPED) owed.  `face` is what must be matched, None until the colour of an
    opening wild is named.  `under` is the face under a lay that may have to go back.  `points` is None until the round
    is over.

    Where hand sizes are hidden (D40), the status in a view has None in `held` for every hand but the viewer's own, and
    `called`, `catchable` and `forgot` list only the viewer, because the others would tell who holds one card.
    """

    seats: int
    dealer: int
    direction: int  # 1 clockwise, -1 counter-clockwise
    turn: int
    phase: Phase
    awaited: tuple[int, ...]
    owed: int
    batch: int  # cards laid into an open batch; in phase SEAT, choices still to make
    calling: bool  # whether the open batch carries a call
    laid_by: int | None  # the seat whose lay others can still jump in on, challenge or catch
    challengeable: bool  # whether that lay may be a bluff that can be challenged
    top: Card
    face: Face | None
    under: Face | None
    called: tuple[int, ...]  # seats whose call for their last card is valid
    catchable: tuple[int, ...]  # seats that owe a call
    forgot: tuple[int, ...]  # those of them that forgot to call when they laid a card
    accused: tuple[int, ...]  # seats that made a wrong accusation since the last turn action
    ready: tuple[int, ...]  # seats that must say ready
    out: tuple[int, ...]  # seats that are out of the round
    claims: Claims  # the claims open out of turn, and to whom
    passes: int  # in a row, with nothing to draw
    turns: int  # begun so far
    stock: int
    discards: int  # without the top card
    held: tuple[int | None, ...]
    winners: tuple[int, ...]
    points: tuple[int, ...] | None

    @property
    def colour(self) -> str | None:
        """The letter of the active colour, None until it is named."""
        return None if self.face is None else self.face.colour

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return self.phase is Phase.OVER

    def claim_place(self, seat: int) -> int:
        """Return the place of a seat, from 0, in the order in which claims of one kind are heard."""
        laid_by = NONE if self.laid_by is None else self.laid_by
        return claim_place(self.seats, self.direction, self.turn, laid_by, seat)

    def seen_by(self, viewer: int | None, *, hidden: bool) -> "Status":
        """Return the status for one viewer; if hand sizes are hidden, without anything that tells those of others."""
        if not hidden:
            return self
        called, catchable, forgot = (
            tuple(seat for seat in seats if seat == viewer) for seats in (self.called, self.catchable, self.forgot)
        )
        held = tuple(n if seat == viewer else None for seat, n in enumerate(self.held))
        return replace(self, held=held, called=called, catchable=catchable, forgot=forgot)


def status_of(s: State, r: Rules, values: Values) -> Status:
    """Return the public part of a state."""
    seats, phase = s.seats, s.phase
    ready = SEAT_SETS[s.ready]
    return Status(
        seats=seats,
        dealer=s.dealer,
        direction=s.direction,
        turn=s.turn,
        phase=_PHASES[phase],
        awaited=() if phase == OVER else ready or SEAT_SETS[1 << s.turn],
        owed=s.pending,
        batch=s.batch,
        calling=s.calling == 1,
        laid_by=None if s.laid_by == NONE else s.laid_by,
        challengeable=s.bluff != NONE,
        top=values.cards[s.top],
        face=values.face(s.face),
        under=values.face(s.under),
        called=SEAT_SETS[s.called],
        catchable=SEAT_SETS[s.catchable],
        forgot=SEAT_SETS[s.catchable & s.one_left],
        accused=SEAT_SETS[s.accused],
        ready=ready,
        out=SEAT_SETS[s.out],
        claims=claims_of(s, r),
        passes=s.passes,
        turns=s.turns,
        stock=s.n_stock,
        discards=s.n_discards,
        held=tuple(s.held[:seats]),
        winners=SEAT_SETS[s.winners],
        points=tuple(s.points[:seats]) if phase == OVER else None,
    )


def claims_of(s: State, r: Rules) -> Claims:
    """Return the claims that are open, and to whom."""
    if s.laid_by == NONE and s.catchable | s.one_left == 0 and not r.blind_accusation:
        return NO_CLAIMS
    call = catch = challenge = jump = 0
    for seat in range(s.seats):
        if bits := open_claims(s, r, seat):
            own = 1 << seat
            call |= own if bits & OPEN_CALL else 0
            catch |= own if bits & OPEN_CATCH else 0
            challenge |= own if bits & OPEN_CHALLENGE else 0
            jump |= own if bits & OPEN_JUMP else 0
    if not call | catch | challenge | jump:
        return NO_CLAIMS
    return Claims(call=SEAT_SETS[call], catch=SEAT_SETS[catch], challenge=SEAT_SETS[challenge], jump_in=SEAT_SETS[jump])


# ---------------------------------------------------------------- what a seat may do


@dataclass(frozen=True, slots=True)
class Lay(Data):
    """A card that a seat may lay now, how it is laid, and the cards of the hand that may join it in a batch."""

    card: Card
    how: How
    joins: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices(Data):
    """What a seat may do now, grouped for a user interface.

    A wild is laid with one of `colours`.  `batch` is the largest number of cards in one lay.  A lay of exactly
    `call_with` cards leaves one card, so it may include the call; if it is None, no lay may.  `says` lists the words
    the seat may say: draw, pass, take, challenge, done, ready, call.  `name` lists the colours it may name for the
    opening card, `choose` the seats it may swap hands with, and `catch` the seats it may catch.  Where hand sizes are
    hidden (D40), nobody can know whom to catch, so `catch` is empty, and `Fouls` lists all seats that can be accused.
    """

    lays: tuple[Lay, ...] = ()
    colours: tuple[str, ...] = ()
    batch: int = 1
    call_with: int | None = None
    says: tuple[str, ...] = ()
    name: tuple[str, ...] = ()
    choose: tuple[int, ...] = ()
    catch: tuple[int, ...] = ()

    def actions(self, values: Values) -> tuple[Action, ...]:
        """Return the choices as single actions without calls or batches, with a wild once for each colour."""
        found: list[Action] = []
        for lay in self.lays:
            code = lay.card.code
            faces = [code + place * RANKS for place in range(len(self.colours))] if lay.card.wild else [code]
            found += [values.single(face) for face in faces]
        found += [values.single(SAID[word]) for word in self.says]
        found += [values.single(NAME + values.colours.index(letter)) for letter in self.name]
        found += [values.single(CHOOSE + seat) for seat in self.choose]
        found += [values.single(CATCH + seat) for seat in self.catch]
        return tuple(found)


NOTHING = Choices()


@dataclass(frozen=True, slots=True, kw_only=True)
class Fouls(Data):
    """What a seat could do that would be accepted but is a foul: lay a wrong card, call or accuse wrongly (D36, D37).

    Where hand sizes are hidden, every accusation is accepted, right or wrong, even if it costs nothing: `catch` then
    lists all other seats in the round, those that owe a call too (D40).  `false_call` means that a call with a lay that
    does not leave one card would be accepted and fined.
    """

    lays: tuple[Card, ...] = ()
    call: bool = False
    false_call: bool = False
    catch: tuple[int, ...] = ()


NO_FOULS = Fouls()


class Private(NamedTuple):
    """What only one seat may know: its cards, and what it may do now (see `View`)."""

    hand: tuple[Card, ...] = ()
    drawn: Card | None = None
    bluffed: bool | None = None
    choices: Choices = NOTHING
    fouls: Fouls = NO_FOULS


NO_SEAT = Private()  # what a spectator knows of it


def fouls_of(s: State, r: Rules, seat: int, values: Values, words: tuple[int, int, int]) -> Fouls:
    """Return the fouls of a seat, from what `fouls` lists for it."""
    low, high, verbs = words
    if r.blind_accusation:
        verbs |= legal(s, r, seat)[2] & _CATCH_BITS
    if not low | high | verbs:
        return NO_FOULS
    return Fouls(
        lays=values.in_set(low, high),
        call=bool(verbs >> CALL - VERBS & 1),
        false_call=bool(verbs >> SHOUT - VERBS & 1),
        catch=SEAT_SETS[verbs >> CATCH - VERBS & _SEAT_BITS],
    )


SAID = {
    "draw": DRAW, "pass": PASS, "take": TAKE, "challenge": CHALLENGE, "done": DONE, "ready": READY, "call": CALL,
}  # fmt: skip
_SAID_BITS = tuple((1 << code - VERBS, word) for word, code in SAID.items())
_SEAT_BITS = (1 << SEATS) - 1
_CATCH_BITS = _SEAT_BITS << CATCH - VERBS


def choices_of(s: State, r: Rules, seat: int, values: Values, words: tuple[int, int, int]) -> Choices:
    """Return what a seat may do, from what `legal` lists for it."""
    low, high, verbs = words
    if r.blind_accusation:
        verbs &= ~_CATCH_BITS
    if not low | high | verbs:
        return NOTHING
    lays = tuple(_lay(s, r, seat, values, card) for card in values.in_set(low, high)) if low | high else ()
    batch = max((_most(s, r, seat, lay) for lay in lays), default=1)
    return Choices(
        lays=lays,
        colours=values.colours if high >> WILD - HALF else (),
        batch=batch,
        call_with=_call_with(s, r, seat, batch) if lays else None,
        says=tuple(word for bit, word in _SAID_BITS if verbs & bit),
        name=tuple(letter for place, letter in enumerate(values.colours) if verbs >> NAME - VERBS + place & 1),
        choose=SEAT_SETS[verbs >> CHOOSE - VERBS & _SEAT_BITS],
        catch=SEAT_SETS[verbs >> CATCH - VERBS & _SEAT_BITS],
    )


def _lay(s: State, r: Rules, seat: int, values: Values, card: Card) -> Lay:
    code = card.code
    stance = stance_of(s, r, seat, code)
    how = How(stance)
    if r.batch == 1 or laid_alone(s, r, code, stance):
        return Lay(card, how)
    # The cards that may join a wild in a batch do not depend on the colour named for it.
    join = r.allow[JOIN][code]
    low, high = s.hand[seat][0] & join[0], s.hand[seat][1] & join[1]
    if s.count[seat][code] == 1:
        low, high = (low & ~(1 << code), high) if code < HALF else (low, high & ~(1 << code - HALF))
    if s.held[seat] == 2:  # the other card would be the last (D42)
        low, high = low & ~r.banned[0], high & ~r.banned[1]
    return Lay(card, how, values.in_set(low, high))


def _most(s: State, r: Rules, seat: int, lay: Lay) -> int:
    """Return the largest number of cards in a lay that begins with this card, or continues an open batch with it."""
    if not lay.joins:
        return 1
    code = lay.card.code
    banned = r.banned[code // HALF] >> code % HALF & 1  # cards of one batch are all banned as the last card, or none
    return min(r.batch - s.batch if s.phase == BATCH else r.batch, s.held[seat] - banned)


def _call_with(s: State, r: Rules, seat: int, most: int) -> int | None:
    cards = s.held[seat] - 1
    return cards if 1 <= cards <= most and may_call(s, r, seat, cards) else None
