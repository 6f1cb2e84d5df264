"""Every text from outside has a bound: what is too long, too large or too deep is refused at once, in our own words."""

import io

import pytest

from lastcard._util.bounds import ACTION_LENGTH, POSITION_LENGTH, finite, quoted
from lastcard._util.strict import TEXT_SIZE, read_toml
from lastcard.cli import main
from lastcard.core.terms import MAX_OWED
from lastcard.errors import NotationError, PositionError
from lastcard.notation import matches, parse_action, parse_card, parse_cards, parse_face, parse_move, read_position
from lastcard.rules import Ruleset

OFFICIAL = Ruleset.from_id("official")
DECK = OFFICIAL.deck
MANY = "9" * 5000


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("?9999999999/g5 r1 >0 - b1|- official", "hand of seat 0: more cards than any deck has (168)"),
        (f"?{MANY}/g5 r1 >0 - b1|- official", "hand of seat 0: more cards than any deck has (168)"),
        (f"{'?99' * 9}/g5 r1 >0 - b1|- official", "hand of seat 0: more cards than any deck has (168)"),
        ("r5/g5 r1 >0 - 999|- official", "stock: more cards than any deck has (168)"),
        (f"r5/g5 r1 >0 - {MANY[:3000]}|- official", "stock: more cards than any deck has (168)"),
        ("r5/g5 y+2 >1 +32766@0 b1|r1 official+stack", "pending: 32766 cards or turns owed; at most 10000 are"),
        ("r5/g5 y+2 >1 +40000@0 b1|r1 official+stack", "pending: 40000 cards or turns owed; at most 10000 are"),
        ("r5/g5/b5 yS >1 -32766@0 b1|r1 rules-site", "pending: 32766 cards or turns owed"),
        (f"r5/g5 y+2 >1 +{MANY[:3000]}@0 b1|r1 official+stack", "pending: 999999999999... cards or turns owed"),
        ("r5/g5 r1 >0 =4444 b1|- official", "pending: 4444 passes; at most 9"),
        ("r5/g5/b5 r7 >0 >300 b1|r1 juno-seven0", "pending: 300 choices; at most 168"),
        ("r5b7/g5 g7 >0 &300 b1|r1 juno-serious", "pending: 300 cards in a batch; at most 168"),
        ("g5/#9999999/b5 r5 >0 - b1|r1 official+hand-limit=25:aside", "hand of seat 1: 9999999 points"),
        ("-/g5/b5 r7 >0 $00000000000 b1|r1 official", "pending: '$00000000000' is not something a table waits for"),
    ],
)
def test_numbers_in_a_position(line: str, says: str) -> None:
    with pytest.raises(NotationError) as error:
        read_position(line)
    assert says in str(error.value)


def test_the_largest_amount_owed_can_be_read_and_served() -> None:
    s, _ = read_position(f"r5/g5 y+2 >1 +{MAX_OWED}@0 b1|r1 official+stack")
    assert s.pending == MAX_OWED
    with pytest.raises(PositionError):
        read_position(f"r5/g5 y+2 >1 +{MAX_OWED + 1}@0 b1|r1 official+stack")


@pytest.mark.parametrize(
    "line",
    [
        "r5/g5 r1 >\u0660 - b1|- official",  # ARABIC-INDIC DIGIT ZERO
        "?\uff17/g5 r1 >0 - b1|- official",  # FULLWIDTH DIGIT SEVEN
        "r\u00b2/g5 r1 >0 - b1|- official",  # SUPERSCRIPT TWO
        "r5/g5 r1 >0 - \u0967|- official",  # DEVANAGARI DIGIT ONE
        "r5/g5\u2028r1 >0 - b1|- official",
        "r5/g5 r1 >0 - b1|-\nofficial",
        "r5/g5 r1 >0 - b1|- official\x00",
        "r5/g5 r1 >0 - b1|- \udc80",
    ],
)
def test_a_position_is_one_line_of_plain_characters(line: str) -> None:
    with pytest.raises(NotationError, match="a position is one line of plain characters"):
        read_position(line)
    with pytest.raises(NotationError):
        matches(line, read_position("r5/g5 r1 >0 - b1|-")[0], OFFICIAL)


def test_blanks_around_a_position_and_between_its_fields_are_free() -> None:
    assert read_position("  r5/g5\tr1  >0 - b1|-\n")[1] == OFFICIAL


@pytest.mark.parametrize("text", ["r" * 10**7, "r5" * POSITION_LENGTH, " " * 10**7 + "r5"])
def test_what_is_too_long_is_refused_and_not_quoted_whole(text: str) -> None:
    for read in (read_position, lambda text: parse_action(DECK, text), lambda text: parse_move(DECK, text)):
        with pytest.raises(NotationError, match="at most") as error:
            read(text)
        assert len(str(error.value)) < 300


@pytest.mark.parametrize("read", [parse_card, parse_cards, parse_face])
def test_cards_have_a_bound_too(read: object) -> None:
    with pytest.raises(NotationError, match="at most"):
        read(DECK, "r" * 10**7)  # type: ignore[operator]


@pytest.mark.parametrize("text", ["\u0660 draw", "catch \u0661", ">\u0661", "r\u0665", "\u00b2 draw", "0\u2003draw"])
def test_actions_have_no_digits_of_other_scripts(text: str) -> None:
    with pytest.raises(NotationError, match="plain characters"):
        parse_move(DECK, text)


def test_an_action_lays_no_more_cards_than_there_are() -> None:
    assert len(parse_action(DECK, "r5" * 168)) == 169
    with pytest.raises(NotationError, match="more cards than any deck has"):
        parse_action(DECK, "r5" * 169)
    with pytest.raises(NotationError, match=f"at most {ACTION_LENGTH}"):
        parse_action(DECK, "r5" * ACTION_LENGTH)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"a = " + b"[" * 900_000, "the line is too long"),
        (b"a = " + b"[\n" * 100_000, "nested too deeply"),
        (b"a = " + b"9" * 5000, "not TOML"),
        (b"a." * 400_000 + b"a = 1", "the line is too long"),
        (b"x = 1\n" + b"a." * 8 + b"a = 1", "the file:2: a key may have at most 8 parts"),
        (b"[['a' . 'a'.\"a\".a.a.a.a.a.a]]", "the file:1: a key may have at most 8 parts"),
        (b"\xff\xfe", "not text in UTF-8"),
        (b"a = 1\n" * (TEXT_SIZE // 6 + 1), "larger than"),
        (b"a = 1\na = 1", "not TOML"),
    ],
)
def test_toml_has_bounds(data: bytes, says: str) -> None:
    with pytest.raises(NotationError) as error:
        read_toml(data, "the file")
    assert says in str(error.value)
    assert len(str(error.value)) < 300


def test_toml_that_is_good_is_read() -> None:
    assert read_toml("a = [1, 2]\n[b]\nc = '\u00e9'\n".encode(), "the file") == {"a": [1, 2], "b": {"c": "\u00e9"}}


# ---------------------------------------------------------------- the command line


@pytest.mark.parametrize("number", ["9" * 5000, "\u0663", "1_000", "1.5", "x", ""])
@pytest.mark.parametrize("option", ["--seed", "--seats", "--dealer"])
def test_numbers_on_the_command_line(option: str, number: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["position", option, number]) == 2
    complaint = capsys.readouterr().err
    assert option in complaint and "is not a whole number" in complaint and len(complaint) < 400


def test_a_position_from_standard_input_has_a_bound(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    good = "r5/g5 r1 >0 - b1|- official"
    monkeypatch.setattr("sys.stdin", io.StringIO(f"laid 0 r5\n{good}\n\n"))
    assert main(["legal", "-"]) == 0
    assert capsys.readouterr().out.startswith("0 r5\n")
    monkeypatch.setattr("sys.stdin", io.StringIO("x" * 10**6))
    assert main(["legal", "-"]) == 2
    assert "longer than 10,000 characters" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["0", "-1.5", ".25", "1e-3", "3."])
def test_finite_numbers_are_read(text: str) -> None:
    assert finite(text) == float(text)


@pytest.mark.parametrize("text", ["", "-", ".", "nan", "inf", "1e999", "1_0", "٣", "9" * 5000, " 1"])
def test_what_is_not_a_finite_number_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is not a number") as caught:
        finite(text)
    assert len(str(caught.value)) < 250


class Broken:
    """A value that cannot be shown."""

    def __repr__(self) -> str:
        raise RuntimeError


@pytest.mark.parametrize(
    "value",
    ["é" * 5000, "\x00" * 150, 10**5000, [["x" * 500] * 50] * 50, {"x" * n: "x" * 500 for n in range(50)}, Broken()],
    ids=["long", "escaped", "number", "list", "table", "broken"],
)
def test_any_value_can_be_quoted_in_a_few_lines(value: object) -> None:
    assert 0 < len(quoted(value)) <= 400
    assert quoted(value).isascii()
