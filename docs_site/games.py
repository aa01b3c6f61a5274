"""The reference of a game: what it asks, offers, shows and tells, as a page in Markdown."""

import ast
import inspect
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any, Final, get_args, get_type_hints

from dicecup import games
from dicecup.table import Game, NotAllowed, View
from docs_site import played
from docs_site.played import Played

_MOST_NAMES: Final = 12  # of things that can be drawn


def page(name: str) -> str:
    """All of it."""
    game = games.find(name)
    met = played.play(game)
    return "\n".join(
        [
            f"# {game.title}: reference",
            "",
            f"{game.blurb} This page is made from the code, and from {played.GAMES} games.",
            "",
            "```python",
            "import dicecup",
            "",
            f'match = dicecup.new("{name}", seats={game.seats[0]}, seed=1)  # {_span(game.seats)} seats',
            "print(match.pending)",
            "```",
            "",
            *_house_rules(game),
            *_questions(game, met),
            *_options(met),
            *_numbers(game),
            *_chance(game, met),
            *_view(met),
            *_events(met),
        ]
    )


def _span(seats: range) -> str:
    return f"{seats[0]} to {seats[-1]}"


def _cell(text: object) -> str:
    """A text as it stands in a table."""
    return " ".join(str(text).split()).replace("|", "\\|")


def _code(value: object) -> str:
    return f"`{_cell(value)}`"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield "| " + " | ".join(head) + " |"
    yield "|---" * len(head) + "|"
    for row in rows:
        yield "| " + " | ".join(row) + " |"
    yield ""


def _house_rules(game: Game[Any]) -> Iterator[str]:
    yield "## House rules\n"
    yield "Keywords of `dicecup.new`, or `--option NAME=VALUE` on the command line; the default is first.\n"
    rows = []
    for each in game.options.settings():
        choices = sorted(each.choices, key=lambda value: value != each.default) or (each.default,)
        says = "<br>".join(
            f"{_code(repr(value))} {_cell(each.say(value)) if each.says else ''}" for value in choices
        )
        rows.append((_code(each.name), _cell(each.sentence), says + ("" if each.choices else "or any from 0")))
    yield from _table(("name", "about", "values"), rows)


def _questions(game: Game[Any], met: Played) -> Iterator[str]:
    yield "## Questions\n"
    yield "`ask.kind`, with an example of `ask.prompt` and the verbs of `ask.options`.\n"
    rows = [
        (_code(kind), _cell(asked.prompt) or "(rare)", ", ".join(map(_code, asked.verbs)))
        for kind, asked in sorted(met.asked.items())
    ]
    yield from _table(("kind", "such as", "options"), rows)
    if game.interrupts:
        yield "A seat may wish not to be asked some of them (`match.never_ask`):\n"
        yield from (f"- {_code(kind)}: {_cell(when)}" for kind, when in game.interrupts.items())
        yield ""


def _options(met: Played) -> Iterator[str]:
    yield "## Options\n"
    yield "What `match.answer` takes: a verb and its arguments. Dice are slots, counted from 0.\n"
    rows = []
    for verb, offered in sorted(met.offered.items()):
        forms = sorted({_form(form) for form in offered.forms})
        examples = "<br>".join(f"{_code(words)} {_cell(text)}" for words, text in offered.examples.items())
        rows.append((_code(verb), " or ".join(map(_code, forms)), examples))
    yield from _table(("verb", "arguments", "such as"), rows)


def _form(types: tuple[str, ...]) -> str:
    """Such as `int ...` for any number of slots."""
    if len(types) > 2 and len(set(types)) == 1:
        return f"{types[0]} ..."
    return " ".join(types) or "none"


def _numbers(game: Game[Any]) -> Iterator[str]:
    """The numbered actions and the encoding."""
    two = max(2, game.seats[0])
    try:
        few, many = game.actions(two), game.actions(game.seats[-1])
    except NotAllowed:
        return
    yield "## Numbered actions\n"
    yield (
        f"`game.actions(seats, options)`, version {few.version}: {len(few):,} with {two} seats, "
        f"{len(many):,} with {game.seats[-1]}. Seats are counted from whoever is asked: +0 is its own, +1 the "
        f"next one. With {two} seats:\n"
    )
    runs: list[list[Any]] = []
    for number in range(len(few)):
        verb = str(few.name(number)).split()[0]
        if runs and runs[-1][0] == verb:
            runs[-1][2] = number
        else:
            runs.append([verb, number, number])
    rows = [
        (
            f"{first} to {last}" if last > first else str(first),
            _code(verb),
            _code(few.name(first)) + (f" to {_code(few.name(last))}" if last > first else ""),
        )
        for verb, first, last in runs
    ]
    yield from _table(("numbers", "verb", "from, to"), rows)
    try:
        encoding = game.encoding(two)
    except NotAllowed:
        return
    yield "## Encoding\n"
    size = f"{len(encoding):,} numbers with {two} seats"
    yield f"`game.encode(view, ask)`, version {encoding.version}: {size}.\n"
    yield "```text"
    yield str(encoding.describe()).rstrip()
    yield "```\n"


def _chance(game: Game[Any], met: Played) -> Iterator[str]:
    yield "## Dice and draws\n"
    labels = next((each.labels for each in game.shown.values() if each.kind == "dice" and each.labels), ())
    if labels:
        faces = ", ".join(f"{face}: {_cell(label)}" for face, label in enumerate(labels, 1))
        yield f"Faces of the dice as the engine counts them: {faces}.\n"
    yield "The purposes of chance, the third part of its key (`turn/seat/purpose/count`).\n"
    rows = []
    for purpose, rolled in sorted(met.rolled.items()):
        if rolled.draws:
            names = sorted(map(str, rolled.faces))
            what = ", ".join(map(_code, names[:_MOST_NAMES])) + (" ..." if len(names) > _MOST_NAMES else "")
            rows.append((_code(purpose), "a draw", what))
        else:
            rows.append(
                (_code(purpose), f"up to {rolled.most} dice", f"{min(rolled.faces)} to {max(rolled.faces)}")
            )
    yield from _table(("purpose", "what", "results"), rows)


def _view(met: Played) -> Iterator[str]:
    assert met.view is not None
    yield "## View\n"
    yield "`match.view(seat)`: what a seat may see; `to_json()` has the same fields.\n"
    waiting, done = [type(met.view)], set()
    while waiting:
        kind = waiting.pop(0)
        if kind in done:
            continue
        done.add(kind)
        yield f"### {kind.__name__}\n"
        yield f"{_cell(inspect.getdoc(kind) or '')}\n"
        comments, hints = _comments(kind), get_type_hints(kind)
        rows = [
            (_code(each.name), _code(_type(hints[each.name])), _cell(comments.get(each.name, "")))
            for each in fields(kind)
        ]
        yield from _table(("field", "type", "about"), rows)
        waiting += [inner for each in fields(kind) for inner in _inside(hints[each.name])]
    more = sorted(met.view.to_json().keys() - {each.name for each in fields(met.view)})
    if more:
        yield f"For whoever draws it, `to_json()` adds {', '.join(map(_code, more))}.\n"


def _type(hint: Any) -> str:
    text = hint.__name__ if isinstance(hint, type) and not get_args(hint) else str(hint)
    return re.sub(r"(?:\w+\.)+(\w+)", r"\1", text)


def _inside(hint: Any) -> Iterator[type]:
    """The dataclasses that a type is made of."""
    if isinstance(hint, type) and is_dataclass(hint):
        yield hint
    for each in get_args(hint):
        yield from _inside(each)


def _comments(kind: type) -> dict[str, str]:
    """What stands behind the fields in the source, of the class and of those it is made from."""
    found: dict[str, str] = {}
    for each in reversed([one for one in kind.__mro__ if one is View or is_dataclass(one)]):
        lines = inspect.getsource(each).splitlines()
        tree = ast.parse(inspect.cleandoc("\n".join(lines)))
        for node in getattr(tree.body[0], "body", ()):
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                _, _, comment = lines[node.lineno - 1].partition("  # ")
                found[node.target.id] = comment
    return found


def _events(met: Played) -> Iterator[str]:
    yield "## Events\n"
    yield "What `match.answer` returns: `event.kind`, `event.data`, and `str(event)` in words.\n"
    rows = []
    for kind, told in sorted(met.told.items()):
        data = ", ".join(f"{_code(name)} {'/'.join(sorted(types))}".strip() for name, types in told.data.items())
        rows.append((_code(kind), data, _cell(told.says) or "(rare)"))
    yield from _table(("kind", "data", "such as"), rows)
