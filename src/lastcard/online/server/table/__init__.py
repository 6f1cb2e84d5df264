"""A table: what its entries make of it, who may do what, and what its clients are told."""
