"""What the rulebook offers to play with or without; the side of the game board is the board's own."""

from __future__ import annotations

from spec.language import variant

ASSISTANTS = variant(
    "assistants", "Module: The Assistants",
    {"no": "Without Assistants.", "yes": "Everyone keeps one of two Assistants for the game."},
    "no", "80D-37",
)

COLORS_FESTIVAL = variant(
    "colors-festival", "Designer rule: Colors Festival",
    {"no": "Markets are where the symbols say.", "yes": "Boutiques and bazaars are open in every city."},
    "no", "80D-132",
)
