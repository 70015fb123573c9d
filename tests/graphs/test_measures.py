"""Measures of graphs against networkx and against counting by hand."""

from fractions import Fraction

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from fogg.setup import find_game, ready_board
from graphs.measures import bridges, measure
from graphs.network import build_network, distances_to
from graphs.picture import network_of
from graphs.race import ends_of

PLACES = "abcdefg"


@st.composite
def networks(draw: st.DrawFn) -> "nx.MultiGraph[str]":
    """Small graphs, connected or not, with links side by side."""
    pairs = draw(st.lists(st.tuples(st.sampled_from(PLACES), st.sampled_from(PLACES)), max_size=12))
    links = [{"id": f"l{n}", "start": one, "end": other} for n, (one, other) in enumerate(pairs) if one != other]
    return build_network([{"id": place} for place in PLACES], links)


@settings(max_examples=60, deadline=None)
@given(networks())
def test_all_shortest_ways_share_each_pair(graph: "nx.MultiGraph[str]") -> None:
    """Over all links the shares of the pairs add up to the links of their shortest ways, counted once a pair."""
    found = measure(graph)
    pairs = [(a, b) for a in PLACES for b in PLACES if a < b and b in found.distances[a]]
    lengths = sum(found.distances[a][b] for a, b in pairs)
    assert lengths == sum((one.everywhere for one in found.contested), Fraction(0)) * max(len(pairs), 1)


@settings(max_examples=60, deadline=None)
@given(networks())
def test_a_bridge_cuts_somebody_off(graph: "nx.MultiGraph[str]") -> None:
    """The bridges are just the links without which some place can be reached from fewer others."""
    rows = [{"id": key, "start": a, "end": b} for a, b, key in graph.edges(keys=True)]
    parts = len(list(nx.connected_components(graph)))
    cut = tuple(
        str(row["id"]) for row in rows
        if len(list(nx.connected_components(
            build_network([{"id": place} for place in PLACES], [one for one in rows if one is not row])))) > parts
    )
    assert cut == bridges(graph)


def test_a_board_measured_by_networkx_is_the_same() -> None:
    """Eccentricities and distances of a shipped board are those that networkx computes by itself."""
    game = find_game("eighty_days")
    data = ready_board("side_a", game)
    graph = network_of(game, data)
    found = measure(graph, ends_of(game, data))
    assert dict(nx.eccentricity(graph)) == dict(found.eccentricities)
    assert distances_to(graph, "suez") == dict(found.distances["suez"])
    assert ends_of(game, data) == ("london_departure", "london_arrival")
    assert found.diameter == max(found.eccentricities.values())
    assert sum((one.home or Fraction(0) for one in found.contested), Fraction(0)) == 9  # lines of a shortest way home


def test_two_links_side_by_side_share_the_ways() -> None:
    """Of two ferries between the same places each takes half, and neither is a bridge; the third link is one."""
    rows = [{"id": "f1", "start": "a", "end": "b"}, {"id": "f2", "start": "b", "end": "a"},
            {"id": "bc", "start": "b", "end": "c"}]
    found = measure(build_network([{"id": place} for place in "abc"], rows), ("a", "c"))
    assert [Fraction(1, 2), Fraction(1, 2), Fraction(1)] == [one.home for one in found.contested]
    assert found.bridges == ("bc",)
    assert found.articulation == ("b",)
    assert (found.centre, found.periphery) == (("b",), ("a", "c"))
