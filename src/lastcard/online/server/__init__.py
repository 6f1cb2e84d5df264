"""Tables for people and bots over the network: `lastcard serve`.

A command from a client becomes one entry of a table's log.  Once the entry is on disk it is applied, acknowledged and
sent to everyone at the table, in that order.  docs/server.md describes the protocol.
"""
