"""`dicecup join`: a seat among browsers, in the real program, from the link to the end of a game."""

import random
import re
import sys
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest

from dicecup import client
from dicecup.server.settings import Settings
from tests.client.tables import Ann, open_table, wait
from tests.server.browser import FAST, Program, served
from tests.terminal.program import Pipe, invoke
from tests.terminal.tty import Tty

pytestmark = pytest.mark.usefixtures("home")
needs_tty = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
NO_JSON = re.compile(r"""[{}]|['"]\w+['"]\s*:|\b(None|True|False|null)\b""")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(Settings(folder=tmp_path_factory.mktemp("server"), **FAST)) as where:  # type: ignore[arg-type]
        yield where


def play(pipe: Pipe, boxes: Iterator[int], until: str) -> None:
    """Answer prompt after prompt as a person would, until one begins so."""
    for _ in range(200):
        shown = pipe.until_prompt()
        assert shown.endswith(" > "), pipe.seen
        prompt = shown.rpartition("\n")[2]
        if prompt.startswith(until):
            return
        if "waiting for" in prompt:
            continue
        pipe.type(f"fill {next(boxes)}" if "fill a box" in prompt else "")
    raise AssertionError(pipe.seen)


def test_from_the_link_to_the_end_of_a_game_and_the_next_one(address: str, home: Path) -> None:
    with Ann(address, home / "ann") as ann:
        pipe = Pipe("join", ann.link, "--name", "Ben")
        play(pipe, cycle(range(1, 14)), "Another game")
        pipe.type("")
        pipe.wait_for("column 2 of 6")
        pipe.type("quit")
        assert pipe.close() == 0
    seen = pipe.seen
    for words in (
        "Yahtzee at the table of Ann",
        "1  Ann (host), ready",
        "2  Ben (you), not ready yet",
        "Yahtzee with Ann and Ben",
        "The dice are sealed: ",
        "Ben, round 13 of 13",
        "┌───────┐ ┌───────┐",
        "Ann rolls ",
        "This evening: ",
        "Your seat is kept. Come back with: dicecup join http://127.0.0.1",
    ):
        assert words in seen, seen
    assert not NO_JSON.search(re.sub(r"“[^”]*”", "", seen)), "people read words"
    # The dice can be checked with what is told at the end: the seal, and what this program added.
    found = re.search(r"dicecup verify (\S+) --seal (\w{64}) --nonce (\w{64})", seen)
    assert found is not None, seen
    said = invoke("verify", found[1], "--seal", found[2], "--nonce", found[3])
    assert "Yours is among them" in said


@pytest.mark.parametrize("game", ["king-of-tokyo", pytest.param("deadwood", marks=pytest.mark.soak)])
@pytest.mark.thorough
def test_whole_games_of_the_others(address: str, home: Path, game: str) -> None:
    """Whatever Enter takes, or else the last of what is listed, which moves and works."""
    rng = random.Random(7)
    with Ann(address, home / "ann", game) as ann:
        pipe = Pipe(
            "join", ann.link, "--name", "Ben", "--words", "--character", "" if game == "deadwood" else "Kraken"
        )
        before, tries = "", 0
        for _ in range(2_000):
            shown = pipe.until_prompt()
            prompt = shown.rpartition("\n")[2]
            if not shown.endswith(" > ") or prompt.startswith("Another game"):
                break
            tries = tries + 1 if prompt == before else 0
            before = prompt
            numbers = re.findall(r"^(\d+): ", shown, re.MULTILINE) or ["1"]
            if tries == 0 and before.startswith("Ben") and "can be reviewed" not in pipe.seen:
                pipe.type("review")  # not yet
            elif "waiting for" not in prompt:
                pipe.type(["", "stop", rng.choice(numbers)][tries % 3])
        if game == "king-of-tokyo":
            pipe.type("review")
            pipe.wait_for("may be noise: the computer's values are not exact")
            assert "Luckiest moment" in pipe.seen, "as after a game at home"
            assert "A game can be reviewed when it is over." in pipe.seen, "and not before"
        pipe.type("quit")
        assert pipe.close() == 0
    assert "Another game at this table?" in pipe.seen, pipe.seen[-3000:]
    assert "The game is over" in pipe.seen
    assert "┌" not in pipe.seen, "in sentences"
    assert not NO_JSON.search(re.sub(r"“[^”]*”", "", pipe.seen)), "people read words"


def test_a_wrong_code_is_one_line_and_nothing_has_happened(address: str) -> None:
    said = invoke("join", "BCDFG", "--server", address, code=1)
    assert said.startswith("dicecup: "), said
    assert said.count("\n") == 1
    assert "code" in said


def test_nobody_there_and_no_link_at_all() -> None:
    assert "Nobody answers at http://127.0.0.1:9 " in invoke("join", "BCDFG", "--server", "127.0.0.1:9", code=1)
    assert "not the link of a table" in invoke("join", "http://127.0.0.1:9/", code=1)


def test_who_one_wants_to_be_is_asked_and_asked_again(address: str, home: Path) -> None:
    with Ann(address, home / "ann", "king-of-tokyo", character="Kraken") as ann:
        pipe = Pipe("join", ann.links["table"]["code"].lower(), "--server", address)
        assert pipe.until_prompt().endswith("Your name > ")
        pipe.type("Ben")
        shown = pipe.until_prompt()
        assert "You can be Alienoid, " in shown
        assert "Kraken" not in shown, "Ann is"
        pipe.type("giga")
        assert "2  Ben (you, Giga Zaur), not ready yet" in pipe.until_prompt()
        pipe.type("quit")
        assert pipe.close() == 0


def test_a_name_that_is_taken_is_asked_for_again(address: str, home: Path) -> None:
    with Ann(address, home / "ann") as ann:
        pipe = Pipe("join", ann.link)
        pipe.until_prompt()
        pipe.type("Ann")
        assert "name" in pipe.until_prompt().casefold()
        pipe.type("Ben")
        assert "Ben (you)" in pipe.until_prompt()
        pipe.type("quit")
        assert pipe.close() == 0
        assert ann.table.party is not None
        assert sorted(each["name"] for each in ann.table.party["people"]) == ["Ann", "Ben"]


@pytest.mark.thorough
@needs_tty
def test_talk_and_looking_around_while_others_decide(address: str, home: Path) -> None:
    with Ann(address, home / "ann", slowly=4.0, options={"start": "seat-order"}) as ann:
        ann.wishes.append(lambda table: table.command("set_rules", talk="text"))
        with Tty("join", ann.link, "--name", "Ben") as ben:
            ben.wait_for("are you ready? [Enter: yes] > ")
            ann.wishes.append(lambda table: table.command("say", text="Hello Ben"))
            ben.wait_for("\nAnn: “Hello Ben”\nBen, are you ready? [Enter: yes] > ")  # and the prompt again
            ben.type("")
            ben.wait_for("Yahtzee with Ann and Ben")
            ben.type("say take your time")
            ben.type("scores")
            ben.wait_for("Total ")
            ben.type("hint")
            ben.wait_for("It is Ann's decision now; hints are for yours.")
            ben.type("135")
            ben.wait_for("It is Ann's decision now.")
            ben.wait_for("Waiting for Ann.\n")
            ben.type("who")
            ben.wait_for("1  Ann (host)")
            ben.type("leave")
            ben.wait_for("leave for good?")
            ben.type("yes")
            ben.wait_for("You have left the table.")
            assert ben.end() == 0
        wait_until(ann, lambda: "take your time" in texts(ann))


def texts(ann: Ann) -> list[str]:
    return [line["text"] for line in list(ann.table.lines)]


def wait_until(ann: Ann, fits: object) -> None:
    """She is in a thread of her own."""
    import time

    until = time.monotonic() + 60
    while not fits():  # type: ignore[operator]
        assert time.monotonic() < until, ann.heard
        time.sleep(0.05)


@pytest.mark.thorough
@needs_tty
def test_undo_before_anybody_has_gone_on(address: str, home: Path) -> None:
    with (
        Ann(address, home / "ann", slowly=1.5, options={"start": "seat-order"}) as ann,
        Tty("join", ann.link, "--name", "Ben") as ben,
    ):
        ben.wait_for("[Enter: yes] > ")
        ben.type("")
        ben.wait_for("Ben, press Enter to roll > ")
        ben.type("")
        ben.wait_for("fill a box > ")
        ben.type("fill 1")
        ben.wait_for("Ben fills Ones")
        ben.type("undo")
        ben.wait_for("Ben takes back the last choice.")
        ben.wait_for("fill a box > ")
        ben.type("quit")
        assert ben.end() == 0


@needs_tty
@pytest.mark.thorough
def test_whoever_becomes_the_host_can_set_the_table_and_begin(address: str, home: Path) -> None:
    with open_table(address, home / "ann") as ann:
        link = ann.server.get(f"/parties/{ann.id}/links")["table"]["url"]
        with Tty("join", link, "--name", "Ben") as ben:
            ben.wait_for("[Enter: yes] > ")
            ben.type("start")
            ben.wait_for("Only the host of this table can do that.")
            ann.leave()
            ben.wait_for("You are the host now: “help” shows what that means.")
            for typed, said in (
                ("add easy", "Computer players at the table: easy."),
                ("add hardest", "computer"),  # there is none like that, and which there are
                ("add", "are you ready?"),
                ("rule clock=fast", "The rules of the table have changed"),
                ("rule hints=off", "The rules of the table have changed"),
                ("rule rules=official", "The rules of the table have changed"),
                ("rule clock=banana", "clock"),
                ("rule nonsense=1", "There is no option"),
                ("rule", "Which rule?"),
                ("start=seat-order", "The rules of the table have changed"),
                ("who", "There are no hints at this table."),
                ("remove 9", "Which chair?"),
                ("", "Nothing was done."),
                ("name Benjamin", "Benjamin, are you ready?"),
                ("turn-away", "There is nobody else at this table."),
                ("ready", "begin? [Enter: start] > "),
                ("", "Yahtzee with "),
                ("", ""),
            ):
                ben.type(typed)
                ben.wait_for(said)
            ben.wait_for("Benjamin, press Enter to roll")
            ben.type("quit")
            assert ben.end() == 0


@needs_tty
def test_the_clock_is_told_and_at_zero_somebody_else_decides(address: str, home: Path) -> None:
    with Ann(address, home / "ann", options={"start": "seat-order"}) as ann:
        ann.wishes.append(lambda table: table.command("set_rules", clock="fast"))
        with Tty("join", ann.link, "--name", "Ben") as ben:
            ben.wait_for("[Enter: yes] > ")
            ben.type("")
            ben.wait_for("Your clock: 20 seconds, then 60 in reserve.\nBen, press Enter to roll > ")
            ben.type("who")
            ben.wait_for("There is a fast clock: at zero a computer player decides.")
            ben.type("quit")
            assert ben.end() == 0


@needs_tty
def test_ctrl_c_keeps_the_seat_and_says_how_to_come_back(address: str, home: Path) -> None:
    with Ann(address, home / "ann", options={"start": "seat-order"}) as ann:
        with Tty("join", ann.link, "--name", "Ben") as ben:
            ben.wait_for("[Enter: yes] > ")
            ben.type("")
            ben.wait_for("Ben, press Enter to roll > ")
            ben.interrupt()
            assert ben.end() == 0
        link = re.search(r"Come back with: dicecup join (\S+)", ben.seen)
        assert link is not None, ben.seen
        with Tty("join", link[1]) as again:  # without a name, and from anywhere
            again.wait_for("This is the seat of Ben.")
            again.wait_for("Ben, press Enter to roll > ")
            again.type("quit")
            assert again.end() == 0


@pytest.mark.thorough
@needs_tty
def test_a_server_that_is_gone_and_back(home: Path) -> None:
    with (
        Program(home / "server") as program,
        Ann(program.address, home / "ann", slowly=0.1) as ann,
        Tty("join", ann.link, "--name", "Ben") as ben,
    ):
        ben.wait_for("[Enter: yes] > ")
        program.kill()
        ben.wait_for("The server does not answer.")
        program.start()
        ben.wait_for("The server is back.\n")
        ben.wait_for("Ben, are you ready? [Enter: yes] > ")
        ben.type("")
        ben.wait_for("Ben, press Enter to roll")
        ben.type("quit")
        assert ben.end() == 0


@needs_tty
def test_whoever_is_turned_away_is_told_so(address: str, home: Path) -> None:
    with open_table(address, home / "ann") as ann:
        link = ann.server.get(f"/parties/{ann.id}/links")["table"]["url"]
        with Tty("join", link, "--name", "Ben") as ben:
            ben.wait_for("[Enter: yes] > ")
            wait(ann, lambda: ann.party is not None and len(ann.party["people"]) == 2)
            ann.command("turn_away", person=2)
            ben.wait_for("turned you away")
            assert ben.end() == 1
            assert "To play here again" not in ben.seen


@needs_tty
def test_a_seat_that_is_played_on_another_device_can_be_taken_back(address: str, home: Path) -> None:
    with open_table(address, home / "ann") as ann:
        link = ann.server.get(f"/parties/{ann.id}/links")["table"]["url"]
        with Tty("join", link, "--name", "Ben") as ben:
            ben.wait_for("[Enter: yes] > ")
            ben.type("link")
            shown = ben.wait_for("[Enter: yes] > ")
            seat = re.search(r"To your own seat, for you alone: (\S+)", shown)
            assert seat is not None, shown
            with client.join(seat[1], folder=home / "phone") as phone:
                wait(phone, lambda: phone.me is not None)
                ben.wait_for("another device")
                assert ben.end() == 1
        back = re.search(r"To play here again: dicecup join (\S+)", ben.seen)
        assert back is not None, ben.seen
        with Tty("join", back[1]) as again:
            again.wait_for("This is the seat of Ben.")
            again.wait_for("Ben, are you ready? [Enter: yes] > ")
            again.type("quit")
            assert again.end() == 0


def test_a_spectator_sees_the_game_and_is_never_asked(address: str, home: Path) -> None:
    with Ann(address, home / "ann", people=2, slowly=0.05) as ann:
        robo = client.join(ann.link, name="Robo", folder=home / "robo")
        pipe = Pipe("join", ann.links["watching"]["url"], "--name", "Cid")
        pipe.wait_for("You are watching > ")
        with robo:
            wait(robo, lambda: robo.party is not None)
            robo.ready()
            pipe.wait_for("Yahtzee with Ann and Robo")
            pipe.wait_for("You are watching: you see what anybody may see.")
            pipe.wait_for("Ann rolls")
            pipe.type("scores")
            pipe.wait_for("Total ")
            pipe.type("hint")
            pipe.wait_for("decision now; hints are for yours.")
            pipe.type("quit")
            assert pipe.close() == 0
            assert "Cid, press Enter" not in pipe.seen
