"""What is kept: entries of tables, matches and guests.  `store` says what a store offers; one is in `sqlite`."""
