"""The dice reader's language once more, slowly: one expression, a CRC bit by bit, and no line of the driver."""

import re

FACE = r"(?: [1-9][0-9]?)"
NUMBER = r"(?:0|[1-9][0-9]{0,4})"
ROLL = rf"roll (?P<roll>{NUMBER}) (?:rolling|handled|unsure|settled{FACE}{{1,12}}|(?:cocked|few){FACE}{{0,12}})"
HELLO = rf"hello (?P<hello>{NUMBER}) 1 (?:[1-9]|1[0-2]) [A-Za-z0-9._-]{{1,24}}"
OTHER_HELLO = rf"hello (?P<other>{NUMBER}) (?:0|[2-9]|[1-9][0-9]{{1,2}})(?: .*)?"
TROUBLE = "(?:blind|dark|bright|uneven|slow)"
TEST = rf"test (?P<tested>{NUMBER})(?: ok|(?P<troubles>(?: {TROUBLE})+))"
QUESTION = rf"(?:hello|state|test)\? (?P<asked>{NUMBER})"
KINDS = f"{ROLL}|{HELLO}|{OTHER_HELLO}|{TEST}|{QUESTION}"
LINE = re.compile(rf"(?P<body>{KINDS}) \*(?P<check>[0-9A-F]{{8}})\r?", re.DOTALL)


def crc32(data):
    register = 0xFFFFFFFF
    for byte in data:
        register ^= byte
        for _ in range(8):
            register = register >> 1 ^ (0xEDB88320 if register & 1 else 0)
    return register ^ 0xFFFFFFFF


def frames(data):
    """Give the lines that count, without their checks; what follows the last line end counts never."""
    heard, greeted, rolled = [], None, None
    for line in data.split(b"\n")[:-1]:
        found = LINE.fullmatch(line.decode("latin-1"))
        if found is None or len(line.removesuffix(b"\r")) > 96:
            continue
        body = found["body"]
        if f"{crc32(body.encode('latin-1')):08X}" != found["check"]:
            continue
        hello = found["hello"] or found["other"]
        number = int(found["roll"] or hello or found["tested"] or found["asked"])
        troubles = (found["troubles"] or "").split()
        if number > 65535 or len(troubles) != len(set(troubles)):
            continue
        if hello and number != greeted:
            greeted, rolled = number, None
            heard.append(body)
        elif found["roll"] and number != rolled:
            rolled = number
            heard.append(body)
        elif found["asked"] or found["tested"]:
            heard.append(body)
    return heard
