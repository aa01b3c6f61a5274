"""Makes the papers that a release leaves behind: saves, records and a server's database, for tests/papers.

Run it with the code of the release, from its own folder (of an older one: a worktree of its commit), and give it
a name:

    PYTHONPATH=src:. python path/to/tests/papers/make.py NAME path/to/tests/papers

It uses only what every release has. What it writes, NAME.tar.xz, is never made anew: later releases have to read
it as it is (docs/compatibility.md).
"""

import io
import json
import random
import sqlite3
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dicecup
from dicecup import games
from dicecup.saves import Store, Table
from dicecup.server.settings import Settings
from dicecup.table.retrace import again, branch
from tests.server.browser import FAST, Browser, Page, served

HALF = {"yahtzee": 15, "king-of-tokyo": 12, "deadwood": 30}  # decisions of each seat: a game is well under way
ROWS = 230  # answers of a match in the database: more than go into one paper


class Box:
    """The papers made so far, and what there is to know of each without reading it."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.facts: dict[str, dict[str, Any]] = {}

    def add(self, name: str, match: Any, kind: str = "save", **more: Any) -> None:
        """A paper of a match as it stands."""
        text = match.save() if kind == "save" else match.record(more.get("seat"))
        self.put(f"{name}.{kind}.json", text.encode(), match, **more)

    def put(self, file: str, data: bytes, match: Any, **more: Any) -> None:
        """A file, and where the match in it stands."""
        self.files[file] = data
        self.facts[file] = {**stands(match), **more}


def stands(match: Any) -> dict[str, Any]:
    """Where a match stands: what is noted down of it, and looked for again when a later release reads it."""
    ask, outcome = match.pending, match.outcome
    return {
        "game": match.game.name,
        "names": list(match.names),
        "number": match.number,
        "turn": match.state.turn,
        "log": len(match.log),
        "asked": None if ask is None else [ask.seat, ask.kind, [list(option) for option in ask.options]],
        "scores": list(match.game.scores(match.state)),
        "winners": None if outcome is None else list(outcome.winners),
    }


def step(match: Any, chance: random.Random) -> None:
    """Anything that somebody may do: now and then a choice is taken back, or not asked for."""
    if chance.random() < 0.05 and match.why_no_undo() is None:
        match.undo()
    elif chance.random() < 0.1 and len(match.pending.options) == 1:
        match.answer_forced([match.pending.seat])
    else:
        match.answer(chance.choice(match.pending.options))


def go_on(match: Any, chance: random.Random, steps: int = 100_000) -> Any:
    """Play so far, or to the end."""
    for _ in range(steps):
        if match.pending is None:
            break
        step(match, chance)
    return match


def tables() -> Iterator[tuple[str, Any, random.Random, int]]:
    """A match for every game, every number of seats, and now and then every choice of every house rule."""
    for name in ("yahtzee", "king-of-tokyo", "deadwood"):
        game = games.find(name)
        for seats in game.seats:
            chance = random.Random(f"{name} {seats}")
            options: dict[str, Any] = {
                each.name: chance.choice(each.choices or (0, 20, 200))
                for each in game.options.settings()
                if chance.random() < 0.3 and each.name != "cards"
            }
            if (name, seats) == ("king-of-tokyo", 3):
                options = {"preset": "first-edition"}
            elif (name, seats) == ("king-of-tokyo", 2):
                options = {"cards": False}
            # Half of them have dice that anybody can repeat, the others have sealed ones.
            match = dicecup.new(name, seats=seats, seed=seats if seats % 2 else None, **options)
            yield f"{name}-{seats}", match, chance, seats


def single(box: Box) -> None:
    """Games under way and finished."""
    for name, match, chance, seats in tables():
        for kind in list(match.game.interrupts)[: seats % 3]:
            match.never_ask(0, kind)
        stirs = hasattr(match, "stir") and match.commitment is not None
        if stirs:
            match.stir(0, bytes([seats] * 32).hex())
        go_on(match, chance, HALF[match.game.name] * seats)
        if match.pending is None:
            raise SystemExit(f"{name} was over too soon; try again")
        if stirs and seats > 2:
            match.stir(1, bytes([seats, 255] * 16).hex())
        box.add(f"{name}-mid", match)
        if seats == 3:
            box.add(f"{name}-mid", match, "record", seat=0, finished=False)
        go_on(match, chance)
        if seats in (*range(4), match.game.seats[-1]):
            box.add(f"{name}-end", match, "record", seat=None if seats % 2 else 1, finished=True)
        else:  # a tenth of the size, and the same game
            box.add(f"{name}-end", match)


def tangled(box: Box, folder: Path) -> None:
    """Rematches, branches, positions set up by hand, files with computer players."""
    chance = random.Random(7)
    match = go_on(dicecup.new("yahtzee", names=("Zoë", "李雷")), chance)
    for _ in range(7):  # over the end of a scorecard
        match = go_on(match.rematch(), chance)
    box.add("yahtzee-rematch-end", match, "record", finished=True)
    box.add("yahtzee-rematch-mid", go_on(match.rematch(), chance, 20))
    king = go_on(dicecup.new("king-of-tokyo", names=("Kraken", "Ann", "Bo")), chance)
    box.add("king-of-tokyo-rematch-mid", go_on(king.rematch(), chance, 30))
    for name in ("yahtzee", "king-of-tokyo", "deadwood"):
        whole = go_on(dicecup.new(name, seats=2), chance)
        past = next(past for past in again(whole) if past.pending is not None and len(past.log) >= 30)
        twig = branch(past, None, open_past=True)
        box.add(f"{name}-branch-mid", go_on(twig, chance, 15))
        box.add(f"{name}-branch-end", go_on(twig, chance), "record", finished=True, taken_over=True)
        fork = go_on(dicecup.new(name, seats=3, seed=1), chance, 20).fork(0, seed=1)
        box.add(f"{name}-by-hand-end", go_on(fork, chance), by_hand=True)
        table = Table(go_on(dicecup.new(name, seats=2, seed=4), chance, 10), ("person", "easy"))
        path = folder / f"{name}.json"
        Store(folder).write(path, table)
        box.put(f"{name}-file.save.json", path.read_bytes(), table.match, players=["person", "easy"])


def answer(page: Page, chance: random.Random) -> bool:
    """Answer as whoever is asked; False when the game is over."""
    ask = page.until_mine()
    if ask is None:
        return False
    if page.state["can_undo"]["ok"] and chance.random() < 0.05:
        page.undo()
    else:
        page.answer(*chance.choice(ask["options"])["choice"])
    return True


def database(box: Box, folder: Path) -> None:
    """A server that is stopped while games are being played at it."""
    chance = random.Random(11)
    facts = {}
    with served(Settings(folder=folder, **FAST)) as address, Browser(address) as ann:  # type: ignore[arg-type]
        plans = (
            *(("yahtzee", ("Ann", "Bo"), 20), ("yahtzee", ("Ann", "Bo"), 1_000), ("yahtzee", ("Ann", "="), 6)),
            *(("king-of-tokyo", ("Ann", "Bo", "Cleo", "Dan", "Eve"), ROWS), ("king-of-tokyo", ("Ann", "="), 5)),
            *(("deadwood", ("Ann", "Bo"), ROWS), ("deadwood", ("Ann", "Bo", "="), 3)),
        )
        for game, seats, steps in plans:
            id_ = ann.new(game, *seats, seed=3 if len(seats) == 5 else None)
            with ann.sit(id_) as page:
                if len(seats) == 5:
                    page.command("never_ask", kind="probe", never=True, seat=None)
                for _ in range(steps):
                    if not answer(page, chance):
                        break
                page.until_mine()  # or a computer player would be interrupted
                facts[id_] = {
                    "game": game,
                    "seq": page.state["seq"],
                    "asked": page.state["ask"] and page.state["ask"]["seat"],
                    "finished": page.state["outcome"] is not None,
                }
            if facts[id_]["finished"]:
                facts[ann.post(f"/matches/{id_}/rematch")["match"]] = {"game": game, "finished": False}
    file = folder / "server.sqlite3"
    db = sqlite3.connect(file)
    db.execute("VACUUM")
    db.execute("PRAGMA journal_mode=DELETE")
    db.close()
    box.files["server.sqlite3"] = file.read_bytes()
    box.facts["server.sqlite3"] = facts


def main(name: str, to: Path) -> None:
    """Make them all, and put them into one file."""
    box = Box()
    with tempfile.TemporaryDirectory() as folder:
        single(box)
        tangled(box, Path(folder))
        database(box, Path(folder) / "server")
    box.files["facts.json"] = json.dumps(box.facts, indent=1).encode()
    with tarfile.open(to / f"{name}.tar.xz", "w:xz", preset=9) as tar:
        for file, data in sorted(box.files.items(), key=lambda each: (each[0].split(".")[-2:], each[0])):
            about = tarfile.TarInfo(file)
            about.size = len(data)
            tar.addfile(about, io.BytesIO(data))
    size = (to / f"{name}.tar.xz").stat().st_size
    print(f"{len(box.files)} files, {sum(map(len, box.files.values())):,} bytes; {size:,} in {name}.tar.xz")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
