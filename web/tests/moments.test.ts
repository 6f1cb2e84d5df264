import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { GameEvent, Laid, Status } from "../src/lib/protocol";

vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("localStorage", { getItem: () => null });
vi.stubGlobal("matchMedia", () => ({ matches: false }));
const { Moments, momentsOf, timeOf } = await import("../src/lib/moments");

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const status = (parts: Partial<Status>): Status =>
  ({ direction: 1, phase: "turn", owed: 0, awaited: [0], ...parts }) as Status;
const kinds = (events: GameEvent[], before = status({}), after = status({})) =>
  momentsOf(events, before, after).map(({ kind }) => kind);
const laid = (card: string, more: Partial<Laid> = {}): Laid => ({
  event: "laid",
  seat: 0,
  card,
  colour: null,
  called: false,
  how: "turn",
  ...more,
});

it("a plain card needs no word", () => {
  expect(kinds([laid("r5"), { event: "drew", seat: 1, card: null }])).toEqual([]);
});

it("tells who is skipped, and cards that are drawn instead of that", () => {
  expect(momentsOf([laid("rS"), { event: "lost-turns", seat: 2, turns: 1 }], null, null)).toEqual([
    { kind: "skip", to: 2 },
  ]);
  const two: GameEvent = { event: "drew-penalty", seat: 1, card: null };
  expect(momentsOf([laid("r+2"), two, two, { event: "lost-turns", seat: 1, turns: 1 }], null, null)).toEqual([
    { kind: "penalty", to: 1, count: 2 },
  ]);
});

it("tells what is owed, the sum of a stack, and to whom", () => {
  const owed = status({ phase: "owed", owed: 6, awaited: [2] });
  expect(momentsOf([laid("b+2", { how: "answer" })], status({}), owed)).toEqual([
    { kind: "stack", by: 0, count: 6, to: 2 },
  ]);
  expect(kinds([laid("w+4", { colour: "g" })], status({}), owed)).toEqual(["colour", "owed"]);
});

it("tells a change of direction by the table, not by the card", () => {
  expect(kinds([laid("rR")], status({}), status({ direction: -1 }))).toEqual(["reverse"]);
  expect(kinds([laid("rR")])).toEqual([]);
});

it("tells sevens, zeros, jumping in, calls, catches and challenges", () => {
  expect(kinds([{ event: "swapped", seat: 0, target: 1 }])).toEqual(["swap"]);
  expect(kinds([{ event: "rotated", seat: 0, direction: 1 }])).toEqual(["rotate"]);
  expect(kinds([laid("r5", { how: "jump-in" })])).toEqual(["jump"]);
  expect(kinds([{ event: "called", seat: 0 }])).toEqual(["call"]);
  expect(momentsOf([{ event: "caught", seat: 2, by: 1 }], null, null)).toEqual([{ kind: "caught", to: 2, by: 1 }]);
  expect(kinds([{ event: "bluff-proved", seat: 0 }])).toEqual(["bluff"]);
  expect(kinds([{ event: "challenge-failed", seat: 1, target: 0 }])).toEqual(["honest"]);
});

it("tells nothing beside who has won", () => {
  expect(
    momentsOf([laid("rS"), { event: "called", seat: 0 }, { event: "won", seat: 0, points: 0 }], null, null),
  ).toEqual([{ kind: "won", by: 0 }]);
});

it("tells one after the other, each shorter the more wait", () => {
  expect(timeOf("call", 0)).toBeGreaterThan(timeOf("call", 1));
  expect(timeOf("call", 9)).toBe(timeOf("call", 3));
  const told: (string | undefined)[] = [];
  const moments = new Moments((one) => told.push(one?.kind));
  moments.add([
    { kind: "call", by: 0 },
    { kind: "skip", to: 1 },
  ]);
  expect(told).toEqual(["call"]);
  vi.runAllTimers();
  expect(told).toEqual(["call", "skip", undefined]);
});

it("leaves out the oldest of a crowd", () => {
  const told: (number | undefined)[] = [];
  const moments = new Moments((one) => told.push(one?.to));
  for (let seat = 0; seat < 20; seat++) moments.add([{ kind: "skip", to: seat }]);
  vi.runAllTimers();
  expect(told).toEqual([0, 16, 17, 18, 19, undefined]);
});
