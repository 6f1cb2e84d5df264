"""Records: written, read, replayed strictly; the golden ones say what every preset does."""

import resource
import sys
from copy import deepcopy
from pathlib import Path

import pytest

from lastcard import Record
from lastcard.errors import LastCardError, RecordError
from lastcard.journal import HEAD, RecordedMatch, read_journal
from lastcard.match import Match
from lastcard.record import Replay

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))
import records as script  # the command that writes the golden records

GOLDEN = sorted(script.FOLDER.glob("*.toml"))


def a_match(path: Path | None = None) -> RecordedMatch:
    """A short match that has a record: `one`, two seats."""
    played = RecordedMatch(Match("one", seats=2, seed=3), path)
    for _ in range(6):
        seat = played.round.awaited[0]
        played.play(f"{seat} {played.round.legal(seat)[0]}")
    return played


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_record_replays(path: Path) -> None:
    record = Record.load(path)
    replay = Replay(record)
    assert sum(1 for _ in replay.steps()) == sum(len(one.acts) for one in record.rounds)
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


def test_a_seat_gets_its_own_copy() -> None:
    record = a_match().record
    mine = record.for_seat(0)
    assert mine.redacted and not record.redacted
    dealt = [act for act in mine.rounds[0].acts if act.startswith("d deal")]
    assert dealt[1] == "d deal 1 ?7" and "?" not in dealt[0]
    with pytest.raises(RecordError, match="only a full one can be replayed"):
        Replay(mine)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("format = 1", "format = 2", "format 2 cannot be read"),
        ('rules = "one"', 'rules = "oen"', "did you mean 'one'"),
        ("seats = 2", "seats = 11", "11"),
        ("rules_version = 1", "rules_version = 9", "version 9"),
        ("dealer = 0", "dealer = 5", "there is no seat 5"),
        ("[[round]]", "[[rund]]", "rund"),
        ("]\n", "\n", "no record, or a part of one"),
        ("d turn", "d flip", "changed after it was written"),
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
        (lambda acts: [act for act in acts if not act.startswith("d give")], "breaks off|by the rules it is"),
        (lambda acts: ["d deal 0 r5r5r5r5r5r5r5", *acts[1:]], "than the deck has"),
        (lambda acts: [*acts, "d steal 0 r5"], "the dealer's acts are"),
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
    with pytest.raises(RecordError, match="is written, but the round gave"):
        Replay(record).run()


def test_journal_says_what_the_record_says(tmp_path: Path) -> None:
    played = a_match(tmp_path / "journal")
    assert read_journal(tmp_path / "journal") == played.record


def test_resume_goes_on_where_the_match_was_left(tmp_path: Path) -> None:
    played = a_match(tmp_path / "journal")
    resumed = RecordedMatch.resume(tmp_path / "journal")
    before, after = str(played.round).split(), str(resumed.round).split()
    assert before[:4] == after[:4]  # all but the stock, whose order nobody knew
    assert sorted(before[4]) == sorted(after[4])
    seat = resumed.round.awaited[0]
    resumed.play(f"{seat} {resumed.round.legal(seat)[0]}")
    assert read_journal(tmp_path / "journal") == resumed.record


@pytest.mark.parametrize("rules", ["official", "juno-seven0", "rules-site"])
def test_resume_knows_what_every_seat_has_seen(tmp_path: Path, rules: str) -> None:
    played = RecordedMatch(Match(rules, seats=3, seed=5), tmp_path / "journal")
    for move in range(60):
        if played.round.over:
            break
        seat = played.round.awaited[0]
        legal = played.round.legal(seat)
        played.play(f"{seat} {legal[move % len(legal)]}")
    resumed = RecordedMatch.resume(tmp_path / "journal")
    for seat in range(-1, 3):
        assert resumed.round.view(seat) == played.round.view(seat)


def test_what_cannot_be_written_has_not_happened(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    played = a_match(path)
    stands, view, record, text = str(played.round), deepcopy(played.round.view(0)), played.record.text, path.read_text()
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(text) + 3, limit[1]))  # room for a part of the next line only
    try:
        seat = played.round.awaited[0]
        with pytest.raises(LastCardError, match="cannot be written: File too large"):
            played.play(f"{seat} {played.round.legal(seat)[0]}")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    assert path.read_text() == text
    assert (str(played.round), played.round.view(0), played.record.text) == (stands, view, record)
    played.play(f"{seat} {played.round.legal(seat)[0]}")
    assert read_journal(path) == played.record


def test_a_line_torn_by_a_crash_was_never_played(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    played = a_match(path)
    whole = path.read_text()
    path.write_text(whole + "1 draw | d gi")
    resumed = RecordedMatch.resume(path)
    assert resumed.record == played.record
    assert path.read_text() == whole


def test_resume_after_the_end_of_a_round_writes_it_once(tmp_path: Path) -> None:
    played = RecordedMatch(Match("official", seats=2, seed=1), tmp_path / "journal")
    while not played.round.over:
        seat = played.round.awaited[0]
        played.play(f"{seat} {played.round.legal(seat)[0]}")
    resumed = RecordedMatch.resume(tmp_path / "journal")
    assert resumed.round.over and resumed.match.scores == (0, 0)
    resumed.next_round()
    assert resumed.match.scores == played.round.points


@pytest.mark.parametrize("text", ["", "something else\n", f"{HEAD}\nrules one\n", f"{HEAD}\n0 draw\n"])
def test_what_is_no_journal_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "journal").write_text(text)
    with pytest.raises(RecordError):
        RecordedMatch.resume(tmp_path / "journal")


def test_a_journal_is_never_overwritten(tmp_path: Path) -> None:
    a_match(tmp_path / "journal")
    with pytest.raises(RecordError, match="already exists"):
        a_match(tmp_path / "journal")
