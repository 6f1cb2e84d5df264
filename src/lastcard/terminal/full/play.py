"""The table: a match of people at this screen with each other and with bots."""

from collections import Counter
from collections.abc import Callable, Iterator

from textual.binding import Binding
from textual.message import Message
from textual.widgets import Button

from ..._util.grammar import capital
from ...core.terms import CALL, CALLING, CATCH, CHOOSE, DONE, NAME, PASS, RANKS, WILD, CountInfo, Phase
from ...errors import IllegalAction
from ...game.status import SAID
from ...game.values import Action, values_of
from ...notation.actions import WORDS
from ...words.questions import has_calls, only_choice
from ...words.speaker import cards_in_hand
from ..pace import PACES
from ..store import save_copy
from .dialogs import Choice, Question, Reading, Writing
from .ending import Ending
from .guide import how_to_play, keys_help, rules_title, whole_rules
from .hand import HandView
from .says import CHOOSING, KEYS, pace_words, seat_key, why_no_call
from .shared import SharedTable

_TICK = 0.1
_SEEN = 1.2  # seconds in which a drawn card is seen before the game passes by itself


def _both(key: str) -> str:
    """Return a letter and its capital as keys; a card with that capital as its key has priority."""
    return f"{key},{key.upper()}"


class PlayScreen(SharedTable):
    """The table at which the person plays."""

    BINDINGS = [
        Binding("enter", "lay", "Play", key_display="⏎"),
        *(Binding(_both(KEYS[word]), f"say('{word}')", capital(word)) for word in KEYS),
        Binding(_both("u"), "call", "UNO"),
        Binding(_both("k"), "catch", "Catch"),
        Binding("space", "let_pass", "Don't wait"),
        Binding("question_mark", "advise", "Hint", key_display="?"),
        Binding(_both("z"), "take_back", "Undo"),
        Binding(_both("v"), "app.next_pace", "Speed"),
        Binding("f1,h,H", "help", "Help", key_display="h"),
        Binding("escape,m,M", "app.menu", "Menu", key_display="Esc"),
        Binding(_both("q"), "app.leave", "Quit"),
    ]

    class MatchOver(Message):
        """The match is over."""

    _hurried = False  # whether the clock was set for a bot whose claim comes first

    def on_mount(self) -> None:
        """Start, or continue, the match."""
        self.query_one(HandView).focus()
        self._set_clock()  # before it is shown for the first time
        self.set_interval(_TICK, self._tick)
        self.call_after_refresh(self.go_on)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow calls and catches only if the rules have them, and only keys that mean a card or a person."""
        course = self.course
        if action == "card":
            if course.seat is None:
                return parameters[0] in range(len(course.people))
            return any(parameters[0] in range(len(hand.tiles)) for hand in self.query(HandView))
        if action in ("call", "catch"):
            return has_calls(course.rules)
        return True

    def on_screen_resume(self) -> None:
        """Return from a dialog."""
        if self.is_mounted:
            self.query_one(HandView).focus()

    # ------------------------------------------------------------ the course of things

    def go_on(self) -> None:
        """Show the table after a change, and see who acts next."""
        if self.course.seat is not None and not self.course.my_turn and not self.jumping:
            self.course.give_screen(None)
        self._set_clock()
        while not PACES[self.pace].act and (pending := self.course.pending()) and pending.is_ready():
            self._bot_acts()
        self.show()
        if self.course.failure:
            self.app.exit(return_code=2)  # the reason is printed when the screen is closed
        elif self.course.table.over and not self.course.ended:  # a match ends only once
            self._end_round()
        elif self.course.my_turn and self.course.pending() is None:
            self._ask_choice()

    def _bot_acts(self) -> None:
        """Let the pending bot act; drop the old notice if the person is asked next."""
        self.course.let_bot_act()
        if self.course.my_turn:
            self.notice = ""

    def _set_clock(self) -> None:
        """Set the time until play continues.

        It is set once when the table has changed, not when bots have found an answer: so it depends on no hidden card.
        """
        pending = self.course.pending()
        self._hurried = pending is not None and pending.hurried
        seems = max(PACES[self.pace].act * self.course.pause(), self._beat)
        if self.passes_alone:
            seems = _SEEN
        self.left = self.whole = PACES[self.pace].chance if self.course.chance() else seems

    @property
    def passes_alone(self) -> bool:
        """Whether the game passes by itself: the only person drew a card that does not fit."""
        return self.settings.passing == "auto" and self.course.only_passes() and not self.course.chance()

    @property
    def _beat(self) -> float:
        """The least time that bots take, and the steps in which they take more (see `terminal.pace`)."""
        return self.course.sitting.beat if PACES[self.pace].act else 0.0

    @property
    def _on_beat(self) -> bool:
        """Whether the wait is over and a whole number of beats has passed since then."""
        over = round(-self.left / _TICK)  # ticks; the time left is a sum of rounded numbers
        return over >= 0 and over % max(1, round(self._beat / _TICK)) == 0

    def set_pace(self, pace: str) -> None:
        """Change the pace of the bots."""
        self.pace = pace
        self.tell(pace_words(pace))
        self.go_on()

    def _tick(self) -> None:
        """Count the time, but not while something else is on the screen."""
        self.fly()
        if not self.is_active or self.course.table.over:
            return
        pending = self.course.pending()
        if self.course.failure or (pending is not None and pending.hurried and not self._hurried):
            self.go_on()
            return
        self.left -= _TICK
        if pending is None and not self.course.chance():
            if self.passes_alone and self.left <= 0:
                self.action_say("pass")
            return
        self.fresh -= _TICK
        if self.fresh <= 0 and self.notice:
            self.notice = ""
            self.show_notice()
        if self._on_beat and not (pending is not None and pending.thinking):
            self._time_is_up()
        else:
            self.show_asked()

    def _time_is_up(self) -> None:
        """Continue after waiting for the person, or for a bot that seems to think."""
        if self.course.pending() is None:
            self.course.let_pass()
        else:
            self._bot_acts()
        self.go_on()

    def _end_round(self) -> None:
        self.course.end_round()
        over = self.course.match.over
        if over:
            self.notice = ""
            self.show()  # with the final scores; a next round is shown only after the dialog

        def read(_: None) -> None:
            if over and not self.course.failure:
                self.post_message(self.MatchOver())
            else:
                self.notice = ""
                self.calling = False
                self.go_on()

        self.app.push_screen(Ending(self.course, self.faces), read)  # on top of anything else

    # ------------------------------------------------------------ what the person does

    def do(self, code: int, seat: int | None = None) -> None:
        """Carry out an action, given as a core number, of the person at the screen or at a seat; or say why not."""
        action = values_of(self.course.rules).one_card(code)
        why = self.course.adviser.fined(self.course.table, action) if seat is None else ""
        if why:
            choices = [Choice("y", "Yes", True), Choice("n", "No", False)]
            self.open(Question(f"{why} Play it anyway?", choices, first=1), lambda yes: self._done(action, yes, seat))
        else:
            self._done(action, True, seat)

    def _done(self, action: Action, sure: bool | None, seat: int | None) -> None:
        if not sure or (self.course.seat is None and seat is None):
            return
        speaker = self.course.speakers[self.course.seat if seat is None else seat]
        try:
            self.course.act(action, seat)
        except IllegalAction as error:
            self.calling = False
            self.show()
            if self._is_choosing:
                self._ask_choice()  # nothing else can be done first
                return
            hidden = seat is not None and self.course.rules.count_info is CountInfo.HIDDEN
            why = "that cannot be said now" if hidden else speaker.why(error.reason)  # why may tell a size
            self.tell(f"✗ {capital(why)}.")
            return
        self.calling = self.jumping = False
        self.notice = ""
        view = self.course.view
        if self.course.my_turn and view.status.phase is Phase.BATCH and not view.choices.lays:
            self.course.act(values_of(self.course.rules).single(DONE))
        self.go_on()

    def lay(self, card: int) -> None:
        """Play a card; ask for the colour of a wild first."""
        call = CALLING if self.calling else 0
        course = self.course
        laid = values_of(course.rules).one_card(card)
        if card < WILD or not (course.playable(card) or course.adviser.fined(course.table, laid)):
            self.do(card + call)
            return
        choices = [Choice(letter, self.faces.colour(row), row) for row, letter in self._colours()]
        held = Counter(card // RANKS for card in course.hand)

        def named(row: int | None) -> None:
            if row is not None:
                self.do(card + row * RANKS + call)

        most = max(range(len(choices)), key=held.__getitem__)
        self.open(Question("Which colour?", choices, first=most, advice=self._advice), named)

    @property
    def _is_choosing(self) -> bool:
        """Whether the table waits for the person to choose a colour or a seat."""
        return self.course.my_turn and self.course.view.status.phase in CHOOSING

    def _ask_choice(self) -> None:
        """Open the dialog for a colour or a seat, if one must be chosen."""
        view = self.course.view
        if view.status.phase is Phase.COLOUR:
            colours = [Choice(letter, self.faces.colour(row), NAME + row) for row, letter in self._colours()]
            self.open(Question("Choose a colour for the opening card", colours, advice=self._advice), self._chosen)
        elif view.status.phase is Phase.SEAT:
            self._ask_seat("Swap hands with whom?", CHOOSE, list(view.choices.choose), self._advice)

    def _colours(self) -> Iterator[tuple[int, str]]:
        """Yield the rows of the deck's colours and their letters."""
        for row, (letter, _) in enumerate(self.faces.deck.colours):
            yield row, letter

    def _advice(self) -> str:
        return self.course.adviser.advice(self.course.table)

    def _ask_seat(self, title: str, base: int, seats: list[int], advice: Callable[[], str] | None = None) -> None:
        held = self.course.view.status.held
        names = self.course.sitting.names
        choices = [
            Choice(seat_key(self.course, seat), f"{names[seat]}, {_holding(held[seat])}", base + seat) for seat in seats
        ]
        if base == CHOOSE and "pass" in self.course.view.choices.says:
            choices.append(Choice("k", "Nobody: keep your hand", PASS))
        self.open(Question(title, choices, advice=advice), self._chosen)

    def _chosen(self, action: int | None) -> None:
        if action is not None:
            self.do(action)

    # ------------------------------------------------------------ keys, buttons, clicks

    def on_hand_view_chosen(self, event: HandView.Chosen) -> None:
        """Play a clicked card, unless a dialog has opened."""
        if self.is_active:
            self.on_hand_view_moved()
            self.lay(event.card)

    def on_hand_view_moved(self) -> None:
        """Drop the notice about a card when the cursor moves to another."""
        if self.query_one(HandView).cursor != self.told_at:
            self.notice = ""
        self.show_notice()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Handle a click on a button."""
        name = (event.button.id or "").removeprefix("do-")
        if name in WORDS and name != "call":
            self.action_say(name)
        elif name == "menu":
            self.app.run_worker(self.app.run_action("menu"))
        else:
            {"call": self.action_call, "catch": self.action_catch, "advise": self.action_advise}[name]()

    def action_card(self, place: int) -> None:
        """Play a card by its key; while hands are hidden, a number is a person who wants to speak."""
        if self.course.seat is None:
            self.ask_claim(self.course.people[place])
            return
        hand = self.query_one(HandView)
        hand.put_cursor(place)
        self.on_hand_view_moved()
        self.lay(hand.tiles[place].card)

    def action_lay(self) -> None:
        """Play the card under the cursor, or do the only thing possible."""
        view = self.course.view
        card = self.query_one(HandView).card
        if self.course.waits_for is not None:
            self.hand_over(self.course.waits_for)
        elif self._is_choosing:
            self._ask_choice()
        elif card is not None and self.course.playable(card):
            self.lay(card)
        elif self.course.my_turn and (only := only_choice(view)):
            self.action_say(only)
        elif card is not None:
            self.lay(card)

    def action_say(self, text: str) -> None:
        """Carry out an action that is a word."""
        if self.course.seat is not None:
            self.do(SAID[text])

    def action_call(self) -> None:
        """Call late if a call is due; otherwise switch the call with the next card on or off."""
        if self.course.seat is None:
            self.ask_who("Who calls UNO?", lambda seat: self.do(CALL, seat))
            return
        if "call" in self.course.view.choices.says:
            self.do(CALL)
            return
        why_not = "" if self.calling else why_no_call(self.course)
        self.calling = not self.calling and not why_not
        self.notice = ""
        self.show()
        if why_not:
            self.tell(f"✗ {why_not}")

    def action_catch(self) -> None:
        """Accuse a player of not having called: the one with one card, if there is only one."""
        suspects = self.course.suspects()
        if not self.course.alone and suspects:
            self.ask_who("Who catches somebody?", self.ask_claim)
        elif not suspects:
            self.tell("✗ Nobody else holds just one card.")
        elif len(suspects) == 1:
            self.do(CATCH + suspects[0])
        else:
            self._ask_seat("Who did not call?", CATCH, suspects)

    def action_let_pass(self) -> None:
        """Stop waiting; a bot acts at once if it always answers at once, else after a beat, and once it is ready."""
        self.land()
        if self.passes_alone:
            self.action_say("pass")
            return
        if self.jumping:
            self.jumping = False
            self.course.let_pass()
            self.go_on()
            return
        pending = self.course.pending()
        self.left = min(self.left, self._beat)
        if pending is None or not (self._beat or pending.thinking):
            self._time_is_up()
        else:
            self.course.let_pass()

    def action_advise(self) -> None:
        """Show what a careful player would do and why, and what the rules say about the card under the cursor.

        Where there is no room for both, the rules are shown when this is asked for again.
        """
        if self.course.table.over or self.course.seat is None:
            return
        card = self.query_one(HandView).card
        adviser, table = self.course.adviser, self.course.table
        advice, short = (adviser.advice(table, with_reason=reason) for reason in (True, False))
        rule = "" if card is None else adviser.why(table, card)
        if rule and self.notice in (advice, short):
            self.tell(rule)
        else:
            self.tell(f"{advice} {rule}".rstrip(), advice, short)

    # ------------------------------------------------------------ help and files

    def action_help(self) -> None:
        """Show how to play, then the keys, then the whole rules."""
        rules = self.course.rules
        pages = [
            (f"How to play: {rules_title(rules)}", how_to_play(rules, self.faces)),
            ("Keys", keys_help(rules, self.faces)),
            (f"Rules: {rules_title(rules)}", whole_rules(rules)),
        ]
        self.open(Reading.of_pages(pages))

    def action_keys(self) -> None:
        """Show the keys."""
        self.open(Reading("Keys", keys_help(self.course.rules, self.faces)))

    def action_rules(self) -> None:
        """Show the current rules."""
        self.open(Reading(f"Rules: {rules_title(self.course.rules)}", whole_rules(self.course.rules)))

    def action_save(self, name: str = "lastcard-match.toml", why: str = "") -> None:
        """Save a copy of the record; ask again if it cannot be saved under that name."""

        def named(name: str | None) -> None:
            if name:
                saved, told = save_copy(self.course.sitting.match.record, self.course.seat, name)
                if saved:
                    self.tell(told)
                else:
                    self.action_save(name, told)

        self.app.push_screen(Writing("Save game record as", name, why), named)


def _holding(cards: int | None) -> str:
    return "? cards" if cards is None else cards_in_hand(cards)
