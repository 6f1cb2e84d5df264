"""Tables over the network: the contract, the server and the client."""
