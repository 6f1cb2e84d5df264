// Sentences for what happened, from the ids the server sends.

import type { ReplayStep } from "../api";
import type { EventKind, GameEvent, What } from "../protocol";
import { ask, capital, cardName, cards, colourName, counted, has, isolated, list, t, type Parts } from "./index.svelte";

export interface Names {
  of(seat: number): string;
  you: number | null;
}

// Who does it, and to whom, where this is not `seat` and `target`.
const DOES: Partial<Record<EventKind, (event: GameEvent) => [number | undefined, number | undefined]>> = {
  caught: (event) => [event.by, event.seat],
};
const LAID: Record<NonNullable<GameEvent["how"]>, string> = {
  turn: "laid",
  answer: "answered",
  batch: "joined",
  "jump-in": "jumped",
};
// Events of one seat in a row that share a sentence.
const TOGETHER: readonly EventKind[] = ["drew", "drew-penalty", "holds", "shown"];
// What is in the log, but is no news at the table: everyone sees it.
const QUIET: readonly EventKind[] = ["dealt", "holds", "revealed"];

export function isNews(event: GameEvent): boolean {
  return !QUIET.includes(event.event);
}

// The best of a text's variants: for what the person does, for what is done to the person, or for others.
function say(key: string, does: number | undefined, to: number | undefined, names: Names, parts: Parts): string {
  const person = (seat: number | undefined) =>
    seat === undefined ? "" : seat === names.you ? t("you") : isolated(names.of(seat));
  const you = names.you !== null;
  const variant =
    you && does === names.you && has(`${key}.you`) ? ".you" : you && to === names.you && has(`${key}.at`) ? ".at" : "";
  return capital(ask(key + variant, { who: person(does), target: person(to), ...parts }));
}

export function tell(events: readonly GameEvent[], names: Names): string[] {
  const lines: string[] = [];
  const dealt = events.filter((event) => event.event === "dealt");
  for (let place = 0; place < events.length; place++) {
    const event = events[place] as GameEvent;
    if (event.event === "dealt") {
      if (event === dealt[0]) lines.push(...tellDeal(dealt, names));
      continue;
    }
    const group = [event];
    if (TOGETHER.includes(event.event)) {
      const same = (other: GameEvent | undefined) =>
        other?.event === event.event && other.seat === event.seat && other.target === event.target;
      while (same(events[place + 1])) group.push(events[++place] as GameEvent);
    }
    lines.push(tellOne(event, group, names));
  }
  return lines.filter((line) => line !== "");
}

// A step of a replay in sentences.  Nothing happens when somebody ends a batch of cards, but it is a step.
export function tellStep({ events, move }: Pick<ReplayStep, "events" | "move">, names: Names): string[] {
  const lines = tell(events, names);
  return lines.length === 0 && move?.action === "done" ? [t("replay.done", { who: names.of(move.seat) })] : lines;
}

// The deal in a sentence, and another for every hand that is known.
function tellDeal(dealt: readonly GameEvent[], names: Names): string[] {
  const hands = new Map<number, GameEvent[]>();
  for (const event of dealt) hands.set(event.seat ?? 0, [...(hands.get(event.seat ?? 0) ?? []), event]);
  const sizes = new Set([...hands.values()].map((hand) => hand.length));
  const lines = sizes.size === 1 ? [t("ev.dealt.all", { cards: cards([...sizes][0] ?? 0) })] : [];
  for (const [seat, hand] of hands) {
    const known = named(hand);
    if (known !== "") lines.push(say("ev.dealt", seat, undefined, names, { cards: known }));
  }
  return lines;
}

// The cards of events in words, or nothing where one of them is not known.
function named(events: readonly GameEvent[]): string {
  const known = events.flatMap((one) =>
    one.card ? Array.from({ length: one.count ?? 1 }, () => cardName(one.card as string)) : [],
  );
  return events.every((one) => one.card) ? list(known) : "";
}

function tellOne(event: GameEvent, group: readonly GameEvent[], names: Names): string {
  const [does, to] = DOES[event.event]?.(event) ?? [event.seat, event.target];
  const shown = Array.isArray(event.cards) ? list(event.cards.map(cardName)) : "";
  const parts: Parts = {
    card: event.card ? cardName(event.card) : t("cards.one"),
    cards: shown || named(group) || cards(group.length),
    colour: event.colour ? colourName(event.colour) : "",
    n:
      event.turns === undefined
        ? counted(typeof event.cards === "number" ? event.cards : 0, "card")
        : counted(event.turns, "turn"),
    points: counted(event.points ?? 0, "point"),
  };
  return say(keyOf(event), does, to, names, parts);
}

function keyOf(event: GameEvent): string {
  switch (event.event) {
    case "laid":
      return `ev.${LAID[event.how ?? "turn"]}${event.colour ? ".colour" : ""}`;
    case "drew-penalty":
      return "ev.drew";
    case "lost-turns":
      return (event.turns ?? 1) > 1 ? "ev.lost-turns.many" : "ev.lost-turns";
    case "rotated":
      return (event.direction ?? 1) > 0 ? "ev.rotated" : "ev.rotated.counter";
    case "blocked":
      return event.by_limit ? "ev.blocked.limit" : "ev.blocked";
    case "won":
      return event.points ? "ev.won.points" : "ev.won";
    case "revealed":
      return Array.isArray(event.cards) && event.cards.length > 0 ? "ev.revealed" : "";
    default:
      return `ev.${event.event}`;
  }
}

// What happened around the game: who came and went, who waits for what.
export function tellRoom(what: What, names: Names): string {
  const seat = what.kind === "bots" ? what.seats?.[0] : what.seat;
  return say(roomKey(what), seat ?? undefined, undefined, names, { name: isolated(what.name ?? "") });
}

// That a player has one card left, where the rules have it announced.
export function tellLastCard(seat: number, names: Names): string {
  return say("ev.last-card", seat, undefined, names, {});
}

// That a bot has made a move for somebody whose clock ran out.
export function tellTimeUp(seat: number, names: Names): string {
  return say("room.time-up", seat, undefined, names, {});
}

function roomKey(what: What): string {
  switch (what.kind) {
    case "pausing":
      return what.paused ? "room.paused" : "room.pausing";
    case "stood":
      return what.removed ? "room.stood.removed" : what.level ? "room.stood.bot" : "room.stood";
    case "bots":
      return what.seats?.length === 1 ? "room.bots.one" : "room.bots";
    case "window":
      return ""; // whoever can be caught is seen at the button
    case "muted":
      return what.on ? "room.muted" : "room.muted.off";
    case "locked":
      return what.on ? "room.locked" : "room.locked.off";
    default:
      return `room.${what.kind}`;
  }
}
