"""The table page: the box and the table in a browser.

Its server has a thread of its own. After every event the program publishes a `Snapshot`: values that never change,
so the server reads them without asking anybody. What people do on the page comes back as events on the one queue.

    GET  /            the page; /static/... its parts
    GET  /events      server-sent events: JSON objects with what has changed since the last one, by part
    GET  /moment/N    the table as it was after the log's first N acts
    GET  /record      the record of the match         GET /sheet   the printable score sheet
    GET  /house/GAME  house data                      POST /house/GAME  the same, checked and kept
    POST /pair        {"code": "123456"}: a session
    POST /do          {"do": ...}: everything that changes something; needs a session

The parts of an event, each the same for everybody of one language but `me`:

    box      what the two displays show, dot by dot, and which parts can be unplugged (the virtual box only)
    ask      what the box asks, with every answer; or a notice that wants to be read
    game     the table as SVG, whose turn it is, the standing
    log      the last acts and refusals
    me       whether this phone is paired, and which seat it has claimed, with what that seat could say now
"""
