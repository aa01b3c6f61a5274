"""The tastes that self-play found for planners, by the number of players (`dicecup train deadwood planner`)."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Final

from dicecup.players.deadwood.planner import Taste

SHIPPED: Final = Path(__file__).parent / "planner.json"


def packed(tastes: Mapping[int, Taste]) -> bytes:
    """As the bytes of a file, a line for each number of players."""
    lines = [f'"{seats}": {json.dumps(asdict(taste))}' for seats, taste in sorted(tastes.items())]
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


TASTES: Final = {
    int(seats): Taste(**taste) for seats, taste in json.loads(SHIPPED.read_text(encoding="utf-8")).items()
}
