"""Records: written, read, replayed strictly; the golden ones say what every preset does."""

import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lastcard import Deck, Record, Ruleset, ScoreSheet
from lastcard.archive.record import RoundRecord
from lastcard.archive.recorded import RecordedMatch
from lastcard.archive.replay import Replay, record_for_seat
from lastcard.errors import LastCardError, RecordError
from lastcard.game.match import Match
from lastcard.rules import PRESETS

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))
import records as script  # the command that writes the golden records

GOLDEN = sorted(script.FOLDER.glob("*.toml"))


def a_match() -> RecordedMatch:
    """A short match that has a record: `one`, two seats."""
    played = RecordedMatch(Match("one", seats=2, seed=3))
    for _ in range(6):
        seat = played.round.awaited[0]
        played.play(f"{seat} {played.round.legal(seat)[0]}")
    return played


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_record_replays(path: Path) -> None:
    record = Record.load(path)
    replay = Replay(record)
    assert [act for step in replay.steps() for act in step.acts(None, whole=True)] == [
        act for one in record.rounds for act in one.acts
    ]
    assert record.text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("rules", [path.stem for path in GOLDEN if path.stem.endswith("-3")])
def test_golden_record_is_what_the_engine_plays_now(rules: str) -> None:
    name, _, seats = rules.rpartition("-")
    played = script.play(name.replace("_", "+"), int(seats))
    assert played.text == (script.FOLDER / f"{rules}.toml").read_text(encoding="utf-8")


def test_there_is_a_golden_record_for_every_preset_and_table() -> None:
    wanted = {f"{rules.replace('+', '_')}-{n}" for rules in (*script.PRESETS, *script.VARIANTS) for n in script.SEATS}
    assert {path.stem for path in GOLDEN} == wanted


def test_the_record_in_the_documents_replays() -> None:
    page = (Path(__file__).parents[1] / "docs" / "notation.md").read_text(encoding="utf-8")
    record = Record.from_text(page.partition("```record\n")[2].partition("```")[0])
    replay = Replay(record)
    replay.run()
    assert replay.over


def test_record_goes_through_text(tmp_path: Path) -> None:
    record = a_match().record
    record.save(tmp_path / "match.toml")
    assert Record.load(tmp_path / "match.toml") == record


def test_everything_a_record_holds_goes_through_text() -> None:
    rounds = [RoundRecord(2, (1,), ["d turn r1", "0 draw"], (0, -5, 7)), RoundRecord(0, (), ["d turn r2"])]
    record = Record(Ruleset.from_id("one"), 3, 2, ("Ann", 'B"\\', "日本"), ("", "careful", ""), rounds)
    assert Record.from_text(record.text) == record


def test_a_seat_gets_its_own_copy() -> None:
    record = a_match().record
    mine = record_for_seat(record, 0)
    assert mine.redacted and not record.redacted
    dealt = [act for act in mine.rounds[0].acts if act.startswith("d deal")]
    assert dealt[1] == "d deal 1 ?7" and "?" not in dealt[0]
    with pytest.raises(RecordError, match="only a full record can be replayed"):
        Replay(mine)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("format = 2", "format = 1", "format 1 cannot be read"),
        ("format = 2", "format = 2.0", "format 2.0 cannot be read"),
        ("seats = 2", "seats = 11", "seats = 11: expected a number from 2 to 10"),
        ("draw-size", "drew-size", "the rule set cannot be played"),
        ('"draw-size":"1"', '"draw-size":"2"', "its digest does not match"),
        ("data = '{", "data = '", "the rule set: not JSON"),
        ("dealer = 0", "dealer = 5", "dealer = 5: expected a number from 0 to 1"),
        ("[[round]]", "[[rund]]", "rund"),
        ("]\n", "\n", "not a match record, or an incomplete one"),
        ("d turn", "d flip", "the dealer's acts are"),
        ("d deal 0 ", "d deal 1 ", "changed after it was written"),
    ],
)
def test_bad_records_are_refused(old: str, new: str, message: str) -> None:
    text = a_match().record.text
    assert old in text
    with pytest.raises(ValueError, match=message):
        Record.from_text(text.replace(old, new))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda acts: acts[:-1] + ["0 r0r0"], "act"),
        (lambda acts: [*acts, "5 draw"], "refused|no seat"),
        (lambda acts: [act.replace("d turn ", "d turn w+4 ") for act in acts], "act"),
        (lambda acts: acts[1:], "round 1"),
        (lambda acts: [act for act in acts if not act.startswith("d give")], "the record ends|by the rules it must be"),
        (lambda acts: ["d deal 0 r5r5r5r5r5r5r5", *acts[1:]], "r5 is given, but it is not in the stock"),
        (lambda acts: [*acts, "d steal 0 r5"], "the dealer's acts are"),
        (lambda acts: [*acts, "d give 0 r5"], "does not follow from the move before it"),
    ],
)
def test_a_record_that_is_no_match_by_the_rules_does_not_replay(change, message: str) -> None:  # type: ignore[no-untyped-def]  # a lambda
    record = a_match().record
    record.rounds[0].acts = change(record.rounds[0].acts)
    with pytest.raises(RecordError, match=message):
        Replay(record).run()


def test_wrong_points_are_noticed() -> None:
    record = Record.load(script.FOLDER / "official-2.toml")
    assert record.rounds[0].points is not None
    record.rounds[0].points = (1, *record.rounds[0].points[1:])
    with pytest.raises(RecordError, match="the record has .*, but the round gave"):
        Replay(record).run()


def whole_rounds(rules: str, rounds: int, seed: int = 1) -> Record:
    """The record of some rounds of two players who move at random, the match perhaps not over."""
    played = RecordedMatch(Match(rules, seats=2, seed=seed))
    rng = Random(seed)
    for number in range(rounds):
        if number:
            played.next_round()
        while not played.round.over:
            seat = played.round.awaited[0]
            played.act(seat, rng.choice(played.round.legal(seat)))
    return played.record


def test_a_record_keeps_the_whole_sheet_that_its_match_was_begun_from() -> None:
    sheet = ScoreSheet(scores=(10, -20, 30), dealer=2, rounds=4, eliminated=(1,), ranks=(0, 3, 0))
    record = RecordedMatch(Match("official", seats=3, seed=1, sheet=sheet)).record
    assert Record.from_text(record.text).start == sheet


def test_names_are_written_as_they_are() -> None:
    record = RecordedMatch(Match("official", seats=2, seed=1), names=("Zoë", "Ōta")).record
    assert 'names = ["Zoë", "Ōta"]' in record.text
    assert Record.from_text(record.text).names == record.names


def test_a_round_dealt_by_the_wrong_seat_does_not_replay() -> None:
    record = whole_rounds("official+hand=3", 2)
    assert Replay(record).run().over
    record.rounds[1].dealer = 1 - record.rounds[1].dealer
    with pytest.raises(RecordError, match="round 2: the record has dealer . and away .*, but by the rules it is"):
        Replay(record).run()


def test_D06_whoever_was_drawn_to_begin_begins_again() -> None:
    first = set()
    for seed in range(6):
        played = RecordedMatch(Match("official+first-seat=random", seats=3, seed=seed))
        first.add(played.round.turn)
        played.act(played.round.turn, played.round.legal(played.round.turn)[-1])
        assert Replay(played.record).run().moves == played.round.moves
    assert len(first) > 1


def test_after_the_end_of_a_match_no_round_replays() -> None:
    record = whole_rounds("official+hand=3+single-round", 1)
    replay = Replay(record)
    replay.run()
    assert replay.over and replay.winners
    record.rounds.append(record.rounds[0])
    with pytest.raises(RecordError, match="round 2: the match was over before it"):
        Replay(record).run()


def test_what_the_dealer_did_must_follow_by_the_rules() -> None:
    record = next(one for seed in range(99) if "d show" in (one := whole_rounds("official+target=1", 1, seed)).text)
    acts = record.rounds[0].acts
    place = next(place for place, act in enumerate(acts) if act.startswith("d show"))
    Replay(record).run()
    acts[place] += "r1"
    with pytest.raises(RecordError, match=f"round 1, act {place + 1}: the record has 'd show .*', but by the rules"):
        Replay(record).run()


def test_a_card_that_is_not_in_the_stock_any_more_cannot_be_drawn() -> None:
    record = next(one for seed in range(99) if "d refill" in (one := whole_rounds("official", 1, seed)).text)
    acts = record.rounds[0].acts
    refill = next(place for place, act in enumerate(acts) if act.startswith("d refill"))
    place = next(place for place, act in enumerate(acts) if place > refill and act.startswith("d give"))
    acts[place] = " ".join(acts[place].split()[:3]) + " w+4w+4w+4w+4"
    with pytest.raises(RecordError, match=r"round 1, act \d+: w\+4 is given, but it is not in the stock"):
        Replay(record).run()


def test_I05_a_pack_drawn_to_its_end_to_decide_the_dealer_is_shuffled_and_replays() -> None:
    deck = """name = "lots"
colours = { r = "red", k = "black" }
[ranks]
5 = { count = 6 }
6 = { count = { r = 1 } }
"""
    rules = Ruleset.from_id("official").replace(deck=Deck.from_toml(deck), hand_size=2)
    matches = [RecordedMatch(Match(rules, seats=4, seed=seed)) for seed in range(40)]
    assert max(len(match.match.opening_events) for match in matches) > 13
    for match in matches:
        Replay(Record.from_text(match.record.text)).run()


def test_a_card_drawn_twice_to_decide_the_dealer_is_an_error_of_the_record() -> None:
    record = RecordedMatch(Match("official", seats=2, seed=1)).record
    record.rounds[0].acts[:2] = ["d pick 0 r0", "d pick 1 r0"]  # the deck has one
    for read in (lambda: Replay(record).run(), lambda: record_for_seat(record, 0)):
        with pytest.raises(RecordError, match="round 1: r0 is given, but it is not in the stock"):
            read()


def test_a_record_follows_the_rules_about_starting_a_round() -> None:
    """A first card that moves hands (D57), a winner who starts (D06) and a stock that is filled at once (D16)."""
    rules = "official+seven-zero+start-exchange=applies+first-seat=winner+pile-out=reshuffle-at-once+hand=5"
    record = whole_rounds(rules, 2, 6)
    assert Replay(Record.from_text(record.text)).run().over
    acts = record.rounds[0].acts
    assert next(act for act in acts if act[0] != "d") == "1 >0"
    assert any(act.startswith("d refill") for act in acts)


def test_a_card_drawn_twice_for_the_next_dealer_is_an_error_of_the_record() -> None:
    record = whole_rounds("official+dealer-rotation=redraw", 2, 1)
    Replay(record).run()
    record.rounds[1].acts[:2] = ["d pick 0 r0", "d pick 1 r0"]
    with pytest.raises(RecordError, match="round 2: r0 is given, but it is not in the stock"):
        Replay(record).run()


# ---------------------------------------------------------------- the gate

HEAD = 'format = 2\nrules = "one"\nseats = 2\n'
ROUND = '[[round]]\ndealer = 0\nacts = ["d turn r1"]\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("names = 5\n", "names = 5: expected a list of at most 10"),
        ('names = ["A"]\n', "names = a list of 1: expected a list of 2, one for each seat"),
        ("names = [1, 2]\n", "names 1 = 1: expected a text of at most 100"),
        ('youngest = "x"\n', "youngest = a text of 1 characters: expected a number from 0 to 9"),
        ("youngest = 2\n", "youngest = 2: expected a number from 0 to 1"),
        ("youngest = true\n", "youngest = True: expected a number from 0 to 9"),
        ('names = ["A", "B", "C"]\n', "names = a list of 3: expected a list of 2"),
        (f'names = ["A", "{"B" * 101}"]\n', "names 2 = a text of 101 characters: expected a text of at most 100"),
        ('names = ["A", "B\\u001b"]\n', "names: expected 2 printable texts"),
        ("youngest = 7\n", "youngest = 7: expected a number from 0 to 1"),
        ("seets = 2\n", "unknown key 'seets'"),
        ("round = 5\n", "round = 5: expected a list of 1 to"),
    ],
)
def test_a_head_with_wrong_values_is_refused(text: str, message: str) -> None:
    whole = HEAD + text + ("" if "round" in text else ROUND)
    with pytest.raises(RecordError, match=message):
        Record.from_text(whole)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("away = 5", "round 1: away = 5: expected a list"),
        ("away = [7]", "round 1: away = 7: expected a number from 0 to 1"),
        ("away = [0]", "round 1: away = a list of 1: expected a list of at most 0"),
        ("points = [1]", "round 1: points = a list of 1: expected a list of 2"),
        ('points = "x"', "round 1: points = a text of 1 characters: expected a list"),
        ('what = "x"', "round 1: unknown key 'what'"),
    ],
)
def test_a_round_with_wrong_values_is_refused(line: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        Record.from_text(f"{HEAD}{ROUND}{line}\n")


ACTS = [
    "", "d", "d ", "d pick 1", "d show", "d give 1", "d give 1 ", "d deal 1", "d turn", "d refill", "d refill x",
    "d refill ２", "d refill 5000", "d refill " + "9" * 5000, "d give 7 r5", "d first 2", "round 0 0 0", "0", "0 ",
    "draw",
    "2 draw", "9 draw", "x draw", "0  draw", "0 draw draw", "d  give 0 r5", "d give 0 r5 r5", "0 r5" + "r5" * 2000,
]  # fmt: skip


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act[:16] or "empty")
def test_an_act_cut_short_or_blown_up_is_refused(act: str) -> None:
    with pytest.raises(RecordError, match="^round 1(, act 1)?: "):
        Record.from_text(f'{HEAD}[[round]]\ndealer = 0\nacts = ["{act}"]\n')


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 100_000,
        "format = " + "9" * 5_000,
        f"{HEAD}{ROUND}points = [{'9' * 5_000}, 0]",
        f"{HEAD}x = {'{a=' * 5_000}1{'}' * 5_000}",
        "\0",
        "format = 2",
        "",
    ],
    ids=["deep list", "long number", "long points", "deep table", "control", "head only", "empty"],
)
def test_a_text_that_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(RecordError):
        Record.from_text(text)


@pytest.mark.parametrize(("item", "what"), [("5", "5"), ("true", "True"), ('"r5"', "a text of 2 characters")])
def test_a_round_of_a_record_must_be_a_table(item: str, what: str) -> None:
    with pytest.raises(RecordError, match=f"round 1 = {what}: expected a table"):
        Record.from_text(f"{HEAD}round = [{item}]\n")


def test_an_empty_file_is_no_record() -> None:
    with pytest.raises(RecordError, match="it is empty, so it is not the record of a match"):
        Record.from_text("")


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "record.toml").write_bytes(b"format = 2 # \xff")
    with pytest.raises(RecordError, match="is not text"):
        Record.load(tmp_path / "record.toml")


def test_points_of_a_round_that_is_not_over_are_refused() -> None:
    record = a_match().record
    record.rounds[0].points = (0, 0)
    with pytest.raises(RecordError, match="round 1 has points, but is not over"):
        Replay(record).run()


def test_a_record_by_hand_may_name_its_rules_only() -> None:
    text = a_match().record.text
    head = "\n".join(line for line in text.partition("[ruleset]")[0].splitlines() if not line.startswith("check"))
    assert Record.from_text(head).rules == a_match().record.rules
    with pytest.raises(RecordError, match="did you mean 'one'"):
        Record.from_text(head.replace('"one"', '"oen"'))


TINY = 'name = "tiny"\ncolours = {{ r = "red" }}\n[ranks]\n1 = {{ count = 20 }}\n2 = {{ count = {} }}\n'


def test_keys_with_an_underscore_are_for_whoever_writes_records() -> None:
    assert Record.from_text(f'{HEAD}_note = "ours"\n{ROUND}_place = 5\n') == Record.from_text(HEAD + ROUND)


def test_two_decks_of_one_name_are_told_apart_in_records() -> None:
    for count in (9, 10):
        rules = Ruleset(deck=Deck.from_toml(TINY.format(count)), hand_size=3)
        match = RecordedMatch(Match(rules, seats=2, seed=1))
        match.act(match.round.awaited[0], match.round.legal(match.round.awaited[0])[0])
        again = Record.from_text(match.record.text)
        assert again.rules == rules and again.rules.deck.size == 20 + count
        assert Replay(again).run().ply == 1


def test_a_rule_set_with_an_apostrophe_goes_through_a_record() -> None:
    deck = Deck.from_toml(TINY.format(10).replace('"red"', '"rouge d\'or"'))
    match = RecordedMatch(Match(Ruleset(deck=deck, hand_size=3), seats=2, seed=1))
    assert Record.from_text(match.record.text) == match.record


def test_a_record_stays_playable_when_a_preset_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    text = a_match().record.text
    changed = dict.fromkeys(PRESETS, PRESETS["official"])
    monkeypatch.setattr("lastcard.rules.ids.PRESETS", changed)
    replay = Replay(Record.from_text(text))
    assert replay.run().ply == 6 and replay.record.rules.deck.name == "one107"


def test_a_copy_of_one_seat_is_not_given_to_another() -> None:
    copy = record_for_seat(a_match().record, 0)
    for seat in (None, 0, 1):
        with pytest.raises(RecordError, match="a copy for a seat is made from the full record"):
            record_for_seat(copy, seat)


@pytest.mark.parametrize("seat", [2, 99, -1, "0", True, 0.0])
def test_who_is_not_at_the_table_gets_no_copy(seat: Any) -> None:
    with pytest.raises(LastCardError, match="seats go from 0 to 1"):
        record_for_seat(a_match().record, seat)


def test_a_copy_of_the_table_of_a_step_stays_as_it_is() -> None:
    record = a_match().record
    steps = [(step.table, step.table.copy()) for step in Replay(record).steps()]
    assert [copy.ply for _, copy in steps] == list(range(7))
    assert {table.ply for table, _ in steps} == {6}, "the steps of a round no longer share one table: say so"
