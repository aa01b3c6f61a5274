"""What is passed on from process to process leaves nobody's secret in any log."""

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from dicecup.server.operation.logs import JsonLines
from tests.cluster.sharing import sharing
from tests.server.test_logs import evening


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """What all servers of this process write down."""
    said, ours = io.StringIO(), logging.getLogger("dicecup")
    handler, level = logging.StreamHandler(said), ours.level
    handler.setFormatter(JsonLines())
    ours.addHandler(handler)
    ours.setLevel(logging.INFO)
    yield said
    ours.setLevel(level)
    ours.removeHandler(handler)


def test_an_evening_at_two_processes_tells_no_secrets(tmp_path: Path, written: io.StringIO) -> None:
    with sharing(tmp_path) as both:
        secrets = evening(*both.addresses)
    match, party = secrets.pop("the match"), secrets.pop("the party")
    said = written.getvalue()
    assert {what for what, secret in secrets.items() if secret in said} == set()
    lines = [json.loads(line) for line in said.splitlines()]
    passed_on = [line for line in lines if "*" in line.get("route", "")]
    assert {line.get("party") for line in passed_on} >= {party}, "or nothing was passed on"
    for line in passed_on:
        same = [each for each in lines if each.get("request") == line["request"] and "{" in each.get("route", "")]
        assert same or line["status"] >= 400, "what is passed on is found by the same id where it was answered"
    assert any(line.get("match") == match for line in lines)
