"""A bot that listens at a socket, for whoever calls it there: the same messages, each one a line of its own.

pip install websockets
python3 examples/bots/listening.py 9000 &
dicecup arena yahtzee --seats ws://localhost:9000,easy
"""

import json
import sys

from websockets.sync.server import ServerConnection, serve


def play(socket: ServerConnection) -> None:
    """Whoever calls gets a conversation of their own: several tables can call at the same time."""
    for line in socket:
        message = json.loads(line)
        if message["type"] == "hello":
            socket.send(json.dumps({"type": "hello", "protocol": 1, "name": "Listening"}))
        elif message["type"] == "decide":
            options = message["ask"]["options"]
            socket.send(json.dumps({"n": message["n"], "choice": options[-1]["choice"]}))
        elif message["type"] == "bye":
            break


with serve(play, "localhost", int(sys.argv[1]) if sys.argv[1:] else 9000) as server:
    print(f"ws://localhost:{server.socket.getsockname()[1]}", flush=True)
    server.serve_forever()
