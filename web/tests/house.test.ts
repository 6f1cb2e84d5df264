import { describe, expect, it } from "vitest";
import type { DeckCard, Dimension, HouseRulesAnswer } from "../src/lib/protocol";
import {
  choiceOf,
  conflicts,
  extrasOf,
  firstValue,
  fits,
  idle,
  idOf,
  membersOf,
  nextPair,
  pairsOf,
  textsOf,
  withExtra,
  withMember,
  withNumber,
  withPairs,
  withPart,
} from "../src/lib/house";
import ids from "./ids.json";

const BATCH: Dimension = {
  id: "D12",
  key: "batch",
  name: "batch",
  title: "Several cards at once",
  about: "",
  kind: "choice",
  default: "off",
  choices: [
    { value: "off", label: "One card", sentence: "You play one card at a time." },
    {
      value: "same-value:N",
      label: "Same value",
      sentence: "Up to N cards.",
      number: { min: 2, max: 20, usual: 3 },
      special: { "2": "Two cards." },
    },
  ],
  examples: [],
};
const HOUSE: HouseRulesAnswer = {
  format: 1,
  groups: [],
  table_conflicts: [],
  presets: [],
  options: [],
  decks: [],
  conflicts: [
    { keys: ["a", "b"], test: "together", what: "a", when: { a: ["x:N"], b: ["none"] }, because: "b", why: "because" },
  ],
  idle: [{ key: "batch", when: { a: ["off", "on,x"] }, because: "n", why: "nobody plays" }],
  in_context: [],
};

describe("a value and its choice", () => {
  it.each([
    ["off", "off", true],
    ["same-value:N", "same-value:3", true],
    ["same-value:N", "identical:3", false],
    ["N", "7", true],
    ["N", "until-playable", false],
  ])("%s fits %s: %s", (choice, value, expected) => expect(fits(choice, value)).toBe(expected));

  it("begins with the usual number", () => {
    const choice = choiceOf(BATCH, "same-value:9");
    expect(choice && [firstValue(choice), withNumber(choice, 4)]).toEqual(["same-value:3", "same-value:4"]);
  });
});

it("conflicts and idle rules follow from the description alone", () => {
  expect(conflicts(HOUSE, { a: "x:3", b: "none" }).map((one) => one.why)).toEqual(["because"]);
  expect(conflicts(HOUSE, { a: "x:3", b: "some" })).toEqual([]);
  expect(idle(HOUSE, "batch", { a: "off" })?.why).toBe("nobody plays");
  expect(idle(HOUSE, "batch", { a: "on" })).toBeUndefined();
  expect(idle(HOUSE, "batch", { a: "on,y,x" })?.why).toBe("nobody plays");
});

it("the id names the preset and what differs from it", () => {
  expect(idOf("official", { hand: "7", batch: "off" }, { hand: "5", batch: "off" })).toBe("official+hand=5");
});

// ---------------------------------------------------------------- values of several parts, as the server describes them

const DIMENSIONS = ids.groups.flatMap((group) => group.dimensions as unknown as Dimension[]);
const found = (key: string) => DIMENSIONS.find((one) => one.key === key) as Dimension;
const CARDS: DeckCard[] = [
  { text: "r7", colour: "r", rank: "7" },
  { text: "b7", colour: "b", rank: "7" },
  { text: "rS", colour: "r", rank: "S" },
  { text: "w+4", colour: null, rank: "+4" },
].map((card) => ({ ...card, number: null, kind: "", points: 0, effects: {}, count: 1 }));

describe("a value of several parts", () => {
  it("is written with its separator", () => {
    expect(withPart(found("challenge"), "4,2,stays,target", 3, "any")).toBe("4,2,stays,any");
    expect(withPart(found("seats"), "2-10", 1, "6")).toBe("2-6");
    expect(membersOf(found("challenge"), "4,2,stays,target")).toHaveLength(found("challenge").parts?.length ?? 0);
  });
  it("of a set keeps the order of its members, and has a word for none", () => {
    const ban = found("exit-ban");
    expect(withMember(ban, "none", "wild-draw", true)).toBe("wild-draw");
    expect(withMember(ban, "wild-draw", "wild", true)).toBe("wild,wild-draw");
    expect(withMember(ban, "wild", "wild", false)).toBe("none");
  });
  it("may follow a choice", () => {
    const jump = found("jump-in");
    const choice = choiceOf(jump, "identical,others-only");
    expect(choice?.value).toBe("identical");
    expect(choice && withExtra(choice, "identical,others-only", "no-win", true)).toBe("identical,no-win,others-only");
    expect(extrasOf("identical,no-win")).toEqual(["no-win"]);
  });
});

describe("a table", () => {
  it("is read and written as pairs", () => {
    const effects = found("number-effects");
    expect(pairsOf(effects, "0:rotate,7:swap-choice")).toEqual([["0", "rotate"], ["7", "swap-choice"]]); // prettier-ignore
    expect(withPairs(effects, [["7", "rotate"]])).toBe("7:rotate");
    expect(withPairs(effects, [])).toBe("none");
  });
  it("begins another pair with a key that is not there yet", () => {
    expect(nextPair(found("number-effects"), [["0", "rotate"]], CARDS)).toEqual(["1", "swap-choice"]);
    expect(nextPair(found("values"), [["7", "3"]], CARDS)).toEqual(["S", "0"]);
    expect(nextPair(found("values"), [["7", "3"], ["S", "1"], ["w+4", "2"]], CARDS)).toBeNull(); // prettier-ignore
  });
  it("of cards offers the ranks of the deck, and its wilds", () => {
    expect(textsOf(found("values").keys ?? { label: "" }, CARDS)).toEqual(["7", "S", "w+4"]);
  });
});

it("every rule has a control: nothing is written as raw text", () => {
  for (const one of DIMENSIONS) {
    const drawn = {
      flag: one.choices,
      choice: one.choices,
      set: one.members,
      parts: one.parts,
      number: one.number,
      table: one.keys && one.values,
    }[one.kind];
    expect(drawn, one.key).toBeTruthy();
    for (const part of [...(one.parts ?? []), one.values, one.keys])
      if (part) expect(part.number ?? part.choices ?? part.cards, `${one.key}: ${part.label}`).toBeTruthy();
  }
});
