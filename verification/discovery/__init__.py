"""Facts that nobody declared: seen in random play, and kept where they are inductive (the Houdini loop)."""

DISCOVERED = "discovered"
"""The proof that facts found so stand under."""
