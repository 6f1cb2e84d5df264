"""What a rule says where another rule changes what happens: the sentence of a value alone would not be true there.

When that is so is data, so that a page with a form can show the sentences without knowing the rules.  Tests hold them
against the engine.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .conflicts import When, holds

if TYPE_CHECKING:
    from .ruleset import Ruleset


@dataclass(frozen=True, kw_only=True)
class InContext:
    """When a dimension says something else than its own sentence: `context.ID` in the catalogue of words."""

    name: str
    when: When
    id: str


def context_of(rules: "Ruleset", name: str) -> str:
    """Return the id of what a dimension says instead of its own sentence, or an empty text."""
    return next((entry.id for entry in IN_CONTEXT if entry.name == name and holds(rules, entry.when)), "")


_AGAIN = "play-again"
_ELSEWHERE: When = {"first_seat": ("youngest", "random")}  # the seat before the first stands for the dealer

IN_CONTEXT = (  # if several apply to a dimension, the first is said
    InContext(
        name="draw_size",
        when={"draw_voluntary": ("no",), "draw_size": ("1",)},
        id="draw-one",
    ),
    InContext(
        name="draw_size",
        when={"draw_voluntary": ("no",), "draw_size": ("N",), "draw_stops": ("no",)},
        id="draw-number",
    ),
    InContext(
        name="draw_size",
        when={"draw_size": ("N",), "draw_stops": ("no",)},
        id="draw-number-or-choose",
    ),
    InContext(
        name="draw_size",
        when={"draw_voluntary": ("no",), "draw_size": ("N",)},
        id="draw-at-most",
    ),
    InContext(
        name="draw_size",
        when={"draw_voluntary": ("no",), "draw_size": ("until-playable",)},
        id="draw-until",
    ),
    InContext(
        name="start_exchange",
        when={"start_exchange": ("applies",), **_ELSEWHERE},
        id="exchange-elsewhere",
    ),
    InContext(
        name="start_reverse",
        when={
            "reverse_effect": (_AGAIN,),
            "reverse_heads_up": ("flip",),
            "start_reverse": ("right-of-dealer", "left-of-dealer"),
            **_ELSEWHERE,
        },
        id="reverse-again-flip-elsewhere",
    ),
    InContext(
        name="start_reverse",
        when={
            "reverse_effect": (_AGAIN,),
            "reverse_heads_up": ("flip",),
            "start_reverse": ("right-of-dealer", "left-of-dealer"),
        },
        id="reverse-again-flip",
    ),
    InContext(
        name="start_reverse",
        when={"reverse_effect": (_AGAIN,), **_ELSEWHERE},
        id="reverse-again-elsewhere",
    ),
    InContext(name="start_reverse", when={"reverse_effect": (_AGAIN,)}, id="reverse-again"),
    InContext(
        name="start_reverse",
        when={"start_reverse": ("left-of-dealer",), "reverse_heads_up": ("skip",)},
        id="reverse-left-skip",
    ),
    InContext(
        name="start_reverse",
        when={"start_reverse": ("dealer-first",), **_ELSEWHERE},
        id="reverse-dealer-elsewhere",
    ),
    InContext(
        name="start_reverse",
        when={"start_reverse": ("right-of-dealer",), "reverse_heads_up": ("skip",), **_ELSEWHERE},
        id="reverse-right-skip-elsewhere",
    ),
    InContext(
        name="start_reverse",
        when={"start_reverse": ("right-of-dealer",), **_ELSEWHERE},
        id="reverse-right-elsewhere",
    ),
    InContext(
        name="start_reverse",
        when={"start_reverse": ("right-of-dealer",), "reverse_heads_up": ("skip",)},
        id="reverse-right-skip",
    ),
    InContext(
        name="wd_scope",
        when={"wd_scope": ("always",), "wd_policing": ("engine",)},
        id="wild-draw-always-refused",
    ),
    InContext(
        name="wd_scope",
        when={"wd_scope": ("always",), "draw_total": ("last",)},
        id="wild-draw-always-last",
    ),
    InContext(
        name="answer_skip",
        when={"answer_skip": ("same-value",), "skip_total": ("cancel",)},
        id="end-skip",
    ),
    InContext(
        name="answer_skip",
        when={"answer_skip": ("identical",), "skip_total": ("cancel",)},
        id="end-skip-identical",
    ),
    InContext(
        name="uno_late_ok",
        when={"uno_late_ok": ("no",), "uno_duty": ("on-hold",)},
        id="call-at-once",
    ),
    InContext(
        name="uno_window",
        when={"uno_window": ("next-turn-begins",), "uno_duty": ("on-hold",)},
        id="catch-until-turn",
    ),
    InContext(
        name="uno_window",
        when={"uno_window": ("next-card-played",), "uno_duty": ("on-hold",)},
        id="catch-until-card",
    ),
    InContext(
        name="uno_window",
        when={"uno_window": ("own-turn-begins",), "uno_duty": ("on-hold",)},
        id="catch-until-own-turn",
    ),
    InContext(
        name="fine_false_call",
        when={"fine_false_call": ("0",), "count_info": ("hidden",), "uno_duty": ("on-play", "on-hold")},
        id="false-call-refused",
    ),
    InContext(
        name="count_info",
        when={"count_info": ("hidden",), "uno_duty": ("none",)},
        id="sizes-hidden",
    ),
    InContext(
        name="blocked_round",
        when={"blocked_round": ("lowest-wins",), "round_score": ("none",), "teams": ("partners",)},
        id="fewest-cards-side",
    ),
    InContext(
        name="blocked_round",
        when={"blocked_round": ("lowest-wins",), "round_score": ("none",)},
        id="fewest-cards",
    ),
    InContext(
        name="blocked_round",
        when={"blocked_round": ("lowest-wins",), "teams": ("partners",)},
        id="lowest-side",
    ),
    InContext(
        name="round_score",
        when={"round_score": ("winner-takes",), "teams": ("partners",)},
        id="side-takes",
    ),
    InContext(
        name="round_score",
        when={"round_score": ("own-hand",), "teams": ("partners",)},
        id="side-own-hands",
    ),
    InContext(
        name="round_score",
        when={"round_score": ("flat:N",), "teams": ("partners",)},
        id="side-flat",
    ),
    InContext(
        name="match_end",
        when={"match_end": ("rounds:N",), "round_score": ("none",)},
        id="most-rounds",
    ),
    InContext(
        name="match_end",
        when={"match_end": ("reach-out:N",), "teams": ("partners",)},
        id="side-out",
    ),
    InContext(
        name="match_end",
        when={"match_end": ("survival:N",), "teams": ("partners",)},
        id="side-survival",
    ),
)
