// The messages of the server, as docs/server.md describes them.  The page knows no rules: it shows what it is sent and
// offers what the server offers.

export type Phase = "waiting" | "playing" | "between" | "over" | "ended";
export type Asked = "turn" | "drawn" | "batch" | "owed" | "skipped" | "colour" | "seat" | "over";

export interface SeatInfo {
  kind: "empty" | "person" | "bot";
  name: string;
  level: string;
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
  pace: string;
  public: boolean;
  locked: boolean;
  host: number | null;
  seats: SeatInfo[];
  agreed: number[];
  pausing: number[];
  paused: number | null;
  match: string;
  deal: { table: string; number: number; commitment: string; nonces: Record<string, string> };
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
  direction: 1 | -1;
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
  round: number;
  ply: number;
  sheet: Sheet;
}

export interface Clock {
  now: number;
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

// Every event has the fields of its kind; see docs/data.md.
export interface GameEvent {
  event: string;
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

export interface What {
  kind: string;
  seat?: number;
  name?: string;
  text?: string;
  mark?: string;
  action?: string;
  who?: string;
  events?: GameEvent[];
  number?: number;
  until?: number;
  paused?: boolean;
  removed?: boolean;
  on?: boolean;
  why?: string;
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
  now: number;
  seat: number | null;
  snapshot: Snapshot;
  tail?: { v: number; at: number; what: What; status?: Status }[];
}

export interface Ev {
  t: "ev";
  v: number;
  at: number;
  what: What;
  room?: Room;
  game?: Game | null;
  clock?: Clock;
  you?: You;
  ack?: string;
}

export interface Reason {
  id: string;
  rule: string[];
  parts: Record<string, string | number | (string | number)[]>;
  cause?: Reason | null;
}

export interface Nack {
  t: "nack";
  nack: string;
  code: string;
  v: number;
  text?: string;
  reason?: Reason;
}

export interface Answer {
  t: "answer";
  ack: string;
  v: number;
  action?: string;
  text?: string;
  reason?: Reason;
}

export type FromServer = Welcome | Ev | Nack | Answer | { t: "ack"; ack: string; v: number } | { t: "pong"; n: number; now: number };
