// Every text of the page is said somewhere: by its whole key in the code, or by a key that is put together from an id.

import { expect, it } from "vitest";
import ids from "./ids.json";
import { en } from "../src/lib/words/en";

const WORDS = /words\/(?:(?:events|reasons|rules)\/)?(?:en|de|es)\.ts$/;
const FILES = import.meta.glob<string>("../src/**/*.{ts,svelte}", { query: "?raw", import: "default", eager: true });
const CODE = Object.entries(FILES)
  .filter(([name]) => !WORDS.test(name))
  .map(([, text]) => text)
  .join("\n");

// What stands in quotes, and what a template begins with: "do.draw", `pace.${...}`, `${key}.answer`.
const WHOLE = new Set([...CODE.matchAll(/["'`]([\w-]+(?:\.[\w-]+)*)["'`]/g)].map((found) => found[1] ?? ""));
const BEGUN = [...new Set([...CODE.matchAll(/`([a-z]+(?:\.[\w-]+)*\.)\$\{/g)].map((found) => found[1] ?? ""))];
// Who does something, whom it is done to, and how often: the ends that code adds to a key.
const ADDED = /\.(you|at|one|none|colour|many|counter|limit|points)$/;
// The ids that may follow, where the compiler does not know them.
const IDS: Record<string, readonly string[]> = {
  "ev.": [...ids.events, "answered", "joined", "jumped"],
  "no.": [...ids.codes, "name", "no-table", "offline"],
  "why.": Object.keys(ids.reasons),
  "ground.": Object.keys(ids.grounds),
};

function isSaid(key: string): boolean {
  if (WHOLE.has(key)) return true;
  const start = BEGUN.find((one) => key.startsWith(one));
  if (start !== undefined && (IDS[start]?.includes(key.slice(start.length)) ?? true)) return true;
  const shorter = key.replace(ADDED, "");
  return shorter !== key && isSaid(shorter);
}

it("no text is left over that no code says", () => {
  expect(Object.keys(en).filter((key) => !isSaid(key))).toEqual([]);
});

it("a text that no code says would be found", () => {
  expect(["zebra.title", "do.zebra", "wait.copy.short", "ev.zebra.you", "no.zebra"].filter(isSaid)).toEqual([]);
});
