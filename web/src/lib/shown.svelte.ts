// What is shown of what just happened: the last discards, hands laid open, words beside seats, motion, sound.

import { tick } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import type { Mood } from "./avatar";
import { topCard } from "./cards";
import { measure, show } from "./director";
import { LAST, moves } from "./motion";
import { Moments, momentsOf, type Kind, type Told } from "./moments";
import type { GameEvent, Status } from "./protocol";
import { buzz, play, type Sound } from "./sound";
import { stampsOf, type Stamp } from "./stamps";
import { MARKS, type Happening, type Table } from "./table.svelte";

const [STAMP, BUBBLE] = [1300, 4500]; // milliseconds
const HOLD = 1200; // that the card which ends a round lies there and is seen
const SKIPPED = 600; // the same after a tap
const MOOD = 2600; // milliseconds
const SOUNDS: Record<Kind, Sound | null> = {
  won: null,
  jump: "jump",
  swap: "swap",
  rotate: "swap",
  caught: "caught",
  wrong: "caught",
  bluff: "right",
  honest: "wrong",
  call: "call",
  stack: "stack",
  owed: "owed",
  penalty: "owed",
  skip: "skip",
  reverse: "reverse",
  colour: "colour",
};
const TRAIL = 4; // discards that can be seen

// A card on the discards, with a number of its own.
export interface Laid {
  id: number;
  card: string;
}

export class Shown {
  trail: Laid[] = $state([]);
  hands: Record<number, string[]> = $state({}); // by seat, once they are laid open
  told: Told | null = $state.raw(null); // the moment that is told
  ending = $state(false); // whether the card that has ended the round is still held up
  private endedAt = 0;
  private readonly moments = new Moments((told) => {
    this.told = told;
    if (told !== null) play(SOUNDS[told.kind]);
  });
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
    if (document.visibilityState === "visible") this.tell(events, before);
    if (what.kind === "said" && what.seat !== null)
      showFor(BUBBLE, this.bubbles, what.seat, { text: what.mark ? MARKS[what.mark] : what.text });
    void tick().then(() => show(events, places, this.table.seat));
    this.makeSounds(events);
  }

  private tell(events: GameEvent[], before: Status | null): void {
    const { status } = this.table;
    for (const [seat, stamp] of stampsOf(events)) showFor(STAMP, this.stamps, seat, stamp);
    for (const [seat, mood] of moodsOf(events)) showFor(MOOD, this.moods, seat, mood);
    this.moments.add(momentsOf(events, before, status));
    if (status?.phase !== "over") this.ending = false;
    else if (before !== null && before.phase !== "over") this.hold();
  }

  // Let the card that ends the round fly, lie and be seen before the sums come.
  private hold(): void {
    this.ending = true;
    this.endedAt = performance.now();
    const time = (moves() ? LAST : 0) + HOLD;
    void tick().then(() => setTimeout(() => this.release(time))); // from when the card lies there
  }

  // End this hold, not a later one.
  private release(time: number): void {
    const { endedAt } = this;
    setTimeout(() => (this.ending &&= this.endedAt !== endedAt), time);
  }

  // Go on to the sums sooner.
  skip(): void {
    if (this.ending) this.release(Math.max(0, SKIPPED - (performance.now() - this.endedAt)));
  }

  // Take over what happened while nobody looked: without motion, sound or words beside seats.
  catchUp(events: GameEvent[]): void {
    if (this.table.game?.round !== this.round) this.forget();
    for (const event of events) this.remember(event);
    this.wasYourTurn = this.table.yourTurn;
  }

  private forget(): void {
    this.ending = false;
    this.round = this.table.game?.round;
    this.hands = {};
    this.trail = [];
  }

  private remember(event: GameEvent): void {
    switch (event.event) {
      case "turned":
        this.forget();
        this.follow(event.card);
        break;
      case "laid":
        this.follow(event.colour === null ? event.card : `${event.card}:${event.colour}`);
        break;
      case "returned":
        if (event.off_discards) this.trail = this.trail.slice(0, -1);
        break;
      case "revealed":
        this.hands[event.seat] = event.cards;
        break;
    }
  }

  private follow(card: string): void {
    this.trail = [...this.trail, { id: (this.trail.at(-1)?.id ?? 0) + 1, card }].slice(-TRAIL);
  }

  // The moments have sounds of their own; these are those of plain moves.
  private makeSounds(events: GameEvent[]): void {
    const kinds = new Set(events.map((event) => event.event));
    const you = (kind: "won" | "caught" | "drew-penalty") =>
      events.some((event) => event.event === kind && event.seat === this.table.seat);
    if (kinds.has("won")) play(you("won") ? "win" : "end");
    else if (kinds.has("turned")) play("deal");
    else if (kinds.has("laid")) play("lay");
    else if (kinds.has("drew") || kinds.has("drew-penalty")) play("draw");
    if (you("caught") || you("drew-penalty")) buzz("bad");
    else if (you("won")) buzz("good");
    else if (this.table.yourTurn && !this.wasYourTurn) {
      play("turn", 0.12);
      buzz("turn");
    }
    this.wasYourTurn = this.table.yourTurn;
  }
}

// How those feel to whom something happens.
function moodsOf(events: readonly GameEvent[]): Map<number, Mood> {
  const found = new Map<number, Mood>();
  for (const event of events)
    switch (event.event) {
      case "caught":
        found.set(event.seat, "shock").set(event.by, "happy");
        break;
      case "lost-turns":
      case "bluff-proved":
        found.set(event.seat, "shock");
        break;
      case "drew-penalty":
        found.set(event.seat, found.get(event.seat) ?? "sad");
        break;
      case "challenge-failed":
        found.set(event.target, "happy");
        break;
      case "won":
        found.set(event.seat, "happy");
        break;
    }
  return found;
}

// Show something beside a seat for a while.
function showFor<T>(long: number, shown: Map<number, T>, seat: number, what: T): void {
  shown.set(seat, what);
  setTimeout(() => {
    if (shown.get(seat) === what) shown.delete(seat);
  }, long);
}
