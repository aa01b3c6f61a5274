"""Whether the roll-outs of Deadwood can begin (`dicecup.players.readiness`)."""

from typing import Final

from dicecup.players import readiness
from dicecup.players.deadwood import rollouts
from dicecup.players.player import Progress

COMMAND: Final = readiness.command("dicecup.players.deadwood.readiness")


def why_not() -> str:
    """Why they cannot begin yet, as it goes on after a colon; nothing if they can."""
    return readiness.why_not(rollouts, COMMAND)


def get_ready(progress: Progress | None = None) -> None:
    """Have them compiled, or loaded, here and now."""
    readiness.get_ready(
        rollouts, progress, "The master of Deadwood gets ready (the first time, that takes a minute)."
    )


if __name__ == "__main__":
    readiness.behind_everything(rollouts)
