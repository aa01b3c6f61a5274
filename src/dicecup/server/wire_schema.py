"""All that crosses the wire as one JSON Schema, for whoever writes types from it."""

from typing import Any, Final

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from dicecup.server import wire, wire_dice, wire_replay, wire_saves

_ROOMS: Final = (wire, wire_dice, wire_replay, wire_saves)


def json_schema() -> dict[str, Any]:
    """Every message, and every body of a request and its answer."""
    models = [each for room in _ROOMS for each in vars(room).values() if _is_message(each, room.__name__)]
    wanted: list[Any] = [
        (model, "validation" if issubclass(model, wire.Incoming) else "serialization") for model in models
    ]
    _, schema = models_json_schema(wanted, title="Dicecup wire")
    return schema


def _is_message(found: object, room: str) -> bool:
    return isinstance(found, type) and issubclass(found, BaseModel) and found.__module__ == room
