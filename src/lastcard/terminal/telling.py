"""What happens at a table, told in sentences to each person at the screen, and to all of them together."""

from collections.abc import Callable, Sequence

from .._util.grammar import capital
from ..rules import Ruleset
from ..session.news import Continued, Ended, MatchOver, Moved, News, Opened, Scored, TakenBack
from ..words.speaker import Speaker
from .prompts import notices
from .summary import match_summary, round_opening, round_outcome, round_summary, totals

Tell = Callable[[News, Ruleset, Speaker], list[str]]


def told(news: News, rules: Ruleset, speaker: Speaker) -> list[str]:
    """Return the sentences for a piece of news; a round that ended is counted hand by hand."""
    match news:
        case Opened():
            return round_opening(news, speaker)
        case Continued():
            return ["The match continues.", totals(rules, news.standing, speaker)]
        case Moved():
            return speaker.sentences(news.events) + _notices(news, rules, speaker)
        case TakenBack():
            return [f"{capital(speaker.whose(news.seat))} last move is undone; the stock is shuffled."]
        case Ended():
            return round_summary(rules, news, speaker)
        case Scored():
            return [totals(rules, news.standing, speaker)]
        case MatchOver():
            return match_summary(rules, news, speaker)


def _notices(news: Moved, rules: Ruleset, speaker: Speaker) -> list[str]:
    if news.before is None or news.after is None:
        return []
    return notices(rules, speaker, news.before, news.after)


def told_briefly(news: News, rules: Ruleset, speaker: Speaker) -> list[str]:
    """Return the same sentences, but only the points of a round that ended."""
    if isinstance(news, Ended):
        return round_outcome(news.winners, news.points, speaker)
    return told(news, rules, speaker)


class Telling:
    """What one person, or everybody, was told so far; it follows a log of news that only grows."""

    def __init__(self, log: Sequence[News], rules: Ruleset, speaker: Speaker, tell: Tell = told) -> None:
        self._log, self._rules, self._speaker, self._tell = log, rules, speaker, tell
        self._lines: list[str] = []
        self._ends: list[int] = []  # how many lines there were after each piece of news

    @property
    def lines(self) -> Sequence[str]:
        """Everything that was told."""
        for news in self._log[len(self._ends) :]:
            self.add(*self._tell(news, self._rules, self._speaker))
            self._ends.append(len(self._lines))
        return self._lines

    def add(self, *lines: str) -> None:
        """Tell something else."""
        self._lines += lines

    def lines_of(self, news: int) -> int:
        """Return how many lines there were after the first pieces of news."""
        return self._ends[news - 1] if self.lines and news else 0
