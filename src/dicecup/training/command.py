"""What all trainings have in common as commands: a folder, a seed, and bringing the result to the players."""

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from dicecup.work import cluster

Work = Callable[[argparse.Namespace], None]
Shipped = Iterable[tuple[Path, bytes]]


class Parser(argparse.ArgumentParser):
    """Reads the words of a command."""

    def print_help(self, file: Any = None) -> None:
        """Print the help; unlike argparse, fail if that cannot be written."""
        print(self.format_help(), end="", file=file or sys.stdout)


class Command:
    """The words after `dicecup train GAME`: first what is to be done, then how."""

    def __init__(self, game: str, about: str) -> None:
        self._game = game
        self._parser = Parser(
            prog=f"dicecup train {game}", description=about, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        self._kinds = self._parser.add_subparsers(dest="what", required=True)

    def add(self, what: str, work: Work, about: str) -> Parser:
        """Something that can be done; the parser gets the words that say how."""
        parser = self._kinds.add_parser(what, help=about, description=about)
        folder = Path(f"{self._game}-training")
        parser.add_argument("--folder", type=Path, default=folder, help="results, logs, checkpoints")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--cluster", metavar="HOST:PORT", help="play on a Ray cluster; docs/cluster.md")
        parser.set_defaults(work=work)
        return parser

    def add_network(self, work: Work, *, lessons: int, rounds: int, games: int) -> Parser:
        """The training of networks, by `loop`."""
        parser = self.add("network", work, "train value networks by self-play")
        parser.add_argument("--lessons", type=int, default=lessons, help="rounds of watching others, at first")
        parser.add_argument("--rounds", type=int, default=rounds, help="of self-play")
        parser.add_argument("--games", type=int, default=games, help="in each round, or each of its batches")
        parser.add_argument(
            "--minutes", type=float, default=1e6, help="stop after so many, and keep what there is"
        )
        parser.add_argument("--jobs", type=int, default=1, help="processes that play")
        parser.add_argument("--measure-every", type=int, default=20, help="rounds between two measurements")
        parser.add_argument("--from-players", action="store_true", help="begin with what the players know by now")
        return parser

    def add_ship(self, ready: Callable[[Path], Shipped]) -> None:
        """Putting what was learnt in a folder where the players find it; `ready` says what goes where."""

        def ship(given: argparse.Namespace) -> None:
            for path, raw in ready(given.folder):
                part = path.with_suffix(".part")
                part.write_bytes(raw)
                part.replace(path)
                tell(f"{path}: {len(raw):,} bytes")

        self.add("ship", ship, "put what was learnt in a folder where the players find it")

    def run(self, words: Sequence[str] | None) -> int:
        """Do it; the exit status."""
        given = self._parser.parse_args(words)
        new = not given.folder.exists()
        given.folder.mkdir(parents=True, exist_ok=True)
        given.end = time.monotonic() + 60 * getattr(given, "minutes", 0)
        try:
            with cluster.joined(given.cluster):
                given.work(given)
        except KeyboardInterrupt:
            sys.stderr.write("Stopped; the same command continues from here.\n")
            return 130
        finally:
            if new:
                with suppress(OSError):  # there is something in it
                    given.folder.rmdir()
        return 0


def tell(line: str) -> None:
    """How it goes."""
    print(time.strftime("%H:%M"), line, flush=True)
