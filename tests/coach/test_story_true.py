"""The story of a game: whatever happened in it, nothing is said that is not so."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dicecup
from dicecup.coach import Account, Review
from dicecup.coach.story import amount
from dicecup.players import Unit, make, play
from tests.coach.made import made, step
from tests.examples import examples

NAMES = ("Ann", "Ben", "Cleo", "Dora")
SIZES = st.floats(-0.5, 0.5).map(lambda size: round(size, 3))


@st.composite
def reviews(draw: st.DrawFn) -> Review:
    seats = draw(st.integers(1, 4))
    unit: Unit = "points" if seats == 1 else "win"
    scale = 40 if seats == 1 else 1
    noise = draw(st.sampled_from([0.0, 0.03])) * scale
    steps = []
    for at in range(draw(st.integers(0, 7))):
        luck = draw(st.lists(SIZES, min_size=seats, max_size=seats))
        judged = draw(st.booleans())
        loss = max(0.0, draw(SIZES)) * scale * (1 if judged else 0.005)  # else there was little to lose
        steps.append(
            step(
                draw(st.integers(0, seats - 1)),
                loss,
                luck=[each * scale for each in luck],
                unit=unit,
                noise=noise,
                turn=at,
                judged=judged,
                confirmed=draw(st.sampled_from([True, False, None])),
                private=draw(st.booleans()),
            )
        )
    won = draw(st.sets(st.integers(0, seats - 1)))
    result = [float(seat in won) / max(1, len(won)) for seat in range(seats)] if seats > 1 else [200.0]
    rest = [draw(SIZES) * scale for _ in range(seats)]
    return made(steps, names=NAMES[:seats], result=result, unit=unit, noise=noise, rest=rest)


def luck_is(account: Account, said: str, review: Review) -> bool:
    side = "above" if account.own_luck > 0 else "below"
    return said == f"{amount(account.own_luck, review.unit)} {side} par"


def names_in(text: str, review: Review) -> list[Account]:
    """Of "Ann, Ben and Cleo": their accounts."""
    named = {each.name: each for each in review.accounts}
    return [named[name] for name in re.split(r", | and ", text)]


SOME = r"((?:[A-Z]\w+)(?:, [A-Z]\w+)*(?: and [A-Z]\w+)?)"  # one name, or several
MARGIN = {"win": 0.03, "points": 3}


def played_better(one: Account, other: Account, text: str) -> None:
    assert one.own_errors > other.own_errors, text
    assert (one.accuracy or 0) > (other.accuracy or 0), text


def said_of(text: str, review: Review, mine: Account, me: str, my: str) -> None:
    """Whatever the story says can be found in the books."""
    others = [each for each in review.accounts if each != mine]
    best = max(review.result)
    winners = [each for each in others if each.result == best > 0]
    net, clear = mine.own_luck + mine.others_luck, max(MARGIN[review.unit], 2 * review.noise)
    first = text.split(". ", 1)[0]
    for found in re.finditer(r"(\w+)('s)? luck was (\S+(?:%| points?) (?:above|below) par)", first):
        if found[1] == "their":
            [account] = winners or others
        else:
            account = mine if f"{found[1]}{found[2] or ''}" == my else names_in(found[1], review)[0]
        if review.unit == "points":
            account = replace(account, own_luck=net)
        assert luck_is(account, found[3], review), text
        assert abs(account.own_luck) >= clear, text
        assert abs(account.own_luck) >= abs(net) / 2 or abs(net) < clear, f"more than that was luck: {text}"
    if "luck was about even" in first:
        assert abs(net) < clear, text
        if mine.result < best:  # nobody who won was luckier
            assert all(each.own_luck < max(0, mine.own_luck) + clear for each in winners), text
    for found in re.finditer(r"chance (brought \w+|took) (\d+)%", first):
        assert round(100 * abs(net)) == int(found[2]), text
        assert (net > 0) == found[1].startswith("brought"), text
    for found in re.finditer(rf"(?:\b({me})|{SOME}) played better(?: than (?:(everybody else)|{SOME}))?", first):
        if found[1]:
            for each in names_in(found[4], review) if found[4] else others:
                played_better(mine, each, text)
            assert found[3] or found[4] or len(others) == 1, text
        else:
            for each in names_in(found[2], review):
                played_better(each, mine, text)
    alike = re.search(rf"played about (?:equally well|as well as {SOME})", first)
    for each in () if not alike else names_in(alike[1], review) if alike[1] else others:
        assert abs(each.own_errors - mine.own_errors) <= clear, text
        assert abs((each.accuracy or 0) - (mine.accuracy or 0)) < 5, text
    if left := re.search(r"misjudged (?:your|(\w+)'s) (?:chances|score) by ([^\s%]+)(?:%| points?)", first):
        whose = names_in(left[1], review)[0] if left[1] else mine
        assert amount(whose.rest, review.unit).startswith(left[2]), text
        together = whose.own_luck + whose.others_luck + whose.own_errors + whose.others_errors
        assert abs(whose.rest) > (0.3 if "too much" in first else abs(together)), text
    if since := re.search(r"in front (?:from turn (\d+) on|(all the way)|only at the very end)", first):
        [won] = [seat for seat, got in enumerate(review.result) if got == 1]
        ahead = [step.before[won] == max(step.before) for step in review.steps]
        run = len(ahead) - ahead[::-1].index(False) if False in ahead else 0
        assert run == (0 if since[2] else len(ahead)) or review.steps[run].turn == int(since[1] or -1), text
    for word in ("although", "but"):  # what is said to have stood against it did
        assert first.count(f" {word} ") <= 1, text


def said_of_choices(text: str, review: Review, mine: Account) -> None:
    """The choice that is named is the costliest, with what it was chosen in view of; or there is none."""
    judged = [each for each in review.steps if each.seat == mine.seat and each.grade is not None]
    faults = [each for each in judged if each.is_fault]
    last = text.split(". ", 1)[1]
    cost = re.fullmatch(
        r"(.*?)(?: in turn (\d+))? (may have )?cost you (about )?(\S+(?:%| points?))(?:; (.*) was better)?\.", last
    )
    assert bool(cost) == bool(faults), text
    if cost:
        told = [
            each
            for each in faults
            if f"{each.chosen.doing} {each.chosen.given}".casefold() == cost[1].casefold()
            and each.turn == int(cost[2] or 0)
            and amount(each.chosen.loss, review.unit) == cost[5]
            and cost[6] in (None, each.options[0].doing)
        ]
        assert told, text
        sure = [each.chosen.loss for each in faults if each.confirmed is not False]
        assert max(each.chosen.loss for each in told) >= max(sure, default=0), text
        assert bool(cost[3]) == (told[0].confirmed is False), text
        assert bool(cost[4]) == bool(review.noise), text
    elif "every time" in last:
        assert {str(each.grade) for each in judged} == {"best"}, text
    elif "no mistake" in last:
        assert judged, text
        assert mine.own_errors > -{"win": 0.06, "points": 5}[review.unit], text
    elif found := re.search(r"gave away (?:about )?(\S+%)", last):
        assert found[1] == amount(mine.own_errors, review.unit), text
    else:
        assert "No single choice" in last or not judged, text


def how_it_ended(text: str, review: Review, seat: int) -> None:
    won, best = review.result[seat], max(review.result)
    if review.unit == "points":
        assert text.startswith(f"You scored {review.result[0]:.0f} points"), text
    elif not best:
        assert text.startswith("Nobody won"), text
    elif won == 1:
        assert re.match(r"You (won|beat)\b", text), text
    elif won:
        assert text.startswith("You shared the win with "), text
    else:
        assert text.startswith("You lost to "), text
        winner = re.match(r"You lost to (\w+)", text)
        assert winner, text
        assert review.result[review.names.index(winner[1])] == best, text


def told_to_each(review: Review) -> None:
    """What everybody who played is told is true."""
    for seat, mine in enumerate(review.accounts):
        text = review.story(seat)
        how_it_ended(text, review, seat)
        said_of(text, review, mine, "you", "your")
        said_of_choices(text, review, mine)


def told_to_those_who_watched(review: Review) -> None:
    """And so is what all others are told."""
    text, best = review.story(), max(review.result)
    winners = [each for each in review.accounts if each.result == best > 0]
    if len(winners) == 1:
        said_of(text, review, winners[0], winners[0].name, f"{winners[0].name}'s")
        assert text.startswith(winners[0].name), text
    found = re.search(r"The costliest choice was (\w+)'s: .*?(?:turn (\d+) )?(?:may have )?cost ", text)
    if found:
        seat = review.names.index(found[1])
        assert any(s.seat == seat and s.is_fault and s.turn == int(found[2] or 0) for s in review.steps), text


def in_proper_english(review: Review) -> None:
    """One sentence or two, with plurals where they belong."""
    for text in [review.story(), *(review.story(seat) for seat in range(len(review.names)))]:
        sentence = r"[A-Z](?:[^.]|\.(?=\d))*\."
        assert re.fullmatch(rf"{sentence}( {sentence})?", text), text
        wrong = r"  |-\d|\b0(%| points)|(?<!\.)\b1 points|[^1] point\b|None|nan\b|inf\b| [,;:.]"
        twice = r"\b(?!heart|energy|claw)([a-z]+) \1\b"
        assert not re.search(wrong, text), text
        assert not re.search(twice, text), text


@examples(150)
@given(reviews())
def test_no_story_contradicts_the_books(review: Review) -> None:
    told_to_each(review)
    told_to_those_who_watched(review)


@examples(150)
@given(reviews())
def test_every_story_is_proper_english(review: Review) -> None:
    in_proper_english(review)


REAL = [("yahtzee", 1, 3), ("king-of-tokyo", 2, 5)]
MORE = [("yahtzee", 2, 9), ("yahtzee", 1, 4), ("deadwood", 2, 4), ("deadwood", 4, 5)]
MORE += [("king-of-tokyo", 2 + seed % 5, seed) for seed in range(10, 18)]


@pytest.mark.parametrize(
    ("game", "seats", "seed"), [*REAL, *(pytest.param(*each, marks=pytest.mark.soak) for each in MORE)]
)
def test_the_stories_of_real_games_are_true(game: str, seats: int, seed: int) -> None:
    levels = ("easy", "medium", "hard")
    match = dicecup.new(game, names=[*NAMES, "Emil", "Fritz"][:seats], seed=seed)
    review = dicecup.review(play(match, [make(game, levels[seat % 3], seed) for seat in range(seats)]))
    told_to_each(review)
    told_to_those_who_watched(review)
    in_proper_english(review)
