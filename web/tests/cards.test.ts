import { describe, expect, it } from "vitest";
import { kindOf, parse, shapeOf, sorted } from "../src/lib/cards";

describe("a card as text", () => {
  it("has a colour and a rank", () => {
    expect(parse("g+2")).toEqual({ text: "g+2", colour: "g", rank: "+2", named: "" });
  });
  it("is a wild without a colour, which may have been named", () => {
    expect(parse("w+4:b")).toEqual({ text: "w+4", colour: "", rank: "+4", named: "b" });
  });
  it("is drawn by its kind", () => {
    expect(["5", "S", "R", "+2", ""].map(kindOf)).toEqual(["number", "skip", "reverse", "draw", "wild"]);
  });
});

it("every usual colour has a shape of its own", () => {
  expect(new Set(["r", "g", "b", "y"].map(shapeOf)).size).toBe(4);
});

it("a hand is sorted by colour, then by number, wilds last", () => {
  expect(sorted(["w", "b2", "r10", "rS", "r2", "y1"])).toEqual(["r2", "r10", "rS", "y1", "b2", "w"]);
});
