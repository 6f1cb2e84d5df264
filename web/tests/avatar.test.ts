import { expect, it } from "vitest";
import { avatarsOf, COLOURS, CREATURES, drawn } from "../src/lib/avatar";

it("there are creatures enough for ten at a table, in eight colours", () => {
  expect(new Set(CREATURES.map(({ name }) => name)).size).toBeGreaterThanOrEqual(24);
  expect(COLOURS).toHaveLength(8);
});

it("a name has the same face everywhere, and no two at a table are the same creature", () => {
  const names = ["Ada", "Noor", "Theo", "Mina", "Lars", "Ayo", "Ines", "Kenji", "Rosa", "Sam"];
  expect(avatarsOf(names)).toEqual(avatarsOf([...names]));
  expect(new Set(avatarsOf(names).map(({ creature }) => creature)).size).toBe(10);
  const same = Array.from({ length: 10 }, () => "Ada");
  expect(new Set(avatarsOf(same).map(({ creature }) => creature)).size).toBe(10);
});

it("every face looks another way in every mood", () => {
  for (const creature of CREATURES.keys()) {
    const faces = (["calm", "happy", "shock", "sad", "asleep"] as const).map((mood) =>
      drawn({ creature, colour: 0 }, mood),
    );
    expect(new Set(faces).size, CREATURES[creature]?.name).toBe(5);
  }
});
