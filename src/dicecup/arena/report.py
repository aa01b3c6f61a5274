"""A simulation in words."""

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
        + "   ".join(f"{percent} %: {tally.percentile(percent)}" for percent in PERCENTILES),
        f"  time                {seconds:8.2f} s ({simulation.games / max(seconds, 1e-9):,.0f} games a second)",
        "",
        *tally.histogram(block=block),
    ]
    return lines
