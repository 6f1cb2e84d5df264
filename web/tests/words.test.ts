import { describe, expect, it } from "vitest";
import { de } from "../src/lib/words/de";
import { en } from "../src/lib/words/en";
import { es } from "../src/lib/words/es";

const slots = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort();

describe.each([
  ["German", de],
  ["Spanish", es],
])("%s", (_, words) => {
  it("has every text, and none is empty", () => {
    expect(Object.keys(words).sort()).toEqual(Object.keys(en).sort());
    expect(Object.values(words).filter((text) => text.trim() === "")).toEqual([]);
  });
  it("fills in the same parts", () => {
    for (const [key, text] of Object.entries(en)) {
      const known = new Set(slots(text));
      const foreign = slots(words[key as keyof typeof en]).filter((slot) => !known.has(slot));
      expect(foreign, key).toEqual([]);
    }
  });
});
