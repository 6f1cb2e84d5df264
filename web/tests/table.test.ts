// What the page shows of a table between the server's messages: notices, what is read aloud, what is about to be done.

import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Choices, GameEvent, Lay, Status } from "../src/lib/protocol";
import { FakeSocket, withWords, pretendBrowser } from "./fakes";

const CHOICES: Choices = {
  lays: [],
  colours: ["r"],
  batch: 1,
  call_with: null,
  says: [],
  name: [],
  choose: [],
  catch: [],
};
let v = 0;

beforeEach(() => {
  pretendBrowser();
  v = 0;
});

interface Scene {
  turn?: number;
  ply?: number;
  round?: number;
  hand?: string[];
  choices?: Partial<Choices>;
  last?: number[]; // seats whose last card is announced
}

function snapshot({ turn = 0, ply = 0, round = 1, hand = ["r5"], choices = {}, last = [] }: Scene) {
  const seat = {
    kind: "person",
    name: "Ann",
    level: "",
    outside: false,
    away: null,
    stand_in: false,
    left: false,
    partner: null,
  };
  const status = {
    seats: 2,
    awaited: [turn],
    phase: "turn",
    top: "r1",
    face: "r1",
    held: [1, 1],
    dealer: 1,
  } as unknown as Status;
  return {
    room: {
      phase: "playing",
      digest: "d",
      host: 0,
      seats: [seat, { ...seat, name: "Ben" }],
      agreed: [],
      pausing: [],
      paused: null,
      match: "m",
      players: [],
    },
    game: { status, last_card: last, round, ply, sheet: {} },
    clock: { now: 0 },
    you: { seat: 0, hand, choices: { ...CHOICES, ...choices } },
  };
}

async function seated(scene: Scene = {}) {
  await withWords();
  const { Table } = await import("../src/lib/table.svelte");
  const table = new Table("link");
  await vi.waitFor(() => expect(FakeSocket.all).toHaveLength(1));
  FakeSocket.last.open();
  FakeSocket.last.hear({
    t: "welcome",
    protocol: 1,
    epoch: "e",
    v,
    now: 0,
    seat: 0,
    snapshot: snapshot(scene),
    tail: [],
  });
  return table;
}

function hear(what: object, scene: Scene | null = null): void {
  FakeSocket.last.hear({ t: "ev", v: ++v, at: 0, what, ...(scene === null ? {} : snapshot(scene)) });
}

// Answer the last command.
function answer(message: object): void {
  const id = FakeSocket.last.commands.at(-1)?.["id"];
  FakeSocket.last.hear(
    "t" in message && message.t === "nack" ? { nack: id, v, ...message } : { t: "answer", ack: id, v, ...message },
  );
}

const HINT = { action: "draw", grounds: [] };

describe("a notice", () => {
  it("of a refusal goes when the turn comes", async () => {
    const table = await seated({ turn: 1 });
    const acted = table.act("r5");
    answer({ t: "nack", code: "too-late" });
    await acted;
    expect(table.notice).toBe("Someone else was faster.");
    hear({ kind: "move", events: [] }, { turn: 1, ply: 1 });
    expect(table.notice).not.toBe("");
    hear({ kind: "move", events: [] }, { turn: 0, ply: 2 });
    expect([table.notice, table.refused]).toEqual(["", ""]);
    table.close();
  });

  it("of a hint stays while someone talks, and goes with the next move", async () => {
    const { Play } = await import("../src/lib/play.svelte");
    const table = await seated();
    const asked = new Play(table).hint();
    answer(HINT);
    await asked;
    const talked = table.talk({ t: "react", mark: "smile" });
    answer({});
    expect(await talked).toBe("");
    hear({ kind: "said", name: "Ben", seat: 1, text: "Hello" });
    expect(table.notice).toContain("careful player");
    hear({ kind: "move", events: [] }, { ply: 1 });
    expect(table.notice).toBe("");
    table.close();
  });

  it("does not come when the game has gone on meanwhile", async () => {
    const { Play } = await import("../src/lib/play.svelte");
    const table = await seated();
    const asked = new Play(table).hint();
    hear({ kind: "move", events: [] }, { ply: 1 });
    answer(HINT);
    await asked;
    expect(table.notice).toBe("");
    table.close();
  });
});

describe("what is read aloud", () => {
  it("is every line, also those that are not shown any more", async () => {
    const table = await seated();
    const lays: GameEvent[] = ["r1", "r2", "r3"].map((card) => ({
      event: "laid",
      seat: 1,
      card,
      colour: null,
      called: false,
      how: "turn",
    }));
    hear({ kind: "move", events: lays }, { ply: 1 });
    hear({ kind: "said", name: "Ben", seat: 1, text: "Hello" });
    hear({ kind: "window" });
    expect(table.aloud.map((line) => line.text)).toEqual([
      "Ben plays red 1.",
      "Ben plays red 2.",
      "Ben plays red 3.",
      "Ben: Hello",
    ]);
    expect(table.said).toBe("Ben plays red 2. Ben plays red 3.");
    table.close();
  });
});

describe("the log", () => {
  it("is told in another language once that is chosen, but is not read aloud again", async () => {
    const { settings } = await import("../src/lib/settings.svelte");
    const table = await seated();
    hear({ kind: "move", events: [{ event: "passed", seat: 1 }] }, { ply: 1 });
    settings.language = "de";
    expect([table.said, table.log.at(-1)?.text]).toEqual(["Ben passt.", "Ben passt."]);
    expect(table.aloud.map((line) => line.text)).toEqual(["Ben passes."]);
    settings.language = "en";
    table.close();
  });

  it("says who deals after the draws that decide it", async () => {
    const table = await seated();
    const picked = [0, 1].map((seat) => ({ event: "picked", seat, card: `r${seat}` }));
    hear({ kind: "dealt", number: 1, events: picked }, { ply: 0 });
    const told = table.log.map((line) => line.text);
    expect(told.findIndex((text) => / deals?\.$/.test(text))).toBe(2);
    expect(told).toHaveLength(3);
    table.close();
  });
});

describe("a move of a bot for a person", () => {
  const draw = (seat: number) => ({ kind: "move", seat, who: "stand-in", events: [{ event: "passed", seat }] });

  it("says that time is up", async () => {
    const table = await seated();
    hear(draw(0), { ply: 1 });
    expect(table.said).toBe("Time is up: a bot plays for you. You pass.");
    expect(table.aloud.map((line) => line.text)).toEqual(["Time is up: a bot plays for you.", "You pass."]);
    table.close();
  });

  it("does not say so while the person is away", async () => {
    const table = await seated();
    hear({ kind: "stood-in", seat: 1 });
    hear(draw(1), { ply: 1 });
    expect(table.said).toBe("Ben passes.");
    hear({ kind: "back", seat: 1 });
    hear(draw(1), { ply: 2 });
    expect(table.said).toBe("Time is up: a bot plays for Ben. Ben passes.");
    table.close();
  });
});

it("the log of a page that is opened later says where bots played for people", async () => {
  const table = await seated();
  const step = (who: string | null, seat = 1) => ({
    move: who === null ? null : { seat, action: "pass" },
    who,
    events: [{ event: "passed", seat }],
  });
  const steps = [step(null), step("person"), step("stand-in"), step("stand-in")];
  vi.stubGlobal("fetch", () => Promise.resolve({ ok: true, json: () => Promise.resolve({ steps }) }));
  FakeSocket.last.hear({ t: "welcome", protocol: 1, epoch: "f", v, now: 0, seat: 0, snapshot: snapshot({ ply: 3 }) });
  await vi.waitFor(() => expect(table.log).toHaveLength(5));
  expect(table.log.map((line) => line.text)).toEqual([
    "Ben passes.",
    "Ben passes.",
    "A bot plays for Ben.",
    "Ben passes.",
    "Ben passes.",
  ]);
  table.close();
});

describe("what is about to be done", () => {
  const lay = (card: string, joins: string[] = []): Lay => ({ card, how: "turn", joins });

  it("keeps accusing while there is someone to accuse", async () => {
    const { Play } = await import("../src/lib/play.svelte");
    const table = await seated({ choices: { catch: [1, 2] } });
    const play = new Play(table);
    await play.accuse();
    hear({ kind: "said", name: "Ben", seat: 1, text: "Hello" });
    play.follow();
    expect(play.accusing).toBe(true);
    hear({ kind: "move", events: [] }, { ply: 1 });
    play.follow();
    expect(play.accusing).toBe(false);
    table.close();
  });

  it("is a batch that can start, also when its first card is taken back", async () => {
    const { Play } = await import("../src/lib/play.svelte");
    const hand = ["r7", "g7", "b2"];
    const table = await seated({ hand, choices: { batch: 3, lays: [lay("r7", ["g7"]), lay("b2")] } });
    const play = new Play(table);
    await play.pick("r7");
    await play.pick("g7");
    expect(play.chosen).toEqual(["r7", "g7"]);
    await play.pick("b2");
    expect(table.notice).toBe("Blue 2 cannot be added to this play.");
    await play.pick("r7");
    expect(play.chosen).toEqual([]); // a green 7 cannot be played alone
    table.close();
  });

  it("is a call that follows a card at once, before the server has answered", async () => {
    const { Play } = await import("../src/lib/play.svelte");
    const table = await seated({ hand: ["r5", "r6"], choices: { lays: [lay("r5")], call_with: 1 } });
    const play = new Play(table);
    void play.pick("r5");
    const called = play.call();
    const id = FakeSocket.last.commands.at(-1)?.["id"];
    FakeSocket.last.hear({
      t: "ev",
      v: ++v,
      at: 0,
      what: { kind: "move", events: [] },
      ...snapshot({ turn: 1, ply: 1, choices: { says: ["call"] } }),
      ack: id,
    });
    await vi.waitFor(() => expect(FakeSocket.last.commands.at(-1)).toMatchObject({ t: "act", action: "call" }));
    answer({});
    await called;
    table.close();
  });

  it("is played at once when it is dropped on the table", async () => {
    const { Play } = await import("../src/lib/play.svelte");
    const table = await seated({ hand: ["r7", "g7"], choices: { batch: 3, lays: [lay("r7", ["g7"])] } });
    const play = new Play(table);
    void play.drop("r7");
    expect(FakeSocket.last.commands.at(-1)).toMatchObject({ t: "act", action: "r7" });
    table.close();
  });
});

describe("a round", () => {
  const ROBO = { kind: "bot", name: "Robo", level: "careful" };
  const over = (you: object) => {
    const { room, ...rest } = snapshot({});
    FakeSocket.last.hear({
      t: "ev",
      v: ++v,
      at: 0,
      what: { kind: "sat", seat: 0, name: "Ann" },
      ...rest,
      room: { ...room, players: [ROBO, ROBO] },
      you,
    });
  };

  it("is that of those who were dealt it, not of those who sit there now", async () => {
    const table = await seated();
    expect([table.played, table.player(1)]).toEqual([0, "Ben"]);
    over({ seat: 0 });
    expect([table.seat, table.played, table.name(0), table.player(0)]).toEqual([0, null, "Ann", "Robo"]);
    table.close();
  });
});

describe("a person whom the host removes", () => {
  it("is known as removed until the table is open for all, also after a reload", async () => {
    const table = await seated();
    hear({ kind: "stood", seat: 1, level: "", removed: true });
    expect(table.removed).toBe(false);
    hear({ kind: "stood", seat: 0, level: "", removed: true });
    expect(table.removed).toBe(true);
    hear({ kind: "locked", on: true });
    expect(table.removed).toBe(true);
    hear({ kind: "locked", on: false });
    expect(table.removed).toBe(false);
    FakeSocket.last.hear({
      t: "welcome",
      protocol: 1,
      epoch: "e",
      v,
      now: 0,
      seat: null,
      snapshot: { ...snapshot({}), you: null },
      tail: [],
      removed: true,
    });
    expect(table.removed).toBe(true);
    table.close();
  });
});

describe("a page that was opened again", () => {
  it("shows what was said among what happened, once, and not as unread", async () => {
    const step = (at: number) => ({ at, events: [{ event: "passed", seat: 1 }] });
    const table = await seated();
    const answered = {
      ok: true,
      json: () => Promise.resolve({ ticket: "ticket", link: "link", code: "CODE", steps: [step(10), step(30)] }),
    };
    vi.stubGlobal("fetch", () => Promise.resolve(answered));
    const said = (at: number, text: string) => ({
      v: at,
      at,
      what: { kind: "said", seat: 1, name: "Ben", text, mark: "" },
    });
    const welcome = (v: number, ...talk: object[]) =>
      FakeSocket.last.hear({
        t: "welcome",
        protocol: 1,
        epoch: "e",
        v,
        now: 0,
        seat: 0,
        snapshot: snapshot({ ply: 1 }),
        said: talk,
      });
    welcome(40, said(20, "Hello"), said(35, "Well?"));
    await vi.waitFor(() => expect(table.log).toHaveLength(4));
    expect(table.log.map((line) => (line.chat ? line.text : ""))).toEqual(["", "Ben: Hello", "", "Ben: Well?"]);
    welcome(50, said(35, "Well?"), said(45, "Anybody?"));
    expect(table.log.filter((line) => line.chat).map((line) => line.text)).toEqual([
      "Ben: Hello",
      "Ben: Well?",
      "Ben: Anybody?",
    ]);
    expect(table.unread).toBe(0);
    table.close();
  });
});

describe("a page that was away", () => {
  it("shows the hands that were laid open meanwhile, and forgets those of another round", async () => {
    const { Shown } = await import("../src/lib/shown.svelte");
    const table = await seated();
    const shown = new Shown(table);
    table.onPast = (events) => shown.catchUp(events);
    const welcome = (scene: Scene, events: GameEvent[]) =>
      FakeSocket.last.hear({
        t: "welcome",
        protocol: 1,
        epoch: "e",
        v,
        now: 0,
        seat: 0,
        snapshot: snapshot(scene),
        tail: [{ v, at: 0, what: { kind: "move", events } }],
      });
    welcome({}, [{ event: "revealed", seat: 1, cards: ["b1", "b2"] }]);
    expect(shown.hands[1]).toEqual(["b1", "b2"]);
    welcome({ round: 2 }, []);
    expect(shown.hands).toEqual({});
    table.close();
  });
});

describe("a last card", () => {
  it("is announced once, to all who read or listen, where the server says so", async () => {
    const table = await seated();
    hear({ kind: "move", events: [] }, { ply: 1, last: [1] });
    expect(table.log.map((line) => line.text)).toEqual(["Ben has one card left!"]);
    expect(table.aloud.map((line) => line.text)).toEqual(["Ben has one card left!"]);
    expect(table.said).toContain("has one card left!");
    hear({ kind: "move", events: [] }, { ply: 2, last: [0, 1] });
    expect(table.log.slice(1).map((line) => line.text)).toEqual(["You have one card left!"]);
    table.close();
  });

  it("is not announced by a deal, nor under rules without it", async () => {
    const table = await seated();
    hear({ kind: "dealt", events: [] }, { last: [0, 1] });
    hear({ kind: "move", events: [] }, { ply: 1 });
    expect(table.log.some((line) => line.text.includes("one card left"))).toBe(false);
    table.close();
  });
});
