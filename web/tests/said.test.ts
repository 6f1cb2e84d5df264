// The page says what the package says, letter by letter: web/tests/said.json has examples (scripts/said.py).

import "./browser";
import { describe, expect, it } from "vitest";
import type { GameEvent, Reason } from "../src/lib/protocol";
import { settings } from "../src/lib/settings.svelte";
import { cardName, counted, LANGUAGES } from "../src/lib/words/index.svelte";
import { tellAction, tellReason } from "../src/lib/words/reason";
import { ruleSentence } from "../src/lib/words/rules.svelte";
import { tell, type Names } from "../src/lib/words/tell";
import examples from "./said.json";

interface Example {
  language: string;
  said: string;
  you?: number | null;
  card?: string;
  action?: string;
  cards?: number;
  setting?: string;
  event?: GameEvent;
  reason?: Reason;
}

const EXAMPLES = examples as unknown as Example[];

function told({ you = null, card, action, cards, setting, event, reason }: Example): string {
  const names: Names = { of: (seat) => ["Ann", "Ben", "Inés", "Oma"][seat] ?? "?", you };
  if (card !== undefined) return cardName(card);
  if (action !== undefined) return tellAction(action, names);
  if (cards !== undefined) return counted(cards, "cards");
  if (setting !== undefined) return ruleSentence(setting, "");
  if (reason !== undefined) return tellReason(reason, names);
  return event === undefined ? "" : tell([event], names).join(" ");
}

describe.each(Object.keys(LANGUAGES))("in %s", (language) => {
  it("every example is said as in the package", () => {
    settings.language = language;
    const wanted = EXAMPLES.filter((one) => one.language === language);
    expect(wanted.map((one) => ({ ...one, said: told(one) }))).toEqual(wanted);
  });
});
