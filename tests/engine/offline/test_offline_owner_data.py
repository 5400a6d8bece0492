"""The map and the market cards: what owners enter is checked, and records carry it (OF-23 to OF-26)."""

import pytest

from engine.offline.owner_data import (
    PLACEHOLDER,
    Net,
    doubts,
    neighbours,
    owner_data_in,
    owner_tags,
    owner_text,
    owner_values,
    read_owner_data,
)
from engine.owner_data import tags_for
from engine.verdicts import BadSetup, say

GOOD = owner_values(PLACEHOLDER._replace(map_verified=True, market_verified=True))


def changed(**nets):
    """The stand-in with other nets."""
    return {"map": {**GOOD["map"], **nets}, "market": GOOD["market"]}


def net(sites, *links):
    return {"sites": sites, "links": list(links)}


def faults_of(values):
    return [(place, why.key) for place, why in read_owner_data(values)[1]]


def test_of_24_what_is_written_is_read_back():
    owned, faults = read_owner_data(GOOD)
    assert faults == []
    assert owned == PLACEHOLDER._replace(map_verified=True, market_verified=True)
    assert read_owner_data({}) == (PLACEHOLDER, [])
    assert owner_data_in(owner_tags(owned)) == owned
    assert owner_data_in({}) == PLACEHOLDER
    assert owner_tags(PLACEHOLDER) == {}
    assert owner_data_in({"Map": tags_for("Map", owner_text(PLACEHOLDER))["Map"]}) == PLACEHOLDER, (
        "by its name alone"
    )


def test_of_24_what_contradicts_the_sheet_is_accepted_with_a_doubt():
    assert doubts(PLACEHOLDER) == []
    sizes = {name: {"sites": 6} for name in "ABCDEFGH"}
    market = {**GOOD["market"], "B": [12, 21, 32]}
    owned, faults = read_owner_data({"map": sizes, "market": market})
    assert faults == []
    assert doubts(owned) == [
        (("map", "A", "sites"), say("my-copy.other-size", net="A", given=6, known=7)),
        (("map", "C", "sites"), say("my-copy.other-size", net="C", given=6, known=5)),
        (("market", "B"), say("my-copy.other-values", card="B", given=(12, 21), known=(12, 20))),
    ]
    third = read_owner_data({"market": {**GOOD["market"], "B": [12, 20, 99]}})[0]
    assert doubts(third) == [], "the third value of B is not known"


def test_of_24_a_map_may_have_sizes_without_links():
    sizes = {"map": {name: {"sites": 5} for name in "ABCDEFGH"}}
    owned, faults = read_owner_data(sizes)
    assert faults == []
    assert owned.nets == (Net(5, None),) * 8
    assert read_owner_data(owner_values(owned)) == (owned, [])
    assert neighbours(owned.nets[0]) == ((),) * 5


@pytest.mark.parametrize(
    ("values", "faults"),
    [
        (changed(A=net(3, "A1-A2", "A2-A3")), [(("map", "A", "sites"), "value.bad-number")]),
        (changed(A=net(8)), [(("map", "A", "sites"), "value.bad-number")]),
        (
            changed(F=net(4, "F1-F2", "F2-F3", "F3-G4")),
            [(("map", "F", "links", 2), "my-copy.two-nets")],
        ),
        (
            changed(F=net(4, "F1-F2", "F2-F3", "F3-F3")),
            [(("map", "F", "links", 2), "my-copy.own-link")],
        ),
        (changed(F=net(4, "F1-F2", "F3-F4")), [(("map", "F", "links"), "my-copy.not-connected")]),
        (
            changed(F=net(4, "F1-F2", "F2-F1")),
            [(("map", "F", "links", 1), "my-copy.link-twice"), (("map", "F", "links"), "my-copy.not-connected")],
        ),
        (changed(A=net(8, "A1-A8")), [(("map", "A", "sites"), "value.bad-number")]),
        (changed(F=net(4, "F1-F5")), [(("map", "F", "links", 0), "my-copy.no-such-site")]),
        (changed(F=net(4, "F0-F1")), [(("map", "F", "links", 0), "my-copy.no-such-site")]),
        (changed(F=net(4, "1-2", 7)), [(("map", "F", "links", at), "my-copy.bad-link") for at in (0, 1)]),
        (changed(F={"sites": 4, "links": "F1-F2"}), [(("map", "F", "links"), "my-copy.not-links")]),
        (changed(F={"sites": 4}), [(("map", "F"), "my-copy.links-missing")]),
        (changed(K=net(4)), [(("map", "K"), "value.unknown-key")]),
        ({"map": {"A": GOOD["map"]["A"]}}, [(("map",), "my-copy.nets-missing")]),
        ({"map": 7}, [(("map",), "value.not-table")]),
        (7, [((), "value.not-table")]),
        ({"market": {**GOOD["market"], "A": [5, 4, 9]}}, [(("market", "A"), "my-copy.not-rising")]),
        ({"market": {**GOOD["market"], "A": [5, 4]}}, [(("market", "A"), "my-copy.three-values")]),
        ({"market": {**GOOD["market"], "B": [1, 2, "x"]}}, [(("market", "B", 2), "value.bad-number")]),
        (
            {"market": {**GOOD["market"], "B": [3, 2, "x"]}},
            [(("market", "B", 2), "value.bad-number"), (("market", "B"), "my-copy.not-rising")],
        ),
        ({"market": {"A": [1, 2, 3], "B": [1, 2, 3], "C": [1, 2, 3]}}, [(("market",), "my-copy.three-values")]),
        ({"market": {**GOOD["market"], "verified": 1}}, [(("market", "verified"), "value.not-boolean")]),
    ],
)
def test_of_24_every_fault_is_named_with_its_place(values, faults):
    assert faults_of(values) == faults


@pytest.mark.parametrize(
    ("links", "sites"),
    [(("F1-F2", "F3-F4"), ("F3", "F4")), (("F2-F3", "F3-F4"), ("F2", "F3", "F4")), (("F1-F3", "F3-F4"), ("F2",))],
)
def test_of_24_the_sites_that_no_way_leads_to_from_the_first_are_named(links, sites):
    _, ((_, why),) = read_owner_data(changed(F=net(4, *links)))
    assert dict(why.args)["sites"] == sites


def test_of_24_all_faults_are_listed_at_once():
    values = changed(A=net(3, "A1-A2"), B=net(6, "B1-C2", "B2-B2"), F=net(4, "F1-F2"))
    values["market"] = {**GOOD["market"], "D": [3, 2, 1]}
    assert [key for _, key in faults_of(values)] == [
        "value.bad-number",
        "my-copy.two-nets",
        "my-copy.own-link",
        "my-copy.not-connected",
        "my-copy.not-rising",
    ]


def test_a_record_names_its_map_by_content_and_another_one_is_refused():
    mine = PLACEHOLDER._replace(map_verified=True)
    tags = owner_tags(mine)
    assert len(tags["Map"]) == 12
    for bad, tag in (
        ({"Map": tags["Map"]}, "Map"),
        ({"MapData": tags["MapData"]}, "MapData"),
        ({**tags, "Map": "0" * 12}, "MapData"),
        ({**tags, "MapData": "{"}, "MapData"),
        ({**tags, "MapData": tags["MapData"].replace("true", " true")}, "MapData"),
        ({**tags, "MapData": owner_text(mine).replace('"sites":7', '"sites":3')}, "MapData"),
    ):
        with pytest.raises(BadSetup) as caught:
            owner_data_in(bad)
        assert caught.value.tag == tag
