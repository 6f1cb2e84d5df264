"""A chat bot that lets four people play, and tells each only what that person may know: `python examples/chat_bot.py`.

Replace `send` by what your chat offers.  Its first argument is who reads the message: a name, or None for everyone.
Nothing else in this file knows the chat.

It does not list calls and catches: that would tell who has forgotten to call.
"""

from collections.abc import Callable, Sequence

from lastcard import Event, LastCardError, Match, Speaker, question

Send = Callable[[str | None, str], None]


class Chat:
    """A match in a chat."""

    def __init__(self, people: list[str], send: Send, rules: str = "official", seed: int | None = None) -> None:
        """Deal.  Leave out the seed, and nobody can predict the cards."""
        self.people, self.send = people, send
        self.match = Match(rules, seats=len(people), seed=seed)
        deck = self.match.rules.deck
        self.speakers = {seat: Speaker(deck, people, voice=seat) for seat in range(len(people))}
        self.public = Speaker(deck, people)  # speaks to everyone, as to a spectator
        self._tell([*self.match.opening_events, *self.match.round.opening_events])  # who deals, and the deal

    def said(self, person: str, text: str) -> None:
        """Carry out what a person wrote, such as r7!, w:g, draw or catch 2; an error goes to that person alone."""
        seat = self.people.index(person)
        try:
            events = self.match.round.act(seat, text)
        except LastCardError as error:
            self.send(person, str(error))
            return
        self._tell(events)

    def _tell(self, events: Sequence[Event]) -> None:
        """Tell everyone what happened, and each person what only that person may know; then ask the next one.

        `sentences` leaves out what its listener may not know: everyone reads "Ann draws a card", and Ann also reads
        which.  `seen_by` is what a seat, or a spectator (None), may know of an event.
        """
        for sentence in self.public.sentences(events):
            self.send(None, sentence)
        for seat, speaker in self.speakers.items():
            own = [event for event in events if event.seen_by(seat) != event.seen_by(None)]
            for sentence in speaker.sentences(own):
                self.send(self.people[seat], sentence)
        if self.match.round.over:
            self._next_round()
            return
        for seat in self.match.round.awaited:
            view = self.match.round.view(seat)
            hand = self.speakers[seat].cards(view.hand)
            self.send(self.people[seat], f"You hold {hand}. {question(view, self.speakers[seat])}")
            own = [action.text for action in view.legal if action.kind not in ("call", "catch")]
            self.send(self.people[seat], f"You can write {', '.join(own)}; at any time also call, or catch and a seat.")

    def _next_round(self) -> None:
        events = list(self.match.next_round())
        if self.match.over:
            winners = " and ".join(self.people[seat] for seat in self.match.winners)
            self.send(None, f"{winners} won the match: {self.match.scores}")
        else:
            self._tell([*events, *self.match.round.opening_events])


def main() -> None:
    """Play with people who always do the first thing that is possible, and print what each of them reads."""
    chat = Chat(["Ann", "Ben", "Cyd", "Dan"], lambda to, text: print(f"{to or 'all':>4} | {text}"), seed=5)
    for _ in range(12):
        seat = chat.match.round.awaited[0]
        chat.said(chat.people[seat], chat.match.round.legal(seat)[0].text)


if __name__ == "__main__":
    main()
