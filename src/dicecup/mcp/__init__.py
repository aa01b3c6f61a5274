"""Language models at the table: `dicecup mcp` speaks the Model Context Protocol. docs/language-models.md.

`table` is what can be done at the table, in words; `server` lets whoever speaks the protocol do it.
"""
