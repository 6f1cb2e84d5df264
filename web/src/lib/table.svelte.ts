// The table as this person sees it now.  It holds what the server sent and what the person is about to do, no rules.

import { pastSteps } from "./api";
import { Connection, type Link, type Order, type Reply } from "./connection";
import type {
  Answer,
  Choices,
  ClockData,
  GameData,
  GameEvent,
  Mark,
  Missed,
  Nack,
  News,
  Push,
  RoomData,
  SaidNews,
  Status,
  StepData,
  Welcome,
  YouData,
} from "./protocol";
import { noteDeal } from "./proof";
import { has, isolated, t } from "./words/index.svelte";
import { tellReason } from "./words/reason";
import { whyText } from "./words/rules.svelte";
import { isNews, seatOf, tell, tellLastCard, tellRoom, tellTimeUp, type Names } from "./words/tell";

export interface LogLine {
  id: number;
  v: number;
  at: number; // when it happened
  readonly text: string; // in the language of the person, also after another is chosen
  chat: boolean;
}

export interface Happening {
  what: News;
  events: GameEvent[];
  before: Status | null;
}

const LOG_LENGTH = 400;
const ALOUD = 20; // lines that are kept for screen readers
const NOTHING: Choices = {
  lays: [],
  colours: [],
  batch: 1,
  call_with: null,
  says: [],
  name: [],
  choose: [],
  catch: [],
};

export class Table {
  room: RoomData | null = $state(null);
  game: GameData | null = $state(null);
  you: YouData | null = $state(null);
  clock: ClockData = $state({ now: 0 });
  link: Link = $state("connecting");
  code = $state(""); // for typing
  invitation = $state(""); // the part of an address that leads here, which nobody can guess
  log: LogLine[] = $state.raw([]);
  aloud: LogLine[] = $state.raw([]); // what happened since the page was opened, for screen readers
  private news: () => string = $state.raw(() => "");
  notice = $state(""); // the answer to what the person tried, while it matters
  refused = $state(""); // the code of the refusal, if it was one
  removed = $state(false); // whether the host has removed the person, who then can only watch
  unread = $state(0); // messages that came since the log was last open
  onHappening: (happening: Happening) => void = () => undefined;
  onPast: (events: GameEvent[]) => void = () => undefined; // after a connection: what the page has missed
  private readonly connection: Connection;
  private lines = 0;
  private readonly standIns = new Set<number>(); // seats that bots play while their people are away
  private noticed = ""; // the moment of the game at which the notice was given
  private nonceFor = ""; // the deal and the seat for which a nonce was sent

  constructor(readonly ref: string) {
    this.connection = new Connection(ref, {
      admitted: ({ code, link }) => Object.assign(this, { code, invitation: link }),
      welcome: (message, lost) => this.welcome(message, lost),
      event: (message) => this.event(message),
      link: (state) => (this.link = state),
    });
  }

  close(): void {
    this.connection.close();
  }

  // The last thing that happened, in words.
  get said(): string {
    return this.news();
  }

  get seat(): number | null {
    return this.you?.seat ?? null;
  }

  get status(): Status | null {
    return this.game?.status ?? null;
  }

  get choices(): Choices {
    return this.room?.phase === "playing" ? (this.you?.choices ?? NOTHING) : NOTHING;
  }

  // Whether the person has left the match for good, and watches until it is over.
  get left(): boolean {
    return this.seat !== null && this.room?.phase !== "over" && (this.room?.seats[this.seat]?.left ?? false);
  }

  // Whether the person has a seat and plays from it.
  get plays(): boolean {
    return this.seat !== null && !this.left;
  }

  get isHost(): boolean {
    return this.seat !== null && this.room?.host === this.seat;
  }

  get yourTurn(): boolean {
    return this.room?.phase === "playing" && this.seat !== null && (this.status?.awaited.includes(this.seat) ?? false);
  }

  get now(): number {
    return this.connection.now;
  }

  name(seat: number): string {
    return this.room?.seats[seat]?.name || `${seat + 1}`;
  }

  // Who played the round on a seat, whoever sits there now.
  player(seat: number): string {
    return this.room?.players[seat]?.name || this.name(seat);
  }

  // The seat from which the person plays, or played, the round; null also for those who came after the deal.
  get played(): number | null {
    return this.you?.hand === undefined ? null : this.seat;
  }

  get names(): Names {
    return { of: (seat) => this.name(seat), you: this.seat };
  }

  // The same as it is now, whoever comes and goes.
  private namesNow(): Names {
    const names = (this.room?.seats ?? []).map((_, seat) => this.name(seat));
    return { of: (seat) => names[seat] ?? `${seat + 1}`, you: this.seat };
  }

  // Those who were dealt the round, whoever comes and goes.
  private namesPlayed(): Names {
    const names = (this.room?.seats ?? []).map((_, seat) => this.player(seat));
    return { of: (seat) => names[seat] ?? `${seat + 1}`, you: this.played };
  }

  // ---------------------------------------------------------------- doing

  // Do something, and give notice if it is refused, while that still matters.
  async do(order: Order, matters: () => boolean = () => true): Promise<Reply> {
    const reply = await this.connection.send(order);
    if (!matters()) return reply;
    this.notify(reply.ok ? "" : this.refusal(reply.nack), reply.ok ? "" : reply.nack.code);
    return reply;
  }

  // Say or show something; return why it is refused, if it is.
  async talk(order: Order): Promise<string> {
    const reply = await this.connection.send(order);
    return reply.ok ? "" : this.refusal(reply.nack);
  }

  // Ask the server about a move, and show the answer if nothing has been played since.
  async ask(order: Order, words: (answer: Answer) => string): Promise<void> {
    const ply = this.game?.ply;
    const reply = await this.do(order);
    if (reply.ok && reply.answer !== undefined && this.game?.ply === ply) this.notify(words(reply.answer));
  }

  // Show an answer until the game goes on.
  notify(text: string, code = ""): void {
    this.notice = text;
    this.refused = code;
    this.noticed = this.moment(code);
  }

  // A refusal matters until someone else is asked; other answers, until the next move.
  private moment(code: string): string {
    return `${this.room?.phase} ${this.yourTurn} ${code === "" ? this.game?.ply : ""}`;
  }

  private dropOldNotice(): void {
    if (this.notice !== "" && this.noticed !== this.moment(this.refused)) this.notify("");
  }

  // Why a command was refused, in words.
  private refusal({ code, text, reason, why, because }: Nack): string {
    if (reason) return tellReason(reason, this.names);
    if (why) return t("create.conflict", { why: whyText({ because: because ?? "", why }) });
    const key = `no.${code}`;
    return has(key) ? t(key, { text: text ?? "" }) : t("no.other", { text: text ?? "" });
  }

  act(action: string, matters?: () => boolean): Promise<Reply> {
    return this.do({ t: "act", action }, matters);
  }

  // ---------------------------------------------------------------- hearing

  private welcome(message: Welcome, lost: boolean): void {
    const { room, game, clock, you } = message.snapshot;
    Object.assign(this, { room, game, you });
    this.clock = clock;
    this.removed = message.removed ?? false;
    this.dropOldNotice();
    if (lost) this.startAfresh(message.v);
    if (!message.tail) this.standIns.clear();
    for (const missed of message.tail ?? []) this.note(missed, eventsOf(missed.what), this.namesNow());
    for (const [place, seat] of room.seats.entries()) if (seat.stand_in) this.standIns.add(place);
    this.recallTalk(message.said ?? []);
    this.onPast((message.tail ?? []).flatMap((missed) => eventsOf(missed.what)));
    this.addNonce();
    if (!message.tail && game !== null && you !== null) void this.recall(room.match, game, message.v);
  }

  // The server has lost what this page saw after a version, so it did not happen.
  private startAfresh(v: number): void {
    this.log = this.log.filter((line) => line.v <= v);
    this.nonceFor = "";
    this.notify(t("no.lost"), "lost");
  }

  // What happened in this round before the page was opened; the server tells only what this seat was told.
  private async recall(match: string, { round, ply }: GameData, v: number): Promise<void> {
    try {
      const { steps } = await pastSteps(match, round);
      const past = steps.slice(0, ply + 1);
      const events = past.map((step) => step.events);
      const names = this.namesPlayed();
      const played = new Map<number, StepData["who"]>(); // who played a seat last
      const told = past.flatMap(({ at, move, who, events: some }) => {
        const seat = move?.seat ?? -1;
        const begins = who === "stand-in" && played.get(seat) !== who;
        played.set(seat, who);
        const say = () => [
          ...(begins ? [tellRoom({ kind: "stood-in", seat }, names, seat)] : []),
          ...tell(some, names),
        ];
        return say().map((_, place) => this.line(v, at, () => say()[place] ?? "", false));
      });
      const since = this.log.filter((line) => line.chat || line.v > v);
      this.log = [...told, ...since].sort((a, b) => a.at - b.at);
      if (this.game?.round === round && this.game.ply === ply) this.onPast(events.flat());
    } catch {
      // the log then begins now
    }
  }

  // What was said before the page was opened.
  private recallTalk(said: Missed[]): void {
    const known = new Set(this.log.flatMap((line) => (line.chat ? [line.v] : [])));
    const lines = said
      .filter((one) => !known.has(one.v))
      .flatMap(({ v, at, what }) => (what.kind === "said" ? [this.line(v, at, () => talk(what), true)] : []));
    this.log = [...lines, ...this.log].sort((a, b) => a.at - b.at);
  }

  private event(message: Push): void {
    const before = this.status;
    const warned = this.game?.last_card ?? [];
    this.noteRemoval(message.what);
    const gone = message.what.kind === "stood" ? this.namesNow() : null; // who stands up has no name afterwards
    if (message.room !== undefined) {
      this.room = message.room;
      if (message.you === undefined) this.you = null;
    }
    if (message.game !== undefined) this.game = message.game;
    if (message.you !== undefined) this.you = message.you;
    if (message.clock !== undefined) this.clock = message.clock;
    this.dropOldNotice();
    const events = message.you?.events ?? eventsOf(message.what);
    this.note(message, events, gone ?? this.namesNow());
    if (message.what.kind === "move") this.warn(message, warned);
    this.onHappening({ what: message.what, events, before });
    this.addNonce();
  }

  // Announce last cards, under rules that have it.
  private warn({ v, at, game }: Push, warned: readonly number[]): void {
    const names = this.namesNow();
    const told = (game?.last_card ?? [])
      .filter((seat) => !warned.includes(seat))
      .map((seat) => () => tellLastCard(seat, names));
    for (const say of told) this.push(v, at, say, false);
    const before = this.news;
    if (told.length > 0) this.news = () => [before(), ...told.map((say) => say())].join(" ");
  }

  private noteRemoval(what: News): void {
    if (what.kind === "stood" && what.removed && what.seat === this.seat) this.removed = true;
    if (what.kind === "locked" && !what.on) this.removed = false; // the table is open for all
  }

  // Add to the next deal, so that the server cannot choose the cards alone (docs/server.md, "Fair deals").
  private addNonce(): void {
    const room = this.room;
    const seat = this.seat;
    if (room === null || seat === null || room.phase === "playing" || room.phase === "ended") return;
    const { commitment, nonces } = room.deal;
    const wanted = `${commitment} ${seat} of ${room.seats.length}`; // another seat, or other seats, drop what was added
    if (this.nonceFor === wanted || String(seat) in nonces) return;
    this.nonceFor = wanted;
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const nonce = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    noteDeal(commitment, "");
    void this.connection.send({ t: "nonce", nonce }).then((reply) => reply.ok && noteDeal(commitment, nonce));
  }

  private note({ v, at, what }: Missed, events: GameEvent[], names: Names): void {
    if (what.kind === "said") {
      const said = talk(what);
      this.push(v, at, () => said, true);
      if (what.seat === null || what.seat !== this.seat) this.unread++;
      return;
    }
    const seat = this.seatOf(what);
    const late = this.lateSeat(what);
    const now = this.namesNow();
    const before = events.filter((event) => event.event === "picked"); // who deals is known after the draws for it
    const after = events.filter((event) => event.event !== "picked");
    const room = () => (late === null ? tellRoom(what, names, seat) : tellTimeUp(late, now));
    const all = (wanted: (event: GameEvent) => boolean) =>
      [...tell(before.filter(wanted), now), room(), ...tell(after.filter(wanted), now)].filter((line) => line !== "");
    for (const place of all(() => true).keys())
      this.push(v, at, () => all(() => true)[place] ?? "", false, what.kind !== "nonce");
    if (what.kind !== "nonce" && all(isNews).length > 0) this.news = () => all(isNews).slice(-2).join(" ");
  }

  // The seat whose clock ran out: a bot has made this move for somebody who is not away.
  private lateSeat(what: News): number | null {
    switch (what.kind) {
      case "stood-in":
        this.standIns.add(what.seat);
        return null;
      case "back":
      case "stood":
      case "sat":
        this.standIns.delete(what.seat);
        return null;
      case "move":
        return what.who === "stand-in" && !this.standIns.has(what.seat) ? what.seat : null;
      default:
        return null;
    }
  }

  // The seat that news are about: the server does not name who deals, nor who is the host now.
  private seatOf(what: News): number | undefined {
    if (what.kind === "dealt") return this.status?.dealer;
    return (what.kind === "host" ? this.room?.host : seatOf(what)) ?? undefined;
  }

  private line(v: number, at: number, say: () => string, chat: boolean): LogLine {
    return {
      id: ++this.lines,
      v,
      at,
      chat,
      get text() {
        return say();
      },
    };
  }

  private push(v: number, at: number, say: () => string, chat: boolean, aloud = true): void {
    const line = this.line(v, at, say, chat);
    this.log = [...this.log, line].slice(-LOG_LENGTH);
    if (aloud) this.aloud = [...this.aloud, { ...line }].slice(-ALOUD); // what was read aloud is not read again
  }
}

function eventsOf(what: News): GameEvent[] {
  return "events" in what ? (what.events ?? []) : [];
}

function talk({ name, text, mark }: SaidNews): string {
  return `${isolated(name)}: ${text || (mark ? MARKS[mark] : "")}`;
}

export const MARKS: Record<Mark, string> = {
  smile: "🙂",
  laugh: "😂",
  wow: "😮",
  sad: "😢",
  angry: "😠",
  clap: "👏",
  heart: "❤️",
  hurry: "⏰",
  thanks: "🙏",
  sorry: "😅",
};
