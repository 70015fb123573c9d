"""The language that game files are written in.

A rules person needs only the names listed here; `docs/language.md` explains them with examples.
"""

from spec.language.actions import (
    action,
    axiom,
    chance,
    conserved,
    invariant,
    reachable,
    reading,
    step,
    terminates,
)
from spec.language.board import Board, detail, printed, relation
from spec.language.components import pile, stack
from spec.language.decks import deck
from spec.language.derivations import FewestLinks, Legs, LinkOnward, MemberCount, PackedAlone, PackingTable
from spec.language.game import Game
from spec.language.noted import noted
from spec.language.rules import Rule, rule
from spec.language.settings import ruling, settled, variant
from spec.language.sorts import Bool, Int, Upto, optional
from spec.language.state import Sight, State, array, element_at, scalar
from spec.language.values import (
    Element,
    Maybe,
    Number,
    Truth,
    choose,
    every,
    first,
    least,
    member,
    most,
    some,
    total,
)

__all__ = [
    "Board",
    "Bool",
    "Element",
    "FewestLinks",
    "Game",
    "Int",
    "Legs",
    "LinkOnward",
    "Maybe",
    "MemberCount",
    "Number",
    "PackedAlone",
    "PackingTable",
    "Rule",
    "Sight",
    "State",
    "Truth",
    "Upto",
    "action",
    "array",
    "axiom",
    "chance",
    "choose",
    "conserved",
    "deck",
    "detail",
    "element_at",
    "every",
    "first",
    "invariant",
    "least",
    "member",
    "most",
    "noted",
    "optional",
    "pile",
    "printed",
    "reachable",
    "reading",
    "relation",
    "rule",
    "ruling",
    "scalar",
    "settled",
    "some",
    "stack",
    "step",
    "terminates",
    "total",
    "variant",
]
