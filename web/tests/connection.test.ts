import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Link } from "../src/lib/connection";
import type { Push, Welcome } from "../src/lib/protocol";
import { FakeSocket, happens, pretendBrowser } from "./fakes";

const WELCOME = { t: "welcome", protocol: 1, epoch: "e", v: 3, mark: "m3", now: 1000, seat: 0, snapshot: {} };
const event = (v: number, more: object = {}) => ({ t: "ev", v, mark: `m${v}`, at: 0, what: { kind: "said" }, ...more });

let links: Link[];
let events: number[];

beforeEach(() => {
  vi.useFakeTimers();
  pretendBrowser();
  links = [];
  events = [];
});
afterEach(() => {
  vi.useRealTimers();
});

async function connected() {
  const { Connection } = await import("../src/lib/connection");
  const connection = new Connection("code", {
    admitted: () => undefined,
    welcome: (_: Welcome) => undefined,
    event: (message: Push) => void events.push(message.v),
    link: (state: Link) => void links.push(state),
  });
  await opened(1);
  return connection;
}

// Wait for the socket of an attempt, and welcome it.
async function opened(attempt: number, more: object = {}): Promise<FakeSocket> {
  await vi.waitFor(() => expect(FakeSocket.all).toHaveLength(attempt), { timeout: 20_000 }); // it waits longer each time
  FakeSocket.last.open();
  FakeSocket.last.hear({ ...WELCOME, ...more });
  return FakeSocket.last;
}

describe("a connection", () => {
  it("says hello with its ticket, and later with what it has seen", async () => {
    const connection = await connected();
    expect(FakeSocket.last.sent[0]).toEqual({ t: "hello", protocol: 1, ticket: "ticket", epoch: "", v: 0, mark: "" });
    FakeSocket.last.hear(event(4));
    FakeSocket.last.close(1006);
    await opened(2);
    expect(FakeSocket.last.sent[0]).toMatchObject({ t: "hello", epoch: "e", v: 4, mark: "m4" });
    expect(links).toEqual(["connecting", "connected", "lost", "lost", "connected"]);
    connection.close();
  });

  it("comes back by the link, which nobody can guess", async () => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", (path: string) => {
      asked.push(path);
      return Promise.resolve({
        ok: true,
        json: () => Promise.resolve({ ticket: "ticket", link: "link", code: "code" }),
      });
    });
    const connection = await connected();
    FakeSocket.last.close(1006);
    await opened(2);
    expect(asked).toEqual(["/api/tables/code/ticket", "/api/tables/link/ticket"]);
    connection.close();
  });

  it("sends a command again under the same id until it is answered", async () => {
    const connection = await connected();
    const reply = connection.send({ t: "act", action: "r5" });
    const [sent] = FakeSocket.last.commands;
    expect(sent).toMatchObject({ t: "act", action: "r5", v: 3 });
    FakeSocket.last.close(1006);
    await opened(2);
    expect(FakeSocket.last.commands).toEqual([sent]);
    FakeSocket.last.hear({ t: "ack", ack: sent?.["id"], v: 4 });
    expect(await reply).toEqual({ ok: true });
    FakeSocket.last.close(1006);
    await opened(3);
    expect(FakeSocket.last.commands).toEqual([]);
    connection.close();
  });

  it("does not send again what was meant for a table that the server has lost", async () => {
    const connection = await connected();
    const reply = connection.send({ t: "act", action: "r5" });
    FakeSocket.last.close(1006);
    await opened(2, { epoch: "f", v: 2, mark: "n2" });
    expect(await reply).toMatchObject({ ok: false, nack: { code: "lost" } });
    expect(FakeSocket.last.commands).toEqual([]);
    FakeSocket.last.close(1006);
    await opened(3, { epoch: "f", v: 2, mark: "n2" });
    expect(FakeSocket.last.sent[0]).toMatchObject({ epoch: "f", v: 2, mark: "n2" });
    connection.close();
  });

  it("keeps a command that is given without a connection", async () => {
    const connection = await connected();
    FakeSocket.last.close(1006);
    void connection.send({ t: "act", action: "draw" });
    await opened(2);
    expect(FakeSocket.last.commands).toMatchObject([{ t: "act", action: "draw" }]);
    connection.close();
  });

  it("tells why a command was refused", async () => {
    const connection = await connected();
    const reply = connection.send({ t: "act", action: "r5" });
    const nack = { t: "nack", nack: FakeSocket.last.commands[0]?.["id"], code: "stale", v: 3 };
    FakeSocket.last.hear(nack);
    expect(await reply).toEqual({ ok: false, nack });
    connection.close();
  });

  it("connects again when a version is missing, and shows nothing of what came after the gap", async () => {
    const connection = await connected();
    FakeSocket.last.hear(event(4));
    FakeSocket.last.hear(event(6));
    expect(events).toEqual([4]);
    await opened(2);
    expect(FakeSocket.last.sent[0]).toMatchObject({ v: 4 });
    connection.close();
  });

  it("notices a connection that says nothing any more", async () => {
    const connection = await connected();
    await vi.advanceTimersByTimeAsync(16_000);
    expect(links).toContain("lost");
    connection.close();
  });

  it.each([
    [4005, "gone"],
    [4002, "old"],
  ])("gives up after code %i", async (code, link) => {
    const connection = await connected();
    FakeSocket.last.close(code);
    happens("online");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(links[links.length - 1]).toBe(link);
    expect(FakeSocket.all).toHaveLength(1);
    connection.close();
  });

  it("opens one socket when it is woken twice at once", async () => {
    const connection = await connected();
    FakeSocket.last.close(1006);
    happens("visibilitychange");
    happens("online");
    await opened(2);
    await vi.advanceTimersByTimeAsync(1000);
    expect(FakeSocket.all).toHaveLength(2);
    connection.close();
  });

  it("stays while every ping is answered, however late a hidden page sends them", async () => {
    const connection = await connected();
    FakeSocket.last.hear({ t: "pong", n: 1, now: 0 });
    vi.setSystemTime(Date.now() + 60_000); // the timers of a hidden page wait
    await vi.advanceTimersByTimeAsync(5000);
    expect(links).not.toContain("lost");
    connection.close();
  });

  it("asks at once whether the connection still stands when the page is seen again", async () => {
    const connection = await connected();
    const pings = () => FakeSocket.last.sent.filter((one) => one["t"] === "ping").length;
    const before = pings();
    happens("visibilitychange");
    expect(pings()).toBe(before + 1);
    connection.close();
  });
});
