"""The bot that docs/client.md shows plays as it stands there."""

import re
import sys
from pathlib import Path

import pytest

from tests.client.tables import Ann
from tests.test_house import ROOT

PAGE = (ROOT / "docs" / "client.md").read_text("utf-8")


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["yahtzee", "king-of-tokyo", "deadwood"])
def test_the_bot_of_the_page_plays_every_game(
    address: str, home: Path, game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    [code] = re.findall(r"^```py\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert len(code.splitlines()) < 20
    with Ann(address, home / "ann", game) as ann:
        monkeypatch.setattr(sys, "argv", ["bot.py", ann.link])
        exec(compile(code, "docs/client.md", "exec"), {"__name__": "__main__"})
    assert re.fullmatch(r"(won|lost) \[\d+, \d+\]\n", capsys.readouterr().out)
