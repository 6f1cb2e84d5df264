"""The rules of the game, written once as plain functions over a `State` and a `Rules` record.

The functions use only integers, record fields and array items, allocate nothing and import nothing from outside.  So
the same code runs interpreted and compiled (`lastcard.backends`).  Each module uses only those before it:

    terms, records, layout, machine     constants, records, primitives of a backend
    seats, cards                        whose turn it is, moving cards
    legal, rights                       what each seat may do, and which fouls it may commit
    scoring, effects, lay, claims       what an action brings about
    leave, deal, step                   leaving a round, opening it, one action
    match                               scores over several rounds
    tables                              fill a `Rules` record from a rule set
"""
