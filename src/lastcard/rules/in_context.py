"""What a rule says where another rule changes what happens: the sentence of a value alone would not be true there.

These sentences are data, like those of the dimensions, so that a page with a form can show them without knowing the
rules.  Tests hold them against the engine.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .conflicts import When, holds

if TYPE_CHECKING:
    from .ruleset import Ruleset


@dataclass(frozen=True, kw_only=True)
class InContext:
    """A sentence that a dimension says instead of its own when `when` holds; N is the number of its value."""

    name: str
    when: When
    sentence: str


def template_of(rules: "Ruleset", name: str) -> str | None:
    """Return what a dimension says instead of its own sentence, with N for a number, or None."""
    return next((entry.sentence for entry in IN_CONTEXT if entry.name == name and holds(rules, entry.when)), None)


_AGAIN = "play-again"
_ELSEWHERE: When = {"first_seat": ("youngest", "random")}  # the seat before the first stands for the dealer
_BEFORE = "the player to the right of whoever would have started"
_TURNED = "If the first card is a Reverse,"

IN_CONTEXT = (  # if several apply to a dimension, the first is said
    InContext(
        name="draw_size",
        when={"draw_voluntary": ("no",), "draw_size": ("1",)},
        sentence="If you can't play, draw a card.",
    ),
    InContext(
        name="draw_size",
        when={"draw_voluntary": ("no",), "draw_size": ("N",), "draw_stops": ("no",)},
        sentence="If you can't play, draw N cards.",
    ),
    InContext(
        name="draw_size",
        when={"draw_size": ("N",), "draw_stops": ("no",)},
        sentence="If you can't or won't play, draw N cards.",
    ),
    InContext(
        name="draw_size",
        when={"draw_voluntary": ("no",), "draw_size": ("N",)},
        sentence="If you can't play, draw until a card fits, at most N cards.",
    ),
    InContext(
        name="draw_size",
        when={"draw_voluntary": ("no",), "draw_size": ("until-playable",)},
        sentence="If you can't play, draw until a card fits.",
    ),
    InContext(
        name="start_exchange",
        when={"start_exchange": ("applies",), **_ELSEWHERE},
        sentence=f"If the first card swaps or rotates hands, they move, as if {_BEFORE} had played it.",
    ),
    InContext(
        name="start_reverse",
        when={
            "reverse_effect": (_AGAIN,),
            "reverse_heads_up": ("flip",),
            "start_reverse": ("right-of-dealer", "left-of-dealer"),
            **_ELSEWHERE,
        },
        sentence=f"{_TURNED} {_BEFORE} goes first; with two players, whoever would have started.",
    ),
    InContext(
        name="start_reverse",
        when={
            "reverse_effect": (_AGAIN,),
            "reverse_heads_up": ("flip",),
            "start_reverse": ("right-of-dealer", "left-of-dealer"),
        },
        sentence=f"{_TURNED} the dealer goes first; with two players, the other player.",
    ),
    InContext(
        name="start_reverse",
        when={"reverse_effect": (_AGAIN,), **_ELSEWHERE},
        sentence=f"{_TURNED} {_BEFORE} goes first.",
    ),
    InContext(name="start_reverse", when={"reverse_effect": (_AGAIN,)}, sentence=f"{_TURNED} the dealer goes first."),
    InContext(
        name="start_reverse",
        when={"start_reverse": ("left-of-dealer",), "reverse_heads_up": ("skip",)},
        sentence=f"{_TURNED} whoever would have started still does; with two players, the other player.",
    ),
    InContext(
        name="start_reverse",
        when={"start_reverse": ("dealer-first",), **_ELSEWHERE},
        sentence=f"{_TURNED} {_BEFORE} goes first, then play moves right.",
    ),
    InContext(
        name="start_reverse",
        when={"start_reverse": ("right-of-dealer",), "reverse_heads_up": ("skip",), **_ELSEWHERE},
        sentence=f"{_TURNED} the second player to the right of whoever would have started goes first; with two "
        "players, the first to the right.",
    ),
    InContext(
        name="start_reverse",
        when={"start_reverse": ("right-of-dealer",), **_ELSEWHERE},
        sentence=f"{_TURNED} the second player to the right of whoever would have started goes first.",
    ),
    InContext(
        name="start_reverse",
        when={"start_reverse": ("right-of-dealer",), "reverse_heads_up": ("skip",)},
        sentence=f"{_TURNED} the dealer's right neighbour goes first; with two players, the dealer.",
    ),
    InContext(
        name="wd_scope",
        when={"wd_scope": ("always",), "wd_policing": ("engine",)},
        sentence="The condition also applies to a Wild Draw that you stack on a draw card or play out of turn.",
    ),
    InContext(
        name="wd_scope",
        when={"wd_scope": ("always",), "draw_total": ("last",)},
        sentence="The condition, and what follows from breaking it, also apply to a Wild Draw that you stack on a draw "
        "card or play out of turn.",
    ),
    InContext(
        name="answer_skip",
        when={"answer_skip": ("same-value",), "skip_total": ("cancel",)},
        sentence="If you are skipped, you can end the Skip by playing any Skip.",
    ),
    InContext(
        name="answer_skip",
        when={"answer_skip": ("identical",), "skip_total": ("cancel",)},
        sentence="If you are skipped, you can end the Skip by playing an identical Skip.",
    ),
    InContext(
        name="uno_late_ok",
        when={"uno_late_ok": ("no",), "uno_duty": ("on-hold",)},
        sentence="You must call UNO as you play the card: afterwards it is too late, unless an exchange of hands left "
        "you with one card.",
    ),
    InContext(
        name="uno_window",
        when={"uno_window": ("next-turn-begins",), "uno_duty": ("on-hold",)},
        sentence="A player who forgot to call UNO can be caught until the next turn begins, while they hold one card.",
    ),
    InContext(
        name="uno_window",
        when={"uno_window": ("next-card-played",), "uno_duty": ("on-hold",)},
        sentence="A player who forgot to call UNO can be caught until the next card is played, while they hold one "
        "card.",
    ),
    InContext(
        name="uno_window",
        when={"uno_window": ("own-turn-begins",), "uno_duty": ("on-hold",)},
        sentence="A player who forgot to call UNO can be caught until they play a card, or draw or pass on their own "
        "turn, while they hold one card.",
    ),
    InContext(
        name="fine_false_call",
        when={"fine_false_call": ("0",), "count_info": ("hidden",), "uno_duty": ("on-play", "on-hold")},
        sentence="A false call is refused; a wrong accusation costs nothing.",
    ),
    InContext(
        name="count_info",
        when={"count_info": ("hidden",), "uno_duty": ("none",)},
        sentence="How many cards the others have is not shown.",
    ),
    InContext(
        name="blocked_round",
        when={"blocked_round": ("lowest-wins",), "round_score": ("none",), "teams": ("partners",)},
        sentence="When nobody can continue, the side with the fewest cards wins the round.",
    ),
    InContext(
        name="blocked_round",
        when={"blocked_round": ("lowest-wins",), "round_score": ("none",)},
        sentence="When nobody can continue, whoever holds the fewest cards wins the round.",
    ),
    InContext(
        name="blocked_round",
        when={"blocked_round": ("lowest-wins",), "teams": ("partners",)},
        sentence="When nobody can continue, the side whose hands are lowest together wins the round.",
    ),
    InContext(
        name="round_score",
        when={"round_score": ("winner-takes",), "teams": ("partners",)},
        sentence="The side that wins a round scores the cards left in the hands of the others.",
    ),
    InContext(
        name="round_score",
        when={"round_score": ("own-hand",), "teams": ("partners",)},
        sentence="Each side scores both its hands together; the side that wins a round scores nothing.",
    ),
    InContext(
        name="round_score",
        when={"round_score": ("flat:N",), "teams": ("partners",)},
        sentence="The side that wins a round scores N points.",
    ),
    InContext(
        name="match_end",
        when={"match_end": ("rounds:N",), "round_score": ("none",)},
        sentence="The match lasts N rounds, and whoever has won the most of them wins.",
    ),
    InContext(
        name="match_end",
        when={"match_end": ("reach-out:N",), "teams": ("partners",)},
        sentence="Whoever reaches N points is out, and the last side left wins.",
    ),
    InContext(
        name="match_end",
        when={"match_end": ("survival:N",), "teams": ("partners",)},
        sentence="Everyone starts with N points and loses points for both hands of their side; at zero you are out, "
        "and the last side left wins.",
    ),
)
