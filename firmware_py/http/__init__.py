"""The web server that the page of a box and the pages of a club stand on; it knows no game and no box.

`Server` runs in a thread of its own: it accepts connections, reads requests and hands them to an `Application`,
which returns responses and takes what is published. `Limits` decides who is served, `Sessions` who may change
something. `responses` has what every application does with a request: languages, access, headers, JSON. `Feed`
sends events to those who listen; `StaticFiles` are cached by browsers until they change. `network` chooses the
interfaces, `certificate` makes the certificate for HTTPS. `static/` has what all pages share.

Callers: `page` and `club`.
"""
