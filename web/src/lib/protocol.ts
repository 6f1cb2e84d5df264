// The messages of the server, as docs/server.md describes them.  The page knows no rules: it shows what it is sent and
// offers what the server offers.  tests/protocol.test.ts holds these types against docs/protocol.schema.json.

import type { ListedSeat } from "./api";

export type Phase = "waiting" | "playing" | "between" | "over" | "ended";
export type Asked = "turn" | "drawn" | "batch" | "owed" | "skipped" | "colour" | "seat" | "over";

export type Level = "random" | "greedy" | "careful" | "search" | "learned";
export type Pace = "off" | "relaxed" | "normal" | "quick";
export type Mark = "smile" | "laugh" | "wow" | "sad" | "angry" | "clap" | "heart" | "hurry" | "thanks" | "sorry";

export interface SeatInfo {
  kind: "empty" | "person" | "bot";
  name: string;
  level: Level | "";
  outside: boolean;
  away: number | null;
  stand_in: boolean;
  left: boolean;
  partner: number | null;
}

export interface Room {
  phase: Phase;
  rules: string;
  digest: string;
  pace: Pace;
  public: boolean;
  locked: boolean;
  removed: number;
  host: number | null;
  youngest: number | null; // or who deals first; null where the rules do not ask
  seats: SeatInfo[];
  agreed: number[];
  pausing: number[];
  paused: number | null;
  match: string;
  players: ListedSeat[]; // who was dealt the present round, or the last one, whoever sits there now
  deal: Deal;
}

// The next deal: what the server has committed itself to, and the nonces so far, by seat.
export interface Deal {
  table: string;
  number: number;
  commitment: string;
  nonces: Record<string, string>;
}

export interface Claims {
  call: number[];
  catch: number[];
  challenge: number[];
  jump_in: number[];
}

export interface Status {
  seats: number;
  dealer: number;
  direction: number;
  turn: number;
  phase: Asked;
  awaited: number[];
  owed: number;
  batch: number;
  calling: boolean;
  laid_by: number | null;
  challengeable: boolean;
  top: string;
  face: string | null;
  under: string | null;
  called: number[];
  catchable: number[];
  forgot: number[];
  accused: number[];
  ready: number[];
  out: number[];
  claims: Claims;
  passes: number;
  turns: number;
  stock: number;
  discards: number;
  held: (number | null)[];
  winners: number[];
  points: number[] | null;
}

export interface Sheet {
  scores: number[];
  dealer: number;
  rounds: number;
  eliminated: number[];
  ranks: number[];
  winners: number[];
  over: boolean;
}

export interface Game {
  status: Status;
  last_card: number[]; // seats whose last card is announced
  round: number;
  ply: number;
  sheet: Sheet;
}

export interface Clock {
  now: number;
  next?: number;
  opens?: number | null;
  hold?: number;
  turn?: number | null;
  bank?: number[];
}

export interface Lay {
  card: string;
  how: "turn" | "answer" | "batch" | "jump-in";
  joins: string[];
}

export interface Choices {
  lays: Lay[];
  colours: string[];
  batch: number;
  call_with: number | null;
  says: string[];
  name: string[];
  choose: number[];
  catch: number[];
}

export interface Fouls {
  lays: string[];
  call: boolean;
  false_call: boolean;
  catch: number[];
}

export interface You {
  seat: number;
  hand?: string[];
  drawn?: string | null;
  bluffed?: boolean | null;
  choices?: Choices;
  fouls?: Fouls;
  events?: GameEvent[];
}

export type EventKind =
  | "picked"
  | "dealt"
  | "start-refused"
  | "turned"
  | "laid"
  | "named"
  | "drew"
  | "drew-penalty"
  | "passed"
  | "took"
  | "lost-turns"
  | "refilled"
  | "returned"
  | "swapped"
  | "rotated"
  | "holds"
  | "called"
  | "forgot-call"
  | "caught"
  | "call-overdue"
  | "accused-in-vain"
  | "challenged"
  | "shown"
  | "bluff-proved"
  | "challenge-failed"
  | "fined"
  | "said-ready"
  | "knocked-out"
  | "left"
  | "blocked"
  | "won"
  | "revealed";

// Every event has the fields of its kind; see docs/data.md.
export interface GameEvent {
  event: EventKind;
  seat?: number;
  card?: string | null;
  cards?: number | string[];
  colour?: string | null;
  called?: boolean;
  how?: Lay["how"];
  target?: number;
  by?: number;
  turns?: number;
  direction?: number;
  points?: number;
  count?: number;
  first?: number;
  by_limit?: boolean;
  off_discards?: boolean;
}

export type NewsKind =
  | "move"
  | "window"
  | "dealt"
  | "made"
  | "sat"
  | "stood"
  | "muted"
  | "expelled"
  | "bots"
  | "settings"
  | "locked"
  | "host"
  | "youngest"
  | "nonce"
  | "agreed"
  | "away"
  | "stood-in"
  | "back"
  | "pausing"
  | "resumed"
  | "interrupted"
  | "said"
  | "ended";

// Every kind of news has its fields; see docs/server.md.
export interface What {
  kind: NewsKind;
  seat?: number | null;
  seats?: number[];
  name?: string;
  level?: Level | "";
  text?: string;
  mark?: Mark | "";
  action?: string;
  who?: "person" | "bot" | "stand-in";
  events?: GameEvent[];
  number?: number;
  until?: number;
  lost?: number;
  paused?: boolean;
  removed?: boolean;
  on?: boolean;
  why?: "closed" | "abandoned" | "broken";
}

export interface Snapshot {
  room: Room;
  game: Game | null;
  clock: Clock;
  you: You | null;
}

export interface Welcome {
  t: "welcome";
  protocol: number;
  epoch: string;
  v: number;
  mark: string;
  now: number;
  seat: number | null;
  snapshot: Snapshot;
  tail?: Missed[] | null;
  said?: Missed[]; // without a tail: the last messages and reactions
  removed?: boolean;
}

// Something that happened while the page was away; `status` is the table after a move or a deal.
export interface Missed {
  v: number;
  at: number;
  what: What;
  status?: Status;
}

export interface Ev {
  t: "ev";
  v: number;
  mark: string;
  at: number;
  what: What;
  room?: Room;
  game?: Game | null;
  clock?: Clock;
  you?: You;
  ack?: string;
}

export type Parts = Record<string, string | number | (string | number)[]>;

export interface Reason {
  format?: number;
  id: string;
  verdict: string;
  rule: string[];
  parts: Parts;
  cause?: Reason;
}

// A fact that speaks for a hint.
export interface Ground {
  id: string;
  parts: Parts;
}

// Somebody who watches without a seat; `who` names them in commands.
export interface Watcher {
  who: string;
  name: string;
  muted: boolean;
}

export interface Nack {
  t: "nack";
  nack: string;
  code: string;
  v: number;
  text?: string;
  reason?: Reason | null;
  why?: string;
}

export interface Answer {
  t: "answer";
  ack: string;
  v: number;
  action?: string;
  text?: string;
  reason?: Reason | null;
  grounds?: Ground[];
  watchers?: Watcher[];
}

export interface Ack {
  t: "ack";
  ack: string;
  v: number;
}

export interface Pong {
  t: "pong";
  n: number;
  now: number;
}

export type FromServer = Welcome | Ev | Nack | Answer | Ack | Pong;
