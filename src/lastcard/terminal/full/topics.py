"""Every rule by topic: what it says now, and the values it can have, in sentences."""

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ...errors import LastCardError
from ...rules import Ruleset
from ...rules.conflicts import idle_reasons
from ...rules.declare import GROUPS
from ...rules.dimensions import DIMENSIONS, KEYS, sentence, write_value
from .dialogs import Choice, LeftOnce, Question
from .guide import rule_values, rules_title
from .widgets import KeyLine


class TopicsScreen(LeftOnce[dict[str, str] | None]):
    """All rules under headings; Enter changes one, and what cannot be combined is explained."""

    BINDINGS = [
        Binding("escape,f5", "keep", "Done"),
        Binding("backspace,delete", "reset", "As the preset says"),
    ]

    def __init__(self, start: str, values: dict[str, str]) -> None:
        super().__init__()
        self._start = Ruleset.from_id(start)
        self._base = start
        self._values = dict(values)
        self._topics = [name for group in GROUPS for name, topic in DIMENSIONS.items() if topic.group == group]

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

    @property
    def rules(self) -> Ruleset:
        """The rules as they are now."""
        return Ruleset.from_id(self._written(self._values))

    def _written(self, values: dict[str, str]) -> str:
        return "+".join([self._base, *(f"{key}={value}" for key, value in values.items())])

    def _show(self, scroll: float) -> None:
        """Show what every rule says now, and what was changed."""
        rules = self.rules
        idle = idle_reasons(rules)
        options = self.query_one(OptionList)
        place = options.highlighted
        options.clear_options()
        group = ""
        for name in self._topics:
            topic = DIMENSIONS[name]
            if topic.group != group:
                group = topic.group
                options.add_option(Option(Text(f"{group}", "bold underline"), disabled=True))
            changed = KEYS[name] in self._values
            text = Text(f"{'●' if changed else ' '} {topic.title}: ", "bold")
            text.append(sentence(name, getattr(rules, name)), "not bold")
            if name in idle:
                text.append(f" (Makes no difference here: {idle[name]}.)", "dim")
            options.add_option(Option(text, id=name))
        options.highlighted = place
        options.scroll_to(y=scroll, animate=False)

    def _tell(self, text: str) -> None:
        self.query_one("#wanted", Static).update(Text(text, "bold"))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Ask for the value of a rule."""
        name = event.option_id
        if name is None:
            return
        now = write_value(name, getattr(self.rules, name))
        choices = [Choice("", said, text) for text, said in rule_values(name)]
        if now not in [choice.value for choice in choices]:
            choices.insert(0, Choice("", sentence(name, getattr(self.rules, name)), now))
        first = [choice.value for choice in choices].index(now)
        title = f"{DIMENSIONS[name].title}. {DIMENSIONS[name].about}"
        self.app.push_screen(Question(title, choices, first), lambda value: self._chosen(name, value))

    def _chosen(self, name: str, value: str | None) -> None:
        if value is None:
            return
        values = {key: kept for key, kept in self._values.items() if key != KEYS[name]}
        if value != write_value(name, getattr(self._start, name)):
            values[KEYS[name]] = value
        try:
            Ruleset.from_id(self._written(values))
        except LastCardError as error:
            self._tell(f"✗ {error}")
            return
        self._values = values
        self._tell("")
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
