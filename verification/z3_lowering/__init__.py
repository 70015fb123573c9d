"""Tape to z3: expressions, states, tables and effects as formulas. Everything that z3 is asked starts here."""
