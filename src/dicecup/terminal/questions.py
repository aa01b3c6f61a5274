"""Questions asked back. The session remembers the last one: what is typed next can answer it in a word.

An answer makes a whole line of it, as if it had been typed so at once, and that line goes the way of every other.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from dicecup.table import DicecupError
from dicecup.table.words import listed
from dicecup.terminal.matching import plain

_YES: Final = ("y", "yes", "yes please", "ok", "okay", "sure")
NO: Final = ("n", "no", "no thanks", "none", "neither", "nothing", "cancel", "back", "never mind", "nevermind")
"""What gives a question up, and so does Enter."""

_LABEL: Final = re.compile(r"[#(]?(\d+)[.)]?", re.ASCII)
_SIGNED: Final = re.compile(r"[-+.,]\d|[€£¥]|(?![0-9])\d")  # no number of ours looks like that
_LITTLE: Final = {
    "the",
    "a",
    "an",
    "please",
    "to",
    "in",
    "with",
    "for",
    "by",
    "pay",
    "i",
    "mean",
    "it",
    "number",
    "rank",
}
_MOST: Final = 6  # answers that a question lists


class Unclear(DicecupError):  # noqa: N818
    """A line that cannot be taken as it is; the message says why."""


class Unknown(Unclear):
    """A line that means nothing at all here."""


class Question(Unclear):
    """Asked back, and open until it is answered or given up."""

    ways_out = "[Enter: never mind]"
    anything = False  # whether any words can be an answer, so that only the whole line tells if they are

    def __init__(self, text: str, start: str = "") -> None:
        super().__init__(text)
        self._start = start  # what the answer belongs behind

    def whole(self, answer: str) -> str | None:
        """The line that was meant; None if that is no answer. Another Question if it fits several."""
        line = self._whole(answer)
        return None if line is None else f"{self._start} {line}".strip()

    def behind(self, command: str) -> "Question":
        """The same question about what was typed behind this command."""
        self._start = f"{command} {self._start}".strip()
        return self

    def _whole(self, answer: str) -> str | None:
        raise NotImplementedError


class Rest(Question):
    """What was typed is a beginning, and the rest is asked for."""

    anything = True

    def _whole(self, answer: str) -> str | None:
        again = f"{self._start} ".casefold()  # some type it all once more
        return answer[len(again) :] if answer.casefold().startswith(again) else answer


class Surely(Question):
    """One thing is meant, perhaps, and nothing is done without a yes."""

    ways_out = "[yes, or Enter: no]"

    def __init__(self, text: str, line: str) -> None:
        super().__init__(text)
        self._line = line

    def _whole(self, answer: str) -> str | None:
        return self._line if answer.casefold() in _YES else None


class Answer(NamedTuple):
    """One of several things that can be meant."""

    line: str  # as it would be typed at once
    text: str  # as it is listed
    words: str = ""  # what it goes by as well
    number: str = ""  # its own, such as a rank, where a place in the list would be mistaken for it


class Which(Question):
    """Several things can be meant: they are listed, and taken by their number in that list or by words of them."""

    def __init__(self, before: str, answers: Sequence[Answer], after: str = ". Which one?") -> None:
        self._before, self._after = before, after
        self._answers = list(answers)
        self._listed = self._answers if len(answers) <= _MOST else self._answers[: _MOST - 1]
        self._counted = not any(each.number for each in answers)
        texts = [f"({n}) {each.text}" if self._counted else each.text for n, each in enumerate(self._listed, 1)]
        if more := len(answers) - len(self._listed):
            texts.append(f"{more} others")
        super().__init__(f"{before}{listed(texts, 'or')}{after}")

    def _whole(self, answer: str) -> str | None:
        if answer.casefold() in NO or _SIGNED.search(answer):
            return None
        if self._counted and is_number(answer):
            label = _LABEL.fullmatch(answer)
            place = int(label[1][:9]) if label else 0
            return self._listed[place - 1].line if 1 <= place <= len(self._listed) else None
        found = self._fitting(_words(answer))
        if len(found) > 1:
            raise Which(self._before, found, self._after).behind(self._start)
        return found[0].line if found else None

    def _fitting(self, typed: Sequence[str]) -> list[Answer]:
        """By their own number; else by words; else by beginnings of words."""
        if found := [each for each in self._answers if [each.number] == typed]:
            return found
        known = {each: _words(each.text, each.words) for each in self._answers if typed}
        for fits in (str.__eq__, str.startswith):
            if found := [
                each for each, words in known.items() if all(any(fits(w, word) for w in words) for word in typed)
            ]:
                return found
        return []


def _words(*texts: str) -> list[str]:
    """Words as they are compared, without the little ones; the sign of a currency is a word too."""
    return [word for word in plain(" ".join(texts).replace("$", " dollars ")) if word not in _LITTLE]


def is_number(line: str) -> bool:
    """Whether a line is nothing but a number, as anybody might write one."""
    return any(sign.isnumeric() for sign in line) and not any(sign.isalpha() for sign in line)
