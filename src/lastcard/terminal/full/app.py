"""The full-screen game as a whole: from one match to the next, through set-up, menu and replays."""

import asyncio
import os
import signal
import sys
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from textual import events
from textual.app import App
from textual.binding import Binding
from textual.driver import Driver
from textual.screen import Screen

from ...errors import LastCardError
from ...journal import load_record
from ..pace import next_pace
from ..results import record_titles, results_lines
from ..settings import SHADES, Settings, keep_settings
from ..store import finished_records, resume_command
from ..table import Options, Resume, sit_down
from .course import Course
from .dialogs import Choice, Question, Reading
from .keys import forgiving
from .play import PlayScreen
from .replay import ReplayScreen
from .setup import SetupScreen, Wanted

_MENU = (
    Choice("", "Continue", ""),
    Choice("n", "Rematch", "again"),
    Choice("s", "Set up a match", "setup"),
    Choice("r", "Current rules", "rules"),
    Choice("k", "Keys", "help"),
    Choice("o", "How the last round ended", "outcome"),
    Choice("w", "Save game record…", "save"),
    Choice("p", "Replay a finished match", "replay"),
    Choice("t", "Results", "results"),
    Choice("l", "Light or dark", "shade"),
    Choice("q", "Quit; you can resume the match later", "leave"),
)
_AFTER = (
    *(choice for choice in _MENU if choice.value in ("again", "setup", "outcome", "replay", "results")),
    Choice("q", "Quit", "leave"),
)


class LastCardApp(App[str]):
    """Last Card on the whole screen; what `run` returns is said when the screen is gone."""

    TITLE = "Last Card"
    CSS_PATH = "full.tcss"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (72, "-usual")]  # columns; what they change stands in full.tcss
    VERTICAL_BREAKPOINTS = [(0, "-low"), (24, "-high")]
    BINDINGS = [
        Binding("ctrl+t", "shade", "Light or dark", show=False),
        Binding("ctrl+z", "suspend_process", "Suspend", show=False, priority=True),  # also while a dialog is open
    ]

    def __init__(
        self, options: Options | Resume, settings: Settings | None = None, *, replay: Path | None = None
    ) -> None:
        # Without colours the terminal's own are left alone altogether.
        super().__init__(ansi_color=True if os.environ.get("NO_COLOR") else None)
        self.settings = settings or Settings()
        self._held = ExitStack()  # the match that is played, until it is left
        self._table: PlayScreen | None = None
        self._typed_at: WeakKeyDictionary[events.Key, list[Screen[Any]]] = WeakKeyDictionary()  # before which screens
        self._replayed = None if replay is None else ReplayScreen(load_record(replay), self.settings)
        if replay is None:
            self._sit_down(options)

    def get_driver_class(self) -> type[Driver]:
        """Return what reads the keys: bytes that are no text do not end the game."""
        return forgiving(super().get_driver_class())

    def on_mount(self) -> None:
        """Begin at once."""
        self.theme = f"textual-{self.settings.shade}"
        self._heed_signals()
        if self._replayed is not None:
            self.push_screen(self._replayed, lambda _: self.exit(""))
        else:
            self._show_table()

    # ------------------------------------------------------------ keys typed ahead

    async def on_event(self, event: events.Event) -> None:
        """Before a key goes its way, note the screens that are there."""
        if isinstance(event, events.Key) and not event.is_forwarded:
            self._typed_at[event] = list(self.screen_stack)
        await super().on_event(event)

    def on_key(self, event: events.Key) -> None:
        """A key behind one that opened a dialog was typed for the dialog, though that was not there yet."""
        if self.screen not in self._typed_at.get(event, [self.screen]):
            event.prevent_default()
            self.post_message(events.Key(event.key, event.character))

    # ------------------------------------------------------------ matches

    def _sit_down(self, options: Options | Resume) -> PlayScreen:
        """Begin a match; the one that was played is let go only then."""
        with ExitStack() as held:
            self._table = PlayScreen(Course(held.enter_context(sit_down(options))), self.settings)
            self._held.close()
            self._held = held.pop_all()
        return self._table

    def begin(self, options: Options) -> None:
        """Leave the match that is played, if any, and begin another."""
        left = self._unfinished
        try:
            table = self._sit_down(options)
        except LastCardError as error:
            self.push_screen(Reading("This match cannot begin", [str(error)]), self._back)
            return
        if left is not None:
            table.course.log.append(f"To resume the match you left: {resume_command(left)}")
        self.call_later(self._show_table)

    def _show_table(self) -> None:
        while len(self.screen_stack) > 1:
            self.pop_screen()
        if self._table is not None:
            self.push_screen(self._table)

    def release(self) -> None:
        """Let go of the match; others may go on with it."""
        self._held.close()

    def on_play_screen_match_over(self) -> None:
        """After a match."""
        self.push_screen(Question("The match is over. What next?", _AFTER), self._after)

    def _after(self, chosen: str | None) -> None:
        self._obey(chosen or "outcome")  # back to what stood there before

    # ------------------------------------------------------------ the menu

    def action_menu(self) -> None:
        """What can be done beside playing."""
        if self._table is not None and self.screen is self._table:
            self.push_screen(Question("Menu", _MENU), self._obey)

    def _obey(self, chosen: str | None) -> None:
        table = self._table
        if table is None:
            return
        match chosen:
            case "again":
                self._ask_again()
            case "setup":
                self.push_screen(SetupScreen(self._standing(), self.settings), self._set_up)
            case "rules":
                table.action_rules()
            case "help":
                table.action_help()
            case "outcome":
                self.push_screen(Reading(*table.course.outcome), self._back)
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
            case _ if table.course.match.over:
                self.on_play_screen_match_over()

    def _ask_again(self) -> None:
        """A match that is not over is not left by mistake."""
        if self._unfinished is None:
            self.begin(self._standing())
            return
        choices = [Choice("y", "Yes, begin another", True), Choice("n", "No, continue", False)]
        question = Question("Leave this match? You can resume it later.", choices, first=1)
        self.push_screen(question, lambda yes: self.begin(self._standing()) if yes else None)

    def _standing(self) -> Options:
        """What is played, and who sits there, to be played again or to start from in the set-up."""
        assert self._table is not None
        sitting = self._table.course.sitting
        levels = sitting.levels or Options().bots
        match = self._table.course.match
        youngest = str(match.youngest) if match.youngest else ""
        return Options(rules=match.rules.id, seats=match.seats, bots=levels, names=sitting.names, youngest=youngest)

    def _set_up(self, wanted: Wanted | None) -> None:
        if wanted is not None:
            self._keep(name=wanted.settings.name, look=wanted.settings.look, speed=wanted.settings.speed)
            self.begin(wanted.options)
        else:
            self._back()

    def _back(self, _: object = None) -> None:
        """To the table; if its match is over, to the question what next."""
        if self._table is not None and self._table.course.match.over:
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

    def _heed_signals(self) -> None:
        """Whoever ends the program from outside, or closes the terminal, gets it back as it was."""
        if sys.platform != "win32":
            for number in (signal.SIGTERM, signal.SIGHUP):
                asyncio.get_running_loop().add_signal_handler(number, self._end_on, number)

    def _end_on(self, number: signal.Signals) -> None:
        self.exit(self.last_words, return_code=128 + number)  # as shells count it

    def _keep(self, **changes: str) -> None:
        """Settings changed here hold for the next matches too."""
        self.settings = replace(self.settings, **changes)
        try:
            keep_settings(**changes)
        except LastCardError as error:
            self.notify(str(error), severity="warning")

    def action_next_pace(self) -> None:
        """Bots play quicker, or slowly again."""
        self._keep(speed=next_pace(self.settings.speed))
        if self._table is not None:
            self._table.set_pace(self.settings.speed)

    def action_shade(self) -> None:
        """Dark on light, or light on dark."""
        dark, light = SHADES
        self._keep(shade=light if self.current_theme.dark else dark)
        self.theme = f"textual-{self.settings.shade}"

    def action_leave(self) -> None:
        """End the program; the match can be resumed."""
        self.exit(self.last_words)

    async def action_quit(self) -> None:
        """Ctrl+Q."""
        self.action_leave()

    def action_help_quit(self) -> None:
        """Ctrl+C: whoever presses it wants to get out, and nothing is lost."""
        self.action_leave()

    @property
    def last_words(self) -> str:
        """What is said when the screen is gone."""
        path = self._unfinished
        return "" if path is None else f"The match is saved in {path}.\nGo on with it: {resume_command(path)}"

    @property
    def _unfinished(self) -> Path | None:
        """The journal of the match that is played, unless that is over."""
        if self._table is None or self._table.course.match.over:
            return None
        return self._table.course.sitting.path

    @property
    def failure(self) -> str:
        """Why the match could not go on, if it could not."""
        return "" if self._table is None else self._table.course.failure


def run(options: Options | Resume, settings: Settings, *, replay: Path | None = None) -> int:
    """Play full screen; the exit status."""
    app = LastCardApp(options, settings, replay=replay)
    try:
        last_words = app.run()
    finally:
        app.release()
    if app.failure:
        print(app.last_words)
        raise LastCardError(app.failure)
    if app.return_code is None:  # the screen broke down, and nobody has left it
        last_words = app.last_words
    if last_words:
        print(last_words)
    return 1 if app.return_code is None else app.return_code
