"""Simulations and tournaments in words."""

from dicecup import games
from dicecup.arena.result import Result, Standing
from dicecup.arena.simulation import Simulation
from dicecup.arena.tally import PERCENTILES


def report(simulation: Simulation, *, block: str = "#") -> list[str]:
    """Lines for a person: how many games, how good, how they are spread."""
    tally, seconds = simulation.tally, simulation.seconds
    if not simulation.games:
        return ["No game was finished."]
    rules = ", ".join(f"{name}={value}" for name, value in simulation.options.items() if name != "start")
    lines = []
    if not simulation.complete:
        lines.append(f"Stopped early: {simulation.games:,} of {simulation.wanted:,} games.")
    lines += [
        f"{simulation.games:,} games of {simulation.game} by the {simulation.player} player ({rules}), "
        f"seed {simulation.seed}",
        *(
            [f"  players             {simulation.seats:5d}      ({tally.count:,} scores)"]
            if simulation.seats > 1
            else []
        ),
        f"  mean                {tally.mean:8.2f}   (standard error {tally.error:.2f})",
        f"  standard deviation  {tally.deviation:8.2f}",
        f"  lowest, highest     {tally.lowest:5d}      {tally.highest}",
        "  percentiles         "
        + "   ".join(f"{percent}%: {tally.percentile(percent)}" for percent in PERCENTILES),
        f"  time                {seconds:8.2f} s ({simulation.games / max(seconds, 1e-9):,.0f} games a second)",
        "",
        *tally.histogram(block=block),
    ]
    return lines


def tournament(result: Result) -> list[str]:
    """Lines for a person: who won how much, and how sure that is."""
    if not result.games:
        return ["No game was finished."]
    terms, seats = result.terms, len(result.lineup.seats)
    title = games.find(terms.game).title
    each = result.lineup.rotations
    lines = []
    if not result.complete:
        lines.append(f"Stopped early: {result.games:,} of {result.wanted:,} games. --resume continues.")
    count = len(result.groups)
    grouped = f"{count:,} group{'s' * (count != 1)} of {each} with the same dice, " if each > 1 else ""
    at = "1 seat" if seats == 1 else f"{seats} seats"
    lines.append(f"{title}, {at}: {result.games:,} games, {grouped}seed {terms.seed}")
    width = max(6, *(min(len(one.name), 24) for one in result.standings))
    timed = any(one.wait.decisions for one in result.standings)
    head = "points  +-error  fewest  most" if seats == 1 else " share     95% interval   points       rating"
    lines.append(f"  {'player':<{width}}  {head}" + ("  ms p50   p99    cpu" if timed else ""))
    lines += [_line(one, width) for one in result.standings]
    if seats > 1:
        lines.append(f"  Equal players would each have {100 / seats:.1f}%; a shared win is split.")
    for one in result.standings:
        if one.fair is not None:
            lines.append(
                f"  Without the luck of the dice, {one.name} deserves {one.fair[0]:.2f} points "
                f"(standard error {one.fair[1]:.2f})."
            )
    lines += _tested(result)
    for (name, reason), count in result.faults.most_common():
        times = "1 game" if count == 1 else f"{count:,} games"
        lines.append(f"  {f'Lost by {name}' if name else 'Without a winner'}, {times}: {reason}")
    return lines


def _line(one: Standing, width: int) -> str:
    name = one.name if len(one.name) <= width else f"...{one.name[3 - width :]}"
    points = "-" if one.points is None else f"{one.points:.1f}"
    if one.alone:
        error, fewest, most = ("-", "-", "-") if one.spread is None else (f"{one.spread[0]:.2f}", *one.spread[1:])
        line = f"  {name:<{width}}  {points:>6}  {error:>7}  {fewest:>6}  {most:>4}"
    else:
        low, high = one.interval
        line = (
            f"  {name:<{width}}  {100 * one.share:5.1f}%  {100 * low:5.1f} to {100 * high:5.1f}%  "
            f"{points:>7}  {one.rating.mu:5.1f} +- {2 * one.rating.sigma:3.1f}"
        )
    if one.wait.decisions:
        wait = one.wait.percentile
        busy = f"{1000 * one.clock.percentile(50):6.2f}" if one.clock.decisions else f"{'-':>6}"
        line += f"  {1000 * wait(50):6.2f} {1000 * wait(99):5.1f} {busy}"
    return line


def _tested(result: Result) -> list[str]:
    if result.test is None:
        return []
    name, (low, high) = result.lineup.names[0], (f"{100 * share:g}%" for share in result.test)
    if result.verdict is None:
        return [f"  Whether {name} is nearer to {low} or to {high} is still open."]
    nearer, other = (high, low) if result.verdict == "high" else (low, high)
    return [f"  The test is over: {name} is nearer to {nearer} than to {other} (wrong in 1 of 20 cases)."]
