"""Deals that can be checked: made again from a secret and nonces, and written in records."""

import secrets
from dataclasses import replace
from pathlib import Path

import pytest

from lastcard import Match, Record
from lastcard.archive.acts import dealer_acts, opening_acts
from lastcard.archive.fair import UnfairDeal, check_deals, commitment, commitment_of, deal_key, read_nonce, table_id
from lastcard.archive.record import DealProof, RoundRecord
from lastcard.cli import main as command
from lastcard.errors import LastCardError, RecordError

TABLE = table_id("a link")


def dealt_match(rules: str, seats: int = 2, rounds: int = 2, first: int = 5) -> Record:
    """Return the record of a match whose rounds are dealt as a server deals them."""
    record = Record(Match(rules, seats=seats, seed=1).rules, seats, table=TABLE)
    match = None
    for number in range(first, first + rounds):
        secret = secrets.token_bytes(32)
        nonces = {1: secrets.token_bytes(16)} if number % 2 else {}
        key = deal_key(secret, TABLE, number, nonces)
        if match is None:
            match = Match(rules, seats=seats, seed=key, key=key)
            picks = match.opening_events
        else:
            deal = match.prepare_round(key)
            picks = match.publish(deal)
        texts = tuple(nonces[seat].hex() if seat in nonces else "" for seat in range(seats))
        proof = DealProof(number, texts, secret.hex())
        acts = opening_acts(match.rules, match.round.opening_events, picks)
        one = RoundRecord(match.dealer, match.eliminated, acts, proof=proof)
        record.rounds.append(one)
        while not match.round.over:
            seat = match.round.awaited[0]
            action = match.round.legal(seat)[0]
            acts += [f"{seat} {action}", *dealer_acts(match.rules, match.round.act(seat, action))]
        one.points = match.round.status.points
    return record


@pytest.mark.parametrize("rules", ["official", "juno-classic", "official+dealer-rotation=redraw"])
def test_a_record_is_dealt_again_from_its_secrets(rules: str) -> None:
    record = Record.from_text(dealt_match(rules, seats=3).text)
    check_deals(record)
    assert [one.proof.number for one in record.rounds] == [5, 6]


def test_verify_prints_the_commitments(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = dealt_match("official")
    record.save(tmp_path / "match.toml")
    assert command(["verify", str(tmp_path / "match.toml")]) == 0
    printed = capsys.readouterr().out
    first, second = (one.proof for one in record.rounds)
    assert f"table {TABLE}" in printed
    assert f"round 1, deal 5: {commitment(bytes.fromhex(first.secret), TABLE, 5)} (nonces of seat 1)" in printed
    assert f"round 2, deal 6: {commitment_of(second, TABLE)} (no nonces)" in printed


def test_verify_refuses_a_record_with_another_secret(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = dealt_match("official")
    record.rounds[1].proof = replace(record.rounds[1].proof, secret="ab" * 32)
    record.save(tmp_path / "match.toml")
    assert command(["verify", str(tmp_path / "match.toml")]) == 2
    printed = capsys.readouterr()
    assert "round 2: the secret and the nonces do not give the cards of the record" in printed.err
    assert "commitment" not in printed.out


@pytest.mark.parametrize("field, value", [("secret", "00" * 32), ("nonces", ("", "")), ("number", 4)])
def test_a_deal_that_was_changed_is_found(field: str, value: object) -> None:
    record = dealt_match("official", rounds=1)
    record.rounds[0].proof = replace(record.rounds[0].proof, **{field: value})
    with pytest.raises(UnfairDeal, match="round 1"):
        check_deals(record)


def test_a_card_that_was_changed_is_found() -> None:
    record = dealt_match("official", rounds=1)
    acts = record.rounds[0].acts
    place = next(place for place, act in enumerate(acts) if act.startswith("d deal 1 "))
    acts[place] = "d deal 1 " + acts[place - 1].removeprefix("d deal 0 ")
    with pytest.raises(UnfairDeal, match=f"from act {place + 1} on"):
        check_deals(record)


def test_deals_of_a_match_follow_one_another() -> None:
    record = dealt_match("official")
    record.rounds[1].proof = replace(record.rounds[1].proof, number=9)
    with pytest.raises(UnfairDeal, match="not in a row"):
        check_deals(record)


def test_a_record_without_secrets_cannot_be_checked() -> None:
    record = dealt_match("official", rounds=1)
    proof = record.rounds[0].proof
    record.rounds[0].proof = DealProof(proof.number, proof.nonces, commitment=commitment_of(proof, TABLE))
    again = Record.from_text(record.text)
    assert again.rounds[0].proof.commitment and not again.rounds[0].proof.secret
    with pytest.raises(UnfairDeal, match="cannot be checked"):
        check_deals(again)


@pytest.mark.parametrize(
    "old, new",
    [
        (f'table = "{TABLE}"\n', ""),
        (TABLE, TABLE[1:]),
        ("deal = 5\n", ""),
        ("deal = 5\n", "deal = 0\n"),
        ('secret = "', 'secret = "x'),
        ("secret = ", 'commitment = "' + "0" * 64 + '"\nsecret = '),
        ('nonces = ["", ', "nonces = ["),
        ('nonces = ["", ', 'nonces = ["q", '),
        ('nonces = ["", ', f'nonces = ["{"g" * 32}", '),
    ],
    ids=["no table", "short table", "no deal", "deal 0", "no digits", "both", "few nonces", "short nonce", "odd nonce"],
)
def test_a_proof_that_is_malformed_is_refused(old: str, new: str) -> None:
    text = dealt_match("official", rounds=1).text
    lines = [line for line in text.replace(old, new, 1).splitlines() if not line.startswith("check")]
    assert old in text
    with pytest.raises(RecordError):
        Record.from_text("\n".join(lines))


def test_the_check_of_a_record_covers_its_deals() -> None:
    text = dealt_match("official", rounds=1).text
    with pytest.raises(RecordError, match="was changed after it was written"):
        Record.from_text(text.replace(TABLE, "0" * 32))


def test_the_key_depends_on_everything_it_is_made_from() -> None:
    secret, nonce = bytes(32), bytes(16)
    keys = {
        deal_key(secret, "t", 1, {}),
        deal_key(bytes([1]) * 32, "t", 1, {}),
        deal_key(secret, "u", 1, {}),
        deal_key(secret, "t", 2, {}),
        deal_key(secret, "t", 1, {0: nonce}),
        deal_key(secret, "t", 1, {1: nonce}),
        deal_key(secret, "t", 1, {0: nonce, 1: nonce}),
    }
    assert len(keys) == 7
    assert len({commitment(secret, "t", 1), commitment(secret, "t", 2), commitment(secret, "u", 1)}) == 3


@pytest.mark.parametrize("text", ["", "00", "0" * 31, "0" * 33, "g" * 32, " " + "0" * 31, "00 " * 16])
def test_what_is_no_nonce_is_refused(text: str) -> None:
    with pytest.raises(LastCardError):
        read_nonce(text)
