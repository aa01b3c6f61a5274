"""A ladder on paper: the page `docs/strength.md`, with a part and a picture for each game."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from dicecup import games
from dicecup.arena.ladder import Ladder

_TOP: Final = """\
# How strong the computer players are

`dicecup ladder GAME` writes this page: all levels and reference players of a game play against each other, with
the same dice in every seat. Shares are shares of the wins (a shared win counts in parts), in percent, with 95%
intervals. Ratings are those of OpenSkill's Plackett-Luce model, in which everybody begins with 25; behind them
stands twice their standard deviation. Times are milliseconds of processor time for a decision.
[arena.md](arena.md) tells how to repeat this, [players.md](players.md) who the players are.
"""
_WIDTH, _LEFT, _RIGHT, _ROW = 720, 170, 40, 26
_COLOURS: Final = ("#1f6f8b", "#c0392b", "#7d8c2c", "#6c3483", "#a0522d")


def write(ladder: Ladder, page: Path, command: str) -> None:
    """Put a game's part into the page, in place of the one that is there, and draw its picture beside it."""
    picture = page.with_name(f"{page.stem}-{ladder.game}.svg")
    picture.write_text(draw(ladder), encoding="utf-8")
    text = page.read_text(encoding="utf-8") if page.exists() else _TOP
    begin, end = f"<!-- {ladder.game} begins -->", f"<!-- {ladder.game} ends -->"
    part = "\n".join([begin, "", *describe(ladder, command, picture.name), "", end])
    old = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
    text = old.sub(lambda _: part, text) if old.search(text) else f"{text.rstrip()}\n\n{part}\n"
    page.write_text(text, encoding="utf-8")


def describe(ladder: Ladder, command: str, picture: str) -> list[str]:
    """A game's part of the page, in Markdown."""
    title = games.find(ladder.game).title
    best_last = list(ladder.rungs(2) or ladder.rungs(ladder.sizes[0]))
    lines = [
        f"## {title}",
        "",
        f"`{command}`: {ladder.games:,} games, seed {ladder.seed}"
        + ("." if ladder.complete else "; stopped before the end."),
        "",
        f"![Ratings of the players of {title}]({picture})",
    ]
    if 2 in ladder.sizes:
        lines += ["", "Share of the wins in duels, of the player in the line against the one in the column:", ""]
        lines += _duels(ladder, best_last)
    bigger = [size for size in ladder.sizes if size > 2]
    if bigger:
        lines += ["", "Share of the wins at bigger tables, where everybody is somebody else:", ""]
        lines += _tables(ladder, best_last, bigger)
    lines += ["", "Ratings and times:", "", *_ratings(ladder, best_last)]
    lines += [f"- {name or 'Nobody'} was to blame: {reason}" for name, reason in sorted(ladder.faults)]
    return lines


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    line = "| {} |".format
    return [line(" | ".join(head)), "|" + "---|" * len(head), *(line(" | ".join(row)) for row in rows)]


def _duels(ladder: Ladder, names: Sequence[str]) -> list[str]:
    rows = []
    for name in names:
        row = [name]
        for other in names:
            met = ladder.duel(name, other) if other != name else None
            row.append("" if met is None else f"{100 * met[0]:.1f} ({100 * met[1][0]:.0f}-{100 * met[1][1]:.0f})")
        rows.append(row)
    return _table(["%", *names], rows)


def _tables(ladder: Ladder, names: Sequence[str], sizes: Sequence[int]) -> list[str]:
    rungs = {size: ladder.rungs(size) for size in sizes}
    rows = []
    for name in names:
        row = [name]
        for size in sizes:
            rung = rungs[size].get(name)
            edges = "" if rung is None else f" ({100 * rung.interval[0]:.0f}-{100 * rung.interval[1]:.0f})"
            row.append("" if rung is None else f"{100 * rung.share:.1f}{edges}")
        rows.append(row)
    return _table(["%", *(f"{size} seats (equal: {100 / size:.1f})" for size in sizes)], rows)


def _ratings(ladder: Ladder, names: Sequence[str]) -> list[str]:
    rungs = {size: ladder.rungs(size) for size in ladder.sizes}
    rows = []
    for name in names:
        row = [name]
        for size in ladder.sizes:
            rung = rungs[size].get(name)
            row.append("" if rung is None else f"{rung.rating.mu:.1f} ± {2 * rung.rating.sigma:.1f}")
        clock = ladder.clock(name)
        row += [f"{1000 * clock.percentile(p):.2f}" if clock.decisions else "" for p in (50, 99)]
        rows.append(row)
    return _table(["", *(f"{size} seats" for size in ladder.sizes), "ms, median", "ms, 99%"], rows)


def draw(ladder: Ladder) -> str:
    """The ratings as a picture: a line for each player, a mark with its interval for each size of table."""
    rungs = {size: ladder.rungs(size) for size in ladder.sizes}
    names = list(reversed(rungs[ladder.sizes[0]]))
    marks = [rung.rating for found in rungs.values() for rung in found.values()]
    low = min((mark.mu - 2 * mark.sigma for mark in marks), default=0.0)
    high = max((mark.mu + 2 * mark.sigma for mark in marks), default=50.0)
    scale = (_WIDTH - _LEFT - _RIGHT) / max(high - low, 1.0)
    bottom = 40 + _ROW * len(names)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {bottom + 40}" font-family="sans-serif" '
        'font-size="13">',
        '<rect width="100%" height="100%" fill="#ffffff"/>',
    ]
    for tick in range(-200, 300, 5):
        if low <= tick <= high:
            x = _LEFT + (tick - low) * scale
            parts.append(f'<line x1="{x:.1f}" y1="30" x2="{x:.1f}" y2="{bottom}" stroke="#dddddd"/>')
            parts.append(f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle" fill="#555555">{tick}</text>')
    for number, size in enumerate(ladder.sizes):
        colour = _COLOURS[number % len(_COLOURS)]
        at = _LEFT + 110 * number
        parts.append(f'<circle cx="{at}" cy="14" r="5" fill="{colour}"/>')
        parts.append(f'<text x="{at + 10}" y="18" fill="#222222">{size} seats</text>')
        for row, name in enumerate(names):
            if (rung := rungs[size].get(name)) is None:
                continue
            y = 40 + _ROW * (row + 0.5) + 5 * (number - (len(ladder.sizes) - 1) / 2)
            left, middle, right = (
                _LEFT + (rung.rating.mu + side * rung.rating.sigma - low) * scale for side in (-2, 0, 2)
            )
            parts.append(
                f'<line x1="{left:.1f}" y1="{y:.1f}" x2="{right:.1f}" y2="{y:.1f}" stroke="{colour}" '
                'stroke-width="1.5"/>'
            )
            parts.append(f'<circle cx="{middle:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>')
    for row, name in enumerate(names):
        y = 40 + _ROW * (row + 0.5) + 4
        parts.append(f'<text x="{_LEFT - 12}" y="{y:.1f}" text-anchor="end" fill="#222222">{escape(name)}</text>')
    return "\n".join([*parts, "</svg>", ""])
