// What is shown of what just happened: the last discards, hands laid open, words beside seats, motion, sound.

import { tick } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import type { Mood } from "./avatar";
import { topCard } from "./cards";
import { measure, show } from "./director";
import { moves } from "./motion";
import type { GameEvent } from "./protocol";
import { buzz, play } from "./sound";
import { stampsOf, type Stamp } from "./stamps";
import { MARKS, type Happening, type Table } from "./table.svelte";

const [STAMP, BUBBLE] = [1300, 4500]; // milliseconds
const TRAIL = 4; // discards that can be seen

// A card on the discards, with a number of its own.
export interface Laid {
  id: number;
  card: string;
}

export class Shown {
  trail: Laid[] = $state([]);
  hands: Record<number, string[]> = $state({}); // by seat, once they are laid open
  readonly stamps = new SvelteMap<number, Stamp>();
  readonly moods = new SvelteMap<number, Mood>();
  readonly bubbles = new SvelteMap<number, { text: string }>();
  private wasYourTurn = false;
  private round: number | undefined; // the one that is shown

  constructor(private readonly table: Table) {}

  hear({ what, events, before }: Happening): void {
    const places = measure(); // the page has not followed yet
    if (this.trail.length === 0 && before !== null) this.trail = [{ id: 0, card: topCard(before) }];
    for (const event of events) this.remember(event);
    if (moves()) for (const [seat, stamp] of stampsOf(events)) showFor(STAMP, this.stamps, seat, stamp);
    if (what.kind === "said" && typeof what.seat === "number") showFor(BUBBLE, this.bubbles, what.seat, { text: what.mark ? MARKS[what.mark] : (what.text ?? "") });
    void tick().then(() => show(events, places, this.table.seat));
    this.makeSounds(events);
  }

  // Take over what happened while nobody looked: without motion, sound or words beside seats.
  catchUp(events: GameEvent[]): void {
    if (this.table.game?.round !== this.round) this.forget();
    for (const event of events) this.remember(event);
    this.wasYourTurn = this.table.yourTurn;
  }

  private forget(): void {
    this.round = this.table.game?.round;
    this.hands = {};
    this.trail = [];
  }

  private remember(event: GameEvent): void {
    if (event.event === "turned") this.forget();
    if (event.event === "revealed" && event.seat !== undefined && Array.isArray(event.cards)) this.hands[event.seat] = event.cards;
    if ((event.event === "turned" || event.event === "laid") && event.card) {
      const card = event.colour ? `${event.card}:${event.colour}` : event.card;
      this.trail = [...this.trail, { id: (this.trail.at(-1)?.id ?? 0) + 1, card }].slice(-TRAIL);
    }
    if (event.event === "returned" && event.off_discards) this.trail = this.trail.slice(0, -1);
  }

  private makeSounds(events: GameEvent[]): void {
    const kinds = new Set(events.map((event) => event.event));
    const you = (kind: string) => events.some((event) => event.event === kind && event.seat === this.table.seat);
    if (kinds.has("won")) play(you("won") ? "win" : "end");
    else if (kinds.has("caught") || kinds.has("bluff-proved")) play("caught");
    else if (kinds.has("called")) play("call");
    else if (kinds.has("swapped") || kinds.has("rotated")) play("swap");
    else if (kinds.has("drew-penalty")) play("penalty");
    else if (kinds.has("turned")) play("deal");
    else if (kinds.has("laid")) play("lay");
    else if (kinds.has("drew")) play("draw");
    if (you("caught") || you("drew-penalty")) buzz("bad");
    else if (you("won")) buzz("good");
    else if (this.table.yourTurn && !this.wasYourTurn) {
      play("turn", 0.12);
      buzz("turn");
    }
    this.wasYourTurn = this.table.yourTurn;
  }
}

// Show something beside a seat for a while.
function showFor<T>(long: number, shown: Map<number, T>, seat: number, what: T): void {
  shown.set(seat, what);
  setTimeout(() => {
    if (shown.get(seat) === what) shown.delete(seat);
  }, long);
}
