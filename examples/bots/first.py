"""A bot in Python, with nothing but the standard library: it fills the box that scores most right now.

dicecup arena yahtzee --seats "exec:python3 examples/bots/first.py,easy"
"""

import json
import sys
from typing import Any


def choose(question: dict[str, Any]) -> int:
    """The place of an option in the list."""
    ask, view = question["ask"], question["view"]
    worth = view.get("preview") or {}  # Yahtzee: what each box would score now

    def value(number: int) -> int:
        verb, *rest = ask["options"][number]["choice"]
        return int(worth.get(rest[0], 0)) if verb == "fill" else 0

    return max(range(len(ask["options"])), key=value)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1, "name": "First"}), flush=True)
    elif message["type"] == "decide":
        print(json.dumps({"n": message["n"], "option": choose(message)}), flush=True)
    elif message["type"] == "over":
        print(f"{message['reason']}: {message['scores']}", file=sys.stderr)
    elif message["type"] == "bye":
        break
