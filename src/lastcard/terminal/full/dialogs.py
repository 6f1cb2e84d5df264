"""Dialogs in front of the table; while one is open, the table waits."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Generic, TypeVar

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

Value = TypeVar("Value")

UNREAD = 0.5  # seconds before anyone can have read it
_WIDE = 50  # an answer of more cells needs a wide dialog


class LeftOnce(Screen[Value]):
    """A screen that closes only once: keys pressed while it closes do nothing.

    Behind ModalScreen among the bases: Textual takes styles from the first, and a dialog lets the table show through.
    """

    _going = False

    def dismiss(self, result: Value | None = None) -> AwaitComplete:
        """Close the screen, unless it is closing."""
        if self._going or not self.is_active:
            return AwaitComplete()
        self._going = True
        return super().dismiss(result)


@dataclass(frozen=True)
class Choice(Generic[Value]):
    """An answer to choose, by its key or with arrows and Enter."""

    key: str
    label: str | Text
    value: Value


class Question(ModalScreen[Value | None], LeftOnce[Value | None], Generic[Value]):
    """A question with a few answers; None if it is closed without one."""

    BINDINGS = [Binding("escape", "dismiss", "Back")]

    def __init__(
        self,
        title: str,
        choices: Sequence[Choice[Value]],
        first: int = 0,
        advice: Callable[[], str] | None = None,
    ) -> None:
        super().__init__()
        self._title = title
        self._choices = choices
        self._first = first  # the answer that Enter gives
        self._advice = advice

    def compose(self) -> ComposeResult:
        """Compose the question and its answers."""
        wide = any(_cells(choice.label) > _WIDE for choice in self._choices)
        with Vertical(classes="dialog wide" if wide else "dialog"):
            yield Static(Text(self._title, "bold"))
            yield OptionList(*(Option(_labelled(choice, False)) for choice in self._choices))
            yield Static(Text(self._keys, "dim"), id="foot")

    @property
    def _keys(self) -> str:
        """What to press, in one line."""
        if self._advice is not None:
            return "Arrows and Enter, or the key. Esc: back. ?: hint."
        keys = "the key, or the mouse" if any(choice.key for choice in self._choices) else "or the mouse"
        return f"Arrows and Enter, {keys}. Esc: back."

    def on_mount(self) -> None:
        """Mark the likely or harmless answer."""
        self.query_one(OptionList).highlighted = self._first

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Move the mark, which also shows the answer without colours."""
        for place, choice in enumerate(self._choices):
            event.option_list.replace_option_prompt_at_index(place, _labelled(choice, place == event.option_index))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Choose with Enter or the mouse."""
        self.dismiss(self._choices[event.option_index].value)

    def on_key(self, event: events.Key) -> None:
        """Choose by key, in lower or upper case, or ask for advice."""
        if event.character == "?" and self._advice is not None:
            event.stop()
            self.query_one("#foot", Static).update(Text(self._advice(), "bold"))
        for choice in self._choices:
            if event.character and event.character.casefold() == choice.key:
                event.stop()
                self.dismiss(choice.value)
                return


def _cells(label: str | Text) -> int:
    return max(map(cell_len, str(label).split("\n")))


def _labelled(choice: Choice[Value], marked: bool) -> Text:
    label = choice.label if isinstance(choice.label, Text) else Text(choice.label)
    text = Text(f"{'▶' if marked else ' '} ").append(choice.key or " ", "bold").append("  ")
    for number, line in enumerate(label.split("\n")):
        text.append_text(Text("\n     ") if number else Text()).append_text(line)
    return text


Page = tuple[str, Sequence[RenderableType]]


class Reading(ModalScreen[None], LeftOnce[None]):
    """A dialog with something to read, on one page or several."""

    BINDINGS = [
        Binding("escape,enter,space,q", "dismiss", "Go on"),
        Binding("h,f1,right,tab", "turn(1)", "Next page"),
        Binding("left", "turn(-1)", "Page before"),
    ]

    def __init__(self, title: str, lines: Sequence[RenderableType], *, opens_itself: bool = False) -> None:
        super().__init__()
        self._pages: Sequence[Page] = [(title, lines)]
        self._page = 0
        self._opens_itself = opens_itself
        self._since = 0.0

    @classmethod
    def of_pages(cls, pages: Sequence[Page]) -> "Reading":
        """Return a dialog of several pages."""
        reading = cls(*pages[0])
        reading._pages = pages
        return reading

    def compose(self) -> ComposeResult:
        """Compose the page, which scrolls if it is long."""
        with Vertical(classes="dialog wide"):
            yield Static(id="heading")
            with VerticalScroll(classes="reading"):
                yield Static(id="page")
            yield Static(id="how")

    def on_mount(self) -> None:
        """Show the first page, and let the arrows scroll at once."""
        self._since = monotonic()
        self._show()
        self.query_one(VerticalScroll).focus()

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Close it; if it opened by itself, once there was time to see it."""
        unread = self._opens_itself and monotonic() - self._since < UNREAD  # a key was meant for what was there before
        return AwaitComplete() if unread else super().dismiss(result)

    def action_turn(self, by: int) -> None:
        """Turn to another page."""
        self._page = (self._page + by) % len(self._pages)
        self._show()
        self.query_one(VerticalScroll).scroll_home(animate=False)

    def _show(self) -> None:
        title, lines = self._pages[self._page]
        several = len(self._pages) > 1
        number = f"  {self._page + 1} of {len(self._pages)}" if several else ""
        self.query_one("#heading", Static).update(Text(title, "bold").append(number, "dim"))
        self.query_one("#page", Static).update(Group(*(Text(x) if isinstance(x, str) else x for x in lines)))
        how = "Enter: back. Arrows: scroll. h: next page." if several else "Enter: continue. Arrows: scroll."
        self.query_one("#how", Static).update(Text(how, "dim"))

    def on_click(self, event: events.Click) -> None:
        """Close on a click beside the page."""
        if self.get_widget_at(event.screen_x, event.screen_y)[0] is self:
            self.dismiss()


class Writing(ModalScreen[str | None], LeftOnce[str | None]):
    """A dialog for typing a line; `why` says what was wrong with the last one."""

    BINDINGS = [Binding("escape", "dismiss", "Back")]

    def __init__(self, title: str, value: str, why: str = "") -> None:
        super().__init__()
        self._title = title
        self._value = value
        self._why = why

    def compose(self) -> ComposeResult:
        """Compose the question and the input."""
        with Vertical(classes="dialog"):
            yield Static(Text(self._title, "bold"))
            yield Input(self._value, compact=True)
            if self._why:
                yield Static(Text(f"✗ {self._why}"), id="why")
            yield Static(Text("Enter: do it. Esc: back.", "dim"))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Close with the typed line."""
        self.dismiss(event.value.strip() or None)
