import "./browser";
import { beforeEach, describe, expect, it } from "vitest";
import { settings } from "../src/lib/settings.svelte";
import { ApiError } from "../src/lib/api";
import { problemOf } from "../src/lib/problem";
import { counted, list, t, type Language } from "../src/lib/words/index.svelte";
import { tellAction, tellHint, tellReason } from "../src/lib/words/reason";
import { tell, tellRoom, tellStep, type Names } from "../src/lib/words/tell";
import type { GameEvent, News, Reason } from "../src/lib/protocol";
import ids from "./ids.json";
import schema from "../../docs/protocol.schema.json";

const NAMES: Names = { of: (seat) => ["Ann", "Ben", "Cyd", "Dan"][seat] ?? "?", you: 0 };
const LANGUAGES: [string, Language][] = [
  ["English", "en"],
  ["German", "de"],
  ["Spanish", "es"],
];

beforeEach(() => {
  settings.language = "en";
});

// ---------------------------------------------------------------- whole sentences

const SAMPLES: Record<string, string | number | (string | number)[]> = {
  seat: 1, seats: [1, 2], card: "r5", axes: ["colour", "number"], may: ["play", "draw", "pass"], colour: "green", colours: ["red", "blue"], count: 2, text: "draw",
}; // prettier-ignore

function sample(id: string, parts: readonly string[]): Reason {
  const kinds: Record<string, string> = ids.parts;
  const given = Object.fromEntries(
    parts.filter((part) => part !== "cause").map((part) => [part, SAMPLES[kinds[part] ?? ""] ?? ""]),
  );
  if ("setting" in given) Object.assign(given, { setting: "answer-wd=none", says: "you can't stack on a Wild Draw" });
  const cause = parts.includes("cause") ? { cause: sample("not-your-turn", ["turn"]) } : {};
  return { id, verdict: "refused", rule: [], parts: given, ...cause };
}

// One of each kind of event and of news, with the fields that the schema gives it.
interface Definition {
  properties?: Record<string, { const?: string; type?: string }>;
  anyOf?: { $ref: string }[];
}
const DEFS = schema.$defs as unknown as Record<string, Definition>;
const FIELDS: Record<string, unknown> = {
  seat: 1, seats: [1], target: 2, by: 2, first: 1, name: "Ann", card: "r5", turns: 2, direction: 1, points: 5, count: 1, on: true, how: "turn",
}; // prettier-ignore

function kindsOf(union: string, tag: string): string[] {
  const members = DEFS[union]?.anyOf?.map((one) => DEFS[one.$ref.split("/").pop() ?? ""]) ?? [];
  return members.map((one) => one?.properties?.[tag]?.const ?? "");
}

function made(tag: string, kind: string, more: Record<string, unknown> = {}): unknown {
  const { properties = {} } = Object.values(DEFS).find((one) => one.properties?.[tag]?.const === kind) ?? {};
  const cards = properties["cards"]?.type === "array" ? ["r5", "w+4"] : 3;
  const given: Record<string, unknown> = { ...FIELDS, cards, ...more, [tag]: kind };
  return Object.fromEntries(Object.keys(properties).map((name) => [name, given[name] ?? false]));
}

describe.each(LANGUAGES)("%s sentences", (_, language) => {
  it.each(Object.entries<string[]>(ids.reasons))("%s", (id, parts) => {
    settings.language = language;
    for (const you of [0, 1]) {
      const said = tellReason(sample(id, parts), { ...NAMES, you });
      expect(said).toMatch(/^[\p{Lu}\d].*[^.:,\s]\.$/u);
      expect(said).not.toMatch(/[{}]|undefined|NaN| {2}| [,.;]/);
    }
  });

  const EVENTS: readonly string[] = ids.events;
  it.each(EVENTS.filter((kind) => kind !== "took"))("event %s", (kind) => {
    settings.language = language;
    const event = made("event", kind, { colour: kind === "named" ? "g" : null }) as GameEvent;
    for (const you of [null, 1, 2]) {
      const said = tell([event], { ...NAMES, you }).join(" ");
      expect(said, `${kind} for ${you}`).toMatch(/^[¡\p{Lu}\d].*[.!]$/u);
      expect(said).not.toMatch(/[{}]|undefined|NaN| {2}| [,.;]/);
    }
  });

  it.each(kindsOf("News", "kind"))("news %s", (kind) => {
    settings.language = language;
    const said = tellRoom(made("kind", kind) as News, NAMES, 1);
    if (kind === "move" || kind === "said" || kind === "window")
      expect(said).toBe(""); // told by its events, by its own words, or by a button
    else expect(said).toMatch(/^[\p{Lu}].*[.!]$/u);
  });
});

describe("who does what to whom", () => {
  const told = (event: GameEvent, you: number | null, language: Language = "en") => {
    settings.language = language;
    return tell([event], { ...NAMES, you })[0];
  };
  it("in English", () => {
    const caught: GameEvent = { event: "caught", seat: 1, by: 2 };
    expect([null, 1, 2].map((you) => told(caught, you))).toEqual([
      "Cyd catches Ben!",
      "Cyd catches you!",
      "You catch Ben!",
    ]);
  });
  it("in German, where it changes the case", () => {
    const swapped: GameEvent = { event: "swapped", seat: 1, target: 2 };
    expect([null, 1, 2].map((you) => told(swapped, you, "de"))).toEqual([
      "Ben tauscht die Karten mit Cyd.",
      "Du tauschst die Karten mit Cyd.",
      "Ben tauscht die Karten mit dir.",
    ]);
  });
  it("cards drawn together share a sentence", () => {
    const draw = (card: string | null): GameEvent => ({ event: "drew-penalty", seat: 1, card });
    expect(tell([draw(null), draw(null)], NAMES)).toEqual(["Ben draws 2 cards."]);
    expect(tell([draw("r5"), draw("w+4")], NAMES)).toEqual(["Ben draws red 5 and Wild Draw Four."]);
  });
  it("a deal is one sentence, and one more for every hand that is known", () => {
    const deal = (seat: number, card: string | null): GameEvent => ({ event: "dealt", seat, card });
    expect(tell([deal(0, "r5"), deal(1, null), deal(0, "b2"), deal(1, null)], NAMES)).toEqual([
      "Everyone is dealt 2 cards.",
      "You are dealt red 5 and blue 2.",
    ]);
  });
});

describe("numbers and lists", () => {
  it.each<[Language, number, string]>([
    ["en", 1, "1 second left"],
    ["en", 2, "2 seconds left"],
    ["de", 1, "noch 1 Sekunde"],
    ["es", 1, "tiempo: 1 segundo"],
  ])("in %s, %i", (language, n, words) => {
    settings.language = language;
    expect(t("table.clock", { time: counted(n, "seconds") })).toBe(words);
  });
  it("in Spanish, and and or change before the same sound", () => {
    settings.language = "es";
    expect([list(["Ana", "Inés"]), list(["Ana", "Hilda"]), list(["Ana", "Iago"]), list(["Ana", "Ben"])]).toEqual([
      "Ana e Inés",
      "Ana e Hilda",
      "Ana y Iago",
      "Ana y Ben",
    ]);
    expect(list(["siete", "ocho"], "or")).toBe("siete u ocho");
  });
});

describe("actions and hints", () => {
  it.each([
    ["r5", "play red 5"],
    ["r5!", "play red 5, and call “Last card!”"],
    ["w+4:g", "play Wild Draw Four and choose green"],
    ["ww:b!", "play Wild and Wild and choose blue, and call “Last card!”"],
    ["r7>2", "play red 7 and swap hands with Cyd"],
    ["r7g7b7", "play red 7, green 7 and blue 7"],
    ["draw", "draw"],
    ["catch 1", "catch Ben"],
    [":y", "choose yellow"],
    [">2", "swap hands with Cyd"],
    ["call", "call “Last card!”"],
  ])("%s is told as: %s", (action, words) => expect(tellAction(action, NAMES)).toBe(words));

  it("a hint says what and why", () => {
    const answer = {
      t: "answer",
      ack: "",
      v: 1,
      action: "r+2",
      grounds: [
        { id: "stops-short-hand", parts: { other: 1, count: 1 } },
        { id: "makes-draw", parts: { other: 1, owed: 2 } },
      ],
    } as const;
    const hint = { ...answer, grounds: [...answer.grounds] };
    expect(tellHint(hint, NAMES, false)).toBe(
      "A careful player would play red Draw Two: it hits Ben, who has only 1 card left; Ben has to draw 2 cards.",
    );
    settings.language = "de";
    expect(tellHint(hint, NAMES, false)).toBe(
      "Wer vorsichtig spielt, würde Rot Zieh 2 spielen, denn es trifft Ben mit nur noch 1 Karte; Ben muss 2 Karten ziehen.",
    );
  });
});

it("why a name is refused is told in the language of the page", () => {
  settings.language = "de";
  expect(problemOf(new ApiError(400, "name", "'x' is not a valid name"))).toContain("mindestens einem Buchstaben");
});

it("a step of a replay in which a batch ends is told", () => {
  expect(tellStep({ events: [], move: { seat: 1, action: "done" } }, NAMES)).toEqual(["Ben plays no more cards."]);
  expect(tellStep({ events: [{ event: "passed", seat: 1 }], move: { seat: 1, action: "pass" } }, NAMES)).toHaveLength(
    1,
  );
});
