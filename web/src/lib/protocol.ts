// The messages between the page and the server, as docs/server.md describes them.  The page knows no rules: it shows
// what it is sent and offers what the server offers.  Written by scripts/typescript.py (`make docs`).

export const PROTOCOL = 1;

export type FromClient = Hello | Ping | Command;

export type FromServer = Welcome | Push | Ack | Nack | Pong | Answer;

// A seat accused another that owed no call.
export interface AccusedInVain {
  event: "accused-in-vain";
  seat: number;
  target: number;
}

// A command was sent twice and carried out at version `v`, or asks for what is so already at version `v`.
export interface Ack {
  t: "ack";
  ack: string;
  v: number;
}

// Make a move, written in notation: `r5!`, `w:g`, `draw`, `catch 2`.
export interface Act {
  t: "act";
  id: string;
  v: number;
  action: string;
}

// Put bots of a level on a seat, or on all free seats.
export interface AddBots {
  t: "bots";
  id: string;
  v: number;
  level: Level;
  seat?: number | null;
}

// The text of a transfer from another device.
export interface AdoptBody {
  transfer: string;
}

// A player wants the next round, or a rematch.
export interface AgreedNews {
  kind: "agreed";
  seat: number;
}

// The answer to a question (`why`, `hint`, `watchers`); `grounds` are the facts that speak for a hint.
export interface Answer {
  t: "answer";
  ack: string;
  v: number;
  action?: string;
  reason?: Reason;
  text?: string;
  grounds?: Ground[];
  watchers?: Watcher[];
}

export type Asked = "turn" | "drawn" | "batch" | "owed" | "skipped" | "colour" | "seat" | "over";

// A person is no longer connected; a bot takes over at the given time.
export interface AwayNews {
  kind: "away";
  seat: number;
  until: number;
}

// A person is connected again and plays.
export interface BackNews {
  kind: "back";
  seat: number;
}

// Nobody can go on; `by_limit` says that the round reached its limit of turns (I-54).
export interface Blocked {
  event: "blocked";
  by_limit: boolean;
}

// A challenge was right: this seat had bluffed.
export interface BluffProved {
  event: "bluff-proved";
  seat: number;
}

// The host gave seats to bots.
export interface BotsNews {
  kind: "bots";
  seats: number[];
  level: Level;
}

// The smallest and the largest number that can be chosen, and the usual one.
export interface Bounds {
  min: number;
  max: number;
  usual?: number;
}

// Nobody caught a seat that owed a call in time, so the seat pays (D52).
export interface CallOverdue {
  event: "call-overdue";
  seat: number;
}

// A seat called.
export interface Called {
  event: "called";
  seat: number;
}

// A seat that owed a call was caught by another.
export interface Caught {
  event: "caught";
  seat: number;
  by: number;
}

// A challenge failed: this seat pays, because the target was honest.
export interface ChallengeFailed {
  event: "challenge-failed";
  seat: number;
  target: number;
}

// A seat challenged the wild draw of another.
export interface Challenged {
  event: "challenged";
  seat: number;
  target: number;
}

// A value that can be chosen; `N` in it stands for the number.
export interface Choice {
  value: string;
  label: string;
  sentence?: string;
  number?: Bounds;
  special?: Record<string, string>;
  extras?: Label[];
}

// What a seat may do now, grouped for a user interface.
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

// The claims that are open out of turn, each with the seats that may make it.
export interface Claims {
  call: number[];
  catch: number[];
  challenge: number[];
  jump_in: number[];
}

// The times that everyone sees; only `now` where no round is being played, and `next` between two rounds.
export interface ClockData {
  now: number;
  next?: number;
  opens?: number | null;
  hold?: number;
  turn?: number | null;
  bank?: number[];
}

// Close the table for good.
export interface Close {
  t: "close";
  id: string;
  v: number;
}

// Something a client wants done, or asks.
export type Command =
  | Sit
  | Stand
  | AddBots
  | Remove
  | Watchers
  | Mute
  | Expel
  | Configure
  | Lock
  | HandOver
  | Youngest
  | Start
  | Nonce
  | Act
  | Next
  | Rematch
  | Pause
  | Resume
  | Leave
  | Say
  | React
  | Close
  | Explain
  | Hint;

// Change what the table plays; what is not given stays as it is.
export interface Configure {
  t: "settings";
  id: string;
  v: number;
  rules?: string | null;
  seats?: number | null;
  pace?: Pace | null;
  public?: boolean | null;
}

// House rules that do not work together, and why; `when` lists the choices of each key that meet in it.
export interface Conflict {
  keys: string[];
  test: string;
  what: string;
  when: Record<string, string[]>;
  because: string;
  why: string;
}

// The next deal: what the server has committed itself to, and the nonces so far, by seat.
export interface DealData {
  table: string;
  number: number;
  commitment: string;
  nonces: Record<string, string>;
}

// A seat was dealt a card.
export interface Dealt {
  event: "dealt";
  seat: number;
  card: string | null;
}

// A round was dealt; `number` counts the deals of the table.
export interface DealtNews {
  kind: "dealt";
  number: number;
  events?: GameEvent[];
}

// A card of a deck, and how often it is there; `colour` is null for a wild.
export interface DeckCard {
  text: string;
  colour: string | null;
  rank: string;
  number: number | null;
  kind: string;
  points: number;
  effects: Record<string, unknown>;
  count: number;
}

// A colour of a deck, and the letter that stands for it.
export interface DeckColour {
  letter: string;
  name: string;
}

// A deck.
export interface DeckData {
  name: string;
  digest: string;
  size: number;
  colours: DeckColour[];
  cards: DeckCard[];
}

// One house rule: what it is about, and what can be chosen; which fields there are depends on its kind.
export interface Dimension {
  id: string;
  key: string;
  name: string;
  title: string;
  about: string;
  kind: "choice" | "flag" | "number" | "set" | "parts" | "table";
  default: string;
  choices?: Choice[];
  members?: Label[];
  parts?: Part[];
  keys?: Part;
  values?: Part;
  most?: number;
  separator?: string;
  empty?: string;
  number?: Bounds;
  sentence?: string;
  special?: Record<string, string>;
  examples: Example[];
}

// A seat drew a card on its turn.
export interface Drew {
  event: "drew";
  seat: number;
  card: string | null;
}

// A seat drew a card as a penalty.
export interface DrewPenalty {
  event: "drew-penalty";
  seat: number;
  card: string | null;
}

// The table is closed for good: `closed`, `abandoned` or `broken`.
export interface EndedNews {
  kind: "ended";
  why: Why;
}

// What is wrong with a request; `why` says to people why rules do not work together, as `/api/house-rules` does.
export interface ErrorData {
  code: string;
  text: string;
  why?: string;
  because?: string;
}

// A value worth showing, where they are too many to list.
export interface Example {
  value: string;
  sentence: string;
}

// Send somebody away who watches.
export interface Expel {
  t: "expel";
  id: string;
  v: number;
  who: string;
}

// The host sent somebody away who watched.
export interface ExpelledNews {
  kind: "expelled";
  name: string;
}

// Ask why an action is allowed, refused or fined, without doing it.
export interface Explain {
  t: "why";
  id: string;
  v: number;
  action: string;
}

// A seat is fined a number of cards for a foul.
export interface Fined {
  event: "fined";
  seat: number;
  cards: number;
}

// A seat played a card that left it one, and did not call; where hand sizes are hidden (D40), nobody is told.
export interface ForgotCall {
  event: "forgot-call";
  seat: number;
}

// What a seat could do that would be accepted but is a foul: lay a wrong card, call or accuse wrongly (D36, D37).
export interface Fouls {
  lays: string[];
  call: boolean;
  false_call: boolean;
  catch: number[];
}

// What everyone may know of the match; `last_card` has the seats with one card, if the rules have it announced.
export interface GameData {
  status: Status;
  last_card: number[];
  round: number;
  ply: number;
  sheet: ScoreSheet;
}

// Something that happened; every kind of event is a subclass.
export type GameEvent =
  | Picked
  | Dealt
  | StartRefused
  | Turned
  | Laid
  | Named
  | Drew
  | DrewPenalty
  | Passed
  | Took
  | LostTurns
  | Refilled
  | Returned
  | Swapped
  | Rotated
  | Holds
  | Called
  | ForgotCall
  | Caught
  | CallOverdue
  | AccusedInVain
  | Challenged
  | Shown
  | BluffProved
  | ChallengeFailed
  | Fined
  | SaidReady
  | KnockedOut
  | Left
  | Blocked
  | Won
  | Revealed;

// A fact that speaks for a hint; docs/server.md lists the ids.
export interface Ground {
  id: string;
  parts: Parts;
}

// House rules that belong together.
export interface Group {
  id: string;
  title: string;
  dimensions: Dimension[];
}

// Make another player the host.
export interface HandOver {
  t: "host";
  id: string;
  v: number;
  seat: number;
}

// The server is alive and can read its file.
export interface HealthAnswer {
  status: "ok";
  version: string;
  tables: number;
}

// The first message on a socket.
export interface Hello {
  t: "hello";
  protocol: number;
  ticket: string;
  epoch?: string;
  v?: number;
  mark?: string;
}

// Ask what a careful player would do now.
export interface Hint {
  t: "hint";
  id: string;
  v: number;
}

// After an exchange of hands, a seat holds this number of a card; only the seat is told.
export interface Holds {
  event: "holds";
  seat: number;
  card: string;
  count: number;
}

// Another player became the host.
export interface HostNews {
  kind: "host";
}

// Everything that can be chosen, for a form: `lastcard rules --json` prints the same.
export interface HouseRulesAnswer {
  format: number;
  groups: Group[];
  conflicts: Conflict[];
  table_conflicts: Conflict[];
  idle: Idle[];
  in_context: InContext[];
  presets: Preset[];
  options: RuleOption[];
  decks: DeckData[];
}

export type How = "turn" | "answer" | "batch" | "jump-in";

// The answer to a request that was refused.
export interface HttpErrorAnswer {
  error: ErrorData;
}

// When a house rule makes no difference, and why.
export interface Idle {
  key: string;
  when: Record<string, string[]>;
  because: string;
  why: string;
}

// What a house rule says instead of its usual sentence, beside certain others.
export interface InContext {
  key: string;
  when: Record<string, string[]>;
  id: string;
  sentence: string;
}

// The server was away; all times move by the milliseconds that were lost.
export interface InterruptedNews {
  kind: "interrupted";
  lost: number;
}

// A seat reached the hand limit and is out of the round; `cards` is the size of its hand.
export interface KnockedOut {
  event: "knocked-out";
  seat: number;
  cards: number;
}

// A value as ids write it, and what it is called.
export interface Label {
  value: string;
  label: string;
}

// A seat laid a card, with the colour it named for a wild and perhaps with a call.
export interface Laid {
  event: "laid";
  seat: number;
  card: string;
  colour: string | null;
  called: boolean;
  how: How;
}

// A card that a seat may lay now, how it is laid, and the cards of the hand that may join it in a batch.
export interface Lay {
  card: string;
  how: How;
  joins: string[];
}

// Leave the match for good.
export interface Leave {
  t: "leave";
  id: string;
  v: number;
}

// A seat left for good, and the cards of its hand went under the discards.
export interface Left {
  event: "left";
  seat: number;
  cards: number;
}

export type Level = "random" | "greedy" | "careful" | "search" | "learned";

// A table with the link by which others find it.
export interface LinkedTableAnswer {
  code: string;
  phase: Phase;
  rules: string;
  title: string;
  digest: string;
  pace: Pace;
  public: boolean;
  locked: boolean;
  seats: ListedSeat[];
  link: string;
}

// A match in which the guest played.
export interface ListedMatch {
  match: string;
  at: number;
  rules: string;
  title: string;
  names: string[];
}

// Who sits on a seat, as the lobby shows it, or who was dealt the round.
export interface ListedSeat {
  kind: SeatKind;
  name: string;
  level: Level | "";
}

// Close the table: nobody can sit down, and those who watch cannot write; or open it for all.
export interface Lock {
  t: "lock";
  id: string;
  v: number;
  on: boolean;
}

// The host closed or opened the table for new players.
export interface LockedNews {
  kind: "locked";
  on: boolean;
}

// Turns were lost, the first of them by this seat.
export interface LostTurns {
  event: "lost-turns";
  seat: number;
  turns: number;
}

// What a round was dealt from; the secret is null until the match is over.
export interface MadeDeal {
  number: number;
  commitment: string;
  secret: string | null;
  nonces: Record<string, string>;
}

// The table was made.
export interface MadeNews {
  kind: "made";
}

export type Mark = "smile" | "laugh" | "wow" | "sad" | "angry" | "clap" | "heart" | "hurry" | "thanks" | "sorry";

// A match: its record, whole once it is over, who played, and what each round was dealt from.
export interface MatchAnswer {
  match: string;
  over: boolean;
  seat: number | null;
  record: string;
  played: PlayedSeat[];
  deals: MadeDeal[];
}

// The matches in which the guest played, the newest first, at most 100.
export interface MatchesAnswer {
  matches: ListedMatch[];
}

// Who asks; the name is null for someone who has not said it yet.
export interface MeAnswer {
  name: string | null;
  program: boolean;
}

// Something that happened while the client was away; `status` is the table after a move or a deal.
export interface Missed {
  v: number;
  at: number;
  what: News;
  status?: Status;
}

// A move.
export interface MoveData {
  seat: number;
  action: string;
}

// A seat made a move; `who` says whether the `person`, a `bot`, or a bot as `stand-in`.
export interface MoveNews {
  kind: "move";
  seat: number;
  action: string;
  who: Who;
  events?: GameEvent[];
}

// Let somebody who watches write no more, also not on a seat, or again.
export interface Mute {
  t: "mute";
  id: string;
  v: number;
  who: string;
  on: boolean;
}

// The host lets somebody who watches write no more, or again.
export interface MutedNews {
  kind: "muted";
  name: string;
  on: boolean;
}

// A command was refused; nothing has happened.
export interface Nack {
  t: "nack";
  nack: string;
  code: string;
  v: number;
  text?: string;
  reason?: Reason;
  why?: string;
  because?: string;
}

// The name of a guest; a program also gets its token, a person a cookie.
export interface NameAnswer {
  name: string;
  token?: string;
}

// A name; `program` asks for a token for a bot instead of a cookie.
export interface NameBody {
  name: string;
  program?: boolean;
}

// A seat named the colour of the opening wild.
export interface Named {
  event: "named";
  seat: number;
  card: string;
  colour: string;
}

export type News =
  | MoveNews
  | WindowNews
  | DealtNews
  | MadeNews
  | SatNews
  | StoodNews
  | MutedNews
  | ExpelledNews
  | BotsNews
  | SettingsNews
  | LockedNews
  | HostNews
  | YoungestNews
  | NonceNews
  | AgreedNews
  | AwayNews
  | StoodInNews
  | BackNews
  | PausingNews
  | ResumedNews
  | InterruptedNews
  | SaidNews
  | EndedNews;

// Say that you are ready for the next round.
export interface Next {
  t: "next";
  id: string;
  v: number;
}

// Add 32 hexadecimal digits to the next deal, so that the server cannot choose the cards alone.
export interface Nonce {
  t: "nonce";
  id: string;
  v: number;
  nonce: string;
}

// A player added a nonce to the next deal.
export interface NonceNews {
  kind: "nonce";
  seat: number;
}

export type Pace = "off" | "relaxed" | "normal" | "quick";

// One part of a value, or one side of its pairs: a number, a choice, a card of the deck, or any text.
export interface Part {
  label: string;
  number?: Bounds;
  choices?: Choice[];
  cards?: boolean;
  sentence?: string;
}

export type Parts = Record<string, string | number | (string | number)[]>;

// A seat passed.
export interface Passed {
  event: "passed";
  seat: number;
}

// Ask for a pause; it begins when everyone who is connected does.
export interface Pause {
  t: "pause";
  id: string;
  v: number;
}

// A player wants to pause; the table is `paused` once all do.
export interface PausingNews {
  kind: "pausing";
  seat: number;
  paused: boolean;
}

export type Phase = "waiting" | "playing" | "between" | "over" | "ended";

// A seat drew this card to decide the dealer.
export interface Picked {
  event: "picked";
  seat: number;
  card: string;
}

// Ask whether the server is there, and for its time.
export interface Ping {
  t: "ping";
  n?: number;
}

// Who played a seat from when to when; `bot` is empty where the person played.
export interface PlayedSeat {
  seat: number;
  name: string;
  bot: Level | "";
  from: number;
  to: number | null;
}

// The answer to `ping`.
export interface Pong {
  t: "pong";
  n: number;
  now: number;
}

// A rule set to start from: all its values, and those that are not the usual ones.
export interface Preset {
  id: string;
  title: string;
  summary: string;
  source: string;
  version: number;
  digest: string;
  values: Record<string, string>;
  changes: Record<string, string>;
}

// Something happened; parts that did not change are left out.
export interface Push {
  t: "ev";
  v: number;
  mark: string;
  at: number;
  what: News;
  room?: RoomData;
  game?: GameData | null;
  clock?: ClockData;
  you?: YouData;
  ack?: string;
}

// A quick match: by which rules, or by any.
export interface QuickBody {
  rules?: string | null;
}

// Show a quick reaction to everyone at the table.
export interface React {
  t: "react";
  id: string;
  v: number;
  mark: Mark;
}

// Why the rules allow, refuse or fine a move; docs/reasons.md describes it.
export interface Reason {
  format?: number;
  id: string;
  verdict: string;
  rule: string[];
  parts: Parts;
  cause?: Reason;
}

// The discards were shuffled into the stock: `cards` is their number.
export interface Refilled {
  event: "refilled";
  cards: number;
}

// Say that you want a rematch; it begins when everyone who is connected does.
export interface Rematch {
  t: "rematch";
  id: string;
  v: number;
}

// Remove a person or a bot from a seat; while a match runs, a bot plays on in a person's place.
export interface Remove {
  t: "remove";
  id: string;
  v: number;
  seat: number;
}

// End a pause.
export interface Resume {
  t: "resume";
  id: string;
  v: number;
}

// The table goes on after a pause.
export interface ResumedNews {
  kind: "resumed";
  seat: number;
}

// A card went back to a hand for all to see, from the discards or because it was refused.
export interface Returned {
  event: "returned";
  seat: number;
  card: string;
  off_discards: boolean;
}

// The round is over and hands are counted: a seat showed its cards.
export interface Revealed {
  event: "revealed";
  seat: number;
  cards: string[];
}

// What everyone may know of the room.
export interface RoomData {
  phase: Phase;
  rules: string;
  digest: string;
  pace: Pace;
  public: boolean;
  locked: boolean;
  removed: number;
  host: number | null;
  youngest: number | null;
  seats: SeatData[];
  agreed: number[];
  pausing: number[];
  paused: number | null;
  match: string;
  players: ListedSeat[];
  deal: DealData;
}

// Every hand was passed on by a seat's card, clockwise (1) or counter-clockwise (-1).
export interface Rotated {
  event: "rotated";
  seat: number;
  direction: number;
}

// A short name for several values; `N` in its usage stands for the number.
export interface RuleOption {
  name: string;
  usage: string;
  summary: string;
  sets: Record<string, string>;
  number?: Bounds;
}

// What a rule set says in one dimension; `idle` says why it makes no difference, or is empty.
export interface RuleWords {
  id: string;
  name: string;
  setting: string;
  sentence: string;
  context: string;
  idle: string;
  because: string;
}

// A rule set as data and in words; `points` is what each card counts, and is empty where no card counts.
export interface RulesAnswer {
  id: string;
  title: string;
  digest: string;
  words: RuleWords[];
  points: Record<string, number>;
  ruleset: Record<string, unknown>;
}

// Someone wrote to everyone; `mark` is a quick reaction instead of a text.
export interface SaidNews {
  kind: "said";
  seat: number | null;
  name: string;
  text: string;
  mark: Mark | "";
}

// A seat said it is ready.
export interface SaidReady {
  event: "said-ready";
  seat: number;
}

// Someone took a seat, or changed to it.
export interface SatNews {
  kind: "sat";
  seat: number;
  name: string;
}

// Write to everyone at the table.
export interface Say {
  t: "say";
  id: string;
  v: number;
  text: string;
}

// The state of a match between rounds.
export interface ScoreSheet {
  scores: number[];
  dealer: number;
  rounds: number;
  eliminated: number[];
  ranks: number[];
  winners: number[];
  over: boolean;
}

// One seat, as everyone sees it.
export interface SeatData {
  kind: SeatKind;
  name: string;
  level: Level | "";
  outside: boolean;
  away: number | null;
  stand_in: boolean;
  left: boolean;
  partner: number | null;
}

export type SeatKind = "empty" | "person" | "bot";

// The host changed what the table plays.
export interface SettingsNews {
  kind: "settings";
}

// A challenger was shown this card of the challenged hand; only the challenger is told.
export interface Shown {
  event: "shown";
  seat: number;
  card: string;
  target: number;
}

// Take a seat: a given one, or the first that is free.
export interface Sit {
  t: "sit";
  id: string;
  v: number;
  seat?: number | null;
}

// A table as one seat, or a spectator, may see it now.
export interface Snapshot {
  room: RoomData;
  game: GameData | null;
  clock: ClockData;
  you: YouData | null;
}

// Give up your seat; while a match runs, a bot plays on there.
export interface Stand {
  t: "stand";
  id: string;
  v: number;
}

// Begin the match.
export interface Start {
  t: "start";
  id: string;
  v: number;
}

// This card could not open the discards and went back into the stock.
export interface StartRefused {
  event: "start-refused";
  card: string;
}

// What everyone can see of a table.
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

// One move, or the deal, and the table after it; `hands` only where all are shown.
export interface StepData {
  at: number;
  move: MoveData | null;
  who: Who | null;
  acts: string[];
  events: GameEvent[];
  status: Status;
  hand: string[];
  hands: string[][] | null;
  scores: number[];
}

// One round of a match, step by step.
export interface StepsAnswer {
  match: string;
  over: boolean;
  round: number;
  rounds: number;
  steps: StepData[];
}

// A bot plays for a person from now on.
export interface StoodInNews {
  kind: "stood-in";
  seat: number;
}

// A person gave up a seat, or was removed; with a level, a bot plays on there.
export interface StoodNews {
  kind: "stood";
  seat: number;
  level: Level | "";
  removed: boolean;
}

// A seat swapped hands with another.
export interface Swapped {
  event: "swapped";
  seat: number;
  target: number;
}

// What anyone who may find a table is told of it; `title` is that of the preset from which its rules start.
export interface TableAnswer {
  code: string;
  phase: Phase;
  rules: string;
  title: string;
  digest: string;
  pace: Pace;
  public: boolean;
  locked: boolean;
  seats: ListedSeat[];
}

// A new table.
export interface TableBody {
  rules?: string;
  ruleset?: Record<string, unknown> | null;
  seats?: number;
  pace?: Pace;
  public?: boolean;
}

// The public tables at which no round is being played; those that cannot be joined now come last.
export interface TablesAnswer {
  tables: LinkedTableAnswer[];
}

// A table with a ticket for one socket, which is valid once, for half a minute.
export interface TicketAnswer {
  code: string;
  phase: Phase;
  rules: string;
  title: string;
  digest: string;
  pace: Pace;
  public: boolean;
  locked: boolean;
  seats: ListedSeat[];
  link: string;
  ticket: string;
  protocol: number;
}

// A seat accepted the cards it owed.
export interface Took {
  event: "took";
  seat: number;
  cards: number;
}

// A text that makes another device this guest, once, within ten minutes.
export interface TransferAnswer {
  transfer: string;
}

// This card opens the discards; before its effect seat `first` would act first.
export interface Turned {
  event: "turned";
  card: string;
  first: number;
}

// What the server found when it played a match that is over again from its record.
export interface VerifyAnswer {
  match: string;
  rounds: number;
  moves: number;
  cards: number;
  wrong: string;
}

// Somebody who watches the table without a seat: `who` names them in commands, and nowhere else.
export interface Watcher {
  who: string;
  name: string;
  muted: boolean;
}

// Ask who watches the table without a seat, and which players are muted.
export interface Watchers {
  t: "watchers";
  id: string;
  v: number;
}

// The answer to `hello`: the table as it is, and what happened since the version the client knew.
export interface Welcome {
  t: "welcome";
  protocol: number;
  epoch: string;
  v: number;
  mark: string;
  now: number;
  seat: number | null;
  snapshot: Snapshot;
  tail?: Missed[];
  said?: Missed[];
  removed?: boolean;
}

export type Who = "person" | "bot" | "stand-in";

export type Why = "closed" | "abandoned" | "broken";

// The time to catch has begun; the events say who forgot to call.
export interface WindowNews {
  kind: "window";
  events?: GameEvent[];
}

// A seat won the round and scores points.
export interface Won {
  event: "won";
  seat: number;
  points: number;
}

// What only the receiver may know; only `seat` where no round is being played.
export interface YouData {
  seat: number;
  hand?: string[];
  drawn?: string | null;
  bluffed?: boolean | null;
  choices?: Choices;
  fouls?: Fouls;
  events?: GameEvent[];
}

// Say who is the youngest, or deals first, where the rules ask for it (D04, D06); until then it is the host.
export interface Youngest {
  t: "youngest";
  id: string;
  v: number;
  seat: number;
}

// The host said who is the youngest, or deals first.
export interface YoungestNews {
  kind: "youngest";
  seat: number;
}

// What is sent to each endpoint, and what it answers.
export interface Endpoints {
  "GET /healthz": { body: undefined; answer: HealthAnswer };
  "GET /api/house-rules": { body: undefined; answer: HouseRulesAnswer };
  "GET /api/rules": { body: undefined; answer: RulesAnswer };
  "GET /api/rules/record": { body: undefined; answer: ArrayBuffer };
  "GET /api/me": { body: undefined; answer: MeAnswer };
  "POST /api/me": { body: NameBody; answer: NameAnswer };
  "POST /api/me/transfer": { body: undefined; answer: TransferAnswer };
  "POST /api/me/adopt": { body: AdoptBody; answer: NameAnswer };
  "GET /api/tables": { body: undefined; answer: TablesAnswer };
  "POST /api/tables": { body: TableBody; answer: LinkedTableAnswer };
  "POST /api/quick": { body: QuickBody; answer: LinkedTableAnswer };
  "GET /api/tables/{ref}": { body: undefined; answer: TableAnswer };
  "GET /api/tables/{ref}/rules": { body: undefined; answer: RulesAnswer };
  "POST /api/tables/{ref}/ticket": { body: undefined; answer: TicketAnswer };
  "GET /api/matches": { body: undefined; answer: MatchesAnswer };
  "GET /api/matches/{match}": { body: undefined; answer: MatchAnswer };
  "GET /api/matches/{match}/steps": { body: undefined; answer: StepsAnswer };
  "GET /api/matches/{match}/verify": { body: undefined; answer: VerifyAnswer };
  "GET /api/matches/{match}/questions": { body: undefined; answer: ArrayBuffer };
}
