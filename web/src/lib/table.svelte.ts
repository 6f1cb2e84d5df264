// The table as this person sees it now.  It holds what the server sent and what the person is about to do, no rules.

import { pastSteps } from "./api";
import { Connection, type Link, type Reply } from "./connection";
import type { Choices, Clock, Ev, Game, GameEvent, Mark, Nack, Room, Status, Welcome, What, You } from "./protocol";
import { noteDeal } from "./proof";
import { t, has } from "./words/index.svelte";
import { tellReason } from "./words/reason";
import { isNews, tell, tellRoom, type Names } from "./words/tell";

export interface LogLine {
  v: number;
  text: string;
  chat: boolean;
}

export interface Happening {
  what: What;
  events: GameEvent[];
  before: Status | null;
}

const LOG_LENGTH = 400;
const NOTHING: Choices = { lays: [], colours: [], batch: 1, call_with: null, says: [], name: [], choose: [], catch: [] };

export class Table {
  room: Room | null = $state(null);
  game: Game | null = $state(null);
  you: You | null = $state(null);
  clock: Clock = $state({ now: 0 });
  link: Link = $state("connecting");
  log: LogLine[] = $state([]);
  said = $state(""); // the last thing that happened, in words
  notice = $state(""); // the answer to what the person tried
  refused = $state(""); // the code of the refusal, if it was one
  unread = $state(0); // messages that came since the log was last open
  chat = $state(""); // the last message
  arrived = $state(0); // when the clock was received, by this machine's time
  onHappening: (happening: Happening) => void = () => undefined;
  private readonly connection: Connection;
  private nonceFor = ""; // the deal and the seat for which a nonce was sent

  constructor(readonly ref: string) {
    this.connection = new Connection(ref, {
      welcome: (message) => this.welcome(message),
      event: (message) => this.event(message),
      link: (state) => (this.link = state),
    });
  }

  close(): void {
    this.connection.close();
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

  get names(): Names {
    return { of: (seat) => this.name(seat), you: this.seat };
  }

  // The same as it is now, whoever comes and goes.
  private namesNow(): Names {
    const names = (this.room?.seats ?? []).map((_, seat) => this.name(seat));
    return { of: (seat) => names[seat] ?? `${seat + 1}`, you: this.seat };
  }

  // ---------------------------------------------------------------- doing

  async do(t: string, fields: Record<string, unknown> = {}): Promise<Reply> {
    const reply = await this.connection.send(t, fields);
    this.notice = reply.ok ? "" : this.refusal(reply.nack);
    this.refused = reply.ok ? "" : reply.nack.code;
    return reply;
  }

  // Why a command was refused, in words.
  private refusal({ code, text, reason }: Nack): string {
    if (reason) return tellReason(reason, this.names);
    const key = `no.${code}`;
    return has(key) ? t(key, { text: text ?? "" }) : t("no.other", { text: text ?? "" });
  }

  act(action: string): Promise<Reply> {
    return this.do("act", { action });
  }

  // ---------------------------------------------------------------- hearing

  private welcome(message: Welcome): void {
    const { room, game, clock, you } = message.snapshot;
    Object.assign(this, { room, game, you });
    this.setClock(clock);
    for (const missed of message.tail ?? []) this.note(missed.v, missed.what, missed.what.events ?? [], this.names);
    this.addNonce();
    if (message.tail === undefined && game !== null && you !== null) void this.recall(room.match, game, message.v);
  }

  // What happened in this round before the page was opened; the server tells only what this seat was told.
  private async recall(match: string, { round, ply }: Game, v: number): Promise<void> {
    try {
      const { steps } = await pastSteps(match, round);
      const told = steps.slice(0, ply + 1).flatMap((step) => tell(step.events, this.names));
      const since = this.log.filter((line) => line.chat || line.v > v);
      this.log = [...told.map((text) => ({ v, text, chat: false })), ...since];
    } catch {
      // the log then begins now
    }
  }

  private event(message: Ev): void {
    const before = this.status;
    const gone = message.what.kind === "stood" ? this.namesNow() : null; // who stands up has no name afterwards
    if (message.room !== undefined) {
      this.room = message.room;
      if (message.you === undefined) this.you = null;
    }
    if (message.game !== undefined) this.game = message.game;
    if (message.you !== undefined) this.you = message.you;
    if (message.clock !== undefined) this.setClock(message.clock);
    const events = message.you?.events ?? message.what.events ?? [];
    this.note(message.v, message.what, events, gone ?? this.names);
    this.onHappening({ what: message.what, events, before });
    this.addNonce();
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
    void this.connection.send("nonce", { nonce }).then((reply) => reply.ok && noteDeal(commitment, nonce));
  }

  private setClock(clock: Clock): void {
    this.clock = clock;
    this.arrived = Date.now();
  }

  private note(v: number, what: What, events: GameEvent[], names: Names): void {
    if (what.kind === "said") {
      this.chat = `${what.name ?? ""}: ${what.text || (what.mark ? MARKS[what.mark] : "")}`;
      this.push(v, this.chat, true);
      if (what.seat === null || what.seat !== this.seat) this.unread++;
      return;
    }
    const room = tellRoom(this.withSeat(what), names);
    const lines = [room, ...tell(events, this.names)].filter((line) => line !== "");
    for (const line of lines) this.push(v, line, false);
    if (what.kind === "nonce") return;
    const news = [room, ...tell(events.filter(isNews), this.names)].filter((line) => line !== "");
    if (news.length > 0) this.said = news.slice(-2).join(" ");
  }

  // News about a seat that the server does not name: who deals, and who is the host now.
  private withSeat(what: What): What {
    const seat = what.kind === "dealt" ? this.status?.dealer : what.kind === "host" ? this.room?.host : undefined;
    return seat === undefined || seat === null ? what : { ...what, seat };
  }

  private push(v: number, text: string, chat: boolean): void {
    this.log.push({ v, text, chat });
    if (this.log.length > LOG_LENGTH) this.log.splice(0, this.log.length - LOG_LENGTH);
  }
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
