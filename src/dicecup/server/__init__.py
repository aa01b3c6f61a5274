"""The web server: it holds the matches, rolls the dice, and shows each seat only what is its own to see."""

from dicecup import extras

extras.need("fastapi", "pydantic", "segno", "uvicorn")
