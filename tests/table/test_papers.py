"""The two papers: a save goes on exactly, a record tells nobody what is not theirs to know."""

import json
from typing import Any

import pytest

import dicecup
from dicecup.table import Ask, Option, Roll, SaveError, Secret
from dicecup.table.papers import RECORD, SAVE, digest, unwrap, wrap
from tests.table import hush
from tests.table.games import deal, find, last, load, luck, snapshot
from tests.table.hush import Hush, HushPlay


def body(text: str) -> Any:
    return json.loads(text)["body"]


# --- saves ---


@pytest.mark.parametrize("seed", [5, None])
@pytest.mark.parametrize("answers", [0, 1, 2, 3, 4, 5, 6, 7, 30, 500])
def test_a_yahtzee_match_goes_on_from_its_save_at_the_very_decision(answers: int, seed: int | None) -> None:
    match = last(dicecup.new("yahtzee", seats=2, seed=seed, rules="official"), answers)
    again = dicecup.load(match.save())
    assert snapshot(again) == snapshot(match)
    assert again.save() == match.save()
    assert again.notice == ""
    assert snapshot(last(again, 6)) == snapshot(last(match, 6))


@pytest.mark.parametrize("answers", range(8))
def test_a_match_with_hidden_cards_goes_on_from_its_save(answers: int) -> None:
    match = deal(seats=3, secret=Secret())
    for _ in range(answers):
        if match.pending:
            match.answer(match.pending.options[1])  # swap, keep the new card, silence
    again = load(match.save())
    assert snapshot(again) == snapshot(match)
    assert again.commitment == match.commitment
    assert snapshot(last(again)) == snapshot(last(match))


def test_a_rematch_is_saved_with_its_number_and_what_came_before() -> None:
    match = last(dicecup.new("yahtzee", seats=2, seed=5)).rematch()
    again = dicecup.load(match.save())
    assert again.number == 2
    assert again.state.sheets[0].past == match.state.sheets[0].past
    assert luck(last(again, 5)) == luck(last(match, 5))


def test_a_save_holds_the_secret_and_is_one_line_of_json() -> None:
    text = dicecup.new("yahtzee", seed=5).save()
    assert body(text)["secret"] == {"seed": 5}
    assert json.loads(text)["format"] == "dicecup-save"
    assert text.count("\n") == 1
    assert text.endswith("\n")
    assert len(body(dicecup.new("yahtzee").save())["secret"]["key"]) == 64


# --- saves from before the rules were changed ---


class NewHush(Hush):
    """Hush after somebody has changed its rules."""


def changed(**phases: Any) -> Hush:
    made = type("Changed", (NewHush,), {"phases": {**hush.PHASES, **phases}})
    found: Hush = made()
    return found


async def deal_high(play: HushPlay) -> None:
    """Deals other cards than those logged would fit: the pool has lost its low half."""
    state = play.state
    for seat, hand in enumerate(state.hands):
        if not hand.card:
            roll = await Roll(f"{state.turn}/{seat}/deal/1", (0,), audience=(seat,))
            hand.card = max(card for card in state.deck if card >= roll[0] or card == max(state.deck))
            state.deck.remove(hand.card)
    state.phase = "move"


async def pass_scores(play: HushPlay) -> None:
    """Passing is worth a point now; everything else goes as before."""
    state = play.state
    turn, seat = state.turn, state.current
    points = state.hands[seat].points
    await hush.move(play)
    if state.turn > turn and state.hands[seat].points == points and play.state.phase == "deal":
        state.hands[seat].points += 1


async def ask_twice(play: HushPlay) -> None:
    state = play.state
    await Ask(state.current, "sure", (Option("yes"), Option("no")), "Sure?")
    await hush.move(play)


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (changed(deal=deal_high), "The rules have changed"),
        (changed(move=pass_scores), "The rules have changed"),
    ],
)
def test_after_a_change_of_the_rules_play_goes_on_from_the_saved_position(rules: Hush, words: str) -> None:
    match = deal(seats=3)
    match.answer("pass")
    match.answer(("challenge", 0))
    again = load(match.save(), rules)
    assert again.notice.startswith(words)
    assert again.state == match.state
    assert again.pending is not None
    assert match.pending is not None
    assert again.pending.options == match.pending.options
    assert [entry.to_json() for entry in again.log] == [entry.to_json() for entry in match.log]
    # It goes on, and can be saved and loaded again, without another notice.
    again.answer("yield")
    twice = load(again.save(), rules)
    assert twice.notice == ""
    assert twice.state == again.state
    assert snapshot(last(twice))[:4] == snapshot(last(again))[:4]


def test_when_not_even_the_last_choices_fit_they_are_asked_for_again() -> None:
    match = deal(seats=3)
    match.answer("pass")
    match.answer(("challenge", 0))
    again = load(match.save(), changed(move=ask_twice))
    assert again.notice.endswith("The last choices before the save have to be made again.")
    assert again.pending is not None
    assert (again.pending.seat, again.pending.kind) == (1, "sure")
    assert again.state.turn == 2
    last(again)
    assert again.outcome is not None


def test_what_happened_before_the_saved_position_cannot_be_taken_back() -> None:
    match = deal(seats=3)
    match.answer("pass")
    again = load(match.save(), changed(move=pass_scores))
    with pytest.raises(dicecup.NotAllowed, match="There is nothing to take back"):
        again.undo()
    again.answer("pass")
    again.undo()
    assert again.state == match.state


def test_a_changed_option_text_is_no_change_of_the_rules() -> None:
    class Renamed(Hush):
        title = "Quiet"

    assert load(deal().save(), Renamed()).notice == ""


# --- records ---


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_the_record_of_a_running_game_shows_a_viewer_what_it_was_told_and_nothing_else(viewer: int | None) -> None:
    match = deal(seats=3, secret=Secret())
    match.answer("swap")
    match.answer(match.pending.options[1])  # type: ignore[union-attr]
    text = match.record(viewer)
    record = body(text)
    assert "secret" not in record
    assert "start" not in record
    assert "carry" not in record
    assert match._secret.reveal()["key"] not in text
    assert record["finished"] is False
    assert record["commitment"] == match.commitment
    assert len(record["log"]) == len(match.log)
    own: dict[str, Any] = {"chance": "hidden"}
    dealt = [entry.to_json() for entry in match.log[:3]]
    assert record["log"][:3] == [dealt[seat] if seat == viewer else own for seat in range(3)]
    assert record["log"][3] == {"seat": 0, "choice": ["swap"]}
    if viewer == 0:
        assert record["log"][4]["result"] == match.state.hands[0].card
        assert record["log"][5] == {
            "seat": 0,
            "choice": ["keep", "new", match.state.hands[0].card],
            "private": True,
        }
    else:
        assert record["log"][4] == own
        assert record["log"][5] == {"seat": 0, "choice": "hidden"}
    assert record["log"][6]["chance"] == "1/-/open/1"
    assert len(record["events"]) == len(match.events)


def test_the_record_of_a_seeded_game_does_not_tell_the_seed_before_its_end() -> None:
    match = dicecup.new("yahtzee", seats=2, seed=987654321)
    assert "987654321" not in match.record()
    assert "987654321" not in match.record(0)
    assert "987654321" in last(match).record()


def test_records_of_two_games_that_differ_in_hidden_things_only_are_the_same_to_a_spectator() -> None:
    first = deal(seats=2, seed=1)
    for seed in range(2, 30):
        other = deal(seats=2, seed=seed)
        assert body(first.record())["log"] == body(other.record())["log"]
        assert body(first.record())["events"] == body(other.record())["events"]


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_after_the_end_a_record_is_complete(viewer: int | None) -> None:
    match = last(deal(seats=2, secret=Secret()))
    record = body(match.record(viewer))
    assert record["finished"] is True
    assert record["secret"] == match._secret.reveal()
    assert record["log"] == [entry.to_json() for entry in match.log]
    assert record["outcome"]["scores"] == list(match.outcome.scores)  # type: ignore[union-attr]


def test_a_record_is_not_a_save() -> None:
    with pytest.raises(SaveError, match="This file is the record of a game; a saved game is needed here"):
        dicecup.load(last(dicecup.new("yahtzee", seed=1)).record())


# --- texts that are no papers ---


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not a saved game, or the file is damaged"),
        ("hello", "not a saved game, or the file is damaged"),
        ("[" * 100_000, "not a saved game, or the file is damaged"),
        ("null", "was not written by Dicecup"),
        ("[]", "was not written by Dicecup"),
        ("{}", "was not written by Dicecup"),
        ('{"format": "png"}', "was not written by Dicecup"),
        ('{"format": 7}', "was not written by Dicecup"),
        ('{"format": "dicecup-save"}', "does not say which version"),
        ('{"format": "dicecup-save", "version": "1"}', "does not say which version"),
        ('{"format": "dicecup-save", "version": true}', "does not say which version"),
        (
            '{"format": "dicecup-save", "version": 99}',
            "written by a newer Dicecup .format 99, this one reads up to 1",
        ),
        ('{"format": "dicecup-save", "version": 1}', "checksum does not match"),
        ('{"format": "dicecup-save", "version": 1, "body": {}}', "checksum does not match"),
        ('{"format": "dicecup-save", "version": 1, "body": [], "checksum": ""}', "checksum does not match"),
        (wrap(SAVE, {}), "'game' is missing"),
        (wrap("dicecup-map", {}), "something else from Dicecup; a saved game is needed"),
        (
            wrap(SAVE, {"game": "chess", "secret": {"seed": 1}, "number": 1, "log": [], "start": {}}),
            "no game called",
        ),
    ],
)
def test_what_is_no_save_is_refused_with_the_reason(text: str, words: str) -> None:
    with pytest.raises(SaveError, match=words):
        dicecup.load(text)


def test_a_save_cut_off_anywhere_is_refused() -> None:
    text = last(dicecup.new("yahtzee", seats=2, seed=1), 5).save()
    for end in range(0, len(text) - 2, 7):
        with pytest.raises(SaveError):
            dicecup.load(text[:end])


def test_a_save_with_any_one_character_changed_is_refused() -> None:
    text = last(dicecup.new("yahtzee", seats=1, seed=1), 3).save()
    for at in range(0, len(text) - 1, 5):
        other = text[:at] + ("7" if text[at] != "7" else "8") + text[at + 1 :]
        with pytest.raises(SaveError):
            dicecup.load(other)


def test_a_checksum_does_not_depend_on_the_order_of_the_keys() -> None:
    assert digest({"a": 1, "b": [2]}) == digest({"b": [2], "a": 1})
    text = dicecup.new("yahtzee", seed=1).save()
    paper = json.loads(text)
    paper["body"] = dict(reversed(paper["body"].items()))
    assert dicecup.load(json.dumps(paper, indent=2)).save() == text


def test_names_from_all_over_the_world_are_kept() -> None:
    match = dicecup.new("yahtzee", names=("Zoë", "李雷", "Łukasz 🎲"), seed=1)
    assert "李雷" in match.save()
    assert dicecup.load(match.save()).names == match.names


@pytest.mark.parametrize(
    "names", [["Ann", "\x1b[2J"], ["Ann", "Ann"], ["Ann", ""], ["Ann", " Ben"], ["Ann", "\u200b"]]
)
def test_names_that_nobody_could_have_are_refused(names: list[str]) -> None:
    paper = body(deal().save())
    paper["start"]["state"]["names"] = paper["snapshot"]["state"]["names"] = names
    with pytest.raises(SaveError, match=r"[Nn]ame"):
        load(wrap(SAVE, paper))


@pytest.mark.parametrize("where", ["snapshot", "start", "both"])
def test_a_position_that_cannot_be_is_not_played(where: str) -> None:
    match = last(deal(), 1)
    paper = body(match.save())
    for part in ("snapshot", "start") if where == "both" else (where,):
        paper[part]["state"]["deck"] = [6] * 12
    if where == "start":  # the saved position is still good
        assert load(wrap(SAVE, paper)).notice
    else:
        with pytest.raises(SaveError, match="There are twice the cards 1 to 6"):
            load(wrap(SAVE, paper))


def test_unseal_returns_kind_and_body() -> None:
    assert unwrap(wrap(RECORD, {"a": 1}), SAVE, RECORD) == (RECORD, {"a": 1})


def test_find_is_only_for_hush() -> None:
    with pytest.raises(ValueError, match="no game called"):
        find("chess")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"number": 2**63}, "numbered from 1"),
        ({"number": 10**30}, "numbered from 1"),
        ({"carry": "junk" * 100_000}, "a scorecard for each player"),
        ({"carry": {"past": [], "card": 1}}, "a scorecard for each player"),
        ({"carry": {"past": [[], []], "card": 1, "more": "x"}}, "a scorecard for each player"),
        ({"carry": {"past": [[[0] * 14] * 7] * 2, "card": 1}}, "a card of six"),
        ({"carry": {"past": [[["x" * 10_000] * 14]] * 2, "card": 1}}, "a column has 13 boxes"),
        ({"carry": {"past": [[[99] * 14]] * 2, "card": 1}}, "points that no dice give"),
        ({"carry": "\ud800"}, "half a character"),
        ({"log": [{"chance": "k" * 10_000, "result": [1]}]}, "no entry of a log"),
        ({"log": [{"chance": "k", "result": {"a": "b"}}]}, "no entry of a log"),
        ({"log": [{"chance": "k", "result": [1] * 1_000}]}, "no entry of a log"),
        ({"log": [{"chance": "k", "result": [1], "audience": ["x" * 1_000]}]}, "nobody who could know"),
        ({"log": [{"seat": 0, "choice": ["x"] * 1_000}]}, "no entry of a log"),
        ({"secret": {"seed": 10**2_000}}, "at most 1,000 digits"),
    ],
    ids=range(15),
)
def test_what_is_only_there_to_take_room_is_refused(change: dict[str, Any], words: str) -> None:
    """A save can be made by hand, with a right checksum: nothing in it is kept that no game has written."""
    body = {**json.loads(dicecup.new("yahtzee", seats=2, seed=1).save())["body"], **change}
    with pytest.raises(SaveError, match=words):
        dicecup.load(wrap(SAVE, body))


@pytest.mark.parametrize(
    ("change", "words"),
    [({"turn": 2**63}, "turns"), ({"turn": -1}, "turns"), ({"contenders": [0] * 50_000}, "far too large")],
)
def test_a_position_that_no_game_comes_to(change: dict[str, Any], words: str) -> None:
    body = json.loads(dicecup.new("yahtzee", seats=2, seed=1).save())["body"]
    for part in ("start", "snapshot"):
        body[part]["state"] |= change
    with pytest.raises(SaveError, match=words):
        dicecup.load(wrap(SAVE, body))


def test_a_game_that_leaves_nothing_to_the_next_one() -> None:
    body = json.loads(dicecup.new("deadwood", seats=2, seed=1).save())["body"]
    with pytest.raises(SaveError, match="leaves nothing for the next one"):
        dicecup.load(wrap(SAVE, {**body, "carry": {"anything": 1}}))


def test_what_a_game_really_leaves_is_taken() -> None:
    match = dicecup.new("yahtzee", seats=2, seed=1)
    for _ in range(7):  # over the end of a card
        while match.pending is not None:
            match.answer(match.pending.options[-1])
        match = match.rematch()
        assert dicecup.load(match.save()).save() == match.save()
