"""How strong bots are, in words."""

GRADES = {"random": "beginner", "greedy": "easy", "careful": "medium", "search": "hard", "learned": "strong"}


def grade_of(level: str) -> str:
    """Return how strong a bot is; a bot of your own is called by its name."""
    return GRADES.get(level.partition("?")[0], level)
