"""Tables for people with browsers, in the middle of a round."""

from collections.abc import Callable

from online import ArrangedServer
from page_person import Person

SEEDS = ("juno-classic", "juno-seven0", "juno-serious", "rules-site", "one", "rules-md", "console")


def position(hands: str, top: str, seats: int = 2, pending: str = "-", stock: str = "40") -> str:
    """Write a position with seat 0 on turn; seats without a hand get three cards that nobody names."""
    given = hands.split("/")
    return f"{'/'.join(given + ['?3'] * (seats - len(given)))} {top} >0 {pending} {stock}|-"


class Company:
    """People who keep their browsers from table to table."""

    def __init__(self, server: ArrangedServer, make: Callable[[int], Person]) -> None:
        self.server = server
        self._make = make
        self.people: list[Person] = []
        self._strangers: list[Person] = []

    def seat(self, rules: str, arranged: str) -> list[Person]:
        """Seat people at a new table, and deal them a position."""
        seats = arranged.split()[0].count("/") + 1
        self.server.arrange(rules, arranged)
        people = [self.person(place) for place in range(seats)]
        take_seats(people, rules=rules)
        return people

    def begin_anew(self) -> None:
        """Let everyone be as a new person is."""
        while self._strangers:
            self._strangers.pop().context.close()
        for one in self.people:
            one.begin_anew()

    def person(self, place: int) -> Person:
        """Return the person of a place, with a browser."""
        self.people += [self._make(one) for one in range(len(self.people), place + 1)]
        return self.people[place]

    def stranger(self) -> Person:
        """Return someone who has never been here."""
        self._strangers.append(self._make(0))
        return self._strangers[-1]

    def check(self) -> None:
        """Fail if something went wrong in a browser."""
        for one in (*self.people, *self._strangers):
            one.check()

    def close(self) -> None:
        for one in self.people:
            one.close()


def take_seats(people: list[Person], **settings: object) -> str:
    """Seat people at a new table and start the match; return its code."""
    code = people[0].make_table(seats=len(people), **settings)
    for place, one in enumerate(people):
        one.be_a_guest()
        if place > 1:
            people[place - 1].has_a_seat()  # they sit down in this order; the host has a seat already
        one.page.goto(f"{one.url}/t/{code}", wait_until="commit")
        one.frames.clear()  # those of the table before
    people[0].button("^Start").click()
    for one in people:
        one.cards.wait_for()
    return code
