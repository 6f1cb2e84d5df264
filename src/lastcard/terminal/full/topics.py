"""Every rule by topic: what it says now, and the values it can have, in sentences."""

import re
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any, cast

from rich.table import Table
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Button, OptionList, Static
from textual.widgets.option_list import Option

from ..._util.grammar import capital, listed
from ...errors import LastCardError
from ...rules import Ruleset
from ...rules.conflicts import CONFLICTS, holds, idle_reasons, why_of
from ...rules.declare import GROUPS
from ...rules.dimensions import DIMENSIONS, KEYS, read_value, sentence, write_value
from ...words.catalogue import words
from .dialogs import LeftOnce
from .forms import Mark, Number, RuleForm
from .guide import rules_title
from .widgets import KeyLine, hanging


class FieldList(OptionList):
    """The lines of a form; the arrows beside a number or a word can be clicked."""

    class Clicked(Message):
        """A line was clicked, perhaps on an arrow: then `by` says which way."""

        def __init__(self, place: int, by: int) -> None:
            super().__init__()
            self.place, self.by = place, by

    def on_click(self, event: events.Click) -> None:
        """Tell what was clicked, instead of taking it at once."""
        event.prevent_default()
        place, offset = event.style.meta.get("option"), event.get_content_offset(self)
        if place is not None and offset is not None:
            sign = self.render_line(offset.y).text[offset.x : offset.x + 1]
            self.post_message(self.Clicked(place, {"◀": -1, "▶": 1}.get(sign, 0)))


class RuleDialog(ModalScreen[str | None], LeftOnce[str | None]):
    """The values that a rule can have; what cannot be combined is explained at once."""

    BINDINGS = [
        Binding("escape", "dismiss", "Back"),
        Binding("left", "step(-1)", "Less", priority=True),
        Binding("right", "step(1)", "More", priority=True),
        Binding("space", "tick", "Tick", priority=True),
        *(Binding(digit, f"digit('{digit}')", show=False) for digit in "0123456789"),
    ]

    def __init__(self, name: str, form: RuleForm, conflict: Callable[[Any], str]) -> None:
        super().__init__()
        self._rule = name
        self._form = form
        self._conflict = conflict  # with the other rules, in words

    def compose(self) -> ComposeResult:
        """Compose the lines, what they mean, and how to choose."""
        topic = DIMENSIONS[self._rule]
        with Vertical(classes="dialog wide form"):
            yield Static(Text(topic.title, "bold").append(f"  {topic.about}", "not bold"))
            yield FieldList(*(Option(line.said) for line in self._form.lines))
            yield Static(id="meaning")
            with Horizontal(id="answers"):
                yield Button("Choose (Enter)", id="take", compact=True, variant="primary")
                yield Button("Back (Esc)", id="back", compact=True)
            yield Static(Text(self._how(), "dim"))

    def _how(self) -> str:
        """Return how to choose, as far as it matters here."""
        lines = self._form.lines
        parts = ["↑↓ choose a line" if len(lines) > 1 else ""]
        parts.append("Space ticks it" if any(line.mark is Mark.TICKED for line in lines) else "")
        parts.append("←→ change it" if any(line.slot for line in lines) else "")
        parts.append("or type a number" if any(isinstance(line.slot, Number) for line in lines) else "")
        return capital(f"{', '.join(filter(None, parts))}.")

    def on_mount(self) -> None:
        """Begin with what is chosen now."""
        self.query_one(FieldList).highlighted = self._form.first
        self.query_one(FieldList).focus()
        self._show()

    @property
    def _place(self) -> int:
        return self.query_one(FieldList).highlighted or 0

    def _show(self) -> None:
        """Show the lines, and what they mean together."""
        lines = self.query_one(FieldList)
        for place, line in enumerate(self._form.lines):
            mark = "▶" if place == lines.highlighted else " "
            lines.replace_option_prompt_at_index(place, hanging(f"{mark} {line.marked}", Text(line.said)))
        self.query_one("#meaning", Static).update(self._meaning())

    def _value(self) -> Any:
        """Return the value; raise LastCardError if it is none, whatever the other rules say."""
        return DIMENSIONS[self._rule].form.check(DIMENSIONS[self._rule].title, read_value(self._rule, self._form.text))

    def _meaning(self) -> Text:
        """Return what the value means, unless a line says it, and what it cannot be combined with."""
        try:
            value = self._value()
        except LastCardError as error:
            return Text(f"✗ {error}", "bold")
        said = sentence(self._rule, value)
        lines = [re.sub("◀ | ▶", "", line.said) for line in self._form.lines if line.on]
        why = self._conflict(value)
        return Text(said if said not in lines else "").append(f"\n✗ {why}" if why else "", "bold")

    def on_option_list_option_highlighted(self) -> None:
        """Choose the line under the cursor."""
        self._form.choose(self._place)
        self._show()

    def on_field_list_clicked(self, event: FieldList.Clicked) -> None:
        """Choose a line with the mouse, tick it, or change it."""
        self.query_one(FieldList).highlighted = event.place
        self._form.step(event.place, event.by) if event.by else self._form.toggle(event.place)
        self._show()

    def action_step(self, by: int) -> None:
        """Change the number or the word in the line."""
        self._form.step(self._place, by)
        self._show()

    def action_digit(self, digit: str) -> None:
        """Type a digit of the number in the line."""
        self._form.type(self._place, digit)
        self._show()

    def action_tick(self) -> None:
        """Tick the line, or not any more."""
        self._form.toggle(self._place)
        self._show()

    def on_option_list_option_selected(self) -> None:
        """Take the value with Enter."""
        self._take()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Take the value, or go back, with the mouse."""
        if event.button.id == "take":
            self._take()
        else:
            self.dismiss(None)

    def _take(self) -> None:
        """Close with the value, if it is one."""
        try:
            self.dismiss(write_value(self._rule, self._value()))
        except LastCardError:
            self._show()  # says why not


def conflict_in_words(values: Mapping[str, Any]) -> str:
    """Return what cannot be combined, by titles, and why; an empty text if everything can."""
    rules = cast(Ruleset, SimpleNamespace(**values))  # of a rule set that may not exist
    for conflict in CONFLICTS:
        if holds(rules, conflict.when) and (conflict.problem is None or conflict.problem(rules)):
            titles = listed([f"“{DIMENSIONS[name].title}”" for name in conflict.dimensions])
            return f"{titles} cannot be combined like this: {why_of(conflict)}."
    return ""


class TopicsScreen(LeftOnce[dict[str, str] | None]):
    """All rules under headings; Enter changes one, and what cannot be combined is explained."""

    BINDINGS = [
        Binding("escape,f5", "keep", "Done"),
        Binding("backspace,delete", "reset", "As the preset says"),
    ]

    def __init__(self, start: str, values: dict[str, str]) -> None:
        super().__init__()
        self._start = Ruleset.from_id(start)
        self._values = self._changes(start, values)
        self._said: dict[str, Text] = {}  # what each rule says now
        self._here: str | None = None  # the rule under the cursor
        self._topics = [name for group in GROUPS for name, topic in DIMENSIONS.items() if topic.group == group]

    def _changes(self, start: str, values: dict[str, str]) -> dict[str, str]:
        """Return what differs from the start, rule by rule: an option such as `low-score=200` stands for several."""
        try:
            rules = Ruleset.from_id("+".join([start, *(f"{key}={value}" for key, value in values.items())]))
        except LastCardError:  # chosen here before, and not to be combined
            return dict(values)
        names = [name for name in DIMENSIONS if getattr(rules, name) != getattr(self._start, name)]
        return {KEYS[name]: write_value(name, getattr(rules, name)) for name in names}

    def compose(self) -> ComposeResult:
        """Compose the list of rules."""
        title = Text().append(" All rules by topic ", "bold reverse").append(f" {rules_title(self._start)}")
        yield Static(title, id="title")
        yield OptionList(id="form")
        yield Static(id="wanted")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """Show all rules."""
        self._show(0)
        self.query_one(OptionList).highlighted = 1
        self.query_one(OptionList).focus()
        keys = [("↑↓", "choose", ""), ("⏎", "change", ""), ("Del", "as the preset says", "screen.reset")]
        self.query_one(KeyLine).show([*keys, ("Esc", "done", "screen.keep")])

    def value(self, name: str) -> Any:
        """Return the value that a rule has now."""
        text = self._values.get(KEYS[name])
        return getattr(self._start, name) if text is None else read_value(name, text)

    def _all(self) -> dict[str, Any]:
        """Return the values of all rules, which perhaps cannot be combined."""
        return {name: self.value(name) for name in DIMENSIONS}

    def _show(self, scroll: float) -> None:
        """Show what every rule says now, and what was changed."""
        conflict = conflict_in_words(self._all())
        idle = {} if conflict else idle_reasons(self._start.replace(**self._all()))
        options = self.query_one(OptionList)
        place = options.highlighted
        options.clear_options()
        group = ""
        for name in self._topics:
            topic = DIMENSIONS[name]
            if topic.group != group:
                group = topic.group
                options.add_option(Option(Text(words().say(f"group.{group}"), "bold underline"), disabled=True))
            text = Text(f"{topic.title} " if topic.title.endswith("?") else f"{topic.title}: ", "bold")
            text.append(sentence(name, self.value(name)), "not bold")
            if name in idle:
                text.append(f" (Makes no difference here: {words().say(f'because.{idle[name]}')}.)", "dim")
            self._said[name] = text
            options.add_option(Option(self._marked(name, False), id=name))
        options.highlighted = place
        options.scroll_to(y=scroll, animate=False)
        self.query_one("#wanted", Static).update(Text(f"✗ {conflict}" if conflict else "", "bold"))

    def _marked(self, name: str, here: bool) -> Table:
        """Return what a rule says, marked if it is under the cursor, and if it was changed."""
        return hanging(f"{'▶' if here else ' '}{'●' if KEYS[name] in self._values else ' '} ", self._said[name])

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Move the mark, which also shows the cursor without colours."""
        before, self._here = self._here, event.option_id
        for name in {before, self._here} - {None}:
            event.option_list.replace_option_prompt(str(name), self._marked(str(name), name == self._here))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Ask for the value of a rule."""
        name = event.option_id
        if name is None:
            return
        form = RuleForm(name, self.value(name), self.value("deck"))
        dialog = RuleDialog(name, form, lambda value: conflict_in_words({**self._all(), name: value}))
        self.app.push_screen(dialog, lambda value: self._chosen(name, value))

    def _chosen(self, name: str, value: str | None) -> None:
        if value is None:
            return
        self._values.pop(KEYS[name], None)
        if value != write_value(name, getattr(self._start, name)):
            self._values[KEYS[name]] = value
        self._show(self.query_one(OptionList).scroll_y)

    def action_reset(self) -> None:
        """Go back to what the preset says about the marked rule."""
        options = self.query_one(OptionList)
        if options.highlighted is not None:
            name = options.get_option_at_index(options.highlighted).id
            if name is not None:
                self._chosen(name, write_value(name, getattr(self._start, name)))

    def action_keep(self) -> None:
        """Close, with what was chosen."""
        self.dismiss(self._values)
