// Sentences for what happened, from the ids the server sends.

import type { GameEvent, What } from "../protocol";
import { capital, cardName, cards, colourName, has, list, t, type Parts } from "./index.svelte";

export interface Names {
  of(seat: number): string;
  you: number | null;
}

function say(kind: string, seat: number | undefined, names: Names, parts: Parts): string {
  const you = seat !== undefined && seat === names.you;
  const key = you && has(`${kind}.you`) ? `${kind}.you` : kind;
  if (!has(key)) return "";
  return capital(t(key, { who: seat === undefined ? "" : you ? t("you") : names.of(seat), ...parts }));
}

export function tell(events: readonly GameEvent[], names: Names): string[] {
  const lines: string[] = [];
  for (let place = 0; place < events.length; place++) {
    const event = events[place] as GameEvent;
    if (event.event === "drew" || event.event === "drew-penalty") {
      const group = [event];
      while (events[place + 1]?.event === event.event && events[place + 1]?.seat === event.seat) group.push(events[++place] as GameEvent);
      const known = group.flatMap((one) => (one.card ? [cardName(one.card)] : []));
      lines.push(say("ev.drew", event.seat, names, { cards: known.length === group.length ? list(known) : cards(group.length) }));
    } else {
      const line = tellOne(event, names);
      if (line !== "") lines.push(line);
    }
  }
  return lines;
}

function tellOne(event: GameEvent, names: Names): string {
  const person = (seat: number | undefined) => (seat === undefined ? "" : seat === names.you ? t("you") : names.of(seat));
  const parts: Parts = {
    card: event.card ? cardName(event.card) : t("cards.one"),
    colour: event.colour ? colourName(event.colour) : "",
    target: person(event.target),
    by: capital(person(event.by)),
    n: typeof event.cards === "number" ? cards(event.cards) : "",
  };
  let kind = `ev.${event.event}`;
  if (event.event === "laid") kind = event.how === "jump-in" ? "ev.jumped" : event.colour ? "ev.laid.colour" : "ev.laid";
  return say(kind, event.seat, names, parts);
}

export function tellRoom(what: What, names: Names): string {
  if (what.kind === "pausing" && what.paused) return t("room.paused");
  return say(`room.${what.kind}`, what.seat, names, {});
}
