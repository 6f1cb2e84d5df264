"""How strong bots are, in words."""

from functools import cache

from ..bots import LearnedBot, make_bot
from ..errors import LastCardError
from ..rules import Ruleset
from ..session.sitting import Sitting

GRADES = {"random": "beginner", "greedy": "easy", "careful": "medium", "search": "hard", "learned": "strong"}


def grade_of(level: str) -> str:
    """Return how strong a bot is; a bot of your own is called by its name."""
    return GRADES.get(level.partition("?")[0], level)


@cache
def grade_at(level: str, rules: Ruleset, seats: int) -> str:
    """Return how strong a bot is at such a table: where `learned` has no net, as strong as the bot it plays as."""
    if level.partition("?")[0] != LearnedBot.name:
        return grade_of(level)
    try:
        bot = make_bot(level)
    except LastCardError:  # a record may name options that there are not
        return grade_of(level)
    return grade_of(bot.plays_as(rules, seats) if isinstance(bot, LearnedBot) else level)


def grades_at(sitting: Sitting) -> list[str]:
    """Return how strong the bot at each seat is; nothing for a person."""
    bots = sitting.match.record.bots or ("",) * len(sitting.names)
    return [grade_at(bot, sitting.match.match.rules, len(bots)) if bot else "" for bot in bots]


def titled(name: str, grade: str) -> str:
    """Return the name of a player, with how strong a bot is."""
    return f"{name} ({grade})" if grade else name
