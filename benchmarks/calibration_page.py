"""The page `docs/calibration.md`: for each game a part with a picture, in place of the one that is there."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from dicecup import games

_TOP: Final = """\
# How far the values can be trusted

Reviews, hints and the chart of a game rest on chances to win that the best computer player foretells. Here they
are held against what happened: it played against itself, and whatever it foretold is sorted by tenths. Of what it
called 30 to 40 %, about 35 % should have come true. So that positions vary, the first turns of each game (none to
three rounds of the table) were played by the level below; nothing of them is counted.

Behind each figure stands its standard error, and in brackets the number of predictions. The error counts games and
not predictions, because those of one game hang together. With few games most of what is off is chance. The third
table of a game holds what hints told, for each sort of decision by itself; so do the lines at the foot of the
picture (where there are a hundred predictions, in points, two standard errors each way).
`python -m benchmarks.calibration GAME --games 4000 --jobs 16 --seconds 450` plays, and writes this page.
"""
_KINDS: Final = {
    "turns": ("At the start of each turn, for everybody:", "the chances of all seats at the start of each turn"),
    "decisions": ("At each decision, the best option, for whoever was asked:", "the best option of each decision"),
}
_COLOURS: Final = {"turns": "#1f6f8b", "decisions": "#c0392b"}
_SORTS: Final = {
    "dice": "which dice to keep",
    "yield": "stay in Tokyo or yield",
    "buy": "what to buy",
    "probe": "Psychic Probe: a die of another monster",
    "change": "cards that change dice",
    "hearts": "what hearts are for",
    "react": "cards against damage",
    "copy": "what Mimic copies",
    "again": "cards that roll again",
    "peeked": "a card that was looked at",
    "sell": "cards to sell",
    "roll": "before the dice are rolled",
    "extra turn": "another turn",
    "snatch": "a card to buy from somebody",
    "start": "before a turn",
    "work": "act or rehearse",
    "take": "which role",
    "upgrade": "a rank or not",
    "move": "where to go",
    "keep": "dice to keep, or a box",
    "fill": "which box",
}
_SIZE, _GAP, _TOP_EDGE, _LEFT = 210, 40, 60, 44
_FEW: Final = 30  # predictions that make no point
_ENOUGH: Final = 100  # of one sort, to be drawn
_LINE, _WIDEST = 18, 0.2  # the height of a sort, and by how much the picture shows it to be off


def write(found: Mapping[str, Any], page: Path) -> None:
    """Put a game's part into the page, and draw its picture beside it."""
    picture = page.with_name(f"{page.stem}-{found['game']}.svg")
    picture.write_text(draw(found), encoding="utf-8")
    text = page.read_text(encoding="utf-8") if page.exists() else _TOP
    begin, end = f"<!-- {found['game']} begins -->", f"<!-- {found['game']} ends -->"
    part = "\n".join([begin, "", *describe(found, picture.name), "", end])
    old = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
    text = old.sub(lambda _: part, text) if old.search(text) else f"{text.rstrip()}\n\n{part}\n"
    page.write_text(text, encoding="utf-8")


def describe(found: Mapping[str, Any], picture: str) -> list[str]:
    """A game's part of the page, in Markdown."""
    title = games.find(found["game"]).title
    tables = found["tables"]
    counts = ", ".join(f"{table['games']:,} with {table['seats']} seats" for table in tables)
    lines = [
        f"## {title}",
        "",
        f"Player: {found['player']}. Games: {counts}; seed {found['seed']}.",
        "",
        f"![What was foretold in {title}, and what happened]({picture})",
    ]
    for kind, (heading, _) in _KINDS.items():
        lines += ["", f"{heading} what happened less what was foretold, in points of a hundred.", ""]
        lines += ["| foretold | " + " | ".join(f"{table['seats']} seats" for table in tables) + " |"]
        lines += ["|---" * (len(tables) + 1) + "|"]
        for tenth in range(10):
            cells = [_cell(table[kind][tenth]) for table in tables]
            lines.append(f"| {10 * tenth} to {10 * tenth + 10} % | " + " | ".join(cells) + " |")
        off = [f"{100 * _off(table[kind]):.1f}" for table in tables]
        lines.append("| off by, on average | " + " | ".join(off) + " |")
    return [*lines, *_by_sort(tables)]


def _by_sort(tables: Sequence[Mapping[str, Any]]) -> list[str]:
    """What hints told, sort by sort; those measured before there were any have none."""
    known: dict[str, int] = {}
    for table in tables:
        for sort, row in table.get("sorts", {}).items():
            known[sort] = known.get(sort, 0) + row["count"]
    if not known:
        return []
    lines = [
        "",
        "By what is to be decided, what the hint told: what happened less that, in points of a hundred.",
        "",
    ]
    lines += ["| decision | " + " | ".join(f"{table['seats']} seats" for table in tables) + " |"]
    lines += ["|---" * (len(tables) + 1) + "|"]
    for sort in sorted(known, key=lambda each: -known[each]):
        cells = [_cell(table["sorts"].get(sort, {"count": 0})) for table in tables]
        lines.append(f"| {_SORTS.get(sort, sort)} | " + " | ".join(cells) + " |")
    return lines


def _cell(row: Mapping[str, Any]) -> str:
    if not row["count"]:
        return ""
    return f"{100 * (row['actual'] - row['predicted']):+.1f} ± {100 * row['error']:.1f} ({row['count']:,})"


def _off(rows: Sequence[Mapping[str, Any]]) -> float:
    """The mean distance between what was foretold and what happened, tenth by tenth."""
    total: int = sum(row["count"] for row in rows)
    apart: float = sum(row["count"] * abs(row["actual"] - row["predicted"]) for row in rows if row["count"])
    return apart / max(1, total)


def draw(found: Mapping[str, Any]) -> str:
    """A square for each number of seats: foretold to the right, happened upwards, two standard errors each way."""
    tables = found["tables"]
    sorts = sorted({sort for table in tables for sort, row in _drawn(table)})
    width = _LEFT + len(tables) * (_SIZE + _GAP)
    height = _TOP_EDGE + _SIZE + 50 + (_LINE * (len(sorts) + 3) if sorts else 0)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
        'font-size="12">',
        '<rect width="100%" height="100%" fill="#ffffff"/>',
    ]
    for at, (kind, (_, words)) in enumerate(_KINDS.items()):
        x = _LEFT + 300 * at
        parts.append(f'<circle cx="{x}" cy="14" r="4" fill="{_COLOURS[kind]}"/>')
        parts.append(f'<text x="{x + 10}" y="18" fill="#222222">{words}</text>')
    for at, table in enumerate(tables):
        parts += _panel(table, _LEFT + at * (_SIZE + _GAP))
        parts += _sorts(table, sorts, _LEFT + at * (_SIZE + _GAP))
    middle, bottom = _TOP_EDGE + _SIZE / 2, _TOP_EDGE + _SIZE + 40
    parts.append(
        f'<text x="{_LEFT + _SIZE / 2}" y="{bottom}" text-anchor="middle" fill="#555555">foretold, %</text>'
    )
    parts.append(
        f'<text x="12" y="{middle}" text-anchor="middle" fill="#555555" transform="rotate(-90 12 {middle})">'
        "happened, %</text>"
    )
    return "\n".join([*parts, "</svg>", ""])


def _drawn(table: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    return [(sort, row) for sort, row in table.get("sorts", {}).items() if row["count"] >= _ENOUGH]


def _sorts(table: Mapping[str, Any], sorts: Sequence[str], left: float) -> list[str]:
    """By how much hints were off for each sort of decision, two standard errors each way, in points."""
    if not sorts:
        return []
    top, middle = _TOP_EDGE + _SIZE + 70, left + _SIZE / 2

    def x(off: float) -> float:
        return middle + _SIZE / 2 * min(1.0, max(-1.0, off / _WIDEST))

    bottom = top + _LINE * len(sorts)
    parts = [f'<path d="M{middle:.1f} {top - 6}V{bottom}" stroke="#999999" stroke-dasharray="4 3"/>']
    for tick in (-_WIDEST, 0, _WIDEST):
        where = f'x="{x(tick):.1f}" y="{bottom + 14}" text-anchor="middle"'
        parts.append(f'<text {where} fill="#555555">{100 * tick:+.0f}</text>')
    rows = dict(_drawn(table))
    for at, sort in enumerate(sorts):
        y = top + _LINE * at + 8
        parts.append(f'<text x="{left}" y="{y + 4}" font-size="10" fill="#888888">{sort}</text>')
        if sort in rows:
            off, error = rows[sort]["actual"] - rows[sort]["predicted"], rows[sort]["error"]
            low, high = (x(off + side * error) for side in (-2, 2))
            parts.append(f'<path d="M{low:.1f} {y}H{high:.1f}" stroke="#6b4f9b" stroke-width="1.5"/>')
            parts.append(f'<circle cx="{x(off):.1f}" cy="{y}" r="3" fill="#6b4f9b"/>')
    return parts


def _panel(table: Mapping[str, Any], left: float) -> list[str]:
    def x(share: float) -> float:
        return left + _SIZE * share

    def y(share: float) -> float:
        return _TOP_EDGE + _SIZE * (1 - min(1.0, max(0.0, share)))

    parts = [f'<text x="{left}" y="{_TOP_EDGE - 10}" fill="#222222">{table["seats"]} seats</text>']
    for tick in (0, 25, 50, 75, 100):
        share = tick / 100
        lines = f"M{x(share):.1f} {y(0):.1f}V{y(1):.1f}M{x(0):.1f} {y(share):.1f}H{x(1):.1f}"
        parts.append(f'<path d="{lines}" stroke="#e4e4e4"/>')
        parts.append(
            f'<text x="{x(share):.1f}" y="{y(0) + 16:.1f}" text-anchor="middle" fill="#555555">{tick}</text>'
        )
        parts.append(
            f'<text x="{left - 6:.1f}" y="{y(share) + 4:.1f}" text-anchor="end" fill="#555555">{tick}</text>'
        )
    parts.append(
        f'<path d="M{x(0):.1f} {y(0):.1f}L{x(1):.1f} {y(1):.1f}" stroke="#999999" stroke-dasharray="4 3"/>'
    )
    for kind, colour in _COLOURS.items():
        for row in table[kind]:
            if row["count"] < _FEW:
                continue
            across = x(row["predicted"]) + (2 if kind == "decisions" else -2)
            low, high = (y(row["actual"] + side * row["error"]) for side in (-2, 2))
            parts.append(f'<path d="M{across:.1f} {low:.1f}V{high:.1f}" stroke="{colour}" stroke-width="1.5"/>')
            parts.append(f'<circle cx="{across:.1f}" cy="{y(row["actual"]):.1f}" r="3" fill="{colour}"/>')
    return parts
