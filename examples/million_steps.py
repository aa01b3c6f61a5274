"""A million steps with random legal actions, of Deadwood or of another game: `python million_steps.py yahtzee`.

Put a policy in the place of `batch.random_actions()`: whatever gives a legal action for each row of
`batch.observations`, given `batch.masks`. docs/batch.md says what the arrays hold.
"""

import argparse
import time

import numpy as np

import dicecup.batch


def main() -> None:
    """Play, and say what came of it."""
    parser = argparse.ArgumentParser(description="A million steps with random legal actions.")
    parser.add_argument("game", nargs="?", default="deadwood", choices=dicecup.batch.names())
    parser.add_argument("--steps", type=int, default=1_000_000, help="decisions in all games together")
    parser.add_argument("--games", type=int, default=4096, help="games side by side")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()

    batch = dicecup.batch.make(given.game, games=given.games, seats=given.seats, seed=given.seed)
    won, points, ended = np.zeros(given.seats), np.zeros(given.seats), 0
    rounds = -(-given.steps // given.games)
    began = time.perf_counter()
    for _ in range(rounds):
        step = batch.step(batch.random_actions())
        if step.done.any():
            won += step.rewards.sum(axis=0)
            points += batch.scores[step.done].sum(axis=0)
            ended += int(step.done.sum())
    took = time.perf_counter() - began

    steps = rounds * given.games
    print(f"{steps:,} steps in {took:.2f} seconds: {steps / took / 1e6:.1f} million a second.")
    if ended:
        print(
            f"{ended:,} games are over. Points a game: {(points / ended).round(1)}; won: {(won / ended).round(3)}."
        )


if __name__ == "__main__":
    main()
