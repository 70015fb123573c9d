"""The few strokes that pictures need, typed; drawsvg ships no type information."""

from __future__ import annotations

from typing import Any

FONT = "Helvetica Neue, Helvetica, Arial, DejaVu Sans, sans-serif"


class Canvas:
    """A drawing of `width` by `height` pixels, with y pointing down."""

    def __init__(self, width: float, height: float) -> None:
        import drawsvg  # type: ignore[import-untyped,unused-ignore]  # the package has no py.typed

        self._draw: Any = drawsvg
        self._drawing: Any = drawsvg.Drawing(round(width), round(height))

    def rectangle(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str,
        radius: float = 0,
        stroke: str = "none",
        stroke_width: float = 1,
        dashes: str = "none",
    ) -> None:
        """A rectangle with round corners."""
        self._drawing.append(
            self._draw.Rectangle(
                round(x, 2),
                round(y, 2),
                round(width, 2),
                round(height, 2),
                rx=radius,
                fill=fill,
                stroke=stroke,
                stroke_width=stroke_width,
                stroke_dasharray=dashes,
            )
        )

    def path(
        self,
        d: str,
        *,
        fill: str,
        stroke: str = "none",
        stroke_width: float = 1,
        dashes: str = "none",
        title: str = "",
    ) -> None:
        """A path from SVG path data; `title` is what a browser shows when pointing at it."""
        drawn = self._draw.Path(
            d,
            fill=fill,
            fill_rule="evenodd",
            stroke=stroke,
            stroke_width=stroke_width,
            stroke_dasharray=dashes,
            stroke_linejoin="round",
            stroke_linecap="round",
        )
        if title:
            drawn.append_title(title)
        self._drawing.append(drawn)

    def text(
        self,
        words: str,
        x: float,
        y: float,
        *,
        size: float,
        fill: str,
        bold: bool = False,
        centred: bool = False,
        upright: bool = False,
    ) -> None:
        """Words starting at (x, y), or centred on it; `upright` turns them to read upwards."""
        turn = {"transform": f"rotate(-90 {x:.2f} {y:.2f})"} if upright else {}
        self._drawing.append(
            self._draw.Text(
                words,
                round(size, 2),
                round(x, 2),
                round(y, 2),
                fill=fill,
                font_family=FONT,
                font_weight="bold" if bold else "normal",
                text_anchor="middle" if centred else "start",
                dominant_baseline="central",
                **turn,
            )
        )

    def svg(self) -> str:
        """The drawing as an SVG document."""
        return str(self._drawing.as_svg())


def text_width(words: str, size: float) -> float:
    """About how wide words are, in pixels; no font is at hand to ask."""
    return 0.58 * size * len(words)
