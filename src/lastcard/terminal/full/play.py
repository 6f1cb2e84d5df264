"""The table: a match of people at this screen with each other and with bots."""

from collections.abc import Callable
from typing import TypeVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Button

from ..._util.grammar import capital
from ...core.terms import CountInfo, Phase
from ...errors import IllegalAction
from ...game.values import Action, values_of
from ...notation.actions import WORDS
from ...rules import Card
from ...session.local import LocalSession
from ...session.session import JUMP_IN
from ...words.questions import has_calls, only_choice
from ...words.speaker import Speaker
from ..advice import advice, ruled, why_fined
from ..copies import save_copy
from ..lesson import Lesson
from ..settings import Settings
from .clock import TICK, Clock
from .dialogs import Question, Reading, Writing
from .drawn import Drawing
from .ending import ending
from .guide import how_to_play, keys_help, rules_title, whole_rules
from .hand import HandView
from .questions import (
    anyway,
    everyone_agrees,
    opening_colour,
    what_to_claim,
    which_colour,
    which_hand,
    who,
    whom_to_catch,
)
from .says import CHOOSING, KEYS, LESSON, pace_words, why_no_call

Answer = TypeVar("Answer")

_NO_UNDO = "There is no move to undo in this round."


def _both(key: str) -> str:
    """Return a letter and its capital as keys; a card with that capital as its key has priority."""
    return f"{key},{key.upper()}"


class PlayScreen(Screen[None]):
    """The table at which people play: it hands what they press to the session, and shows what came of it."""

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

    def __init__(self, session: LocalSession, settings: Settings, *, teaches: bool = False) -> None:
        super().__init__()
        self.session = session
        self.clock = Clock(session, settings)
        self.drawing = Drawing(self, session, self.clock, settings)
        if teaches:
            self.drawing.lesson = Lesson(session, LESSON)
        self.jumping = False  # whether the person at the screen came to jump in

    def compose(self) -> ComposeResult:
        """Compose the table."""
        yield from self.drawing.parts()

    def on_mount(self) -> None:
        """Start, or continue, the match."""
        self.query_one(HandView).focus()
        self.clock.set()  # before it is shown for the first time
        self.set_interval(TICK, self._tick)
        self.call_after_refresh(self.go_on)

    def on_resize(self) -> None:
        """Say so if the terminal is too small."""
        self.drawing.show_title()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow calls and catches only if the rules have them, and only keys that mean a card or a person."""
        if action == "card":
            if self.session.present is None:
                return parameters[0] in range(len(self.session.people))
            return any(parameters[0] in range(len(hand.tiles)) for hand in self.query(HandView))
        if action in ("call", "catch"):
            return has_calls(self.session.rules)
        return True

    def on_screen_resume(self) -> None:
        """Return from a dialog."""
        if self.is_mounted:
            self.query_one(HandView).focus()

    def open(self, dialog: Screen[Answer], answered: Callable[[Answer | None], None] | None = None) -> None:
        """Open a dialog, unless one is open: keys may come faster than dialogs."""
        if self.is_active:
            self.app.push_screen(dialog, answered)

    def ask(self, question: Question[Answer], then: Callable[[Answer], None]) -> None:
        """Ask something, and go on with the answer if there is one."""
        self.open(question, lambda answer: None if answer is None else then(answer))

    # ------------------------------------------------------------ the course of things

    def go_on(self) -> None:
        """Show the table after a change, and see who acts next."""
        session = self.session
        if session.present is not None and not session.my_turn and not self.jumping:
            session.give_screen(None)
        self.clock.set()
        while self.clock.instant and (pending := session.pending()) and pending.is_ready():
            self._bot_acts()
        self.drawing.show()
        if session.failure:
            self.app.exit(return_code=2)  # the reason is printed when the screen is closed
        elif session.table.over and not session.over:  # a match ends only once
            self._end_round()
        elif session.my_turn and session.pending() is None:
            self._ask_choice()

    def _bot_acts(self) -> None:
        """Let the pending bot act; drop the old notice if the person is asked next."""
        self.session.let_bot_act()
        if self.session.my_turn:
            self.drawing.notice = ""

    def set_pace(self, pace: str) -> None:
        """Change the pace of the bots."""
        self.clock.pace = pace
        self.drawing.tell(pace_words(pace))
        self.go_on()

    def _tick(self) -> None:
        """Count the time, but not while something else is on the screen."""
        self.drawing.fly()
        session, clock = self.session, self.clock
        if not self.is_active or session.table.over:
            return
        pending = session.pending()
        if session.failure or clock.is_late:
            self.go_on()
            return
        clock.tick()
        if pending is None and not session.at_stake():
            if clock.passes_alone and clock.left <= 0:
                self.action_say("pass")
            return
        self.drawing.fade()
        if clock.on_beat and not (pending is not None and pending.thinking):
            self._time_is_up()
        else:
            self.drawing.show_asked()

    def _time_is_up(self) -> None:
        """Continue after waiting for the person, or for a bot that seems to think."""
        if self.session.pending() is None:
            self.session.let_pass()
        else:
            self._bot_acts()
        self.go_on()

    def _end_round(self) -> None:
        self.session.end_round()
        over = self.session.match.over
        if over:
            self.drawing.notice = ""
            self.drawing.show()  # with the final scores; a next round is shown only after the dialog

        def read(_: None) -> None:
            if over and not self.session.failure:
                self.post_message(self.MatchOver())
            else:
                self._forget()
                self.go_on()

        # on top of anything else
        self.app.push_screen(ending(self.session, self.drawing.faces, opens_itself=True), read)

    def _forget(self) -> None:
        """Drop what was said and meant before."""
        self.drawing.notice = ""
        self.drawing.calling = self.jumping = False

    # ------------------------------------------------------------ what the person does

    def do(self, action: Action, seat: int | None = None) -> None:
        """Carry out an action of the person at the screen, or of another; first ask about one that will be fined."""
        if seat is not None:
            self._act(seat, action)
        elif self.session.present is not None:
            present = self.session.present
            why = why_fined(self.session, present, action, self._speaker(present))
            if why:
                self.ask(anyway(why), lambda sure: self._act(present, action) if sure else None)
            else:
                self._act(present, action)

    def _act(self, seat: int, action: Action) -> None:
        """Carry out an action, or say why not."""
        session = self.session
        try:
            session.act(seat, action)
        except IllegalAction as error:
            self._refuse(seat, error)
            return
        self._forget()
        view = session.own_view
        if session.my_turn and view.status.phase is Phase.BATCH and not view.choices.lays:
            session.act(seat, values_of(session.rules).read("done"))
        self.go_on()

    def _refuse(self, seat: int, error: IllegalAction) -> None:
        self.drawing.calling = False
        self.drawing.show()
        if self._is_choosing:
            self._ask_choice()  # nothing else can be done first
            return
        hidden = seat != self.session.present and self.session.rules.count_info is CountInfo.HIDDEN
        # why may tell a size
        why = "that cannot be said now" if hidden else self._speaker(seat).why(error.reason)
        self.drawing.tell(f"✗ {capital(why)}.")

    def _speaker(self, seat: int) -> Speaker:
        return Speaker(self.session.rules.deck, self.session.names, seat)

    def lay(self, code: int) -> None:
        """Play a card; ask for the colour of a wild first."""
        card = values_of(self.session.rules).cards[code]
        if not card.wild or not (self.session.playable(card) or self._is_fined(card)):
            self.do(self._laying(card))
            return
        question = which_colour(self.session, self.drawing.faces, self._advice)
        self.ask(question, lambda colour: self.do(self._laying(card, f":{colour}")))

    def _laying(self, card: Card, colour: str = "") -> Action:
        """Return the action that plays a card; whether more are added is asked afterwards."""
        call = "!" if self.drawing.calling else ""
        return values_of(self.session.rules).read(f"{card.text}{colour}&{call}")

    def _is_fined(self, card: Card) -> bool:
        seat = self.session.present
        return seat is not None and bool(why_fined(self.session, seat, self._laying(card), self._speaker(seat)))

    @property
    def _is_choosing(self) -> bool:
        """Whether the table waits for the person to choose a colour or a seat."""
        return self.session.my_turn and self.session.status.phase in CHOOSING

    def _ask_choice(self) -> None:
        """Open the dialog for a colour or a seat, if one must be chosen."""
        phase = self.session.status.phase
        if phase is Phase.COLOUR:
            self.ask(opening_colour(self.session, self.drawing.faces, self._advice), self.do)
        elif phase is Phase.SEAT:
            self.ask(which_hand(self.session, self._advice), self.do)

    def _advice(self) -> str:
        seat = self.session.present
        return "" if seat is None else advice(self.session, seat, self._speaker(seat))

    # ------------------------------------------------------------ keys, buttons, clicks

    def on_hand_view_chosen(self, event: HandView.Chosen) -> None:
        """Play a clicked card, unless a dialog has opened."""
        if self.is_active:
            self.on_hand_view_moved()
            self.lay(event.card)

    def on_hand_view_moved(self) -> None:
        """Drop the notice about a card when the cursor moves to another."""
        if self.query_one(HandView).cursor != self.drawing.told_at:
            self.drawing.notice = ""
        self.drawing.show_notice()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Handle a click on a button."""
        name = (event.button.id or "").removeprefix("do-")
        if name in WORDS and name != "call":
            self.action_say(name)
        else:
            {"call": self.action_call, "catch": self.action_catch, "advise": self.action_advise}[name]()

    def action_card(self, place: int) -> None:
        """Play a card by its key; while hands are hidden, a number is a person who wants to speak."""
        if self.session.present is None:
            self._ask_claim(self.session.people[place])
            return
        hand = self.query_one(HandView)
        hand.put_cursor(place)
        self.lay(hand.tiles[place].card)
        self.on_hand_view_moved()

    def action_lay(self) -> None:
        """Play the card under the cursor, or do the only thing possible."""
        session, code = self.session, self.query_one(HandView).card
        fits = code is not None and session.playable(values_of(session.rules).cards[code])
        if session.waits_for is not None:
            self._hand_over(session.waits_for)
        elif self._is_choosing:
            self._ask_choice()
        elif session.my_turn and not fits and (only := only_choice(session.own_view)):
            self.action_say(only)
        elif code is not None:
            self.lay(code)

    def action_say(self, text: str) -> None:
        """Carry out an action that is a word."""
        self.do(values_of(self.session.rules).read(text))

    def action_call(self) -> None:
        """Call late if a call is due; otherwise switch the call with the next card on or off."""
        call = values_of(self.session.rules).read("call")
        if self.session.present is None:
            self.ask(who(self.session, "Who calls UNO?"), lambda seat: self.do(call, seat))
            return
        if "call" in self.session.own_view.choices.says:
            self.do(call)
            return
        why_not = "" if self.drawing.calling else why_no_call(self.session)
        self.drawing.calling = not self.drawing.calling and not why_not
        self.drawing.notice = ""
        self.drawing.show()
        if why_not:
            self.drawing.tell(f"✗ {why_not}")

    def action_catch(self) -> None:
        """Accuse a player of not having called: the one with one card, if there is only one."""
        suspects = self.session.suspects()
        if not self.session.alone and suspects:
            self.ask(who(self.session, "Who catches somebody?"), self._ask_claim)
        elif not suspects:
            self.drawing.tell("✗ Nobody else holds just one card.")
        elif len(suspects) == 1:
            self.action_say(f"catch {suspects[0]}")
        else:
            self.ask(whom_to_catch(self.session), self.do)

    def action_let_pass(self) -> None:
        """Stop waiting; a bot acts at once if it always answers at once, else after a beat, and once it is ready."""
        self.drawing.land()
        if self.clock.passes_alone:
            self.action_say("pass")
            return
        if self.jumping:
            self.jumping = False
            self.session.let_pass()
            self.go_on()
            return
        pending = self.session.pending()
        self.clock.shorten()
        if pending is None or not (self.clock.beat or pending.thinking):
            self._time_is_up()
        else:
            self.session.let_pass()

    def action_advise(self) -> None:
        """Show what a careful player would do and why, and what the rules say about the card under the cursor.

        Where there is no room for both, the rules are shown when this is asked for again.
        """
        session, seat = self.session, self.session.present
        if session.table.over or seat is None:
            return
        speaker, card = self._speaker(seat), self.query_one(HandView).card
        hints = [advice(session, seat, speaker, with_reason=reason) for reason in (True, False)]
        rule = ""
        if card is not None:
            lay = values_of(session.rules).one_card(card)
            rule = ruled(speaker, lay, session.why(seat, lay))
        if rule and self.drawing.notice in hints:
            self.drawing.tell(rule)
        else:
            self.drawing.tell(f"{hints[0]} {rule}".rstrip(), *hints)

    # ------------------------------------------------------------ several people at one screen

    def _hand_over(self, seat: int) -> None:
        """Show one of several people the hand that is theirs."""
        self.session.give_screen(seat)
        self.drawing.calling = False
        self.drawing.notice = ""
        self.go_on()

    def _ask_claim(self, seat: int) -> None:
        """Ask one of several people what they claim."""
        question = what_to_claim(self.session, seat)
        if question is None:
            self.drawing.tell("There is nothing to claim now.")
        else:
            self.ask(question, lambda said: self._claimed(seat, said))

    def _claimed(self, seat: int, said: str) -> None:
        if said == JUMP_IN:
            self.jumping = True
            self._hand_over(seat)
        else:
            self.do(values_of(self.session.rules).read(said), seat)

    def action_take_back(self) -> None:
        """Undo the last move; of several people, all must agree."""
        seat = self.session.last_mover()
        if seat is None:
            self.drawing.tell(_NO_UNDO)
        elif self.session.alone:
            self._take_back(True)
        else:
            self.ask(everyone_agrees(self.session, seat), self._take_back)

    def _take_back(self, agreed: bool) -> None:
        if not agreed:
            return
        if self.session.take_back():
            self.drawing.calling = False
            self.drawing.notice = ""
            self.go_on()
        else:
            self.drawing.tell(_NO_UNDO)

    # ------------------------------------------------------------ help and files

    def action_help(self) -> None:
        """Show how to play, then the keys, then the whole rules."""
        rules = self.session.rules
        pages = [
            (f"How to play: {rules_title(rules)}", how_to_play(rules, self.drawing.faces)),
            ("Keys", keys_help(rules, self.drawing.faces)),
            (f"Rules: {rules_title(rules)}", whole_rules(rules)),
        ]
        self.open(Reading.of_pages(pages))

    def action_keys(self) -> None:
        """Show the keys."""
        self.open(Reading("Keys", keys_help(self.session.rules, self.drawing.faces)))

    def action_rules(self) -> None:
        """Show the current rules."""
        self.open(Reading(f"Rules: {rules_title(self.session.rules)}", whole_rules(self.session.rules)))

    def action_save(self, name: str = "lastcard-match.toml", why: str = "") -> None:
        """Save a copy of the record; ask again if it cannot be saved under that name."""

        def named(name: str | None) -> None:
            if name:
                saved, told = save_copy(self.session.sitting.match.record, self.session.present, name)
                if saved:
                    self.drawing.tell(told)
                else:
                    self.action_save(name, told)

        self.app.push_screen(Writing("Save game record as", name, why), named)
