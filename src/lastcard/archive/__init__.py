"""What is kept of a match: acts, records, journals, replays and proofs of fair deals."""
