"""The counts from chosen positions have not changed.  If one changes on purpose, use `--write` and read the diff."""

from pathlib import Path

import pytest

from lastcard.conformance.perft import Entry, PerftError, divide, main, perft, problems, read_file, survey
from lastcard.notation import read_position
from lastcard.rules import PRESETS

FILES = sorted(Path(__file__).parent.glob("*.perft"))
ENTRIES = [pytest.param(entry, id=f"{path.stem}-{n}") for path in FILES for n, entry in enumerate(read_file(path), 1)]
SMALL = "b5r5/g5y1 r1 >0 - b1b2b3b4|- official"


@pytest.mark.parametrize("entry", ENTRIES)
def test_counts_are_unchanged(entry: Entry) -> None:
    wrong = problems(entry)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_positions(preset: str) -> None:
    own = [entry for path in FILES for entry in read_file(path) if entry.line.split()[5].split("+")[0] == preset]
    assert len(own) >= 5


def test_counts_agree() -> None:
    s, rules = read_position(SMALL)
    counts, _ = survey(s, rules, 3)
    assert [perft(s, rules, depth) for depth in range(4)] == [1, *counts]
    for depth in (1, 2, 3):
        assert sum(divide(s, rules, depth).values()) == counts[depth - 1]
    assert list(divide(s, rules, 1)) == ["0 r5", "0 draw", "0 r5!"]


def test_fouls_are_counted_where_they_are_fined() -> None:
    s, rules = read_position("r5g2b1/b5y1 r3 >0 - b2b3b4b6|- rules-site+fines")
    split = divide(s, rules, 1)
    assert {"0 r5", "0 r5!", "0 g2", "0 call", "0 catch 1", "1 b5", "1 call", "1 catch 0"} <= split.keys()
    assert "0 g2!" not in split and "0 draw" not in split


def test_nothing_is_random() -> None:
    s, rules = read_position("b5r5/g5y1 r1 >0 - b1|r2r3 official")
    with pytest.raises(PerftError, match="shuffled"):
        survey(s, rules, 4)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "new.perft"
    path.write_text(f"# A remark stays.\n\n{SMALL} | D2\n")
    assert main([str(path)]) == 1
    assert "0 draw: " in capsys.readouterr().out
    assert main(["--write", str(path)]) == 0
    assert f"+{SMALL} | D1 3 | D2 " in capsys.readouterr().out
    assert main([str(path)]) == 0
    assert path.read_text().startswith("# A remark stays.\n\n")

    path.write_text(path.read_text().replace("D1 3", "D1 4"))
    assert main([str(path)]) == 1
    out = capsys.readouterr().out
    assert "D1 is 3 now" in out and "0 r5!: 1" in out


def test_a_different_position_is_noticed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "other.perft"
    path.write_text(f"{SMALL} | D1 3 | 0000000000000000\n")
    assert main([str(path)]) == 1
    assert "positions after D1 differ" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["nonsense", f"{SMALL} | D2 3 | D1 4", f"{SMALL} | D1 3"])
def test_what_cannot_be_read(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.perft"
    path.write_text(text + "\n")
    assert main([str(path)]) == 2
    assert "perft: " in capsys.readouterr().err
    assert main([str(tmp_path / "none.perft")]) == 2
