"""Guests who never sat down, and what nobody has come back to: forgotten in time, a part of them at once.

All of them at once would be a long look at every guest there is.
"""

import time
from typing import Any, Final

from dicecup.server.store.forms import FORGOTTEN

PARTS: Final = 256  # by the first byte of a guest's fingerprint

_WHERE: Final = ("seats", "party_guests", "result_seats", "attempts")
_NOWHERE: Final = " ".join(
    f"AND NOT EXISTS (SELECT 1 FROM {each} t WHERE t.guest = g.guest AND t.guest <> '')"  # noqa: S608
    for each in _WHERE
)
_GUESTS: Final = f"""
DELETE FROM guests g WHERE created < $1 AND guest >= $2 AND ($3 = '' OR guest < $3) {_NOWHERE}
AND NOT EXISTS (SELECT 1 FROM matches m WHERE m.owner = g.guest)
"""  # noqa: S608
_MATCHES: Final = """
DELETE FROM matches m WHERE owner = '' AND problem = '' AND updated < $1
AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.match = m.id AND s.guest <> '')
AND NOT EXISTS (SELECT 1 FROM owners o WHERE o.unit = m.id AND o.process IS NOT NULL)
"""
_PARTIES: Final = """
DELETE FROM parties p WHERE updated < $1
AND NOT EXISTS (SELECT 1 FROM party_matches t WHERE t.party = p.id)
AND NOT EXISTS (SELECT 1 FROM owners o WHERE o.unit = p.id AND o.process IS NOT NULL)
"""


async def forget(db: Any, part: int) -> None:
    """Forget those of a part; with the first one, matches that everybody has left, and parties without a match."""
    before = time.time() - FORGOTTEN
    first = f"{part:02x}" if part else ""
    await db.execute(_GUESTS, before, first, f"{part + 1:02x}" if part + 1 < PARTS else "")
    if not part:
        await db.execute(_MATCHES, before)
        await db.execute(_PARTIES, before)
