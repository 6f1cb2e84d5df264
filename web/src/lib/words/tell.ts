// Sentences for what happened, from the ids the server sends.

import type { Dealt, GameEvent, Laid, News, StepData } from "../protocol";
import { ask, capital, cardName, cards, colourName, isolated, list, t, type Parts } from "./index.svelte";

export interface Names {
  of(seat: number): string;
  you: number | null;
}

const LAID: Record<Laid["how"], string> = {
  turn: "laid",
  answer: "answered",
  batch: "joined",
  "jump-in": "jumped",
};
// Events of one seat in a row that share a sentence.
const TOGETHER: readonly GameEvent["event"][] = ["drew", "drew-penalty", "holds", "shown"];
// What is in the log, but is no news at the table: everyone sees it.
const QUIET: readonly GameEvent["event"][] = ["dealt", "holds", "revealed"];

export function isNews(event: GameEvent): boolean {
  return !QUIET.includes(event.event);
}

function say(id: string, does: number | undefined, to: number | undefined, names: Names, parts: Parts): string {
  const person = (seat: number | undefined) =>
    seat === undefined ? "" : seat === names.you ? null : isolated(names.of(seat));
  return capital(ask(id, { who: person(does), target: person(to), ...parts }));
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
    const group: GameEvent[] = [event];
    if (TOGETHER.includes(event.event)) {
      const [does, to] = sidesOf(event);
      const same = (other: GameEvent | undefined) =>
        other?.event === event.event && sidesOf(other)[0] === does && sidesOf(other)[1] === to;
      while (same(events[place + 1])) group.push(events[++place] as GameEvent);
    }
    lines.push(tellOne(event, group, names));
  }
  return lines.filter((line) => line !== "");
}

// A step of a replay in sentences.  Nothing happens when somebody ends a batch of cards, but it is a step.
export function tellStep({ events, move }: Pick<StepData, "events" | "move">, names: Names): string[] {
  const lines = tell(events, names);
  return lines.length === 0 && move?.action === "done" ? [t("replay.done", { who: names.of(move.seat) })] : lines;
}

// The deal in a sentence, and another for every hand that is known.
function tellDeal(dealt: readonly Dealt[], names: Names): string[] {
  const hands = new Map<number, Dealt[]>();
  for (const event of dealt) hands.set(event.seat, [...(hands.get(event.seat) ?? []), event]);
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
  const known: string[] = [];
  for (const event of events) {
    if (!("card" in event) || event.card === null) return "";
    known.push(...Array<string>("count" in event ? event.count : 1).fill(cardName(event.card)));
  }
  return list(known);
}

function tellOne(event: GameEvent, group: readonly GameEvent[], names: Names): string {
  const [does, to] = sidesOf(event);
  return say(keyOf(event), does, to, names, partsOf(event, group));
}

// Who does it, and to whom.
function sidesOf(event: GameEvent): [number | undefined, number | undefined] {
  if (event.event === "caught") return [event.by, event.seat];
  return ["seat" in event ? event.seat : undefined, "target" in event ? event.target : undefined];
}

// What the sentence of an event names besides people.
function partsOf(event: GameEvent, group: readonly GameEvent[]): Parts {
  switch (event.event) {
    case "drew":
    case "drew-penalty":
    case "holds":
    case "shown":
      return { cards: named(group) || cards(group.length) };
    case "revealed":
      return { cards: list(event.cards.map(cardName)) };
    case "laid":
    case "named":
      return { card: cardName(event.card), colour: event.colour === null ? "" : colourName(event.colour) };
    case "lost-turns":
      return { n: event.turns };
    case "won":
      return { points: event.points };
    default:
      if ("cards" in event) return { n: event.cards };
      return "card" in event && event.card !== null ? { card: cardName(event.card) } : {};
  }
}

function keyOf(event: GameEvent): string {
  switch (event.event) {
    case "laid":
      return `ev.${LAID[event.how]}${event.colour === null ? "" : ".colour"}`;
    case "drew-penalty":
      return "ev.drew";
    case "lost-turns":
      return event.turns > 1 ? "ev.lost-turns.many" : "ev.lost-turns";
    case "rotated":
      return event.direction > 0 ? "ev.rotated" : "ev.rotated.counter";
    case "blocked":
      return event.by_limit ? "ev.blocked.limit" : "ev.blocked";
    case "won":
      return event.points ? "ev.won.points" : "ev.won";
    case "took":
      return ""; // the draw that follows says it
    case "revealed":
      return event.cards.length > 0 ? "ev.revealed" : "";
    default:
      return `ev.${event.event}`;
  }
}

// What happened around the game: who came and went, who waits for what.
export function tellRoom(what: News, names: Names, seat: number | undefined): string {
  return say(roomKey(what), seat, undefined, names, { name: isolated("name" in what ? what.name : "") });
}

// The seat that news name, if they do.
export function seatOf(what: News): number | undefined {
  if (what.kind === "bots") return what.seats[0];
  return ("seat" in what ? what.seat : null) ?? undefined;
}

// That a player has one card left, where the rules have it announced.
export function tellLastCard(seat: number, names: Names): string {
  return say("ev.last-card", seat, undefined, names, {});
}

// That a bot has made a move for somebody whose clock ran out.
export function tellTimeUp(seat: number, names: Names): string {
  return say("room.time-up", seat, undefined, names, {});
}

function roomKey(what: News): string {
  switch (what.kind) {
    case "pausing":
      return what.paused ? "room.paused" : "room.pausing";
    case "stood":
      return what.removed ? "room.stood.removed" : what.level ? "room.stood.bot" : "room.stood";
    case "bots":
      return what.seats.length === 1 ? "room.bots.one" : "room.bots";
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
