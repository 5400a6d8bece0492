"""The page of a box: the box and the table in a browser.

`PageSwitch` turns it on and off. `App` has the routes; `more/` what is behind the tabs, `virtual/` the box without
hardware, `static/` what the browser loads. After every event the program publishes an immutable `Snapshot`;
`serialize`, `question` and `history` make JSON of it, in the language of each browser, without locks. `Devices`
holds the prompt of each phone. No thread of the server touches the match. Callers: `runtime`.

From a finger to the changed picture:

1. `send.js` posts what was tapped, `{"do": "tap", "taps": ["spot:310"], "acts": 4}`; the server's thread reads it.
2. `http.responses.guard` checks host, origin, limits and session, `may_change` the token of the page.
3. `actions.read_action` makes an `Action` of it: a function and its arguments.
4. `ProgramQueue.act` puts it on the program's queue as a `PhoneAction` and waits for the answer.
5. The program's thread takes it like a key; `PageSwitch.carry_out` has `Devices` lend the screens of this phone.
6. The match screen follows the tap to an act; `Match.play` judges it once, the journal keeps it, then it stands.
7. The answer wakes the request: 204. The box redraws its displays if they show something else.
8. `SnapshotTaker.take` adds one line to the history and numbers the questions; `Server.publish` hands it over.
9. `App.take` wakes the listeners that it concerns; each part is serialized once for all phones of a language.
10. `feed.js` gets the parts that have changed as one event, and the views that show them draw themselves.
"""
