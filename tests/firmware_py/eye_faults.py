"""What goes wrong at a table under the eye: hands, blur, second thoughts, pawns put down badly, a pulled plug."""

from tests.firmware_py.eye_party import Party
from tests.hardware import eye_scenes


def blur(party: Party) -> None:
    party.take(party.picture(party.scene, "blurred"), count=party.chance.randrange(1, 6))


def hand(party: Party) -> None:
    party.reach_in(party.chance.randrange(1, 25))


def odd_picture(party: Party) -> None:
    party.take(party.picture(party.scene._replace(has_frame=False)))


def shadow(party: Party) -> None:
    party.light = party.light._replace(shadow_at=(party.chance.uniform(0, 320), party.chance.uniform(0, 240)))


def _free(party: Party) -> list[int]:
    size = 0 if party.scene.card is None else len(party.scene.card.places)
    return [table for table in range(1, size + 1) if table not in party.sitting]


def put_down_and_take_back(party: Party) -> None:
    """Put a pawn down for half a second, as somebody who changes their mind."""
    if free := _free(party):
        table = party.chance.choice(free)
        party.reach_in(1)
        party.put(party.chance.randrange(1, party.players + 1), table)
        party.stand_still(0.5)
        party.reach_in(2)
        party.take_away(table)


def sit_and_leave(party: Party) -> None:
    """Take a table for some seconds, then leave it: two acts."""
    free = _free(party)
    if len(free) > 1 and party.inn.card is not None:
        table, seat = party.chance.choice(free), party.chance.randrange(1, party.players + 1)
        party.reach_in(1)
        party.put(seat, table)
        party.happen(f"{seat} seat {table}")
        party.wait_for_the_eye()
        party.reach_in(2)
        party.take_away(table)
        party.happen(f"{seat} leave {table}")
        party.wait_for_the_eye()


def put_between(party: Party) -> None:
    """Put a pawn between two tables for some seconds: it is asked about, and nothing is entered."""
    if len(_free(party)) > 1 and party.inn.card is not None:
        whole, card = party.scene, party.scene.card
        one, other = (card.on(place) for place in card.places[:2])
        halfway = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
        ring = 10 * party.chance.randrange(1, party.players + 1) + 7
        party.reach_in(1)
        party.scene = whole._replace(pawns=(*whole.pawns, eye_scenes.pawn(party.chance, ring, halfway, slip=1)))
        party.stand_still()
        party.reach_in(2)
        party.scene = whole
        party.wait_for_the_eye()


def cover_a_ring(party: Party) -> None:
    """Let something hide a part of a ring for some seconds."""
    if party.scene.pawns:
        whole = party.scene
        half = whole.pawns[0]._replace(covered=party.chance.uniform(0.3, 0.6))
        party.scene = whole._replace(pawns=(half, *whole.pawns[1:]))
        party.stand_still()
        party.scene = whole


def unplug(party: Party) -> None:
    party.unplug()
    party.take(([], []), count=party.chance.randrange(1, 30))
    party.plug()


def wait(party: Party) -> None:
    party.stand_still(party.chance.uniform(0.2, 4))


FAULTS = (
    blur,
    hand,
    odd_picture,
    shadow,
    put_down_and_take_back,
    sit_and_leave,
    put_between,
    cover_a_ring,
    unplug,
    wait,
)


def any_fault(party: Party) -> None:
    """Let something go wrong in a third of the moves."""
    if party.chance.random() < 1 / 3:
        party.chance.choice(FAULTS)(party)
