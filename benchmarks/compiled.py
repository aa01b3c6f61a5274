"""The compiled engine beside the pure one, game by game: `python -m benchmarks.compiled WHEEL`.

`make compiled` puts a wheel into dist/compiled. Both play the same random games, in processes of their own that
take turns on one core; the medians of the ratios count. How each stands to our peers is what other benchmarks say
(`yahtzee_engine`, `king_of_tokyo_engine`), with whichever engine they find.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from benchmarks.random_games import bare, clone_times, seated

SIZES = {"yahtzee": (2, 150), "king-of-tokyo": (4, 40), "deadwood": (4, 15)}
"""Seats, and games in a round."""
WAYS = ("bare", "with views", "players.play", "a clone")


def rates(seed: int) -> dict[str, float]:
    """Answers a second, and clones a second, of the engine that is imported here."""
    found = {}
    for game, (seats, games) in SIZES.items():
        bare(game, games // 5, 0, seats=seats, views=True)  # not counted: whatever is imported and made for once
        laps = (
            bare(game, games, seed, seats=seats),
            bare(game, games, seed, seats=seats, views=True),
            seated(game, games, seed, seats=seats),
        )
        found.update({f"{game}, {way}": lap.answers / lap.seconds for way, lap in zip(WAYS, laps, strict=False)})
        found[f"{game}, {WAYS[-1]}"] = 1 / statistics.median(clone_times(game, 2, seed, seats=seats))
    return found


def main(wheel: str, rounds: int = 5) -> None:
    root = Path(__file__).resolve().parents[1]
    with tempfile.TemporaryDirectory() as site:
        zipfile.ZipFile(wheel).extractall(site)
        told: dict[str, list[dict[str, float]]] = {"pure": [], "compiled": []}
        for seed in range(1, rounds + 1):
            for kind, path in (("pure", root / "src"), ("compiled", site)):
                done = subprocess.run(
                    [sys.executable, "-m", "benchmarks.compiled", "--round", str(seed)],
                    env={**os.environ, "PYTHONPATH": str(path)}, cwd=root, stdout=subprocess.PIPE, check=True,
                )  # fmt: skip
                told[kind].append(json.loads(done.stdout))
    print(f"Random games, a second of one core (median of {rounds} interleaved rounds)")
    print(f"  {'':30}{'pure':>10}{'compiled':>10}   compiled is")
    for what in told["pure"][0]:
        pure, compiled = ([each[what] for each in told[kind]] for kind in ("pure", "compiled"))
        ratio = statistics.median(ours / theirs for ours, theirs in zip(compiled, pure, strict=True))
        middle = f"{statistics.median(pure):10,.0f}{statistics.median(compiled):10,.0f}"
        print(f"  {what:30}{middle}   {ratio:.2f} times as fast")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--round"]:
        print(json.dumps(rates(int(sys.argv[2]))))
    elif len(sys.argv) == 2:
        main(sys.argv[1])
    else:
        sys.exit("python -m benchmarks.compiled WHEEL: make compiled puts one into dist/compiled")
