"""The set-up of a match: rules, house rules, seats, bots, speed."""

from dataclasses import dataclass, replace
from typing import TypeVar

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Button, Checkbox, Footer, Input, Label, Select, Static

from ...bots import bot_names
from ...core.terms import SEATS
from ...errors import LastCardError
from ...rules import PRESETS, Ruleset
from ...rules.options import OPTIONS
from ...rules.values import Skin
from ..pace import PACES
from ..settings import Settings
from ..table import Options, asks_for_youngest, check_own_name, seat_names, youngest_seat
from .dialogs import LeftOnce

Value = TypeVar("Value", int, str)

_GRADES = {"random": "beginner", "greedy": "easy", "careful": "medium", "search": "hard"}  # in words, for our own bots


@dataclass(frozen=True)
class Wanted:
    """The match that was set up, and the settings to save."""

    options: Options
    settings: Settings


class HouseRule(Checkbox):
    """A switch that shows its state by a mark, not only by colour."""

    @property
    def _button(self) -> Content:
        self.BUTTON_INNER = "✓" if self.value else " "
        return super()._button


def switches() -> list[tuple[str, str]]:
    """Return the house rules that can be switched on, each with a description; those with a number must be typed."""
    seen: list[object] = []
    shown = []
    for option in OPTIONS.values():
        if option.usage.endswith("=N") or option.changes in seen:
            continue  # another name for a listed one
        seen.append(option.changes)
        shown.append((option.name, option.summary))
    return shown


class SetupScreen(LeftOnce[Wanted | None]):
    """Everything that can be chosen, and the resulting rule set."""

    BINDINGS = [Binding("escape", "dismiss", "Back"), Binding("f5,ctrl+s", "begin", "Begin")]

    def __init__(self, given: Options, settings: Settings) -> None:
        super().__init__()
        self._given = given
        self._settings = settings
        preset, *options = given.rules.split("+")
        self._preset = preset if preset in PRESETS else "official"
        plain = {name for name, _ in switches()}
        self._on = [option for option in options if option in plain]  # in addition to the preset
        self._more = "+".join(option for option in options if option not in plain)

    def compose(self) -> ComposeResult:
        """Compose the form."""
        title = Text(" Set up a match ", "bold reverse")
        yield Static(title + Text(" Tab moves on, Enter opens, Space switches."), id="title")
        with VerticalScroll(id="form"):
            presets = [(f"{name}: {preset.title}", name) for name, preset in PRESETS.items()]
            yield from _row("Rules", _select("preset", presets, self._preset))
            yield Static(id="summary")
            seats = [(f"{n} seats", n) for n in range(2, SEATS + 1)]
            yield from _row("Table", _select("players", seats, self._given.seats))
            yield from _row("Bots", _select("level", *self._levels()))
            yield from _row("Speed", _select("speed", _speeds(), self._settings.speed))
            looks = [("as the rule set says", ""), *((f"{skin} edges", skin.value) for skin in Skin)]
            yield from _row("Cards", _select("look", looks, self._settings.look))
            yield from _row("Youngest", _select("youngest", self._seats(self._given), self._given.youngest or "0"))
            yield from _row("Name", Input(self._settings.name, placeholder="You", compact=True, id="name"))
            yield Label(Text("House rules", "bold"))
            for name, summary in switches():
                with Horizontal(classes="switch"):
                    yield HouseRule(name, name in self._on, id=f"option-{name}", compact=True)
                    yield Label(summary, classes="about", id=f"about-{name}")
            more = Input(self._more, placeholder="hand=5+target=300", compact=True, id="more")
            yield from _row("More", more)
        yield Static(id="wanted")
        with Horizontal(id="verbs"):
            yield Button("F5 Begin", id="begin", compact=True, variant="primary")
            yield Button("Esc Back", id="back", compact=True)
        yield Footer()

    def _levels(self) -> tuple[list[tuple[str, str]], str]:
        """Return the bots to choose from and the current choice, which may be any bot that plays now."""
        names, now = bot_names(), tuple(dict.fromkeys(self._given.bots))
        choices = [(f"{_GRADES[name]} ({name})" if name in _GRADES else name, name) for name in names]
        if len(now) == 1 and now[0] in names:
            return choices, now[0]
        playing = ",".join(self._given.bots)
        return [(f"as they are: {', '.join(now)}", playing), *choices], playing

    def _seats(self, options: Options) -> list[tuple[str, str]]:
        """Return the seats to choose from, by name."""
        try:
            names = seat_names(options)
        except LastCardError:  # shown below the form
            names = tuple(f"seat {seat}" for seat in range(options.seats))
        return [(name, str(seat)) for seat, name in enumerate(names)]

    def on_mount(self) -> None:
        """Start with the rules."""
        self.query_one("#preset", Select).focus()
        self.check()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Mark the line that has the focus, not only by colour."""
        self._mark(event.widget, True)

    def on_descendant_blur(self, event: events.DescendantBlur) -> None:
        """Remove the mark from the line that had the focus."""
        self._mark(event.widget, False)

    def _mark(self, field: Widget, focused: bool) -> None:
        for line in self.query(".row, .switch"):
            if line in field.ancestors:
                line.set_class(focused, "-focused")

    # ------------------------------------------------------------ what is wanted

    @property
    def rules_id(self) -> str:
        """The resulting id."""
        more = self.query_one("#more", Input).value.strip().strip("+")
        return "+".join([self._switched_id, *([more] if more else [])])

    @property
    def _switched_id(self) -> str:
        """The resulting id without what was typed."""
        return "+".join([str(self.query_one("#preset", Select).value), *self._on])

    @property
    def options(self) -> Options:
        """The match that was set up."""
        seats, level = self.query_one("#players", Select).value, self.query_one("#level", Select).value
        assert isinstance(seats, int)
        name, levels = self.settings.name, tuple(str(level).split(","))[: seats - 1]
        others = self._given.names[1:seats]  # bots keep their names
        youngest = str(self.query_one("#youngest", Select).value) if self._asks_for_youngest else ""
        names = (name or "You", *others)
        return Options(rules=self.rules_id, seats=seats, bots=levels, names=names, youngest=youngest)

    @property
    def _asks_for_youngest(self) -> bool:
        try:
            return asks_for_youngest(Ruleset.from_id(self.rules_id))
        except LastCardError:  # shown below the form
            return False

    @property
    def settings(self) -> Settings:
        """The settings to save."""
        chosen = {key: str(self.query_one(f"#{key}", Select).value) for key in ("speed", "look")}
        return replace(self._settings, name=self.query_one("#name", Input).value.strip(), **chosen)

    @on(Checkbox.Changed)
    def switch(self, event: Checkbox.Changed) -> None:
        """Switch a house rule off, or on; then switch off the others on the same subject."""
        name = str(event.checkbox.label)
        gone = _against(name) if event.value else {name}
        self._on = [other for other in self._on if other not in gone]
        if event.value and not _plays(self._switched_id, name):
            self._on.append(name)
        self.check()

    def _show_switches(self) -> None:
        """Show which house rules apply; those of the preset cannot be switched off."""
        for name, summary in switches():
            given = name not in self._on and _plays(self._switched_id, name)
            box = self.query_one(f"#option-{name}", Checkbox)
            with self.prevent(Checkbox.Changed):
                box.value = given or name in self._on
            box.disabled = given
            self.query_one(f"#about-{name}", Label).update(f"{summary} Part of the preset." if given else summary)

    def _show_seats(self) -> None:
        """Ask who is youngest, if the rules need to know."""
        field = self.query_one("#youngest", Select)
        for row in self.query(".row"):
            if row in field.ancestors:
                row.display = self._asks_for_youngest
        choices = self._seats(self.options)
        chosen = str(field.value)
        with self.prevent(Select.Changed):
            field.set_options(choices)
            field.value = chosen if chosen in dict(choices).values() else "0"

    @on(Select.Changed)
    @on(Input.Changed)
    def check(self) -> bool:
        """Show the result and return whether it can be played."""
        self._show_switches()
        self._show_seats()
        options = self.options
        preset = PRESETS[options.rules.partition("+")[0]]
        self.query_one("#summary", Static).update(Text(preset.summary, "italic"))
        wanted = self.query_one("#wanted", Static)
        try:
            rules = Ruleset.from_id(options.rules)
            rules.check_table(options.seats)
            check_own_name(options.names[0])
            youngest_seat(rules, seat_names(options), options.youngest)
        except LastCardError as error:
            wanted.update(Text(f"✗ {error}", "bold"))
            return False
        wanted.update(Text(f"✓ {rules.id}, {options.seats} seats"))
        return True

    # ------------------------------------------------------------ begin or not

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Handle a click."""
        if event.button.id == "begin":
            self.action_begin()
        else:
            self.dismiss(None)

    def action_begin(self) -> None:
        """Start the match, if it can be played."""
        if self.check():
            self.dismiss(Wanted(self.options, self.settings))


def _against(name: str) -> set[str]:
    """Return the house rules on the same subject as one, including itself; only one of them can apply."""
    sets = set(OPTIONS[name].dimensions)
    return {other for other, option in OPTIONS.items() if sets & set(option.dimensions)}


def _plays(rules_id: str, name: str) -> bool:
    """Return whether a house rule already applies in a rule set; never in one that cannot be played."""
    try:
        return OPTIONS[name].write(Ruleset.from_id(rules_id)) == name
    except LastCardError:
        return False


def _speeds() -> list[tuple[str, str]]:
    return [(name if pace.chance else f"{name} (no time to catch or to jump in)", name) for name, pace in PACES.items()]


def _select(name: str, choices: list[tuple[str, Value]], chosen: Value) -> Select[Value]:
    return Select(choices, value=chosen, allow_blank=False, compact=True, id=name)


def _row(title: str, field: Select[str] | Select[int] | Input) -> ComposeResult:
    with Horizontal(classes="row"):
        yield Label(title, classes="field")
        yield field
