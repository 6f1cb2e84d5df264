// What a browser has and the tests run without: a socket that the test speaks through, storage, and an address.

import { vi } from "vitest";

export class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  static get last(): FakeSocket {
    return FakeSocket.all[FakeSocket.all.length - 1] as FakeSocket;
  }
  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  hear(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  close(code = 1000): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  // The commands that were sent, without what every connection begins with.
  get commands(): Record<string, unknown>[] {
    return this.sent.filter((one) => one["t"] !== "hello" && one["t"] !== "ping");
  }
}

// What the page listens to, by the kind of event.
const heard = new Map<string, (() => void)[]>();

// Let the browser report something, such as "online".
export function happens(kind: string): void {
  for (const listener of heard.get(kind) ?? []) listener();
}

export function pretendBrowser(): void {
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  heard.clear();
  const events = {
    addEventListener: (kind: string, listener: () => void) =>
      void heard.set(kind, [...(heard.get(kind) ?? []), listener]),
    removeEventListener: (kind: string, listener: () => void) =>
      void heard.set(
        kind,
        (heard.get(kind) ?? []).filter((one) => one !== listener),
      ),
  };
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("sessionStorage", storage);
  vi.stubGlobal("location", { protocol: "http:", host: "table.example", pathname: "/" });
  vi.stubGlobal("navigator", { language: "en-GB" });
  vi.stubGlobal("document", { visibilityState: "visible", ...events });
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("addEventListener", events.addEventListener);
  vi.stubGlobal("removeEventListener", events.removeEventListener);
  vi.stubGlobal("matchMedia", () => ({ matches: false, ...events }));
  vi.stubGlobal("fetch", () =>
    Promise.resolve({ ok: true, json: () => Promise.resolve({ ticket: "ticket", link: "link", code: "CODE" }) }),
  );
}

// Load all languages.
export async function withWords(): Promise<void> {
  const { LANGUAGES, loadWords } = await import("../src/lib/words/index.svelte");
  await Promise.all(Object.keys(LANGUAGES).map(loadWords));
}
