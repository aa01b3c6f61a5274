"""Results of many games as a server would have written them down, without playing any of them."""

import json
import random
import sqlite3
from pathlib import Path
from typing import Any

from dicecup.server.store.forms import result_checksum, verdict_checksum
from dicecup.server.store.storage import ResultRow

OPTIONS = {"yahtzee": {"rules": "standard"}, "king-of-tokyo": {}, "deadwood": {}}
LEVELS = ("easy", "medium", "hard")


def result(
    match: str,
    *players: str,
    game: str = "yahtzee",
    scores: tuple[int, ...] = (),
    winners: tuple[int, ...] = (),
    mine: tuple[int, ...] = (0,),
    ended: float = 0.0,
    verdict: dict[str, Any] | None = None,
    tempers: tuple[str, ...] = (),
    **more: Any,
) -> ResultRow:
    """How a game ended. A player is a level, or the name of a person: `result("one", "Ann", "hard")`."""
    levels = ["" if player[0].isupper() else player for player in players]
    seats = [
        {
            "name": player.title(),
            "player": "computer" if level else "person",
            "level": level,
            "score": scores[at] if scores else 0,
            **({"temper": tempers[at]} if tempers else {}),
        }
        for at, (player, level) in enumerate(zip(players, levels, strict=True))
    ]
    body = {"number": 1, "options": OPTIONS[game], "winners": winners, "seats": seats, **more}
    return ResultRow(
        match=match,
        game=game,
        ended=ended,
        body=json.dumps(body),
        mine=frozenset(mine),
        there=False,
        verdict=json.dumps(verdict) if verdict is not None else "",
    )


def verdict(*seats: dict[str, Any], unit: str = "win") -> dict[str, Any]:
    """What a review said, where it matters."""
    usual = {"accuracy": 80.0, "luck": 0.0, "given_away": 0.2}
    return {"unit": unit, "seats": [usual | seat for seat in seats]}


def many(count: int, seed: int = 1, last: float = 1_790_000_000.0) -> list[ResultRow]:
    """Games of half a year or more, of all kinds, as somebody would have played them who gets better."""
    rng = random.Random(seed)
    found = []
    for n in range(count):
        progress = n / count
        game = rng.choice(["yahtzee", "yahtzee", "king-of-tokyo", "king-of-tokyo", "deadwood"])
        seats = rng.choice([1, 2, 2, 3]) if game == "yahtzee" else rng.choice([2, 3, 4, 4])
        level = rng.choices(LEVELS, (3 - 2 * progress, 2, 1 + 3 * progress))[0]
        players = ["Ann"] + [
            level if rng.random() < 0.85 else rng.choice(["Bo", *LEVELS]) for _ in range(seats - 1)
        ]
        edge = {"easy": 2.5, "medium": 1.2, "hard": 0.7}[level] * (0.7 + 0.6 * progress)
        won = rng.random() < edge / (edge + seats - 1) if seats > 1 else False
        middle, spread = {"yahtzee": (205, 35), "king-of-tokyo": (10, 5), "deadwood": (62, 14)}[game]
        scores = [max(0, round(rng.gauss(middle, spread))) for _ in players]
        winner = 0 if won else rng.randrange(1, seats) if seats > 1 else None
        if winner is not None:
            top = max(scores) if game != "king-of-tokyo" else 20 if rng.random() < 0.6 else scores[winner]
            at = scores.index(max(scores))
            scores[at], scores[winner] = scores[winner], top
            scores = [min(score, 20) if game == "king-of-tokyo" else score for score in scores]
        marks: dict[str, Any] = {}
        if rng.random() < 0.05:
            marks[rng.choice(["lesson", "seeded", "branch"])] = True
        mine = (0, 1) if seats > 1 and rng.random() < 0.04 else (0,)
        turn = {"yahtzee": 13 * seats, "deadwood": rng.randint(25, 60) * seats}.get(
            game, rng.randint(6, 14) * seats
        )
        dice = (
            [{"6": _faces(rng, 150)} for _ in players] if "seeded" not in marks and "lesson" not in marks else []
        )
        said = None
        if rng.random() < 0.5 and not marks:
            said = _verdict(rng, "points" if seats == 1 else "win", seats, 70 + 18 * progress, game, won=won)
        found.append(
            result(
                f"m{n:05}",
                *players,
                game=game,
                scores=tuple(scores),
                winners=() if winner is None else (winner,),
                mine=mine,
                ended=last - (count - n) * 30_000,
                verdict=said,
                turn=turn,
                reason="highest score"
                if game != "king-of-tokyo"
                else rng.choice(["20 stars", "last monster standing"]),
                dice=dice,
                **marks,
            )
        )
    return found[::-1]


def _faces(rng: random.Random, dice: int) -> list[int]:
    shown = rng.choices(range(6), k=dice)
    return [shown.count(face) for face in range(6)]


def _verdict(
    rng: random.Random, unit: str, seats: int, accuracy: float, game: str, *, won: bool
) -> dict[str, Any]:
    kind = {"yahtzee": "choose", "king-of-tokyo": "yield", "deadwood": "work"}[game]
    scale = 1.0 if unit == "win" else 60.0
    told = []
    for seat in range(seats):
        decisions = rng.randint(3, 30)
        mistakes = rng.choice([0, 0, 1, 2, 3])
        told.append(
            {
                "accuracy": min(100.0, max(20.0, rng.gauss(accuracy, 8))),
                "luck": rng.gauss(0.08 if won == (seat == 0) else -0.05, 0.25) * scale,
                "given_away": rng.random() * 0.4 * scale,
                "grades": {"best": 20, "good": 5, "inaccuracy": mistakes, "mistake": mistakes // 2, "blunder": 0},
                "kinds": {kind: [decisions, decisions - rng.choice([0, 0, 1, 3])]},
                "lowest": rng.random() * 0.3 * scale,
            }
        )
    return {"unit": unit, "seats": told}


def fill(path: Path, guest: str, rows: list[ResultRow]) -> None:
    """Put them into the database of a server that is not running."""
    with sqlite3.connect(path) as db:
        for row in rows:
            seal = result_checksum(row.match, row.game, row.ended, row.body)
            db.execute(
                "INSERT INTO results VALUES (?, ?, ?, ?, ?)", (row.match, row.game, row.ended, row.body, seal)
            )
            for seat in row.mine:
                db.execute("INSERT INTO result_seats VALUES (?, ?, ?)", (row.match, seat, guest))
            if row.verdict:
                seal = verdict_checksum(row.match, row.verdict)
                db.execute("INSERT INTO verdicts VALUES (?, ?, ?)", (row.match, row.verdict, seal))
    db.close()
