"""Sentences that know what in them is dice, a player or the name of a thing."""

import pickle

import pytest

import dicecup
from dicecup.players import RandomPlayer, play
from dicecup.table.event import Event, Voice
from dicecup.table.marks import Mark, Worded, dice, marks, plain, player, players, raw, thing

FACES = ("", "1", "2", "3", "heart", "energy", "claw")


def said(text: str) -> list[tuple[str, Mark]]:
    return [(text[mark.start : mark.end], mark) for mark in marks(text)]


def test_a_sentence_is_plain_and_knows_what_stands_where() -> None:
    sentence = Worded(f"{player(['Ann', 'Ben'], 1)} keeps {dice([5, 5], FACES)} for {thing('Jets')}.")
    assert sentence == "Ben keeps energy energy for Jets."
    found = said(sentence)
    assert [words for words, _ in found] == ["Ben", "energy energy", "Jets"]
    assert [mark.to_json() for _, mark in found] == [
        {"start": 0, "end": 3, "seat": 1},
        {"start": 10, "end": 23, "dice": [5, 5]},
        {"start": 28, "end": 32},
    ]


def test_dice_can_be_called_what_the_sentence_needs() -> None:
    assert plain(dice([6, 6, 6], "the three claws")) == "the three claws"
    assert plain(dice([3, 1])) == "3 1"
    assert Worded(dice([6, 6, 6], "the three claws")).marks[0].dice == (6, 6, 6)


def test_nothing_at_all_is_not_marked() -> None:
    assert Worded(f"Ann keeps {dice([])}.") == "Ann keeps ."
    assert not Worded(f"Ann keeps {dice([])}{thing('')}.").marks
    assert Worded("Ann stays in Tokyo.").marks == ()


def test_wrapping_inside_of_wrapping_leaves_no_trace() -> None:
    assert Worded(f"at {thing(f'the {thing(chr(76))} of {dice([1])}')}!") == "at the L of 1!"


def test_characters_are_counted_as_unicode_does() -> None:
    sentence = Worded(f"{thing('🎲🎲')} and {player(['Zoë'], 0)}")
    assert said(sentence) == [("🎲🎲", Mark(0, 2)), ("Zoë", Mark(7, 10, seat=0))]


def test_it_goes_to_other_processes() -> None:
    sentence = Worded(f"keep {dice([6], 'the claw')}: about 2 damage")
    there = pickle.loads(pickle.dumps(sentence))
    assert there == sentence
    assert there.marks == sentence.marks == Worded(raw(sentence)).marks
    assert raw("a plain one") == "a plain one"
    assert not marks("a plain one")


def test_a_name_that_looks_like_a_word_is_marked_where_it_is_a_name() -> None:
    """As no search in the finished sentence could."""
    voice = Voice(("It", "rolls"), {"turn": lambda d, n: f"It is {n[d['seat']]}'s turn, and {n[1]} rolls 1."})
    event = Event("turn", {"seat": 0}, voice)
    assert event.text() == "It is It's turn, and rolls rolls 1."
    assert [mark for _, mark in said(event.worded())] == [Mark(6, 8, seat=0), Mark(21, 26, seat=1)]


@pytest.mark.parametrize("game", ["king-of-tokyo", "deadwood", "yahtzee"])
def test_every_throw_of_a_game_is_told_in_dice_and_every_player_by_seat(game: str) -> None:
    match = play(dicecup.new(game, seats=3, seed=5), [RandomPlayer(seed) for seed in range(3)])
    thrown = 0
    for event in match.events:
        sentence = event.worded()
        assert sentence == event.text() == plain(event.text())
        drawn = [face for mark in sentence.marks for face in mark.dice]
        shown = event.data.get("dice") or ([event.data["die"]] if "die" in event.data else [])
        assert sorted(drawn) == sorted(shown) or event.kind in ("rerolled", "changed", "bonus"), sentence
        thrown += len(drawn)
        for words, mark in said(sentence):
            if mark.seat is not None:
                assert words == match.names[mark.seat]
        seat = event.data.get("seat")
        if isinstance(seat, int) and match.names[seat] in sentence:
            assert seat in [mark.seat for mark in sentence.marks], sentence
    assert thrown > 100
    assert players(match.names)[0] != match.names[0]
