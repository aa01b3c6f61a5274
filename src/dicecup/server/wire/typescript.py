"""The wire in TypeScript, made from its JSON Schema: `make wire` writes it into the page, and a test compares."""

import inspect
import json
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, get_args

from dicecup.server import wire
from dicecup.server.wire import party, schema

FILE: Final = Path(__file__).parents[2] / "web" / "src" / "lib" / "wire.ts"
_WIDTH: Final = 115
_HEAD: Final = """\
// Made by `make wire` from what src/dicecup/server/wire/schema.py says: whatever is changed here is lost.
// docs/protocol.md has when and why each of these is said; what a game puts into its views, events and rules is
// typed in the game's own folder.
"""
_PLAIN: Final = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
_PARTS: Final = {"Choice": 'Answer["choice"]', "Price": 'NonNullable<Pick["price"]>'}
"""What has no name in the schema, and is often named in the page."""

Schema = Mapping[str, Any]


def typescript() -> str:
    """All of it."""
    notes = _notes()
    messages = schema.json_schema()["$defs"]
    parts = [_HEAD, *(_interface(name, schema, notes) for name, schema in messages.items())]
    unions = {
        "Frame": get_args(wire.Frame)[0],
        "Told": wire.Told,
        "PartyFrame": get_args(party.PartyFrame)[0],
        "PartyTold": party.PartyTold,
    }
    named = {name: _either(each.__name__ for each in get_args(union)) for name, union in unions.items()}
    parts += [f"export type {name} = {type_};\n" for name, type_ in (named | _PARTS).items()]
    return "\n".join(parts)


def type_of(schema: Schema) -> str:
    """A schema as a type; ValueError for one that nobody has thought of yet."""
    match schema:
        case {"$ref": ref}:
            return str(ref).rpartition("/")[2]
        case {"const": value}:
            return json.dumps(value)
        case {"enum": values}:
            return _either(json.dumps(value) for value in values)
        case {"anyOf": parts}:
            return _either(type_of(part) for part in parts)
        case {"type": "array", "prefixItems": items}:
            return f"[{', '.join(type_of(item) for item in items)}]"
        case {"type": "array", "items": items}:
            inner = type_of(items)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"Record<string, {type_of(values)}>"
        case {"type": "object", "additionalProperties": True}:
            return "object"
        case {"type": str(plain)} if plain in _PLAIN:
            return _PLAIN[plain]
    raise ValueError(f"There is no TypeScript for {dict(schema)} yet: say in type_of what it is.")


def _either(types: Iterable[str]) -> str:
    return " | ".join(dict.fromkeys(types))


def _interface(name: str, schema: Schema, notes: Mapping[tuple[str, str], str]) -> str:
    needed = schema.get("required", ())
    lines = [*_comment(schema["description"]), f"export interface {name} {{"]
    for field, found in schema.get("properties", {}).items():
        note = f" // {notes[name, field]}" if (name, field) in notes else ""
        lines.append(f"  {field}{'' if field in needed else '?'}: {type_of(found)};{note}")
    if schema.get("additionalProperties") is True:
        lines.append("  [more: string]: unknown;")
    return "\n".join([*lines, "}", ""])


def _comment(text: str) -> Iterator[str]:
    lines = [line for part in text.splitlines() for line in textwrap.wrap(part, _WIDTH - 3) if line]
    if len(lines) == 1 and len(lines[0]) <= _WIDTH - 7:
        yield f"/** {lines[0]} */"
    else:
        yield from ("/**", *(f" * {line}" for line in lines), " */")


def _notes() -> dict[tuple[str, str], str]:
    """What stands beside the fields in Python, by class and field."""
    found = {}
    for room in schema.ROOMS:
        for name, body in re.findall(r"^class (\w+)\(.*?\n(.*?)(?=^\S|\Z)", inspect.getsource(room), re.M | re.S):
            for field, note in re.findall(r"^    (\w+): .*?  # (.+)$", body, re.M):
                found[name, field] = note
    return found


if __name__ == "__main__":
    FILE.write_text(typescript(), encoding="utf-8")
    print(f"{FILE.name} is as {schema.__name__} says.", file=sys.stderr)
