"""The presets: named rule sets, each citing the clauses it follows (docs/rules.md)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..core.terms import (
    AnswerDraw,
    AnswerSkip,
    AnswerWildDraw,
    BatchMode,
    CountInfo,
    DealerPick,
    DrawnCard,
    Kind,
    LastCard,
    MatchEnd,
    NumberEffect,
    Policing,
    ReadyGate,
    ReverseEffect,
    RoundScore,
    SkipChain,
    SkipEffect,
    StartAction,
    StartReverse,
    StartWild,
    Total,
    UnoDuty,
    UnoWindow,
    WildDrawCondition,
)
from ..words.catalogue import Words, words
from .decks import find_deck
from .ruleset import Ruleset
from .values import Batch, CardFate, ChallengeTerms, Ending, JumpIn, Scoring, SkipTotal


@dataclass(frozen=True, kw_only=True)
class Preset:
    """A named rule set: the dimensions that differ from the defaults.

    When the meaning of a preset changes, its version does too.
    """

    name: str
    version: int = 1
    deck: str = "mattel108"
    changes: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def says(self, what: str, language: Words | None = None) -> str:
        """Return the `title`, the `summary` or the `source` in a language."""
        return (language or words()).say(f"preset.{self.name}.{what}")

    @property
    def title(self) -> str:
        """What it is called, in English."""
        return self.says("title")

    @property
    def summary(self) -> str:
        """What makes it special, in English."""
        return self.says("summary")

    @property
    def source(self) -> str:
        """Where it comes from, in English."""
        return self.says("source")

    @cached_property
    def ruleset(self) -> Ruleset:
        """The rule set it names."""
        return Ruleset(deck=find_deck(self.deck), **self.changes)


# The official sheets as they are played today by two to ten players (docs/rules.md, "The presets"): the defaults.
OFFICIAL = Preset(
    name="official",
)

# ---------------------------------------------------------------- JUNO (J-classic-01 to 38, J-seven0, J-serious)

JUNO_CLASSIC = Preset(
    name="juno-classic",
    changes={
        "wd_policing": Policing.ENGINE,  # J-classic-29 is a prohibition: I-03
    },
)

JUNO_SEVEN0 = Preset(
    name="juno-seven0",
    deck="juno116",  # J-seven0-04
    changes={
        **JUNO_CLASSIC.changes,  # J-seven0-01
        "number_effects": (
            (0, NumberEffect.ROTATE),  # J-seven0-02
            (7, NumberEffect.SWAP_CHOICE),  # J-seven0-03
        ),
    },
)

JUNO_SERIOUS = Preset(
    name="juno-serious",
    deck="juno140",  # J-serious-03
    changes={
        **JUNO_CLASSIC.changes,  # J-serious-01
        "hand_size": 11,  # J-serious-02
        "batch": Batch(mode=BatchMode.SAME_VALUE, n=3),  # J-serious-05, I-10, I-11
        "answer_skip": AnswerSkip.SAME_VALUE,  # J-serious-08
        "answer_draw2": AnswerDraw.SAME_VALUE,  # J-serious-09
        "answer_wd": AnswerWildDraw.SAME_VALUE,  # J-serious-11
        "draw_total": Total.SUM,  # J-serious-09, 11
        "skip_total": SkipTotal(total=SkipChain.SUM, cap=3),  # J-serious-08, I-12
        "round_score": Scoring(kind=RoundScore.FLAT, flat=1000),  # J-serious-04, I-20
    },
)

# ---------------------------------------------------------------- the rules site (U-01 to U-40)

# With the first of its two ways to score.  `rules-site+low-score` has the second (U-05), and `rules-site+fines` the
# fines (U-39).
RULES_SITE = Preset(
    name="rules-site",
    version=2,  # D41 ignored
    changes={
        "dealer_pick": DealerPick.RANDOM,
        "draw_voluntary": False,  # U-14, I-24
        "challenge_terms": ChallengeTerms(card=CardFate.RETURNS),  # U-31 to U-33, I-25
        "answer_skip": AnswerSkip.IDENTICAL,  # U-18
        "answer_draw2": AnswerDraw.SAME_VALUE,  # U-20
        "answer_wd": AnswerWildDraw.DRAW2_CALLED_COLOUR,  # U-30, I-26
        "draw_total": Total.LAST,  # U-21, I-27
        "jump_in": JumpIn(excepting=frozenset({Kind.WILD_DRAW}), on_start=False, may_win=True),  # U-18, U-27, I-22
        "uno_late_ok": False,  # U-35, I-31
        "ready_gate": ReadyGate.WD_VICTIM,  # U-34, I-32
        "last_card": LastCard.IGNORED,  # U-03, I-78
    },
)

# ---------------------------------------------------------------- One (O-01 to O-19)

# `one+program` adds what the program actually does, undocumented in its help.
ONE = Preset(
    name="one",
    deck="one107",  # O-01, I-34
    changes={
        "dealer_pick": DealerPick.RANDOM,
        "start_action": StartAction.REDRAW,  # O-05
        "start_wild": StartWild.REDRAW,  # O-05
        "drawn_card": DrawnCard.KEEP,  # O-07, I-37
        "wd_condition": WildDrawCondition.NONE,  # O-16
        "uno_duty": UnoDuty.NONE,  # O-18
        "count_info": CountInfo.PUBLIC_WARN,  # O-19
        "round_score": Scoring(kind=RoundScore.NONE),  # O-02, O-17
        "match_end": Ending(kind=MatchEnd.SINGLE_ROUND, n=0),  # O-17, I-52
    },
)

# ---------------------------------------------------------------- RULES.md

# Its alternative way of drawing is `rules-md+draw-until`.
RULES_MD = Preset(
    name="rules-md",
    version=3,  # D41 ignored; D32 on_play
    changes={
        "dealer_pick": DealerPick.RANDOM,
        "start_reverse": StartReverse.RIGHT_OF_DEALER,  # R-18, I-42
        "start_wild": StartWild.REDRAW,
        "uno_window": UnoWindow.NEXT_CARD_PLAYED,  # R-21, I-40, I-41
        "last_card": LastCard.IGNORED,  # R-22, I-78
    },
)

# ---------------------------------------------------------------- the console program (T-01 to T-26)

CONSOLE = Preset(
    name="console",
    changes={
        "dealer_pick": DealerPick.RANDOM,
        "start_action": StartAction.COLOUR_ONLY,  # T-09, I-47
        "skip_effect": SkipEffect.PLAY_AGAIN,  # T-13, I-46
        "reverse_effect": ReverseEffect.PLAY_AGAIN,  # T-12, I-46
        "wd_policing": Policing.ENGINE,  # T-16
        "uno_penalty": 7,  # T-07
        "round_score": Scoring(kind=RoundScore.NONE),  # I-52
        "match_end": Ending(kind=MatchEnd.SINGLE_ROUND, n=0),  # I-52
    },
)

# With the ordinary Skip and Reverse, for three or more players (I-46).
CONSOLE_MULTI = Preset(
    name="console-multi",
    changes={
        **CONSOLE.changes,
        "skip_effect": SkipEffect.NEXT,
        "reverse_effect": ReverseEffect.FLIP,
    },
)

# ---------------------------------------------------------------- editions of the official sheet

MATTEL_42001 = Preset(
    name="mattel-42001",
    changes={
        "start_reverse": StartReverse.RIGHT_OF_DEALER,
        "start_wild": StartWild.REDRAW,
    },
)

MATTEL_2022 = Preset(  # with the 108 cards all editions share
    name="mattel-2022",
    changes={
        "start_action": StartAction.REDRAW,
        "start_wild": StartWild.REDRAW,
        "match_end": Ending(kind=MatchEnd.SINGLE_ROUND, n=0),
    },
)

MATTEL_LEAFLET = Preset(
    name="mattel-leaflet",
    changes={"fine_advice": 4},
)

# If two presets give equally short ids for a rule set, the earlier one is used.
PRESETS: dict[str, Preset] = {
    preset.name: preset
    for preset in (
        OFFICIAL,
        JUNO_CLASSIC,
        JUNO_SEVEN0,
        JUNO_SERIOUS,
        RULES_SITE,
        ONE,
        RULES_MD,
        CONSOLE,
        CONSOLE_MULTI,
        MATTEL_42001,
        MATTEL_2022,
        MATTEL_LEAFLET,
    )
}
