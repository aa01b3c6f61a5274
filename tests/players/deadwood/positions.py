"""Rows out of games that anybody might play."""

import random

from dicecup.batch.deadwood import rows
from dicecup.batch.deadwood.lot import SCENES


def wander(seats: int, seed: int, occupied: bool = False, share: float = 0.2) -> list[list[int]]:
    """Some rows of a random game, none of them its end."""
    rng = random.Random(f"{seats}/{seed}")
    row, found = rows.first_morning(seats), [0] * rows.MOST
    row[rows.OCCUPIED] = occupied
    kept = []
    while row[rows.ACTIVE] != rows.OVER:
        count = rows.options(row, found)
        option = found[0] if rng.random() < 0.5 else rng.choice(found[:count])
        scene = rows.NONE
        if rows.MOVE <= option < rows.TAKE and rows.turns_up(row, option - rows.MOVE):
            scene = rng.choice([scene for scene in range(SCENES) if not row[rows.SEEN + scene]])
        dice = sorted((rng.randint(1, 6) for _ in range(6)), reverse=True)
        rows.apply(row, option, scene, rng.randint(1, 6), dice)
        if row[rows.ACTIVE] != rows.OVER and rng.random() < share:
            kept.append(row.copy())
    return kept
