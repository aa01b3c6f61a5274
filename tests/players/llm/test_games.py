"""Language models at the table: whole games, what they are told, and what they may cost."""

import json
from pathlib import Path

import pytest

import dicecup
from dicecup.players.outside import Bot, BotFault, OutsidePlayer, read
from dicecup.players.outside.llm import prompt
from dicecup.table.log import Choice
from tests.players.bots import game
from tests.players.llm.endpoint import KEY, Endpoint, Talk, player, transcript

# --- whole games ---


@pytest.mark.parametrize("name", ["yahtzee", "king-of-tokyo", "deadwood"])
def test_it_plays_whole_games_and_all_of_it_is_in_the_transcript(
    endpoint: Endpoint, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def repeats_the_key(talk: Talk, number: int) -> None:
        if number % 7 == 3:
            return talk.fail(500, f"Your key {KEY} is fine, I am not.")
        return talk.say(f"{talk.headers['Authorization']}\nANSWER: 1")

    endpoint.answers = repeats_the_key
    monkeypatch.setenv("TINY_KEY", KEY)
    mind = player(endpoint, "key_env=TINY_KEY", f"transcripts={tmp_path / 'new' / 'folder'}")
    match = game(mind, name)
    mind.close()
    assert match.outcome is not None
    assert {headers["Authorization"] for headers in endpoint.heard} == {f"Bearer {KEY}"}
    assert endpoint.looked == ["/v1/models"]
    assert {*endpoint.paths} == {"/v1/chat/completions"}
    (path,) = (tmp_path / "new" / "folder").iterdir()
    assert KEY not in path.read_text(encoding="utf-8")
    assert json.dumps(KEY)[1:-1] not in path.read_text(encoding="utf-8")
    begin, *calls, over = transcript(path.parent)
    assert (begin["type"], begin["game"], begin["seat"], begin["model"]) == ("game", name, 0, "tiny")
    assert begin["endpoint"] == f"http://127.0.0.1:{endpoint.port}/v1"
    assert over["type"] == "over"
    assert over["winners"] == list(match.outcome.winners)
    assert over["calls"] == len(calls) == len(endpoint.asked)
    good = [call for call in calls if "trouble" not in call]
    assert (
        over["tokens"]
        == 105 * len(good)
        == sum(call["tokens"]["read"] + call["tokens"]["written"] for call in good)
    )
    assert len(calls) > len(good), "it was asked again"
    assert all("500: “Your key *** is fine, I am not.”" in call["trouble"] for call in calls if "trouble" in call)
    chosen = [tuple(call["choice"]) for call in good]
    assert all(call["option"] == 0 and call["seconds"] >= 0 for call in good)
    own = [tuple(one.option) for one in match.log if isinstance(one, Choice) and one.seat == 0 and not one.forced]
    assert chosen == own
    for call, body in zip(calls, endpoint.asked, strict=True):
        assert body["messages"] == [{"role": "system", "content": begin["rules"]}, *call["messages"]]
        assert (body["model"], body["stream"], body["max_tokens"]) == ("tiny", False, 4096)
        assert "temperature" not in body


def test_it_is_told_the_rules_the_table_and_numbered_options(endpoint: Endpoint) -> None:
    mind = player(endpoint)
    game(mind)
    mind.close()
    rules, question = (message["content"] for message in endpoint.asked[0]["messages"])
    assert rules.startswith(
        "You play a game of Yahtzee as Player 1 (seat 0) against Player 2 (seat 1). You want to win."
    )
    assert "Small straight (small_straight): " in rules
    assert rules.endswith("ANSWER: 1")
    assert "\nDice: die 1 shows " in question
    assert "\n2. hold die 1, roll the rest\n" in question
    assert question.endswith("the last line is ANSWER: and its number.")
    later = endpoint.asked[1]["messages"][1]["content"]
    assert later.startswith("Since you were asked last:\n- ")
    assert {body["messages"][0]["content"] for body in endpoint.asked} == {rules}


def test_house_rules_are_told_as_they_are_played(endpoint: Endpoint) -> None:
    mind = player(endpoint)
    match = dicecup.new("king-of-tokyo", seats=2, seed=1)
    dicecup.players.play(match, [mind, dicecup.players.RandomPlayer()])
    mind.close()
    assert match.game.rules_in_words(match.state.options) in endpoint.asked[0]["messages"][0]["content"]


def test_options_with_the_same_text_are_told_apart() -> None:
    options = [{"text": "go", "choice": ["go", 0]}, {"text": "go", "choice": ["go", 1]}]
    told = {"events": [], "words": "A table.", "ask": {"prompt": "Where?", "options": options}}
    assert "\n1. go (go 0)\n2. go (go 1)\n" in prompt.question(told)


# --- money ---


def test_it_is_asked_only_so_often_in_a_game(endpoint: Endpoint) -> None:
    mind = player(endpoint, "calls=5")
    with pytest.raises(BotFault, match=r"^It was asked 5 times in this game, which is as often as it may be\.$"):
        game(mind)
    assert len(endpoint.asked) == 5
    endpoint.answers = lambda talk, _: talk.fail(500)
    with pytest.raises(BotFault, match=r"^It was asked 5 times in this game"):
        game(mind)
    assert len(endpoint.asked) == 10, "those that fail count as well, and every game begins anew"


@pytest.mark.parametrize("counted", [True, False])
def test_it_uses_only_so_many_tokens_in_a_game(endpoint: Endpoint, counted: bool) -> None:
    """Where the endpoint does not count, letters are counted."""
    usage: object = {"prompt_tokens": 900, "completion_tokens": 100} if counted else "lots"
    endpoint.answers = lambda talk, _: talk.say("1" + 4_000 * " ", usage=usage)
    with pytest.raises(BotFault, match=r"^It has used [3-6],[0-9]{3} tokens in this game, and may use 3,000\.$"):
        game(player(endpoint, "tokens=3000"))
    assert 1 <= len(endpoint.asked) <= 3


# --- before the first game ---


def test_whoever_is_not_there_or_not_let_in_is_told_before_a_game(endpoint: Endpoint) -> None:
    endpoint.looks = lambda talk: talk.fail(401, "Who are you?")
    with pytest.raises(BotFault, match=r"answered 401: “Who are you\?” It may want a key: key_env=NAME\.$"):
        player(endpoint).bot.greet()
    assert not endpoint.asked
    with pytest.raises(BotFault, match=r"^Nobody answers at http://127.0.0.1:9/v1: "):
        OutsidePlayer(Bot(read("llm:http://127.0.0.1:9/v1?model=x").start)).bot.greet()


@pytest.mark.parametrize("status", [404, 405, 500, 403])
def test_an_endpoint_need_not_list_its_models(endpoint: Endpoint, status: int) -> None:
    endpoint.looks = lambda talk: talk.fail(status)
    mind = player(endpoint)
    assert game(mind).outcome is not None
    mind.close()


def test_transcripts_that_cannot_be_kept_end_the_game(endpoint: Endpoint, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BotFault, match=r"^The transcript .*file.* cannot be written: "):
        game(player(endpoint, f"transcripts={tmp_path / 'file'}"))
    assert not endpoint.asked
