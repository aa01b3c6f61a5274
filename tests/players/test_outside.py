"""Bots outside: a program that answers one line of JSON with another, and whatever it may do instead."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dicecup
from dicecup import onefile
from dicecup.players import RandomPlayer, play
from dicecup.players.outside import Bot, BotFault, BotLate, OutsidePlayer, bot, is_outside, program, protocol, read
from dicecup.players.outside.line import Garbled, Gone, Late, clean
from dicecup.players.outside.schema import SCHEMA, text
from dicecup.players.own import maker
from dicecup.table import SetupError
from tests.examples import examples
from tests.players.bots import Kennel, Overheard, game, until
from tests.processes import PYTHON

pytestmark = pytest.mark.skipif(os.name != "posix", reason="a program outside needs Linux or macOS")
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
ROOT = Path(__file__).parents[2]


@pytest.fixture
def kennel(tmp_path: Path) -> Iterator[Kennel]:
    kennel = Kennel(tmp_path)
    yield kennel
    kennel.close()


# --- what is said ---


def overheard(kennel: Kennel, mode: str, said: list[str], heard: list[str]) -> OutsidePlayer:
    start = read(kennel.name(mode)).start
    return OutsidePlayer(Bot(lambda: Overheard(start(), said, heard)), seconds=300)


def test_everything_that_is_said_is_in_the_schema_and_nothing_else(kennel: Kennel) -> None:
    """Also what is shown in docs: the file there is made of the same."""
    said, heard = list[str](), list[str]()
    player = overheard(kennel, "fine", said, heard)
    for name in ("yahtzee", "king-of-tokyo", "deadwood"):
        assert game(player, name).outcome is not None
    player.close()
    kinds = {json.loads(line)["type"] for line in said}
    assert kinds == {"hello", "game", "decide", "over", "bye"}
    for lines, what in ((said, "to_bot"), (heard, "from_bot")):
        check = jsonschema_rs.validator_for({**SCHEMA, "oneOf": [{"$ref": f"#/$defs/{what}"}]})
        for line in lines:
            check.validate(json.loads(line))
        assert not check.is_valid({"type": "decide", "n": 1})
        assert not check.is_valid({"n": 1})
    assert (ROOT / "docs" / "bots.schema.json").read_text(encoding="utf-8") == text(), "make it anew: docs/bots.md"


def test_a_bot_hears_all_that_its_seat_may_know_and_no_secret(kennel: Kennel) -> None:
    said = list[str]()
    player = overheard(kennel, "fine", said, [])
    match = play(dicecup.new("king-of-tokyo", seats=2), [player, RandomPlayer()])  # with a sealed secret
    player.close()
    told = [event for line in said for event in json.loads(line).get("events", ())]
    assert told == [json.loads(json.dumps(event.to_json(0))) for event in match.events]
    hidden = [word for word in json.dumps(match.origin.secret.reveal()).split('"') if len(word) >= 32]
    assert hidden, "or nothing is looked for"
    everything = "".join(said)
    assert not any(word in everything for word in hidden if word != match.commitment)


def test_one_bot_plays_many_games_and_is_told_where_each_begins(kennel: Kennel) -> None:
    player = kennel.player("fine")
    for seed in (1, 2):
        game(player, seed=seed)
    player.close()
    assert len(kennel.noted("pids")) == 1
    heard = kennel.noted("heard")
    assert heard[0] == "hello"
    assert heard[-1] == "bye"
    assert heard.count("game") == heard.count("over") == 2
    one, two = map(json.loads, kennel.noted("games"))
    assert one["id"] != two["id"]
    assert (one["game"], one["seat"], one["events"]) == ("yahtzee", 0, [])


# --- what goes wrong ---


@pytest.mark.parametrize(
    ("mode", "reason"),
    [
        ("garbage", "It said “roll them all ?[31m!”, which is not JSON."),
        ("a list", "It said “[1, 2]”, which is not a JSON object."),
        ("not utf-8", "It said something that is not UTF-8."),
        ("huge", "It said more than 64 KiB in one line."),
        ("endless", "It said more than 64 KiB in one line."),
        ("deep", "which is not JSON."),
        ("number", "It took option 7000; there are 0 to "),
        ("negative", "It took option -1; there are 0 to "),
        ("true", "an answer has the number n, and an option or a choice."),
        ("words", "It answered “fill ? everything”, which is not one of the options."),
        ("no choice", "which is not a choice. Take one of the options."),
        ("no number", "an answer has the number n, and an option or a choice."),
        ("ahead", "which nobody has asked."),
        ("babbles", "It answers much more than it is asked."),
        ("empty lines", "It answers much more than it is asked."),
        (
            "exits",
            "It ended with status 1. Its last words: “there is no way out” It had been started anew before.",
        ),
        ("like node", "It ended with status 1. Its last words: “Error: Cannot find module”"),
        ("closes", "It closed its output. It had been started anew before."),
        ("chatty start", "It answered hello with “Welcome to my bot!”, or it said that before it was asked."),
        ("old protocol", "It speaks version 0 of the protocol; this is 1."),
        ("control name", "It introduced itself with a name that cannot be one."),
        ("only deadwood", "It does not play yahtzee; it plays deadwood."),
    ],
)
def test_whatever_a_bot_does_wrong_is_told_in_a_line_and_it_is_ended(
    mode: str, reason: str, kennel: Kennel
) -> None:
    player = kennel.player(mode)
    with pytest.raises(BotFault) as fault:
        game(player)
    player.close()
    assert reason in str(fault.value)
    assert str(fault.value).isprintable()
    assert len(str(fault.value)) < 400
    assert kennel.all_gone()


@pytest.mark.parametrize("mode", ["nothing", "ignores stdin", "stopped"])
def test_one_that_does_not_answer_is_ended_when_its_time_is_up(mode: str, kennel: Kennel) -> None:
    player = kennel.player(mode, seconds=0.2)
    with pytest.raises(BotLate):
        game(player)
    until(kennel.all_gone)
    player.close()


def test_one_that_does_not_even_say_hello(kennel: Kennel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot, "STARTING", 0.2)
    with pytest.raises(BotLate, match=r"It did not answer hello within 0.2 seconds."):
        game(kennel.player("silent"))
    until(kennel.all_gone)


@pytest.mark.parametrize("mode", ["twice", "before", "complains"])
def test_one_that_says_too_much_is_understood(mode: str, kennel: Kennel) -> None:
    """An answer has the number of its question: one that comes twice, or late, is not taken for the next."""
    plain, tried = kennel.player("fine"), kennel.player(mode)
    expected, match = game(plain), game(tried)
    plain.close()
    assert match.outcome == expected.outcome
    line = tried.bot._line
    assert line is not None
    assert len(line.last_words()) <= 160, "whatever it complains about"
    tried.close()


def test_one_that_dies_is_started_anew_once_and_told_what_has_happened(kennel: Kennel) -> None:
    player = kennel.player("exits once")
    match = game(player)
    player.close()
    assert match.outcome == game(kennel.player("fine")).outcome, "it was asked the same question again"
    first, again = map(json.loads, kennel.noted("games")[:2])
    assert first["events"] == []
    assert again["id"] == first["id"]
    assert again["events"], "all that it had heard before"


def said() -> st.SearchStrategy[str]:
    """Any text, and any JSON that has something of an answer."""
    words = st.sampled_from(["type", "protocol", "n", "option", "choice", "name", "games", "hello", "fill"])
    plain = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=200) | words
    anything = st.recursive(plain, lambda inner: st.lists(inner) | st.dictionaries(words, inner), max_leaves=8)
    return st.text() | anything.map(json.dumps)


class Scripted:
    """A line on which things come as they are written: answers, or what goes wrong."""

    def __init__(self, *script: Any) -> None:
        self._script = ['{"type":"hello","protocol":1}', *script]
        self.closed = 0

    def say(self, text: str, until: float) -> None:
        self.said = json.loads(text)

    def hear(self, until: float) -> str:
        said = self._script.pop(0)
        if isinstance(said, BaseException):
            raise said
        return said if isinstance(said, str) else json.dumps({"n": self.said["n"] + said[0], "option": said[1]})

    def last_words(self) -> str:
        return ""

    def close(self, grace: float) -> None:
        self.closed += 1


def test_an_answer_that_comes_too_late_is_not_taken_for_the_next_question() -> None:
    """A socket may bring it after all, on a line of its own: the number tells."""
    late, next_ = Scripted(Late()), Scripted((-1, 1), (0, 0))
    lines = iter((late, next_))
    player = OutsidePlayer(Bot(lambda: next(lines)))
    match = dicecup.new("yahtzee", seats=1, seed=1)
    match.answer("roll")
    ask = match.pending
    assert ask is not None
    with pytest.raises(BotLate):
        player.decide(match.view(0), ask, lambda seed: match.fork(0, seed))
    assert late.closed
    assert player.decide(match.view(0), ask, lambda seed: match.fork(0, seed)) == ask.options[0]


@pytest.mark.parametrize("trouble", [Gone("It hung up."), Garbled("It barks."), KeyboardInterrupt()])
def test_after_any_trouble_the_line_is_closed(trouble: BaseException) -> None:
    lines = [Scripted(trouble), Scripted(trouble)]
    tried = iter(lines)
    player = OutsidePlayer(Bot(lambda: next(tried)))
    with pytest.raises((BotFault, KeyboardInterrupt)):
        game(player)
    assert [line.closed for line in lines] == ([1, 1] if isinstance(trouble, Gone) else [1, 0])


# --- nothing is left behind ---


@linux
def test_a_bot_that_does_not_end_is_ended_with_all_that_it_has_started(
    kennel: Kennel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot, "GRACE", 0.1)
    for mode in ("stays", "children"):
        player = kennel.player(mode)
        game(player)
        assert not kennel.all_gone()
        player.close()
        assert kennel.all_gone(), "when close comes back, not some time later"
    assert len(kennel.noted("pids")) == 4


@linux
@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGTERM])
def test_a_bot_ends_with_whoever_started_it(kennel: Kennel, by: signal.Signals) -> None:
    script = (
        "import dicecup, time; from dicecup.players import RandomPlayer, play\n"
        "from dicecup.players.own import maker\n"
        f"player = maker({kennel.name('children')!r})(0)\n"
        "play(dicecup.new('yahtzee', seats=2, seed=1), [player, RandomPlayer()])\n"
        "print('ready', flush=True)\n"
        "time.sleep(600)\n"
    )
    with subprocess.Popen([*PYTHON, "-c", script], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == "ready\n"
        assert len(kennel.noted("pids")) == 3
        assert not kennel.all_gone()
        parent.send_signal(by)
        until(kennel.all_gone)


def test_in_the_one_file_program_a_copy_of_it_is_the_minder(
    kennel: Kennel, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert program.MINDER == onefile.MIND
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert program._minder() == [sys.executable, *onefile.MIND]
    started = [sys.executable, "-m", "dicecup.onefile", *onefile.MIND]
    monkeypatch.setattr(program, "_minder", lambda: started)
    player = kennel.player("fine")
    player.bot.greet()
    player.close()
    assert kennel.noted("heard") == ["hello", "bye"]


def test_our_secrets_are_not_in_the_environment_of_a_bot(kennel: Kennel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICECUP_DATABASE", "postgresql://ann:sesame@localhost/games")
    monkeypatch.setenv("PGPASSWORD", "sesame")
    monkeypatch.setenv("BONES", "yes")
    for scheme in ("exec", "exec+limits"):
        player = kennel.player("fine", scheme)
        player.bot.greet()
        player.close()
    trusted, limited = map(json.loads, kennel.noted("environment"))
    assert trusted["BONES"] == "yes"
    assert "BONES" not in limited
    for found in (trusted, limited):
        assert "sesame" not in str(found)
        assert found["PATH"] == os.environ["PATH"]


# --- how they are named ---


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("exec:", "Say which program to run, such as exec:node bot.js."),
        ("exec:'node", "exec:'node cannot be run: no closing quotation."),
        ("exec:no-such-program x", "cannot be run: there is no program 'no-such-program' here."),
        ("exec:\x1b[2J", "cannot name a player: it has characters that cannot be printed."),
        ("ws:", "ws: is no address of a bot; one looks like ws://localhost:9000/bot."),
        ("ws://localhost:99999/", "is no address of a bot"),
    ],
)
def test_what_cannot_be_run_is_refused_before_anything_is_started(name: str, reason: str) -> None:
    assert is_outside(name)
    with pytest.raises(SetupError) as refusal:
        maker(name)
    assert reason in str(refusal.value)
    assert str(refusal.value).isprintable()


def test_a_program_that_cannot_be_executed(tmp_path: Path) -> None:
    odd = tmp_path / "odd"
    odd.write_text("#!/no/such/interpreter\n")
    odd.chmod(0o755)
    with pytest.raises(BotFault, match=r"It could not be started: No such file or directory."):
        game(OutsidePlayer(Bot(read(f"exec:{odd}").start)))


def test_what_a_bot_says_cannot_steer_a_terminal() -> None:
    assert clean("a\x1b[2Jb\r\n c\u202e \ud800") == "a?[2Jb c? ?"
    assert len(clean("x" * 10_000_000)) == 160


@pytest.mark.parametrize("said", [(10**4000, 0), (0, 10**4000), (0, -(10**4000))])
def test_numbers_of_any_size_are_told_in_a_line(said: tuple[int, int]) -> None:
    with pytest.raises(BotFault) as fault:
        game(OutsidePlayer(Bot(lambda: Scripted(said))))
    assert len(str(fault.value)) < 200


@given(said())
@examples(100)
def test_whatever_a_bot_says_is_understood_or_told_in_a_line(line: str) -> None:
    told = list[str]()
    for understand in (protocol.introduction, protocol.answer):
        try:
            understand(line)
        except Garbled as garbled:
            told.append(str(garbled))
    assert all(words.isprintable() and len(words) < 250 for words in told)


@pytest.mark.parametrize("ending", ["", "\r", " \t\r"])
def test_how_other_systems_write_lines_is_no_fault(ending: str) -> None:
    mark = "\ufeff"
    assert protocol.introduction(f'{mark}{{"type":"hello","protocol":1}}{ending}') == protocol.Introduction()
    assert protocol.answer(f'{mark}{{"n":7,"option":0}}{ending}').number == 7
