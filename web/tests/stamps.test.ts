import "./browser";
import { expect, it } from "vitest";
import { stampsOf } from "../src/lib/stamps";

it("says beside a seat what happened to it, with the cards it draws for it", () => {
  const stamps = stampsOf([
    { event: "caught", seat: 1, by: 0 },
    { event: "drew-penalty", seat: 1, card: null },
    { event: "drew-penalty", seat: 1, card: null },
  ]);
  expect([...stamps]).toEqual([[1, { text: "Caught! +2", tone: "bad" }]]);
});

it("stamps a call as a call, and a failed challenge on the honest player", () => {
  const stamps = stampsOf([
    { event: "called", seat: 2 },
    { event: "challenge-failed", seat: 0, target: 3 },
  ]);
  expect(stamps.get(2)?.tone).toBe("call");
  expect(stamps.get(3)?.text).toBe("Honest!");
  expect(stamps.has(0)).toBe(false);
});

it("says nothing about what needs no word", () => {
  expect(
    stampsOf([
      { event: "laid", seat: 0, card: "r5", colour: null, called: false, how: "turn" },
      { event: "drew", seat: 1, card: null },
    ]).size,
  ).toBe(0);
});
