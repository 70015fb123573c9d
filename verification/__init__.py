"""What is true of a game: proofs by induction, counterexamples replayed by the reference executor, and verdicts."""
