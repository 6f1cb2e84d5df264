// What is told in the middle of the table: who did what to whom, for a moment, with a word, a sign and a sound.  The
// table itself always shows the newest state; a moment is only how it got there.

import { kindOf, parse } from "./cards";
import type { GameEvent, Status } from "./protocol";
import { still } from "./settings.svelte";

export type Kind =
  | "won"
  | "jump"
  | "swap"
  | "rotate"
  | "caught"
  | "wrong"
  | "bluff"
  | "honest"
  | "call"
  | "stack"
  | "owed"
  | "penalty"
  | "skip"
  | "reverse"
  | "colour";

export interface Moment {
  kind: Kind;
  by?: number; // who does it
  to?: number; // to whom
  count?: number;
  colour?: string;
}

// How long each is told, in milliseconds.
const TIMES: Record<Kind, number> = {
  won: 1680,
  jump: 900,
  swap: 780,
  rotate: 760,
  caught: 1000,
  wrong: 900,
  bluff: 1000,
  honest: 1000,
  call: 900,
  stack: 620,
  owed: 620,
  penalty: 900,
  skip: 800,
  reverse: 760,
  colour: 700,
};
const LEAST = 0.25; // of its time, however many wait
const SEEN = 600; // milliseconds that each is seen without motion
const MOST = 4; // that wait; of more, the oldest are left out

// The moments of one move, in order; `before` and `after` are the table around it.
export function momentsOf(events: readonly GameEvent[], before: Status | null, after: Status | null): Moment[] {
  const found: Moment[] = [];
  const drawn = new Map<number, number>();
  const lost: number[] = [];
  for (const event of events) {
    switch (event.event) {
      case "laid": {
        const { seat: by, card, colour, how } = event;
        if (how === "jump-in") found.push({ kind: "jump", by });
        if (colour !== null && parse(card).colour === "") found.push({ kind: "colour", by, colour });
        if (after?.phase === "owed" && kindOf(parse(card).rank) === "draw")
          found.push({
            kind: how === "answer" ? "stack" : "owed",
            by,
            count: after.owed,
            ...(after.awaited.length === 1 ? { to: after.awaited[0] as number } : {}),
          });
        break;
      }
      case "named":
        found.push({ kind: "colour", by: event.seat, colour: event.colour });
        break;
      case "swapped":
        found.push({ kind: "swap", by: event.seat, to: event.target });
        break;
      case "rotated":
        found.push({ kind: "rotate" });
        break;
      case "called":
        found.push({ kind: "call", by: event.seat });
        break;
      case "caught":
        found.push({ kind: "caught", to: event.seat, by: event.by });
        break;
      case "call-overdue":
        found.push({ kind: "caught", to: event.seat });
        break;
      case "accused-in-vain":
        found.push({ kind: "wrong", to: event.seat });
        break;
      case "bluff-proved":
        found.push({ kind: "bluff", to: event.seat });
        break;
      case "challenge-failed":
        found.push({ kind: "honest", to: event.target });
        break;
      case "lost-turns":
        lost.push(event.seat);
        break;
      case "drew-penalty":
        drawn.set(event.seat, (drawn.get(event.seat) ?? 0) + 1);
        break;
      case "won":
        found.push({ kind: "won", by: event.seat });
        break;
    }
  }
  for (const seat of lost) if (!drawn.has(seat)) found.push({ kind: "skip", to: seat });
  for (const [seat, count] of drawn) found.push({ kind: "penalty", to: seat, count });
  if (before !== null && after !== null && before.direction !== after.direction && after.phase !== "over")
    found.push({ kind: "reverse" });
  const won = found.find((one) => one.kind === "won");
  return won === undefined ? found : [won]; // nothing else matters then
}

// How long a moment is told while others wait: the more, the shorter.
export function timeOf(kind: Kind, waiting: number): number {
  const time = TIMES[kind] * Math.max(LEAST, 1 / (1 + waiting));
  return still() ? Math.max(SEEN, time) : time;
}

export interface Told extends Moment {
  id: number;
  time: number;
}

// One moment after the other.
export class Moments {
  private readonly waiting: Moment[] = [];
  private id = 0;
  private busy = false;

  constructor(private readonly tell: (told: Told | null) => void) {}

  add(moments: readonly Moment[]): void {
    this.waiting.push(...moments);
    this.waiting.splice(0, this.waiting.length - MOST);
    if (!this.busy) this.next();
  }

  private next(): void {
    const moment = this.waiting.shift();
    this.busy = moment !== undefined;
    if (moment === undefined) {
      this.tell(null);
      return;
    }
    const time = timeOf(moment.kind, this.waiting.length);
    this.tell({ ...moment, id: ++this.id, time });
    setTimeout(() => this.next(), time);
  }
}
