"""The program in a terminal, with somebody who types whenever they like."""

import os
import select
import signal
import subprocess
import time
from typing import Self

from tests.terminal.program import PROGRAM

PATIENCE = 60.0  # seconds; the machine may be busy


class Tty:
    """A pseudo-terminal with the program in it."""

    def __init__(self, *arguments: str) -> None:
        import pty

        self._controller, terminal = pty.openpty()
        self.process = subprocess.Popen(
            [*PROGRAM, *arguments],
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            env={**os.environ, "PYTHONUTF8": "1", "TERM": "xterm", "COLUMNS": "80", "NO_COLOR": "1"},
            start_new_session=True,
        )
        os.close(terminal)
        self.seen = ""
        self._from = 0

    def _more(self, seconds: float) -> bool:
        """Read what has come; whether there will be more."""
        if not select.select([self._controller], [], [], seconds)[0]:
            return True
        try:
            chunk = os.read(self._controller, 65536)
        except OSError:  # the program has ended
            return False
        self.seen += chunk.decode().replace("\r\n", "\n")
        return bool(chunk)

    def wait_for(self, text: str) -> str:
        """What has come since the last time, up to these words."""
        until = time.monotonic() + PATIENCE
        while text not in self.seen[self._from :]:
            assert time.monotonic() < until, f"{text!r} did not come: {self.seen}"
            assert self._more(0.2) or text in self.seen[self._from :], f"{text!r} did not come: {self.seen}"
        start, self._from = self._from, self.seen.index(text, self._from) + len(text)
        return self.seen[start : self._from]

    def type(self, line: str) -> None:
        os.write(self._controller, f"{line}\n".encode())

    def interrupt(self) -> None:
        """Ctrl-C: the terminal is not this process's own to press keys in."""
        self.process.send_signal(signal.SIGINT)

    def end(self) -> int:
        """Wait until it has ended; its exit code."""
        until = time.monotonic() + PATIENCE
        while self._more(0.2) and time.monotonic() < until:
            if self.process.poll() is not None and not select.select([self._controller], [], [], 0)[0]:
                break
        assert "Traceback" not in self.seen, self.seen
        assert "Fatal" not in self.seen, self.seen
        return self.process.wait(PATIENCE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._controller)
