"""Names: whatever people are called, and nothing that only pretends to be a name, or to be another one."""

import json

import pytest

import dicecup
from dicecup.table import SaveError, SetupError, papers
from dicecup.table.names import check_names


@pytest.mark.parametrize(
    "name",
    [
        "Zoë",
        "Łukasz 🎲",
        "李雷",
        "Nguyễn Thị Ánh",
        "José-María",
        "O’Brien",
        "שָׁלוֹם",
        "हिन्दी",
        "ก็ได้",
        "Ελένη",
        "Наташа",
        "İpek",
    ],
)
def test_names_from_all_over_the_world(name: str) -> None:
    assert check_names((name, "Bo")) == (name, "Bo")


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Ann   Lee ", "Ann Lee"),
        ("Zoe\u0308", "Zoë"),
        ("\uff21\uff4e\uff4e", "Ann"),
        ("𝓐𝓷𝓷", "Ann"),
        ("❤\ufe0f", "❤"),
    ],
)
def test_one_name_is_written_in_one_way(given: str, kept: str) -> None:
    assert check_names((given,)) == (kept,)


@pytest.mark.parametrize(
    "name",
    [
        *(
            "",
            " ",
            "x" * 31,
            "A\x00",
            "\u202eevil",
            "A\u200bnn",
            "A\u00adnn",
            "\u2066A\u2069",
            "\ufeffAnn",
        ),
        *("\u3164", "Ann\u115f", "\u2800", "A\u034fnn", "\ud800", "\U000e0041", "\ue000"),
        *("Z\u0300\u0301\u0302\u0303algo", "\u0301nn", "A" + "\u0489" * 4),
    ],
)
def test_what_cannot_be_seen_or_goes_over_its_line(name: str) -> None:
    with pytest.raises(SetupError, match="A name has"):
        check_names((name,))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "Аnn"),  # Cyrillic A
        ("ANN", "ΑNN"),  # Greek Alpha
        ("Bob", "Воb"),
        ("paypal", "раураl"),
        ("Ida", "lda"),
        ("AI", "Al"),
        ("Player 1", "Player l"),
        ("Leo", "Le0"),
        ("Οmega", "Omega"),
        ("ann", "АNN"),
    ],
)
def test_two_that_nobody_could_tell_apart(one: str, other: str) -> None:
    for names in ((one, other), (other, one), (one, "Cleo", other)):
        with pytest.raises(SetupError, match="Every player needs a different name"):
            check_names(names)
    assert check_names((one,))
    assert check_names((other,)), "alone each of them is a name"


def test_names_that_only_have_letters_in_common_are_different() -> None:
    names = ("Ann", "Anna", "Anne", "Hanna", "Zoe", "Zoë", "Ana", "Анна")
    assert check_names(names) == names


def test_a_save_cannot_bring_them_in() -> None:
    body = json.loads(dicecup.new("yahtzee", names=("Ann", "Bo"), seed=1).save())["body"]
    for part in ("start", "snapshot"):
        body[part]["state"]["names"] = ["Ann", "Аnn"]
    with pytest.raises(SaveError, match="look the same"):
        dicecup.load(papers.wrap(papers.SAVE, body))
