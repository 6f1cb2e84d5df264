"""The set-up of a match: rules, people, bots, house rules, how it looks."""

from dataclasses import dataclass
from typing import TypeVar

from msgspec.structs import replace
from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Button, Checkbox, Input, Label, Select, Static
from textual.widgets._select import SelectCurrent

from ..._util.grammar import counted, listed
from ..._util.names import name_key
from ...bots import bot_names
from ...core.terms import SEATS
from ...errors import LastCardError
from ...rules import PRESETS, Ruleset
from ...rules.declare import GROUPS
from ...rules.dimensions import DIMENSIONS, KEYS, dimension_of, read_value
from ...rules.options import OPTIONS
from ...rules.values import Skin
from ...session.own_rules import keep_own_rules, load_own_rules
from ...session.sitting import Options, check_own_name, seat_names, youngest_seat
from ...words.questions import asks_for_youngest
from ..grades import GRADES, grade_of
from ..pace import PACES
from ..settings import MOTIONS, PASSING, Settings
from .dialogs import LeftOnce, Writing
from .guide import rules_title
from .topics import TopicsScreen, conflict_in_words
from .widgets import KeyLine

Value = TypeVar("Value", int, str)

_MOTIONS = {"auto": "cards fly, except over a remote connection", "on": "cards fly", "off": "nothing moves"}
_PASSING = {"auto": "the game passes when nothing else is left", "ask": "you press p yourself"}


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
    """Return the house rules that can be switched on, each with a description, by topic; not those with a number."""
    seen: list[object] = []
    shown = []
    for option in OPTIONS.values():
        if option.usage.endswith("=N") or option.changes in seen:
            continue  # another name for a listed one
        seen.append(option.changes)
        shown.append((option.name, option.summary))
    return sorted(shown, key=lambda switch: GROUPS.index(_group(switch[0])))


def _group(option: str) -> str:
    """Return the topic of a house rule."""
    return DIMENSIONS[OPTIONS[option].dimensions[0]].group


class SetupScreen(LeftOnce[Wanted | None]):
    """Everything that can be chosen, and the resulting match."""

    BINDINGS = [
        Binding("escape", "dismiss", "Back"),
        Binding("f5,ctrl+s", "begin", "Start"),
        Binding("f4", "topics", "All rules"),
        Binding("f2", "keep", "Keep the rules"),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
    ]

    def __init__(self, given: Options, settings: Settings) -> None:
        super().__init__()
        self._given = given
        self._settings = settings
        self._own_rules = load_own_rules()
        self._own = ""  # the name of the rules that were chosen, if they are one's own
        self._take(given.rules)
        self._unseen = False  # whether something has changed that is not shown yet

    def _take(self, rules: str) -> None:
        """Begin with these rules."""
        preset, *options = rules.split("+")
        self._preset = preset if preset in PRESETS else "official"
        plain = {name for name, _ in switches()}
        self._on = [option for option in options if option in plain]  # in addition to the preset
        self._values = {key: value for key, _, value in (option.partition("=") for option in options) if value}

    # ------------------------------------------------------------ the form

    def compose(self) -> ComposeResult:
        """Compose the form."""
        title = Text().append(" Set up a match ", "bold reverse")
        yield Static(title.append(" Tab moves on, Enter opens, Space ticks."), id="title")
        with VerticalScroll(id="form", can_focus=False):
            yield _row("Rules", _select("preset", self._rule_sets(), self._preset))
            yield Static(id="summary", classes="told")
            yield from self._players()
            yield Label("How it looks and feels", classes="section")
            yield _row("Speed", _select("speed", _speeds(), self._settings.speed))
            looks = [("as the rules say", ""), *((f"{skin} edges", skin.value) for skin in Skin)]
            yield _row("Cards", _select("look", looks, self._settings.look))
            motions = [(_MOTIONS[name], name) for name in MOTIONS]
            yield _row("Motion", _select("motion", motions, self._settings.motion))
            yield _row("Passing", _select("passing", [(_PASSING[x], x) for x in PASSING], self._settings.passing))
            yield Label("House rules", classes="section")
            group = ""
            for name, summary in switches():
                if _group(name) != group:
                    group = _group(name)
                    yield Label(group, classes="group")
                with Horizontal(classes="switch"):
                    yield HouseRule(name, name in self._on, id=f"option-{name}", compact=True)
                    yield Label(summary, classes="about", id=f"about-{name}")
            yield Static(id="changed", classes="told")
        yield Static(id="wanted")
        with Horizontal(id="start-row"):
            yield Button("Start (F5)", id="begin", compact=True, variant="primary")
            yield Button("All rules by topic (F4)", id="topics", compact=True)
            yield Button("Keep the rules (F2)", id="keep", compact=True)
            yield Button("Back (Esc)", id="back", compact=True)
        yield KeyLine(id="keys")

    def _rule_sets(self) -> list[tuple[str, str]]:
        """Return the rules to choose from: one's own, then the presets."""
        own = [(f"{name}: {id}", name) for name, id in self._own_rules.items()]
        return [*own, *((f"{preset.title}: {preset.summary}", name) for name, preset in PRESETS.items())]

    def _players(self) -> ComposeResult:
        people = self._given.people
        yield Label("People at this screen", classes="section")
        counts = [(counted(n, "person", "people"), n) for n in range(1, SEATS + 1)]
        yield _row("How many", _select("people", counts, people))
        yield Vertical(*map(self._name_row, range(people)), id="names", classes="rows")
        youngest = _select("youngest", self._seats(self._given), self._given.youngest or "0")
        yield _row("Youngest", youngest)
        yield Label("Bots", classes="section")
        seats = self._given.seats - people
        yield _row("How many", _select("bots", [(counted(n, "bot"), n) for n in range(SEATS)], seats))
        yield Vertical(*map(self._bot_row, range(seats)), id="levels", classes="rows")

    def _name_row(self, place: int) -> Widget:
        """Return the line for the name of a person."""
        given = self._given.names[place] if place < self._given.people and self._given.names[place:] else ""
        if place == 0 and given in ("", "You"):
            given = self._settings.name
        hint = "You" if place == 0 else f"Player {chr(ord('A') + place)}"
        return _row(f"Name {place + 1}", Input(given, placeholder=hint, compact=True, id=f"name-{place}"))

    def _bot_row(self, place: int) -> Widget:
        """Return the line for the strength of a bot."""
        level = self._given.bots[place % len(self._given.bots)]
        return _row(f"Bot {place + 1}", _select(f"level-{place}", _levels(level), level))

    def _seats(self, options: Options) -> list[tuple[str, str]]:
        """Return the seats to choose from, by name."""
        try:
            names = seat_names(options)
        except LastCardError:  # shown below the form
            names = tuple(f"seat {seat}" for seat in range(max(1, options.seats)))
        return [(name, str(seat)) for seat, name in enumerate(names)]

    def on_mount(self) -> None:
        """Start with the rules."""
        self.query_one("#preset", Select).focus()
        keys = [("Tab", "next", "app.focus_next"), ("F4", "all rules", "screen.topics"), ("F2", "keep", "screen.keep")]
        self.query_one(KeyLine).show([*keys, ("F5", "start", "screen.begin"), ("Esc", "back", "screen.dismiss")])
        self.changed()

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
        return "+".join([self._switched_id, *(f"{key}={value}" for key, value in self._values.items())])

    @property
    def _switched_id(self) -> str:
        """The resulting id without the values that were chosen by topic."""
        return "+".join([self._preset, *self._on])

    def _number(self, field: str) -> int:
        value = self.query_one(f"#{field}", Select).value
        assert isinstance(value, int)
        return value

    @property
    def options(self) -> Options:
        """The match that was set up."""
        people, bots = self._number("people"), self._number("bots")
        shown = [str(field.value) for field in self.query("#levels Select").results(Select)]
        levels = (*shown, *Options().bots * bots)[:bots]  # a line that comes is not there yet
        written = [field.value.strip() for field in self.query("#names Input").results(Input)]
        typed = [*written, *[""] * people][:people]
        first = typed[0] or ("You" if people == 1 else "Player A")
        names = (first, *(name or f"Player {chr(ord('B') + place)}" for place, name in enumerate(typed[1:])))
        taken = set(map(name_key, names))
        kept = [name for name in self._given.names[self._given.people :] if name_key(name) not in taken]
        others = tuple(kept[:bots])  # bots keep their names, unless a person has one of them
        youngest = str(self.query_one("#youngest", Select).value) if self._asks_for_youngest else ""
        return Options(
            rules=self.rules_id,
            seats=people + bots,
            people=people,
            bots=levels or ("careful",),
            names=names + others,
            youngest=youngest,
        )

    @property
    def _asks_for_youngest(self) -> bool:
        try:
            return asks_for_youngest(Ruleset.from_id(self.rules_id))
        except LastCardError:  # shown below the form
            return False

    @property
    def settings(self) -> Settings:
        """The settings to save, with the set-up itself."""
        chosen = {key: str(self.query_one(f"#{key}", Select).value) for key in ("speed", "look", "motion", "passing")}
        options, name = self.options, self.query_one("#name-0", Input).value.strip()
        people = ",".join(options.names[: options.people]) if options.people > 1 else ""
        bots = ",".join(options.bots) if options.seats > options.people else ""
        return replace(self._settings, name=name, rules=options.rules, people=people, bots=bots, **chosen)

    @on(Checkbox.Changed)
    def switch(self, event: Checkbox.Changed) -> None:
        """Switch a house rule off, or on; then switch off the others on the same subject."""
        name = str(event.checkbox.label)
        gone = _against(name) if event.value else {name}
        self._on = [other for other in self._on if other not in gone]
        if event.value:
            for dimension in OPTIONS[name].dimensions:
                self._values.pop(KEYS[dimension], None)
            if name not in self._playing():
                self._on.append(name)
        self.check()

    def _playing(self) -> set[str]:
        """Return the house rules that already apply; none in a rule set that cannot be played."""
        try:
            rules = Ruleset.from_id(self._switched_id)
        except LastCardError:
            return set()
        return {name for name, _ in switches() if OPTIONS[name].write(rules) == name}

    # ------------------------------------------------------------ what is shown

    def _show_switches(self) -> None:
        """Show which house rules apply; those of the preset cannot be switched off."""
        playing = self._playing() - set(self._on)
        for name, summary in switches():
            given = name in playing
            box = self.query_one(f"#option-{name}", Checkbox)
            with self.prevent(Checkbox.Changed):
                box.value = given or name in self._on
            box.disabled = given
            self.query_one(f"#about-{name}", Label).update(f"{summary} Part of the preset." if given else summary)

    async def _show_players(self) -> None:
        """Show a line for each person and each bot, and ask who is youngest, if the rules need to know."""
        for rows, count, row in (("names", "people", self._name_row), ("levels", "bots", self._bot_row)):
            lines = self.query_one(f"#{rows}", Vertical)
            await lines.mount_all(map(row, range(len(lines.children), self._number(count))))
            for place, line in enumerate(lines.children):
                line.display = place < self._number(count)
        field = self.query_one("#youngest", Select)
        assert isinstance(field.parent, Widget)
        field.parent.display = self._asks_for_youngest
        choices, chosen = self._seats(self.options), str(field.value)
        with self.prevent(Select.Changed):
            field.set_options(choices)
            field.value = chosen if chosen in dict(choices).values() else "0"

    @on(Select.Changed, "#preset")
    def choose_rules(self, event: Select.Changed) -> None:
        """Take rules of one's own as they are; a preset keeps the house rules that were ticked."""
        name = str(event.value)
        if name in self._own_rules and name != self._own:
            self._own = name
            self._take(self._own_rules[name])
        elif name in PRESETS:
            if self._own:
                self._on, self._values = [], {}
            self._own, self._preset = "", name

    @on(Select.Changed)
    @on(Input.Changed)
    def changed(self) -> None:
        """Show the result of all changes at once."""
        if not self._unseen:
            self._unseen = True
            self.call_later(self._show_all)

    async def _show_all(self) -> None:
        self._unseen = False
        await self._show_players()
        self.check()

    def check(self) -> bool:
        """Show the result and return whether it can be played."""
        self._show_switches()
        options = self.options
        preset = PRESETS[options.rules.partition("+")[0]]
        self.query_one("#preset SelectCurrent", SelectCurrent).update(self._rules_name(preset.title))
        told = Text(preset.summary).append(f"\nFrom: {preset.source}", "italic")
        self.query_one("#summary", Static).update(told)
        titles = [DIMENSIONS[dimension].title if dimension else key for key, dimension in self._topics()]
        self.query_one("#changed", Static).update(Text(f"Changed by topic: {', '.join(titles)}." if titles else ""))
        why = self._why_not(options)
        self.query_one("#wanted", Static).update(Text(f"✗ {why}", "bold") if why else Text(f"✓ {_in_words(options)}"))
        return not why

    def _rules_name(self, preset: str) -> str:
        """Return what the rules are called: by their own name, if they have one, or by that of the preset."""
        if not self._own:
            return preset
        return self._own + ("" if self.rules_id == self._own_rules[self._own] else " (changed)")

    def _topics(self) -> list[tuple[str, str | None]]:
        """Return what was chosen by topic: each key, and the rule that it stands for, if it is one."""
        return [(key, dimension_of(key)) for key in self._values]

    def _why_not(self, options: Options) -> str:
        """Return why the match cannot be played, or an empty text."""
        try:
            rules = Ruleset.from_id(options.rules)
            fewest, most = rules.seats
            if not fewest <= options.seats <= most:
                players = counted(options.seats, "player")
                return f"{players} cannot play by these rules: they are for {fewest} to {most}."
            rules.check_table(options.seats)
            for name in options.names[: options.people]:
                check_own_name(name)
            youngest_seat(rules, seat_names(options), options.youngest)
        except LastCardError as error:
            return self._conflict() or str(error)
        return ""

    def _conflict(self) -> str:
        """Return what cannot be combined, in words, if that is what is wrong."""
        try:
            start = Ruleset.from_id(self._switched_id)
        except LastCardError:
            return ""
        chosen = {name: read_value(name, self._values[key]) for key, name in self._topics() if name}
        return conflict_in_words({name: chosen.get(name, getattr(start, name)) for name in DIMENSIONS})

    # ------------------------------------------------------------ begin or not

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Handle a button."""
        does = {"begin": self.action_begin, "topics": self.action_topics, "keep": self.action_keep}
        does.get(event.button.id or "", self._go_back)()

    def _go_back(self) -> None:
        self.dismiss(None)

    def action_begin(self) -> None:
        """Start the match, if it can be played."""
        if self.check():
            self.dismiss(Wanted(self.options, self.settings))

    def action_keep(self) -> None:
        """Keep the rules under a name, if they can be played."""
        if self.check():
            self._ask_name(self._own)

    def _ask_name(self, name: str, why: str = "") -> None:
        self.app.push_screen(Writing("Keep these rules under the name", name, why), self._named)

    def _named(self, name: str | None) -> None:
        if name is None:
            return
        try:
            self._own = keep_own_rules(name, self.rules_id)
        except LastCardError as error:
            self._ask_name(name, str(error))
            return
        self._own_rules = load_own_rules()
        field = self.query_one("#preset", Select)
        with self.prevent(Select.Changed):
            field.set_options(self._rule_sets())
            field.value = self._own
        self.check()

    def action_topics(self) -> None:
        """Choose any rule by its topic."""

        def chosen(values: dict[str, str] | None) -> None:
            if values is not None:
                self._values = values
                self.changed()

        try:
            Ruleset.from_id(self._switched_id)
        except LastCardError:
            self.check()  # says what is wrong first
            return
        self.app.push_screen(TopicsScreen(self._switched_id, self._values), chosen)


def _against(name: str) -> set[str]:
    """Return the house rules on the same subject as one, including itself; only one of them can apply."""
    sets = set(OPTIONS[name].dimensions)
    return {other for other, option in OPTIONS.items() if sets & set(option.dimensions)}


def _levels(now: str) -> list[tuple[str, str]]:
    """Return the bots to choose from, the weakest first; the one that plays now is always among them."""
    names = [*GRADES, *(name for name in bot_names() if name not in GRADES)]
    names += [] if now in names else [now]
    return [(f"{grade_of(name)} ({name})" if name in GRADES else name, name) for name in names]


def _speeds() -> list[tuple[str, str]]:
    return [(name if pace.chance else f"{name} (no time to catch or to jump in)", name) for name, pace in PACES.items()]


def _select(name: str, choices: list[tuple[str, Value]], chosen: Value) -> Select[Value]:
    return Select(choices, value=chosen, allow_blank=False, compact=True, id=name)


def _row(title: str, field: Select[str] | Select[int] | Input) -> Widget:
    return Horizontal(Label(title, classes="field"), field, classes="row")


def _in_words(options: Options) -> str:
    """Return what will be played, and by whom: 'Official + stack · Ann and 2 bots: easy, hard'."""
    grades = [grade_of(level) for level in options.bots]
    bots = options.seats - options.people
    strengths = grades[0] if len(set(grades)) == 1 else ", ".join(grades)
    players = listed([*options.names[: options.people], *([counted(bots, "bot")] if bots else [])])
    return f"{rules_title(Ruleset.from_id(options.rules))} · {players}" + (f" ({strengths})" if bots else "")
