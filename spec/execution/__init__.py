"""Games that run: tables set up for play, positions, moves in words, refusals with reasons, records, judging."""
