"""A database that servers share, and minds that do as they are told."""

from tests.server.thoughts.room import impatient, minds, shared, used

__all__ = ["impatient", "minds", "shared", "used"]
