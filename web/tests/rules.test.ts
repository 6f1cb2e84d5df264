import "./browser";
import { afterEach, describe, expect, it } from "vitest";
import type { Dimension } from "../src/lib/protocol";
import { firstValue } from "../src/lib/house";
import { SECTIONS } from "../src/lib/lesson";
import { settings } from "../src/lib/settings.svelte";
import { counted, type Language } from "../src/lib/words/index.svelte";
import { keepTexts, quoted, rulesName, ruleSentence } from "../src/lib/words/rules.svelte";
import { texts as de } from "../src/lib/words/rules/de";
import { texts as es } from "../src/lib/words/rules/es";
import type { RuleTexts } from "../src/lib/words/rules/texts";
import ids from "./ids.json";

const DIMENSIONS = ids.groups.flatMap((group) => group.dimensions as unknown as Dimension[]);
const TRANSLATIONS: [string, Language, RuleTexts][] = [
  ["German", "de", de],
  ["Spanish", "es", es],
];

afterEach(() => {
  settings.language = "en";
});

it("the rules that are taught first exist", () => {
  const known = DIMENSIONS.map((one) => one.key);
  expect(SECTIONS.flatMap(([, keys]) => keys).filter((key) => !known.includes(key))).toEqual([]);
});

describe.each(TRANSLATIONS)("the rules in %s", (_, language, texts) => {
  keepTexts(language, texts);

  it("name every dimension, group, preset and reason of the server, and nothing else", () => {
    expect(Object.keys(texts.dimensions).sort()).toEqual(DIMENSIONS.map((one) => one.key).sort());
    expect(Object.keys(texts.groups).sort()).toEqual(ids.groups.map((one) => one.title).sort());
    expect(Object.keys(texts.presets).sort()).toEqual([...ids.presets].sort());
    expect(Object.keys(texts.whys).sort()).toEqual([...ids.whys].sort());
    expect(Object.keys(texts.inContext).sort()).toEqual([...ids.in_context].sort());
  });

  it.each(DIMENSIONS.map((one) => [one.key, one] as const))(
    "%s has a title, labels and a sentence for every value",
    (key, dimension) => {
      settings.language = language;
      const found = texts.dimensions[key];
      expect(found?.title && found.about).toBeTruthy();
      for (const choice of dimension.choices ?? []) expect(found?.says?.[choice.value]?.[0], choice.value).toBeTruthy();
      for (const member of dimension.members ?? []) expect(found?.members?.[member.value], member.value).toBeTruthy();
      const values = [
        ...(dimension.choices ?? []).map(firstValue),
        ...dimension.examples.map((one) => one.value),
        dimension.default,
      ];
      for (const value of values) {
        const said = ruleSentence(`${key}=${value}`, "");
        expect(said, `${key}=${value}`).toMatch(/^[\p{Lu}\d¿].*\.$/u);
        expect(said).not.toMatch(/[{}]|undefined|NaN|\bN(?!\p{L})| {2}/u);
      }
    },
  );

  it("name every part, extra and column", () => {
    for (const one of DIMENSIONS) {
      const sides = [...(one.parts ?? []), ...(one.keys ? [one.keys] : []), ...(one.values ? [one.values] : [])];
      const labels = sides.flatMap((side) => [side.label, ...(side.choices ?? []).map((choice) => choice.label)]);
      const extras = (one.choices ?? []).flatMap((choice) => (choice.extras ?? []).map((extra) => extra.label));
      expect(Object.keys(texts.dimensions[one.key]?.labels ?? {}).sort(), one.key).toEqual(
        [...labels, ...extras].sort(),
      );
    }
  });

  it("no value is left over that the server does not know", () => {
    for (const dimension of DIMENSIONS) {
      const known = new Set([
        ...(dimension.choices ?? []).flatMap((one) => [one.value, ...Object.keys(one.special ?? {})]),
        ...Object.keys(dimension.special ?? {}),
        ...(dimension.kind === "number" ? ["N"] : []),
      ]);
      for (const value of Object.keys(texts.dimensions[dimension.key]?.says ?? {}))
        expect([...known], `${dimension.key}=${value}`).toContain(value);
    }
  });

  it("say what holds together with another rule, where the server says so", () => {
    settings.language = language;
    const flat = texts.inContext["The side that wins a round scores N points."]?.replace(
      "{point}",
      counted(7, "points"),
    );
    expect(flat).toBeTruthy();
    expect(ruleSentence("round-score=flat:7", "The side that wins a round scores 7 points.")).toBe(flat);
    expect(ruleSentence("round-score=flat:7", "The winner of a round scores 7 points.")).not.toBe(flat);
  });

  it("a number in a value is in its sentence", () => {
    settings.language = language;
    expect(ruleSentence("batch=same-value:7", "")).toContain("7");
    expect(ruleSentence("hand-limit=25:aside", "")).toContain("25");
  });
});

it("a rule inside a sentence has no full stop, and a capital only in German", () => {
  settings.language = "es";
  expect(quoted("answer-wd=none", "")).toBe("no puedes apilar sobre un Comodín Roba");
  settings.language = "de";
  expect(quoted("answer-wd=none", "")).toBe("Auf eine Farbwahl-Ziehkarte kannst du nicht stapeln");
});

it("what has no translation stays as the server says it", () => {
  settings.language = "de";
  expect(ruleSentence("deck=my-own", "The deck is my-own.")).toBe("The deck is my-own.");
  expect(ruleSentence("unheard-of=7", "Something new.")).toBe("Something new.");
});

it("a rule set is called by its preset, and by how many house rules it has", () => {
  expect(rulesName("official", "Official")).toBe("Official");
  expect(rulesName("official+hand=5", "Official")).toBe("Official, 1 house rule");
  expect(rulesName("official+values=w+4:40+stack", "Official")).toBe("Official, 2 house rules");
  settings.language = "de";
  expect(rulesName("official+stack", "Official")).toBe(`${de.presets["official"]?.title}, 1 Hausregel`);
});
