"""The rules as cases: data, a runner, and a line protocol, so that any engine can be held against them."""
