"""Links and codes, as people paste and type them."""

import pytest

from dicecup.client import ClientError
from dicecup.client.address import HERE, Way, is_near, read


@pytest.mark.parametrize(
    ("typed", "way"),
    [
        ("http://192.168.1.5:8765/#/join/BCDFG", Way("http://192.168.1.5:8765", "BCDFG")),
        ("  https://play.example.org/#/join/a-long_word  ", Way("https://play.example.org", "a-long_word")),
        ("https://example.org/games/#/join/abc", Way("https://example.org/games", "abc")),
        ("192.168.1.5:8765/#/join/BCDFG", Way("http://192.168.1.5:8765", "BCDFG")),
        ("http://[::1]:8765/#/join/BCDFG", Way("http://[::1]:8765", "BCDFG")),
        ("http://127.0.0.1:8765/#/party/abc", Way("http://127.0.0.1:8765", "", "abc")),
        ("bcdfg", Way(HERE, "bcdfg")),
        ("bcd fg", Way(HERE, "bcdfg")),
    ],
)
def test_where_a_link_leads(typed: str, way: Way) -> None:
    assert read(typed) == way


@pytest.mark.parametrize(
    ("server", "address"),
    [
        ("192.168.1.5", "http://192.168.1.5:8765"),  # the port that every program at home has
        ("192.168.1.5:80", "http://192.168.1.5:80"),
        ("play.example.org", "http://play.example.org"),
        ("https://play.example.org/", "https://play.example.org"),
    ],
)
def test_a_code_needs_a_server_and_gets_this_computer_by_itself(server: str, address: str) -> None:
    assert read("BCDFG", server) == Way(address, "BCDFG")


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", "A code is five letters"),
        ("what is this", None),  # words are a code with spaces, and the server says that there is none
        ("b!d", "A code is five letters"),
        ("http://192.168.1.5:8765/", "not the link of a table"),
        ("http://192.168.1.5:8765/#/match/abc", "not the link of a table"),
        ("ftp://192.168.1.5/#/join/BCDFG", "not the address of a server"),
        ("http://192.168.1.5:port/#/join/BCDFG", "not the address of a server"),
        ("#/join/BCDFG", "not the address of a server"),
    ],
)
def test_what_is_none_is_said_in_words(typed: str, words: str | None) -> None:
    if words is None:
        assert read(typed).code == "whatisthis"
        return
    with pytest.raises(ClientError, match=words):
        read(typed)


def test_no_proxy_leads_to_a_server_at_home() -> None:
    assert all(
        map(is_near, ("http://127.0.0.1:1", "http://192.168.1.5:8765", "http://localhost", "http://[fe80::1]"))
    )
    assert not any(map(is_near, ("https://play.example.org", "http://9.9.9.9")))
