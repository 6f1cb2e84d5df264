"""The rules as test cases: data, a runner, and a line protocol, so that any engine can be tested against them."""
