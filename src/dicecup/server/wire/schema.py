"""All that crosses the wire as one JSON Schema, for whoever writes types from it."""

from typing import Any, Final

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, models_json_schema

from dicecup.server import wire
from dicecup.server.wire import (
    clock,
    dice,
    guests,
    lesson,
    mine,
    party,
    plain,
    puzzles,
    rating,
    replay,
    results,
    review,
    saves,
)

ROOMS: Final = (
    *(wire, clock, dice, guests, lesson, mine, party),
    *(puzzles, rating, replay, results, review, saves),
)


def json_schema() -> dict[str, Any]:
    """Every message, and every body of a request and its answer."""
    models = [each for room in ROOMS for each in vars(room).values() if _is_message(each, room.__name__)]
    wanted: list[Any] = [
        (model, "validation" if issubclass(model, plain.Incoming) else "serialization") for model in models
    ]
    _, schema = models_json_schema(wanted, title="Dicecup wire", schema_generator=_AsSent)
    return schema


class _AsSent(GenerateJsonSchema):
    """What the server says has all its fields, but marks where there are none; a plain dict has what it has to."""

    def field_is_required(self, field: Any, total: bool) -> bool:
        """Whether whoever reads this can count on it."""
        if "serialization_exclude_if" in field:
            return False
        if self.mode == "serialization" and field["type"] != "typed-dict-field":
            return True
        return super().field_is_required(field, total)


def _is_message(found: object, room: str) -> bool:
    message = isinstance(found, type) and issubclass(found, BaseModel) and found.__module__ == room
    return (
        message
        and found not in (plain.Incoming, plain.Outgoing)
        and not getattr(found, "__name__", "").startswith("_")
    )
