// What is said of rules, loaded after the page is shown.  Until then, and where a deck is of the people's own, the English
// of the server is said.
// src/lastcard/words/catalogue/settings.py makes the same sentences.

import type { Choice, Dimension, Preset, RuleWords } from "../protocol";
import type { Because } from "../house";
import { settings } from "../settings.svelte";
import { counted, loadRulesOf, t, words } from "./catalogue.svelte";
import { capital, cardOrRank } from "./index.svelte";
import type { Part, Parts } from "./message";

export async function loadRules(): Promise<void> {
  try {
    await loadRulesOf(settings.language);
  } catch {
    // offline, or a newer page is on the server: its English is better than nothing
  }
}

function said(id: string, parts: Parts = {}): string {
  return id in words().texts ? words().say(id, parts) : "";
}

// The sentence of a setting such as "batch=same-value:3"; unknown, the server's sentence.
export function ruleSentence(setting: string, english: string, context = ""): string {
  const [key = "", text = ""] = setting.split(/=(.*)/s);
  const parts = partsOf(key, text);
  if (context !== "") return said(`context.${context}`, parts) || english;
  const ids = [`${key}.say`, `${key}.says.${text}`, `${key}.says.${text.replace(/\d+/g, "N")}`];
  return ids.map((id) => capital(said(`rule.${id}`, parts))).find((sentence) => sentence !== "") ?? english;
}

// What the sentence of a setting can name: its numbers, its members, and each of its words.
function partsOf(key: string, text: string): Parts {
  const items = text === "none" ? [] : text.split(",");
  const numbers = [...text.matchAll(/\b\d+\b/g)].map(([digits]) => Number(digits));
  const parts: Record<string, Part> = Object.fromEntries(items.map((item) => [item, "yes"]));
  parts["members"] = items.map((item) => memberName(key, item)).filter((name) => name !== "");
  parts["points"] = [];
  if (numbers.length === 2 && numbers[0] === numbers[1]) parts["same"] = "yes";
  for (const [place, name] of ["n", "m"].entries()) if (place < numbers.length) parts[name] = numbers[place];
  return parts;
}

// What one of several members of a value is called: "numbers", "red 5 scores 40".
function memberName(key: string, item: string): string {
  const [left = "", right] = item.split(/:(.*)/s);
  if (right === undefined) return said(`rule.${key}.member.${item}`) || said(`kind.${item.replace(/^not-/, "")}`);
  const parts = { key: cardOrRank(left), value: right };
  return said(`rule.${key}.pair.${right}`, parts) || said(`rule.${key}.pair`, parts);
}

// The same as a part of a longer sentence.
export function quoted(setting: string, english: string): string {
  const sentence = ruleSentence(setting, "");
  return sentence === "" ? english : words().inside(sentence);
}

export const ruleTitle = ({ key, title }: Dimension): string => capital(said(`rule.${key}.title`)) || title;
export const ruleAbout = ({ key, about }: Dimension): string => capital(said(`rule.${key}.about`)) || about;
export const groupTitle = ({ id, title }: { id: string; title: string }): string => said(`group.${id}`) || title;
export const whyText = ({ because, why }: Because): string => said(`because.${because}`) || why;

// The name of a rule set: its preset's, and how many house rules it has besides.
export function rulesName(id: string, title: string): string {
  const [preset = "", ...changes] = id.split(/\+(?=[a-z])/);
  const name = said(`preset.${preset}.title`) || title;
  return changes.length === 0 ? name : t("rules.changes", { name, changes: counted(changes.length, "house-rules") });
}

// What a part of a value, an extra, or one side of a table is called, by its id.
export function labelText({ key }: Dimension, id: string, english: string): string {
  return capital(said(`rule.${key}.${id}`)) || english;
}

export function choiceLabel(dimension: Dimension, choice: Choice): string {
  return labelText(dimension, `label.${choice.value}`, choice.label);
}

export function memberLabel({ key }: Dimension, member: { value: string; label: string }): string {
  return capital(memberName(key, member.value)) || member.label;
}

export function presetText({ id, title, summary, source }: Preset): { title: string; summary: string; source: string } {
  const text = (what: string, english: string) => said(`preset.${id}.${what}`) || english;
  return { title: text("title", title), summary: text("summary", summary), source: text("source", source) };
}

// A rule of a rule set.  The server's English also says what the cards of the deck count.
export function lineText(line: RuleWords): string {
  return settings.language === "en" ? line.sentence : ruleSentence(line.setting, line.sentence, line.context);
}
