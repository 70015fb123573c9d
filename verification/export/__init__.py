"""Models for other people's checkers: every action of an instance as guarded commands, written in their languages."""

from verification.export.commands import Model, model
from verification.export.formats import FORMATS, written_model
from verification.export.moves import Chance
from verification.export.unsupported import Unsupported

__all__ = ["FORMATS", "Chance", "Model", "Unsupported", "model", "written_model"]
