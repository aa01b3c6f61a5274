"""The page knows the wire as the server has it: its types are made from the schema, and never by hand."""

import json
from typing import Any

import pytest

from dicecup.server import wire
from dicecup.server.wire import schema, typescript
from tests.server.browser import Browser


def test_the_page_has_the_wire_as_it_is() -> None:
    written = typescript.FILE.read_text(encoding="utf-8")
    assert written == typescript.typescript(), "the wire has changed: make wire"


def test_all_that_is_said_has_a_type() -> None:
    written = typescript.typescript()
    for name in (*schema.json_schema()["$defs"], "Whole", "Stop", "BranchWish", "SaveInfo", "Evidence"):
        assert f"export interface {name} {{" in written
    assert "export type Told = State | Events | " in written
    assert "export type Frame = Hello | Answer | " in written


@pytest.mark.parametrize(
    ("schema", "typed"),
    [
        ({"type": "integer"}, "number"),
        ({"const": "state", "type": "string"}, '"state"'),
        ({"enum": ["win", "points"], "type": "string"}, '"win" | "points"'),
        ({"anyOf": [{"$ref": "#/$defs/Ask"}, {"type": "null"}]}, "Ask | null"),
        ({"anyOf": [{"type": "integer"}, {"type": "number"}]}, "number"),
        ({"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "integer"}]}}, "(string | number)[]"),
        ({"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]}, "[number, string]"),
        ({"type": "object", "additionalProperties": {"type": "boolean"}}, "Record<string, boolean>"),
        ({"type": "object", "additionalProperties": True}, "object"),
    ],
)
def test_a_schema_as_a_type(schema: dict[str, Any], typed: str) -> None:
    assert typescript.type_of(schema) == typed


def test_what_nobody_has_thought_of_is_no_type_at_all() -> None:
    with pytest.raises(ValueError, match="There is no TypeScript for"):
        typescript.type_of({"not": {"type": "string"}})


def test_what_the_server_says_has_all_its_fields_and_what_a_client_says_may_leave_some_out() -> None:
    found = schema.json_schema()["$defs"]
    assert set(found["Bye"]["required"]) == set(wire.Bye.model_fields)
    assert set(found["Welcome"]["required"]) >= {"continue", "again"}
    assert "level" not in found["SeatWish"].get("required", ())
    assert "price" not in found["Pick"].get("required", ())


def test_what_is_really_sent_has_every_field_that_the_schema_promises(ann: Browser) -> None:
    found = schema.json_schema()["$defs"]
    assert set(found["Welcome"]["required"]) <= ann.welcome.keys()
    for game in ann.welcome["games"]:
        assert set(found["GameInfo"]["required"]) <= game.keys()
        assert set(found["Rules"]["required"]) <= ann.get(f"/games/{game['name']}/rules").keys()
    state = wire.Refused(id="1", reason="no", state=_state()).as_sent
    assert set(found["State"]["required"]) <= json.loads(state)["state"].keys()


def _state() -> wire.State:
    return wire.State(
        seq=0, viewer=None, game="yahtzee", number=1, seats=[], view={}, ask=None, can_undo=wire.Can(ok=False)
    )
