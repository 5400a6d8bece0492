"""The AprilTags that are printed, of the family 36h11: black square, six by six bits.

A test compares them with OpenCV's.
"""

from __future__ import annotations

MODULES = 6
"""Bits in a row; the black border adds one on each side, the white margin one more."""
CODES = {
    0: 0x21A146BAB,
    1: 0x92D18FE9B,
    2: 0x7089014BB,
    3: 0x193979E27,
    4: 0x44153D3D7,
    5: 0x35CD5B8CF,
    6: 0xA10BA56A0,
    7: 0x2B874A608,
    11: 0xAB3469FFC,
    12: 0x594CA45C2,
    13: 0xFA1C2D2E2,
    14: 0x97C24B972,
    15: 0x75928624A,
    16: 0x1CAAFE99A,
    17: 0x3236DDC16,
    21: 0x2E59CC1A1,
    22: 0x7FA58AB31,
    23: 0xEB43384F9,
    24: 0x3913D5345,
    25: 0xD79B1A3B5,
    26: 0x0DFBE768D,
    27: 0x5CD7A031D,
    31: 0x5BC567BB4,
    32: 0x1E6302BC2,
    33: 0x8AC7D046A,
    34: 0xA65FE2326,
    35: 0x5400EB616,
    36: 0xF7A066836,
    37: 0x2DD0AFDF6,
    41: 0xBB210D93D,
    42: 0xDEE55094B,
    43: 0xA0CD1479B,
    44: 0x2A23ABB27,
    45: 0x4F67F4B5F,
    46: 0x58A815818,
    47: 0x743427D64,
    50: 0x38D5742EE,
    51: 0x0C43567A1,
    52: 0x5DB311CB1,
    53: 0xC957CA1F9,
    101: 0xF72AEE766,
    102: 0x73CC6B569,
    103: 0xC99CA6A59,
    104: 0x366A0C535,
    105: 0x509E51943,
    106: 0xBA6D227D1,
    107: 0xD2ACF163B,
    108: 0xD989FEF68,
    109: 0x641707BB2,
    110: 0xF9BD312AB,
    111: 0x77739C207,
    112: 0x68BF8D1BF,
    113: 0xDEDD84A6E,
    114: 0x42EAEC49B,
    115: 0x302B68D53,
    116: 0x4EBB930CE,
    117: 0x439C5D9B5,
    118: 0xE1FC9228D,
    119: 0xF8A6A8D4A,
    120: 0xB53902A18,
}
"""Tag → its bits, row by row, the highest first; 1 is white."""


def white_bits(number: int) -> list[tuple[int, int]]:
    """List the white bits of a tag as column and row.

    >>> len(white_bits(0))
    16
    """
    code, count = CODES[number], MODULES * MODULES
    return [(at % MODULES, at // MODULES) for at in range(count) if code >> (count - 1 - at) & 1]
