"""A view as a piece of HTML for notebooks: it brings its own style, in light and in dark, and fetches nothing.

Everything that is given here as text is written as text: the names of players may be anything.
"""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any, Final

_STYLE: Final = """
.dicecup-view{%light;
background:var(--sheet);color:var(--ink);border:1px solid var(--line);border-radius:.6rem;padding:.75rem 1rem;
font:.875rem/1.4 system-ui,-apple-system,"Segoe UI",sans-serif;max-width:60rem;overflow-x:auto}
@media (prefers-color-scheme:dark){.dicecup-view{%dark}}
[data-jp-theme-light="true"] .dicecup-view{%light}
[data-jp-theme-light="false"] .dicecup-view{%dark}
.dicecup-view h4{margin:0 0 .5rem;font-size:1rem;color:var(--ink)}
.dicecup-view p{margin:.35rem 0;color:var(--ink)}
.dicecup-view table{border-collapse:collapse;margin:.5rem 0;color:var(--ink);background:none}
.dicecup-view :is(th,td){border:1px solid var(--line);padding:.2rem .5rem;text-align:left;background:none;
color:inherit}
.dicecup-view th{background:var(--sheet-2);font-weight:600}
.dicecup-view .cards{display:flex;flex-wrap:wrap;gap:.5rem;margin:.5rem 0}
.dicecup-view .card{border:1px solid var(--line);border-radius:.4rem;background:var(--sheet-2);
padding:.35rem .5rem;max-width:13rem;min-width:0}
.dicecup-view .lot{display:grid;grid-template-columns:repeat(4,minmax(8rem,1fr));gap:.35rem;margin:.5rem 0}
.dicecup-view .lot>.card{max-width:none}
.dicecup-view svg{vertical-align:middle;margin-right:.2rem}
"""
_DARK: Final = (
    "--sheet:#242833;--sheet-2:#2d323f;--line:#454c5e;--ink:#f3efe6;--ink-2:#b9b7b3;--accent:#ff9466;--heart:#ff8592;"
    "--star:#ffce55;--energy:#7ee08c;--seat-0:#8fb8ff;--seat-1:#ff9a92;--seat-2:#ffd75e;--seat-3:#7fdca6;"
    "--seat-4:#6fe0d2;--seat-5:#d0a5ff;--seat-6:#ffb27a;--seat-7:#d6d6d6"
)
_LIGHT: Final = (
    "--sheet:#fffaf0;--sheet-2:#f7efdf;--line:#cdbfa5;--ink:#262019;--ink-2:#5c5142;--accent:#b23a1d;--heart:#c62a3f;"
    "--star:#8a5a00;--energy:#15702f;--seat-0:#1d4ed8;--seat-1:#b91c1c;--seat-2:#8a5a00;--seat-3:#15803d;"
    "--seat-4:#0f766e;--seat-5:#7e22ce;--seat-6:#c2410c;--seat-7:#404040"
)
_PIPS: Final = {
    1: ((20, 20),),
    2: ((11, 11), (29, 29)),
    3: ((11, 11), (20, 20), (29, 29)),
    4: ((11, 11), (29, 11), (11, 29), (29, 29)),
    5: ((11, 11), (29, 11), (20, 20), (11, 29), (29, 29)),
    6: ((11, 10), (29, 10), (11, 20), (29, 20), (11, 30), (29, 30)),
}


class Drawn(str):
    """HTML that was made here, and is not escaped again."""

    __slots__ = ()


def text(value: object) -> Drawn:
    """Anything as HTML: text is escaped, what was drawn stays."""
    return value if isinstance(value, Drawn) else Drawn(escape(str(value)))


def joined(values: Iterable[object], between: str = " ") -> Drawn:
    """Several things side by side."""
    return Drawn(between.join(map(text, values)))


def frame(title: object, blocks: Iterable[object]) -> str:
    """The whole piece: a heading and what is below it."""
    style = _STYLE.replace("%dark", _DARK).replace("%light", _LIGHT)
    return f'<div class="dicecup-view"><style>{style}</style><h4>{text(title)}</h4>{joined(blocks, "")}</div>'


def line(*parts: object) -> Drawn:
    """A line of text."""
    return Drawn(f"<p>{joined(parts)}</p>" if any(map(str, parts)) else "")


def strong(what: object) -> Drawn:
    """Something that stands out."""
    return Drawn(f"<b>{text(what)}</b>")


def tinted(what: object, colour: str) -> Drawn:
    """In one of the colours of the page, such as `heart` or `seat-2`."""
    return Drawn(f'<b style="color:var(--{colour})">{text(what)}</b>')


def player(names: Sequence[str], seat: int) -> Drawn:
    """The name of a player, in the colour of the seat."""
    return tinted(names[seat], f"seat-{seat % 8}")


def grid(heads: Sequence[object], rows: Iterable[Sequence[object]]) -> Drawn:
    """A table; the first of each row is its heading."""
    top = "".join(f"<th>{text(head)}</th>" for head in heads)
    body = "".join(
        f"<tr><th>{text(first)}</th>{''.join(f'<td>{text(each)}</td>' for each in rest)}</tr>"
        for first, *rest in rows
    )
    return Drawn(f"<table><tr>{top}</tr>{body}</table>")


def card(title: object, *lines: object, place: str = "") -> Drawn:
    """A small card; `place` is where it lies in a lot, as CSS."""
    below = "".join(f"<div>{text(each)}</div>" for each in lines if str(each))
    where = f' style="{place}"' if place else ""
    return Drawn(f'<div class="card"{where}>{strong(title)}{below}</div>')


def cards(these: Iterable[Drawn], kind: str = "cards") -> Drawn:
    """Cards in a row, or on a `lot` of four columns."""
    return Drawn(f'<div class="{kind}">{joined(these, "")}</div>')


def die(face: int, picture: str = "", called: str = "") -> Drawn:
    """A die with its pips, or with a `picture`, as SVG."""
    dots = "".join(f'<circle cx="{x}" cy="{y}" r="3.6" fill="var(--ink)"/>' for x, y in _PIPS.get(face, ()))
    return Drawn(
        f'<svg role="img" aria-label="{escape(called or str(face))}" width="34" height="34" viewBox="0 0 40 40">'
        '<rect x="2" y="2" width="36" height="36" rx="8" fill="var(--sheet-2)" stroke="var(--ink-2)" '
        f'stroke-width="1.5"/>{picture or dots}</svg>'
    )


def plainly(view: Mapping[str, Any]) -> Drawn:
    """A view of a game that draws nothing, field by field."""
    names = view.get("names", ())
    rows = [
        (name.replace("_", " "), _said(value, names))
        for name, value in view.items()
        if name not in ("game", "names")
    ]
    return grid(("", ""), rows)


def _said(value: Any, names: Sequence[str]) -> Drawn:
    if isinstance(value, Mapping):
        return grid(("", ""), [(name, _said(each, names)) for name, each in value.items()]) if value else text("-")
    if isinstance(value, (list, tuple)):
        if len(value) == len(names) and any(isinstance(each, (Mapping, list)) for each in value):
            return grid(("", ""), [(player(names, seat), _said(each, names)) for seat, each in enumerate(value)])
        return joined([_said(each, names) for each in value], ", ") or text("-")
    return text("-" if value in ("", None) else value)
