"""Models for other people's checkers: every action of an instance as guarded commands, written in their languages."""

from verification.export.formats import FORMATS, written_model
from verification.export.model import Model, model
from verification.export.moves import Chance

__all__ = ["FORMATS", "Chance", "Model", "model", "written_model"]
