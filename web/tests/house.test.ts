import { describe, expect, it } from "vitest";
import type { Dimension, HouseRules } from "../src/lib/api";
import { choiceOf, conflicts, firstValue, fits, idle, idOf, sentenceOf, withNumber } from "../src/lib/house";

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
    { value: "same-value:N", label: "Same value", sentence: "Up to N cards.", number: { min: 2, max: 20, usual: 3 }, special: { "2": "Two cards." } },
  ],
  examples: [],
};
const HOUSE: HouseRules = {
  groups: [],
  presets: [],
  options: [],
  conflicts: [{ keys: ["a", "b"], test: "together", when: { a: ["x:N"], b: ["none"] }, why: "because" }],
  idle: [{ key: "batch", when: { a: ["off"] }, why: "nobody plays" }],
};

describe("a value and its choice", () => {
  it.each([
    ["off", "off", true],
    ["same-value:N", "same-value:3", true],
    ["same-value:N", "identical:3", false],
    ["N", "7", true],
    ["N", "until-playable", false],
  ])("%s fits %s: %s", (choice, value, expected) => expect(fits(choice, value)).toBe(expected));

  it("has a sentence with its number", () => {
    expect(sentenceOf(BATCH, "same-value:5")).toBe("Up to 5 cards.");
    expect(sentenceOf(BATCH, "same-value:2")).toBe("Two cards.");
  });
  it("begins with the usual number", () => {
    const choice = choiceOf(BATCH, "same-value:9");
    expect(choice && [firstValue(choice), withNumber(choice, 4)]).toEqual(["same-value:3", "same-value:4"]);
  });
});

it("conflicts and idle rules follow from the description alone", () => {
  expect(conflicts(HOUSE, { a: "x:3", b: "none" })).toEqual(["because"]);
  expect(conflicts(HOUSE, { a: "x:3", b: "some" })).toEqual([]);
  expect(idle(HOUSE, "batch", { a: "off" })).toBe("nobody plays");
  expect(idle(HOUSE, "batch", { a: "on" })).toBe("");
});

it("the id names the preset and what differs from it", () => {
  expect(idOf("official", { hand: "7", batch: "off" }, { hand: "5", batch: "off" })).toBe("official+hand=5");
});
