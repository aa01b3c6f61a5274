"""QR codes: what a camera sees is what was meant, on the page and in a terminal."""

import re

import pytest
import segno

from dicecup.server import qr

LINK = "http://192.168.1.5:8765/#/join/BCDFG"
QUIET = 4
SIGNS = {"█": "  ", "▀": " #", "▄": "# ", " ": "##"}  # the upper and the lower dot; what is bright is light


def framed() -> list[str]:
    """The code with light around it, as a camera wants it."""
    rows = qr.rows(LINK)
    side = " " * QUIET
    blank = [" " * (len(rows) + 2 * QUIET)] * QUIET
    return [*blank, *(side + row + side for row in rows), *blank]


def test_dots_are_those_of_the_library() -> None:
    rows = qr.rows(LINK)
    assert {len(row) for row in rows} == {len(rows)}, "it is a square"
    assert rows == ["".join(" #"[dot] for dot in row) for row in segno.make_qr(LINK, error="m").matrix]
    for corner in (rows[0][:7], rows[0][-7:], rows[-1][:7]):
        assert corner == "#######", "cameras look for these three corners"


@pytest.mark.parametrize("text", ["X", LINK, f"http://[2001:db8:1:2:3:4:5:6]:8765/#/join/{'k' * 43}"])
def test_it_fits_on_a_phone(text: str) -> None:
    assert 21 <= len(qr.rows(text)) <= 45


@pytest.mark.parametrize("colours", [True, False])
def test_half_blocks(colours: bool) -> None:
    seen: list[str] = []
    for line in qr.drawn(LINK, blocks=True, colours=colours):
        plain = re.sub(r"\x1b\[[0-9;]*m", "", line)
        assert (plain != line) == colours
        seen += ("".join(SIGNS[sign][half] for sign in plain) for half in (0, 1))
    assert seen[: len(framed())] == framed()
    assert not "".join(seen[len(framed()) :]).strip()


def test_a_terminal_that_has_no_blocks() -> None:
    lines = qr.drawn(LINK, blocks=False, colours=False)
    assert all(line.isascii() for line in lines)
    assert [line[::2].replace("#", ".").replace(" ", "#").replace(".", " ") for line in lines] == framed()


def test_colours_alone_draw_it_too() -> None:
    lines = qr.drawn(LINK, blocks=False, colours=True)
    dots = {"\x1b[107m": " ", "\x1b[40m": "#"}
    seen = ["".join(dots[found] for found in re.findall(r"(\x1b\[(?:107|40)m)  ", line)) for line in lines]
    assert seen == framed()
