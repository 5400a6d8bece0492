"""The table page: the box and the table in a browser.

The server runs in its own thread. After every event the program publishes an immutable `Snapshot`, which the
server reads without locks. What people do on the page goes back to the program as events on its queue.

    GET  /            the page; /static/... its parts
    GET  /events      server-sent events: JSON objects with what has changed since the last one, by part
    GET  /moment/N    the table as it was after the log's first N acts
    GET  /record      the record of the match         GET /sheet   the printable score sheet
    GET  /house/GAME  owner data                      POST /house/GAME  the same, checked and saved
    POST /pair        {"code": "123456"}: a session
    POST /do          {"do": ...}: everything that changes something; needs a session

The parts of an event. All but `me` are the same for every listener of one language:

    box      what the two displays show, dot by dot, and which parts can be unplugged (simulated box only)
    ask      what the box asks, with every answer; or a message to confirm
    game     the table as SVG, whose turn it is, the standing
    log      the last acts and refusals
    me       whether this phone is paired, its seat, and the acts that this seat may play now
"""
