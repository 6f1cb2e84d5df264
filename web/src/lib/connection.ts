// One table over one WebSocket: it reconnects by itself, resumes where it was, and sends a command until it is answered.

import { ApiError, ticket } from "./api";
import {
  PROTOCOL,
  type Answer,
  type Command,
  type FromServer,
  type LinkedTableAnswer,
  type Nack,
  type Ping,
  type Push,
  type Welcome,
} from "./protocol";

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;
const PING_EVERY = 5000;
const MOST_UNANSWERED = 2; // pings; one may be due to a page that slept
// Codes after which there is no point in trying again: the table is closed or there is none; this page is too old; the
// host has sent the person away; the server cannot restore the table.
const FINAL: Record<number, Link> = { 4005: "gone", 4002: "old", 4009: "removed", 4010: "unreadable" };

export type Link = "connecting" | "connected" | "lost" | "gone" | "old" | "removed" | "unreadable";

export interface Listener {
  admitted(table: LinkedTableAnswer): void;
  welcome(message: Welcome, lost: boolean): void; // whether the server has lost some of what this page saw
  event(message: Push): void;
  link(state: Link): void;
}

type Unsent<C> = C extends Command ? Omit<C, "id" | "v"> : never;
export type Order = Unsent<Command>; // a command before it has an id

export type Reply = { ok: true; answer?: Answer } | { ok: false; nack: Nack };

interface Pending {
  message: Order & Pick<Command, "id" | "v">;
  done(reply: Reply): void;
}

export class Connection {
  epoch = "";
  v = 0;
  private mark = ""; // shows the server that this page has seen version `v`
  skew = 0; // what to add to this machine's clock to get the server's
  private socket: WebSocket | null = null;
  private pending = new Map<string, Pending>();
  private wait = FIRST_WAIT;
  private timer = 0;
  private heartbeat = 0;
  private unanswered = 0; // pings since the server was last heard
  private ended = false;
  private attempt = 0; // only the newest attempt to connect goes on
  private count = 0;
  private readonly session = Math.random().toString(36).slice(2, 10);
  private readonly wake = () => {
    if (document.visibilityState !== "visible") return;
    if (this.socket?.readyState === WebSocket.OPEN)
      this.startBeating(); // it may have died while the page slept
    else this.retryNow();
  };

  constructor(
    private ref: string, // the link, once it is known: nobody else's guesses at codes keep this page out
    private readonly listener: Listener,
  ) {
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    void this.connect();
  }

  close(): void {
    this.ended = true;
    clearTimeout(this.timer);
    clearInterval(this.heartbeat);
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket?.close();
  }

  // There is nothing to connect to any more.
  private end(state: Link): void {
    this.close();
    this.listener.link(state);
  }

  // Send a command.  It is sent again under the same id after a cut, so it happens once.
  send(order: Order): Promise<Reply> {
    const id = `${this.session}-${++this.count}`;
    const message = { ...order, id, v: this.v };
    return new Promise((done) => {
      this.pending.set(id, { message, done });
      this.write(message);
    });
  }

  get now(): number {
    return Date.now() + this.skew;
  }

  private write(message: Ping | Pending["message"]): void {
    if (this.socket?.readyState === WebSocket.OPEN && this.epoch !== "") this.socket.send(JSON.stringify(message));
  }

  private retryNow(): void {
    clearTimeout(this.timer);
    this.wait = FIRST_WAIT;
    void this.connect();
  }

  private async connect(): Promise<void> {
    if (this.ended || this.socket !== null) return;
    const attempt = ++this.attempt;
    this.listener.link(this.epoch === "" ? "connecting" : "lost");
    let admission: Awaited<ReturnType<typeof ticket>>;
    try {
      admission = await ticket(this.ref);
    } catch (error) {
      if (this.ended || attempt !== this.attempt) return;
      if (error instanceof ApiError && error.status === 404) this.end("gone");
      else if (error instanceof ApiError && error.code === "removed") this.end("removed");
      else if (error instanceof ApiError && error.code === "unreadable") this.end("unreadable");
      else this.retryLater();
      return;
    }
    if (this.ended || attempt !== this.attempt) return;
    this.ref = admission.link;
    this.listener.admitted(admission);
    const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/socket`;
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.onopen = () => {
      const { epoch, v, mark } = this;
      socket.send(JSON.stringify({ t: "hello", protocol: PROTOCOL, ticket: admission.ticket, epoch, v, mark }));
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (this.socket === socket) this.hear(JSON.parse(event.data) as FromServer);
    };
    socket.onclose = (event) => this.lost(socket, event.code);
  }

  private lost(socket: WebSocket, code: number): void {
    if (this.socket !== socket) return;
    this.socket = null;
    clearInterval(this.heartbeat);
    if (this.ended) return;
    const final = FINAL[code];
    if (final !== undefined) this.end(final);
    else this.retryLater();
  }

  private retryLater(): void {
    this.listener.link("lost");
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.connect(), this.wait * (0.5 + Math.random() / 2));
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  private hear(message: FromServer): void {
    this.unanswered = 0;
    switch (message.t) {
      case "welcome":
        this.welcome(message);
        break;
      case "ev":
        if (message.v !== this.v + 1) {
          this.drop(); // something is missing: the next connection begins where this one is complete
          break;
        }
        this.v = message.v;
        this.mark = message.mark;
        this.listener.event(message);
        if (message.ack !== undefined) this.answer(message.ack, { ok: true });
        break;
      case "ack":
        this.answer(message.ack, { ok: true });
        break;
      case "answer":
        this.answer(message.ack, { ok: true, answer: message });
        break;
      case "nack":
        this.answer(message.nack, { ok: false, nack: message });
        break;
      case "pong":
        this.skew = message.now - Date.now();
        break;
    }
  }

  private welcome(message: Welcome): void {
    const lost = this.epoch !== "" && this.epoch !== message.epoch;
    this.epoch = message.epoch;
    this.v = message.v;
    this.mark = message.mark;
    if (lost) this.forgetCommands();
    this.skew = message.now - Date.now();
    this.wait = FIRST_WAIT;
    this.listener.welcome(message, lost);
    this.listener.link("connected");
    for (const { message: command } of this.pending.values()) this.write(command);
    this.startBeating();
  }

  // What is not answered was meant for a table as the server does not know it any more.
  private forgetCommands(): void {
    for (const id of [...this.pending.keys()])
      this.answer(id, { ok: false, nack: { t: "nack", nack: id, code: "lost", v: this.v } });
  }

  private startBeating(): void {
    clearInterval(this.heartbeat);
    this.heartbeat = window.setInterval(() => this.beat(), PING_EVERY);
    this.unanswered = 0;
    this.beat();
  }

  // A browser lets hidden pages wait between two beats for as long as it likes, so pings count, not seconds.
  private beat(): void {
    if (this.unanswered >= MOST_UNANSWERED) {
      this.drop();
    } else {
      this.unanswered++;
      this.write({ t: "ping", n: ++this.count });
    }
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    clearInterval(this.heartbeat);
    this.retryLater();
  }

  private answer(id: string, reply: Reply): void {
    const waiting = this.pending.get(id);
    this.pending.delete(id);
    waiting?.done(reply);
  }
}
