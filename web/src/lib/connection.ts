// One table over one WebSocket: it reconnects by itself, resumes where it was, and sends a command until it is answered.

import { ApiError, ticket } from "./api";
import type { Answer, Ev, FromServer, Nack, Welcome } from "./protocol";

const PROTOCOL = 1;
const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;
const PING_EVERY = 5000;
const DEAD_AFTER = 10000;
const GONE = 4005; // the table is closed, or there is none

export type Link = "connecting" | "connected" | "lost" | "gone";

export interface Listener {
  welcome(message: Welcome): void;
  event(message: Ev): void;
  link(state: Link): void;
}

export type Reply = { ok: true; answer?: Answer } | { ok: false; nack: Nack };

interface Pending {
  message: Record<string, unknown>;
  done(reply: Reply): void;
}

export class Connection {
  epoch = "";
  v = 0;
  skew = 0; // what to add to this machine's clock to get the server's
  private socket: WebSocket | null = null;
  private pending = new Map<string, Pending>();
  private wait = FIRST_WAIT;
  private timer = 0;
  private heartbeat = 0;
  private heard = 0;
  private closed = false;
  private count = 0;
  private readonly session = Math.random().toString(36).slice(2, 10);
  private readonly wake = () => {
    if (document.visibilityState === "visible" && this.socket?.readyState !== WebSocket.OPEN) this.retryNow();
  };

  constructor(
    private readonly ref: string,
    private readonly listener: Listener,
  ) {
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    void this.connect();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.heartbeat);
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket?.close();
  }

  // Send a command.  It is sent again under the same id after a cut, so it happens once.
  send(t: string, fields: Record<string, unknown> = {}): Promise<Reply> {
    const id = `${this.session}-${++this.count}`;
    const message = { t, id, v: this.v, ...fields };
    return new Promise((done) => {
      this.pending.set(id, { message, done });
      this.write(message);
    });
  }

  get now(): number {
    return Date.now() + this.skew;
  }

  private write(message: Record<string, unknown>): void {
    if (this.socket?.readyState === WebSocket.OPEN && this.epoch !== "") this.socket.send(JSON.stringify(message));
  }

  private retryNow(): void {
    clearTimeout(this.timer);
    this.wait = FIRST_WAIT;
    void this.connect();
  }

  private async connect(): Promise<void> {
    if (this.closed || this.socket !== null) return;
    this.listener.link(this.epoch === "" ? "connecting" : "lost");
    let admission: Awaited<ReturnType<typeof ticket>>;
    try {
      admission = await ticket(this.ref);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) this.listener.link("gone");
      else this.retryLater();
      return;
    }
    if (this.closed) return;
    const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/socket`;
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ t: "hello", protocol: PROTOCOL, ticket: admission.ticket, epoch: this.epoch, v: this.v }));
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
    if (this.closed) return;
    if (code === GONE) this.listener.link("gone");
    else this.retryLater();
  }

  private retryLater(): void {
    this.listener.link("lost");
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.connect(), this.wait * (0.5 + Math.random() / 2));
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  private hear(message: FromServer): void {
    this.heard = Date.now();
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
    this.epoch = message.epoch;
    this.v = message.v;
    this.skew = message.now - Date.now();
    this.wait = FIRST_WAIT;
    this.listener.welcome(message);
    this.listener.link("connected");
    for (const { message: command } of this.pending.values()) this.write(command);
    clearInterval(this.heartbeat);
    this.heartbeat = window.setInterval(() => this.beat(), PING_EVERY);
  }

  private beat(): void {
    if (Date.now() - this.heard > DEAD_AFTER) {
      this.drop();
    } else {
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
