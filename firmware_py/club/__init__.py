"""The club server (`sideline club`): all tables on one wall, a league, a roster.

It subscribes to the broker like any other client. `Subscriber` listens, `messages` reads what boxes publish and
rejects everything else, `Store` keeps each result once (SQLite), `Club` has the tables and results of now.
`league` computes the table and the ratings, `exports` and `imports` exchange results with other programs.
`ClubApp` and `ClubServer` serve the pages in `static/`. `simulation` and `demo` are tables that play by
themselves.

It is a program beside the box: only `commands.club` starts it, and the box does not import it. Of the page it
uses the transport (server, limits, sessions, responses).
"""
