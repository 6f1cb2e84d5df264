"""The rules, once: plain functions over a `State` and a `Rules` record.

They use integers, record fields and array items only, allocate nothing and import nothing from outside, so the same
text runs interpreted and compiled (`lastcard.backends`).  The modules are a stack, each using only those before it:

    terms, records, layout, machine     words, records, what a machine provides
    seats, cards                        whose turn, cards moving about
    legal                               what each seat may do, and which fouls it may commit
    scoring, effects, lay, claims       what an action brings about
    deal, step                          the opening, one action
    match                               rounds added up
    tables                              a rule set turned into a `Rules` record
"""
