"""Graphs as GraphML, which networkx, igraph and Gephi read; plain numbers and texts only."""

from __future__ import annotations

from io import BytesIO

import networkx as nx


def to_graphml(graph: nx.MultiGraph[str]) -> str:
    """A graph as GraphML text: places and links by their ids, each with a `label` besides its own attributes.

    Gephi lays places out by `lat` and `lon`. Links side by side stay apart. `from_graphml` is the inverse, but for
    the labels.

    >>> from graphs.network import build_network
    >>> graph = build_network([{"id": "a", "name": "A"}, {"id": "b"}], [{"id": "ab", "start": "a", "end": "b"}])
    >>> from_graphml(to_graphml(graph)).nodes["a"]["label"]
    'A'
    """
    written: nx.MultiGraph[str] = nx.MultiGraph()
    for place, attributes in graph.nodes(data=True):
        written.add_node(place)
        written.nodes[place].update({**_plain(attributes), "label": str(attributes.get("name", place))})
    for start, end, key, attributes in graph.edges(keys=True, data=True):
        written.add_edge(start, end, key)
        written.edges[start, end, key].update({**_plain(attributes), "label": key})
    buffer = BytesIO()
    nx.write_graphml_xml(written, buffer)  # with keys of its own: those of places and links may bear one name
    return buffer.getvalue().decode("utf-8") + "\n"


def from_graphml(text: str) -> nx.MultiGraph[str]:
    """The graph that a GraphML text describes, links by their ids."""
    read: nx.MultiGraph[str] = nx.read_graphml(BytesIO(text.encode("utf-8")), force_multigraph=True)
    return read


def _plain(attributes: dict[str, object]) -> dict[str, object]:
    return {
        name: value if isinstance(value, (bool, int, float, str)) else str(value) for name, value in attributes.items()
    }
