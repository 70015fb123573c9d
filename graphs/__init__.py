"""City graphs: boards as data, distances over lines, coastlines and pictures of maps.

`network` answers questions about a graph, `maps` draws one; neither knows any game.
"""
