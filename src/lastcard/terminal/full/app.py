"""The full-screen app: matches, set-up, menu and replays."""

import asyncio
import os
import sys
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from msgspec.structs import asdict, replace
from rich.console import RenderableType
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.driver import Driver
from textual.screen import Screen
from textual.theme import Theme
from textual.widgets import OptionList, Static

from ...archive.journal import load_record
from ...errors import LastCardError
from ...rules import Ruleset
from ...rules.values import Skin
from ...session.journals import finished_records, is_first_time, resume_command
from ...session.local import LocalSession
from ...session.sitting import Options, Resume, sit_down
from ..lesson import MATCH as LESSON_MATCH
from ..lesson import WELCOME
from ..pace import next_pace
from ..results import record_titles, results_lines
from ..settings import Settings, keep_settings
from ..signals import Stopped, ended_by_signals
from ..unfinished import unfinished_matches
from .colours import FELTS, GOLD, RED
from .dialogs import Choice, Question, Reading
from .ending import ending
from .faces import MEDIUM, Faces
from .ground import DARK, LIGHT, shade
from .keys import forgiving
from .play import PlayScreen
from .replay import ReplayScreen
from .setup import SetupScreen, Wanted

_LEARN = Choice("l", "Learn: a match that explains itself", "lesson")
_MENU = (
    Choice("", "Continue", ""),
    Choice("n", "Rematch", "again"),
    Choice("s", "Set up a match", "setup"),
    Choice("u", "Unfinished matches", "unfinished"),
    Choice("r", "Rules and how to play", "help"),
    Choice("e", "Learn: a match that explains itself", "lesson"),
    Choice("k", "Keys", "keys"),
    Choice("o", "How the last round ended", "outcome"),
    Choice("w", "Save game record…", "save"),
    Choice("p", "Replay a finished match", "replay"),
    Choice("t", "Results", "results"),
    Choice("l", "Light or dark", "shade"),
    Choice("q", "Quit; you can resume the match later", "leave"),
)
_AFTER = (
    *(c for c in _MENU if c.value in ("again", "setup", "unfinished", "outcome", "replay", "results")),
    Choice("q", "Quit", "leave"),
)
_THEMES = (
    Theme(
        "lastcard-dark",
        primary="#4fb89a",
        secondary=GOLD,
        warning=GOLD,
        error=RED,
        background=FELTS[True],
        surface="#0f2724",
        panel="#1d443f",
        foreground="#eef3ef",
    ),
    Theme(
        "lastcard-light",
        primary="#1d6b57",
        secondary=GOLD,
        warning=GOLD,
        error=RED,
        background=FELTS[False],
        surface="#f3f7f4",
        panel="#c2d7cd",
        foreground="#14211d",
        dark=False,
    ),
)
_MOMENT = 0.01  # seconds
_PAGES = ("pageup", "pagedown")
_WELCOME = ("r7", "gS", "bR", "y+2", "w")


class LastCardApp(App[str]):
    """The full-screen game; what `run` returns is printed when the screen is closed."""

    TITLE = "Last Card"
    CSS_PATH = "full.tcss"
    ENABLE_COMMAND_PALETTE = False
    # Columns; see full.tcss for what they change.
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (72, "-usual"), (96, "-roomy"), (118, "-wide"), (160, "-vast")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (24, "-high")]
    BINDINGS = [
        Binding("ctrl+t", "shade", "Light or dark", show=False),
        Binding("ctrl+z", "suspend_process", "Suspend", show=False, priority=True),  # also while a dialog is open
    ]

    def __init__(
        self,
        options: Options | Resume,
        settings: Settings | None = None,
        *,
        replay: Path | None = None,
        offer: bool = False,
        sets_up: bool = False,
        teaches: bool = False,
    ) -> None:
        # With NO_COLOR, only the terminal's own colours are used.
        super().__init__(ansi_color=True if os.environ.get("NO_COLOR") else None)
        self.settings = settings or Settings()
        self._held = ExitStack()  # holds the journal of the current match
        self._table: PlayScreen | None = None
        self._opening = True  # whether a match is about to be shown
        self._leaving = False
        self._typed_at: WeakKeyDictionary[events.Key, list[Screen[Any]]] = WeakKeyDictionary()  # open then
        self._replayed = None if replay is None else ReplayScreen(load_record(replay), self.settings)
        self._wanted = options
        self._offered = unfinished_matches() if offer and replay is None else []
        self._sets_up = sets_up and not self._offered
        self._new_here = offer and replay is None and is_first_time()
        if replay is None and not (self._offered or sets_up or self._new_here):
            self._sit_down(options, teaches=teaches)

    def get_driver_class(self) -> type[Driver]:
        """Return the driver that reads keys; it ignores bytes that are not text."""
        return forgiving(super().get_driver_class())

    def compose(self) -> ComposeResult:
        """Compose what is seen before there is a table."""
        yield Static(id="welcome")

    def on_mount(self) -> None:
        """Start at once, unless there is a match to continue."""
        for theme in _THEMES:
            self.register_theme(theme)
        self.theme = f"lastcard-{LIGHT if self.settings.shade == LIGHT else DARK}"
        if self._replayed is not None:
            self.push_screen(self._replayed, lambda _: self.exit(""))
        elif self._sets_up:
            self._obey("setup")
        elif self._offered or self._new_here:
            self._welcome()
        else:
            self._show_table()
        self._opening = False

    # ------------------------------------------------------------ matches to continue

    def _welcome(self) -> None:
        """Offer to continue a match, or a lesson to whoever is new here."""
        deck = Ruleset().deck
        faces = Faces(deck, Skin.WHITE)
        pictures = [faces.picture(deck.card(text).code, MEDIUM) for text in _WELCOME]
        lines = [Text(" ").join(line) for line in zip(*pictures, strict=True)]
        self.query_one("#welcome", Static).update(Text("\n").join([Text("Last Card", "bold"), Text(), *lines]))
        self._ask_start()

    def _ask_start(self) -> None:
        choices = [Choice("n", "New match", "new"), Choice("s", "Set up a match", "setup")]
        if not self._offered:
            title, first = "First time here?", [_LEARN]
        else:
            title = f"Continue {self._offered[0].title}?"
            first = [Choice("c", f"Continue {self._offered[0].title}", "continue")]
            if len(self._offered) > 1:
                first.append(Choice("u", f"Other unfinished matches ({len(self._offered) - 1})", "unfinished"))
        self.push_screen(Question(title, [*first, *choices, Choice("q", "Quit", "leave")]), self._started)

    def _started(self, chosen: str | None) -> None:
        match chosen:
            case "continue":
                self._continue(self._offered[0].path)
            case "new":
                assert isinstance(self._wanted, Options)
                self.begin(self._wanted)
            case "setup" | "lesson":
                self._obey(chosen)
            case "unfinished":
                self._ask_unfinished()
            case _:
                self.action_leave()

    def _ask_unfinished(self) -> None:
        """Ask which unfinished match to continue."""
        playing = self._unfinished
        matches = [match for match in unfinished_matches() if match.path != playing]
        if not matches:
            self.push_screen(Reading("Unfinished matches", ["There is no other unfinished match."]), self._back)
            return
        choices = [Choice(str(n) if n < 10 else "", match.described, match.path) for n, match in enumerate(matches, 1)]
        self.push_screen(Question("Which match do you want to continue?", choices), self._continue)

    def _continue(self, path: Path | None) -> None:
        if path is None:
            self._back()
        else:
            self.begin(Resume(journal=path))

    # ------------------------------------------------------------ keys typed ahead

    async def on_event(self, event: events.Event) -> None:
        """Note which screens are open when a key is pressed."""
        if isinstance(event, events.Key) and not event.is_forwarded:
            self._typed_at[event] = list(self.screen_stack)
        await super().on_event(event)

    def on_key(self, event: events.Key) -> None:
        """Send a key on to a dialog or a match that opened after the key was pressed: it was meant for that."""
        if self._leaving or (event.key in _PAGES and self._has_no_room):
            event.prevent_default()
        elif self._opening or self.screen not in self._typed_at.get(event, [self.screen]):
            event.prevent_default()
            self.post_message(events.Key(event.key, event.character))

    @property
    def _has_no_room(self) -> bool:
        """Whether the keys go to a list that is not laid out yet, or has no room; Textual cannot turn its pages."""
        return isinstance(self.focused, OptionList) and not self.focused.scrollable_content_region

    # ------------------------------------------------------------ matches

    def _sit_down(self, options: Options | Resume, *, teaches: bool = False) -> PlayScreen:
        """Begin a match; release the previous one only then."""
        with ExitStack() as held:
            sitting = held.enter_context(sit_down(options))
            if not sitting.people:
                raise LastCardError("somebody must play; only bots play with --plain")
            self._table = PlayScreen(LocalSession(sitting), self.settings, teaches=teaches)
            self._held.close()
            self._held = held.pop_all()
        return self._table

    def begin(self, options: Options | Resume, *, teaches: bool = False) -> None:
        """Leave the current match, if any, and begin or continue another, once the open dialog is closed."""
        if not self._leaving:
            self._opening = True
            self.call_later(self._begin, options, teaches)

    def _begin(self, options: Options | Resume, teaches: bool) -> None:
        self._opening = False
        left = self._unfinished
        try:
            table = self._sit_down(options, teaches=teaches)
        except LastCardError as error:
            self.push_screen(Reading("This match cannot begin", [str(error)]), self._back)
            return
        if left is not None:
            for telling in table.drawing.tellings.values():
                telling.add(f"To resume the match you left: {resume_command(left)}")
        self._show_table()

    def _show_table(self) -> None:
        while len(self.screen_stack) > 1:
            self.pop_screen()
        if self._table is not None:
            self.push_screen(self._table)

    def release(self) -> None:
        """Release the match, so that other programs can resume it."""
        self._held.close()

    def on_play_screen_match_over(self) -> None:
        """Ask what to do after a match."""
        self.push_screen(Question("The match is over. What next?", _AFTER), self._after)

    def _after(self, chosen: str | None) -> None:
        self._obey(chosen or "outcome")  # back to the summary

    # ------------------------------------------------------------ the menu

    def action_menu(self) -> None:
        """Open the menu."""
        if self._table is not None and self.screen is self._table:
            self.push_screen(Question("Menu", _MENU), self._obey)

    def _obey(self, chosen: str | None) -> None:
        if chosen == "lesson":
            title, lines = "How to play, in short", [*WELCOME]
            self.push_screen(Reading(title, lines), lambda _: self.begin(LESSON_MATCH, teaches=True))
        elif chosen == "setup":
            self._show_set_up(self._standing(), self.settings)
        elif self._table is not None:
            self._obey_at(self._table, chosen)

    def _obey_at(self, table: PlayScreen, chosen: str | None) -> None:
        match chosen:
            case "again":
                self._ask_again(lambda: self.begin(self._standing()), "No, continue this one", self._back)
            case "unfinished":
                self._ask_unfinished()
            case "help":
                table.action_help()
            case "keys":
                table.action_keys()
            case "outcome":
                self.push_screen(ending(table.session, table.drawing.faces), self._back)
            case "save":
                table.action_save()
            case "replay":
                self._ask_replay()
            case "results":
                self._show_results()
            case "shade":
                self.action_shade()
            case "leave":
                self.action_leave()
            case _ if table.session.match.over:
                self.on_play_screen_match_over()

    def _ask_again(self, then: Callable[[], None], no: str, otherwise: Callable[[], None]) -> None:
        """Ask before an unfinished match is left; `no` says what happens otherwise."""
        if self._unfinished is None:
            then()
            return
        choices = [Choice("y", "Yes, begin another", True), Choice("n", no, False)]
        question = Question("Leave this match? You can resume it later.", choices, first=1)
        self.push_screen(question, lambda yes: then() if yes else otherwise())

    def _standing(self) -> Options:
        """Return the current match as options, for a rematch or as a start for the set-up."""
        if self._table is None:
            return self._wanted if isinstance(self._wanted, Options) else Options()
        sitting = self._table.session.sitting
        match = self._table.session.match
        return Options(
            rules=match.rules.id,
            seats=match.seats,
            people=len(sitting.people),
            bots=sitting.levels or Options().bots,
            names=sitting.names,
            youngest=str(match.youngest) if match.youngest else "",
        )

    def _set_up(self, wanted: Wanted | None) -> None:
        """Begin the match that was set up, and remember it."""
        if wanted is None:
            self._back()
            return
        changed = {name: str(value) for name, value in asdict(wanted.settings).items() if name != "shade"}

        def begin() -> None:
            self._keep(**changed)
            self.begin(wanted.options)

        self._ask_again(begin, "No, back to the set-up", lambda: self._show_set_up(wanted.options, wanted.settings))

    def _show_set_up(self, options: Options, settings: Settings) -> None:
        try:
            self.push_screen(SetupScreen(options, settings), self._set_up)
        except LastCardError as error:  # rules that were kept here cannot be read
            self.push_screen(Reading("The set-up cannot be shown", [str(error)]), self._back)

    def _back(self, _: object = None) -> None:
        """Go back to the table or, if the match is over, ask what to do next."""
        if self._table is None and not (self._offered or self._new_here):
            self.action_leave()
        elif self._table is None:
            self._ask_start()
        elif self._table.session.match.over:
            self.on_play_screen_match_over()

    def _ask_replay(self) -> None:
        records = finished_records()[:20]
        if not records:
            self.push_screen(Reading("Replay", ["No finished matches yet."]), self._back)
            return
        choices = [Choice("", title, path) for path, title in zip(records, record_titles(records), strict=True)]
        self.push_screen(Question("Which match?", choices), self._replay)

    def _replay(self, path: Path | None) -> None:
        if path is None:
            self._back()
            return
        try:
            self.push_screen(ReplayScreen(load_record(path), self.settings), self._back)
        except LastCardError as error:
            self.push_screen(Reading("That cannot be replayed", [str(error)]), self._back)

    def _show_results(self) -> None:
        try:
            lines = results_lines()
        except LastCardError as error:
            lines = [str(error)]
        self.push_screen(Reading("Results", lines), self._back)

    # ------------------------------------------------------------ the program

    def end_on(self, number: int) -> None:
        """End the program because of a signal, whatever it is doing; raise `Stopped` where it has no screen."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            raise Stopped(number) from None
        loop.call_soon_threadsafe(self._end, Stopped(number).status)

    def _end(self, status: int) -> None:
        self.exit(self.last_words, return_code=status)

    def exit(self, result: str | None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        """End the program once everything on the screen is complete: what Textual closes earlier lacks its parts."""
        if self._opening or not all(screen.is_mounted for screen in self.screen_stack):
            self.set_timer(_MOMENT, partial(self.exit, result, return_code, message))
        else:
            self._leaving = True
            super().exit(result, return_code, message)

    def _keep(self, **changes: str) -> None:
        """Change settings, and save them for later matches."""
        self.settings = replace(self.settings, **changes)
        try:
            keep_settings(**changes)
        except LastCardError as error:
            self.notify(str(error), severity="warning")

    def action_next_pace(self) -> None:
        """Change to the next speed."""
        self._keep(speed=next_pace(self.settings.speed))
        if self._table is not None:
            self._table.set_pace(self.settings.speed)

    def action_shade(self) -> None:
        """Switch between light and dark."""
        self._keep(shade=LIGHT if self.current_theme.dark else DARK)
        self.theme = f"lastcard-{self.settings.shade}"
        if self._table is not None and self._table.is_mounted:
            self._table.drawing.show()

    def action_leave(self) -> None:
        """End the program; the match can be resumed."""
        self.exit(self.last_words)

    async def action_quit(self) -> None:
        """Quit on Ctrl+Q."""
        self.action_leave()

    def action_help_quit(self) -> None:
        """Quit on Ctrl+C; nothing is lost."""
        self.action_leave()

    @property
    def last_words(self) -> str:
        """What to print when the screen is closed."""
        path = self._unfinished
        return "" if path is None else f"The match is saved in {path}.\nTo continue: {resume_command(path)}"

    @property
    def _unfinished(self) -> Path | None:
        """The journal of the current match, unless it is over."""
        if self._table is None or self._table.session.match.over:
            return None
        return self._table.session.sitting.path

    @property
    def failure(self) -> LastCardError | None:
        """Why the match could not continue."""
        return None if self._table is None else self._table.session.failure


def run(
    options: Options | Resume,
    settings: Settings,
    *,
    replay: Path | None = None,
    offer: bool = False,
    sets_up: bool = False,
    teaches: bool = False,
) -> int:
    """Play full screen and return the exit status.

    `offer` asks first whether to continue an unfinished match, `sets_up` shows the set-up before a new one, and with
    `teaches` the match explains itself.
    """
    if settings.shade == "auto":
        settings = replace(settings, shade=shade(sys.stdin.fileno()))
    app = LastCardApp(options, settings, replay=replay, offer=offer, sets_up=sets_up, teaches=teaches)
    with ended_by_signals(app.end_on):
        try:
            last_words = app.run()
        finally:
            app.release()
        if app.failure:
            print(app.last_words)
            raise app.failure
        if app.return_code is None:  # the screen crashed
            last_words = app.last_words
        if last_words:
            print(last_words)
    return 1 if app.return_code is None else app.return_code
