"""The protocol as a JSON Schema: `python -m dicecup.players.outside.schema` writes docs/bots.schema.json."""

import json
from typing import Any, Final

from dicecup.players.outside.protocol import PROTOCOL

_INT: Final = {"type": "integer"}
_TEXT: Final = {"type": "string"}
_NUMBER: Final = {"type": "integer", "minimum": 1}
_SEAT: Final = {"type": "integer", "minimum": 0}


def _object(
    about: str, needed: dict[str, Any], also: dict[str, Any] | None = None, *, more: bool
) -> dict[str, Any]:
    return {
        "description": about,
        "type": "object",
        "properties": {**needed, **(also or {})},
        "required": list(needed),
        "additionalProperties": more,
    }


def _named(name: str) -> dict[str, Any]:
    return {"const": name}


def _list(of: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": of}


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{name}"}


_CHOICE: Final = {"type": "array", "items": {"type": ["string", "integer"]}, "minItems": 1}

_TO_BOT: Final = {
    "hello": _object(
        "The first line; it is answered.",
        {"type": _named("hello"), "protocol": {"const": PROTOCOL}, "dicecup": _TEXT},
        more=True,
    ),
    "game": _object(
        "A game begins, or goes on with a bot that was started anew: then there have been events.",
        {
            "type": _named("game"),
            "id": _NUMBER,
            "game": _TEXT,
            "seat": _SEAT,
            "names": _list(_TEXT),
            "options": {"type": "object"},
            "seed": _INT,
            "events": _list(_ref("event")),
        },
        {"title": _TEXT, "rules": _TEXT},
        more=True,
    ),
    "decide": _object(
        "A question; it is answered with its number n.",
        {
            "type": _named("decide"),
            "n": _NUMBER,
            "id": _NUMBER,
            "seconds": {"type": "number", "exclusiveMinimum": 0},
            "ask": _ref("ask"),
            "view": {"type": "object", "required": ["game", "names", "seat"]},
            "events": _list(_ref("event")),
        },
        {"words": _TEXT},
        more=True,
    ),
    "over": _object(
        "A game has ended; winners and scores are null if it was broken off.",
        {
            "type": _named("over"),
            "id": _NUMBER,
            "winners": {"type": ["array", "null"], "items": _SEAT},
            "scores": {"type": ["array", "null"], "items": _INT},
            "reason": _TEXT,
            "events": _list(_ref("event")),
        },
        more=True,
    ),
    "bye": _object("The last line: end now.", {"type": _named("bye")}, more=True),
}

_FROM_BOT: Final = {
    "hello_back": _object(
        "The answer to hello.",
        {"type": _named("hello"), "protocol": {"const": PROTOCOL}},
        {
            "name": {"type": "string", "minLength": 1, "maxLength": 30},
            "games": _list(_TEXT),
            "words": {"type": "boolean"},
        },
        more=True,
    ),
    "answer": {
        **_object(
            "The answer to decide: the place of an option in the list, from 0, or its choice.",
            {"n": _NUMBER},
            {"option": _SEAT, "choice": _CHOICE},
            more=True,
        ),
        "anyOf": [{"required": ["option"]}, {"required": ["choice"]}],
    },
}

_PARTS: Final = {
    "ask": _object(
        "What is asked. What the options pick, as data, is as in docs/protocol.md.",
        {
            "seat": _SEAT,
            "kind": _TEXT,
            "prompt": _TEXT,
            "options": {
                "type": "array",
                "minItems": 1,
                "items": _object(
                    "One possible answer.",
                    {"choice": _CHOICE, "text": _TEXT, "pick": {"type": "object"}},
                    {"number": _SEAT},
                    more=True,
                ),
            },
        },
        more=True,
    ),
    "event": _object("A fact; of the kind hidden, if it is not yours to know.", {"kind": _TEXT}, more=True),
}

SCHEMA: Final[dict[str, Any]] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": f"What Dicecup and a bot say to each other, version {PROTOCOL}",
    "oneOf": [_ref("to_bot"), _ref("from_bot")],
    "$defs": {
        "to_bot": {"oneOf": [_ref(name) for name in _TO_BOT]},
        "from_bot": {"oneOf": [_ref(name) for name in _FROM_BOT]},
        **_TO_BOT,
        **_FROM_BOT,
        **_PARTS,
    },
}
"""Every line in both directions; `$defs` has those to a bot and those from it apart. Fields may be added to it."""


def text() -> str:
    """As it lies in the file."""
    return json.dumps(SCHEMA, indent=2) + "\n"


if __name__ == "__main__":
    print(text(), end="")
