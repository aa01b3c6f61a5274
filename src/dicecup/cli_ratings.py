"""`dicecup ladder GAME --ratings FILE`: the levels of a game as the yardstick for the ratings of people."""

from collections.abc import Sequence
from pathlib import Path

import typer

from dicecup import games


def compare_levels(
    game: str,
    count: int,
    sizes: list[int] | None,
    names: Sequence[str],
    jobs: int,
    seed: int,
    output: Path,
    *,
    errors: bool,
) -> None:
    """Measure the levels, or only what errors do to a player, or only how some levels do; and write it down."""
    from dicecup.arena.progress import bar
    from dicecup.arena.yardstick import measure
    from dicecup.players import even, levels
    from dicecup.players.ratings import Meeting, fitted, stepped, write, written

    if strangers := [name for name in names if name not in levels(game)]:
        raise typer.BadParameter(f"{strangers[0]} is no level of {game}: those are {', '.join(levels(game))}.")
    before = written(output, game)
    known = before if errors else None
    if errors and (known is None or not games.manifest(game).misjudging):
        raise typer.BadParameter(f"Nobody has measured the levels of {game} yet, or nobody errs there on purpose.")
    if known is None and sizes is not None and 2 not in sizes:
        raise typer.BadParameter("Ratings need duels: let --seats begin with 2.")
    with bar() as (done, say, plan):
        met = measure(
            game,
            games=count,
            sizes=sizes,
            levels=known is None,
            names=names,
            seed=seed,
            jobs=jobs,
            plan=plan,
            done=done,
            say=say,
        )
    errs = [each for each in met if even.error_in(each.one) is not None]
    if known is None and not any(each.seats == 2 for each in met if each not in errs):
        typer.echo("No duel was finished.")
        return
    if names and before is not None:  # what others did stays as it was measured
        met += [each for each in before.meetings if not {each.one, each.others} <= {*names}]
        errs = list(before.erring)
    found = stepped(known or fitted(each for each in met if each not in errs), errs)
    write(output, game, found)

    def tell(each: Meeting) -> None:
        shares = f"{each.wins / each.games:.1%} measured, {found.chance(each):.1%} by the ratings"
        typer.echo(f"{each.one} among {each.seats - 1} of {each.others}: {shares}, {each.games} games")

    for each in (*(() if known else found.meetings), *found.erring):
        tell(each)
    for much, mu in found.misjudged:
        typer.echo(f"errors of {much:g} times Medium's: a rating of {mu:.1f}")
