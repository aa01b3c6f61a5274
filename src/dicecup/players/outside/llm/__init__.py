"""Language models at the table: `llm:http://127.0.0.1:8080/v1?model=NAME`. docs/language-models.md

`address` reads how one is named, and `model` is the line to it, over which the protocol of bots goes. `prompt`
says what it is told and reads what it answers, `chat` insists on an answer, `calling` is one request, and
`transcript` keeps it all.
"""
