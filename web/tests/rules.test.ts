import "./browser";
import { afterEach, expect, it } from "vitest";
import type { Dimension } from "../src/lib/protocol";
import { SECTIONS } from "../src/lib/lesson";
import { settings } from "../src/lib/settings.svelte";
import { choiceLabel, labelText, memberLabel, quoted, rulesName, ruleSentence } from "../src/lib/words/rules.svelte";
import ids from "./ids.json";

const DIMENSIONS = ids.groups.flatMap((group) => group.dimensions as unknown as Dimension[]);

afterEach(() => {
  settings.language = "en";
});

it("the rules that are taught first exist", () => {
  const known = DIMENSIONS.map((one) => one.key);
  expect(SECTIONS.flatMap(([, keys]) => keys).filter((key) => !known.includes(key))).toEqual([]);
});

it("in English, labels are those of the server", () => {
  for (const one of DIMENSIONS) {
    for (const choice of one.choices ?? []) {
      expect(choiceLabel(one, { ...choice, label: "" })).toBe(choice.label);
      for (const extra of choice.extras ?? []) expect(labelText(one, `extra.${extra.value}`, "")).toBe(extra.label);
    }
    for (const member of one.members ?? []) expect(memberLabel(one, { ...member, label: "" })).toBe(member.label);
    for (const [place, part] of (one.parts ?? []).entries())
      expect(labelText(one, `part.${place + 1}`, "")).toBe(part.label);
  }
});

it("what another rule changes is said instead", () => {
  settings.language = "de";
  expect(ruleSentence("round-score=flat:7", "", "side-flat")).toBe(
    "Die Seite, die eine Runde gewinnt, bekommt 7 Punkte.",
  );
});

it("a rule inside a sentence has no full stop, and a capital only in German", () => {
  settings.language = "es";
  expect(quoted("answer-wd=none", "")).toBe("no puedes apilar sobre un Comodín Roba");
  settings.language = "de";
  expect(quoted("answer-wd=none", "")).toBe("Auf eine Farbwahl-Ziehkarte kannst du nicht stapeln");
});

it("what has no words stays as the server says it", () => {
  settings.language = "de";
  expect(ruleSentence("deck=my-own", "The deck has 7 cards.")).toBe("The deck has 7 cards.");
  expect(ruleSentence("unheard-of=7", "Something new.")).toBe("Something new.");
});

it("a rule set is called by its preset, and by how many house rules it has", () => {
  expect(rulesName("official", "Official")).toBe("Official");
  expect(rulesName("official+hand=5", "Official")).toBe("Official, 1 house rule");
  expect(rulesName("official+values=w+4:40+stack", "Official")).toBe("Official, 2 house rules");
  settings.language = "de";
  expect(rulesName("official+stack", "Official")).toBe("Offiziell, 1 Hausregel");
});
