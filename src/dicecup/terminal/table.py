"""What lies on the table, piece by piece, for a game without a screen of its own: as its `shown` says."""

from collections.abc import Iterator, Mapping
from typing import Any

from dicecup.table import Game, Shown, View
from dicecup.terminal.dice import draw_dice


def on_the_table(game: Game[Any], view: View, *, width: int, unicode: bool) -> Iterator[str]:
    """Everything of a view that a game says how to draw; nothing of one that says nothing.

    Dice come last, nearest to the choices: as a picture of several lines where they fit into the `width`.
    """
    data = view.to_json()
    tray = next((field for field, shown in game.shown.items() if shown.kind == "dice"), "")
    for field, shown in game.shown.items():
        if shown.kind == "hidden" or field == tray:
            continue
        if said := _said(game, shown, _at(data, field.split(".")), data):
            yield f"{shown.title or field.rpartition('.')[2].replace('_', ' ').capitalize()}: {said}"
    if dice := data.get(tray):
        labels = game.shown[tray].labels
        if not labels and max(dice) <= 6 and 10 * len(dice) <= width:
            yield "\n".join(draw_dice(dice, unicode=unicode))
        else:
            faces = [labels[die - 1] if labels else die for die in dice]
            yield "The dice: " + ", ".join(f"{at}: {face}" for at, face in enumerate(faces, start=1))


def _said(game: Game[Any], shown: Shown, value: Any, data: Mapping[str, Any]) -> str:
    if value in (None, "", [], {}):
        return ""
    names = data["names"]
    if shown.kind == "dice":
        return " ".join(str(shown.labels[die - 1] if shown.labels else die) for die in value)
    if shown.kind == "track":
        end = data[shown.upto] if isinstance(shown.upto, str) else shown.upto
        return f"{_by_name(game, shown, names, value)} (of {end:,})"
    if shown.kind == "per seat":
        return _by_name(game, shown, names, value)
    if shown.kind == "table":
        words = {game.called.get(key, key): _word(game, shown, one) for key, one in value.items()}
        return ", ".join(f"{key} {word}" for key, word in words.items() if word)
    return _word(game, shown, value)


def _by_name(game: Game[Any], shown: Shown, names: list[str], value: Any) -> str:
    if not isinstance(value, list):
        return _word(game, shown, value)
    words = [_word(game, shown, one) for one in value]
    return ", ".join(f"{name} {word}" for name, word in zip(names, words, strict=True) if word)


def _word(game: Game[Any], shown: Shown, value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(_word(game, shown, one) for one in value)
    if value in shown.says:
        return shown.says[value]
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:,}" if isinstance(value, int) else game.called.get(str(value), str(value))


def _at(value: Any, path: list[str]) -> Any:
    """What a path leads to, through the items of lists."""
    if not path:
        return value
    if isinstance(value, list):
        return [_at(one, path) for one in value]
    return _at(value.get(path[0]), path[1:]) if isinstance(value, dict) else None
