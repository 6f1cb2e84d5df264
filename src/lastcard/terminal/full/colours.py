"""The colours of the screen.

A terminal that does not have them all shows the nearest of its 256 or 16.  They are chosen so that the table stays
dark there, and every card keeps its colour.
"""

GOLD, RED, GREEN, BLUE = "#f5bd2c", "#d32d2e", "#1b924f", "#2e5fd7"
WHITE, GREY, BLACK, INK = "#ffffff", "#5a5a5a", "#17191c", "#1a1a1a"
PALE = "#8a8f8c"  # seen on every table

FIELDS = {"red": RED, "green": GREEN, "blue": BLUE, "yellow": GOLD}  # of cards
INKS = {"red": WHITE, "green": WHITE, "blue": WHITE, "yellow": INK}  # of what is written on them
FELTS = {True: "#142d2b", False: "#dfe9e3"}  # of the table, by whether it is dark

LOUD = f"bold {INK} on {GOLD}"
BAD = f"bold {WHITE} on {RED}"
QUIET = "bold"
