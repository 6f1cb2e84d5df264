// The texts of rules.  English comes from the server; other languages are loaded when rules are first wanted.

import type { Choice, Dimension, Preset, RuleWords } from "../protocol";
import { fits, numberIn } from "../house";
import { settings } from "../settings.svelte";
import { counted, t } from "./index.svelte";
import type { RuleTexts } from "./rules/texts";

const LOADERS: Record<string, () => Promise<{ texts: RuleTexts }>> = {
  de: () => import("./rules/de"),
  es: () => import("./rules/es"),
};

const loaded: Record<string, RuleTexts> = $state({});

// Load the texts in the language of the person.  Until then, and if they cannot be loaded, the server's English is shown.
export async function loadRules(): Promise<void> {
  const language = settings.language;
  const load = LOADERS[language];
  if (load === undefined || language in loaded) return;
  try {
    loaded[language] = (await load()).texts;
  } catch {
    // offline, or a newer page is on the server: English is better than nothing
  }
}

// Texts that a test has loaded.
export function keepTexts(language: string, texts: RuleTexts): void {
  loaded[language] = texts;
}

function texts(): RuleTexts | undefined {
  return loaded[settings.language];
}

function filled(sentence: string, value: string): string {
  const n = numberIn(value) ?? 0;
  const parts: Record<string, string> = {
    n: String(n),
    card: counted(n, "cards"),
    turn: counted(n, "turns"),
    point: counted(n, "points"),
  };
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? "");
}

// The sentence of a setting such as "batch=same-value:3"; without a translation, the server's sentence.
export function ruleSentence(setting: string, english: string): string {
  const [key = "", value = ""] = setting.split(/=(.*)/s);
  const found = texts()?.dimensions[key];
  const inContext = texts()?.inContext[english.replace(/\d+/, "N")];
  if (inContext !== undefined) return filled(inContext, value);
  if (found?.say !== undefined) return found.say(value);
  const says = found?.says ?? {};
  const pattern = value in says ? value : Object.keys(says).find((one) => fits(one, value));
  return pattern === undefined ? english : filled(says[pattern]?.[1] ?? english, value);
}

// The same as a part of a longer sentence.
export function quoted(setting: string, english: string): string {
  const sentence = ruleSentence(setting, "");
  if (sentence === "") return english;
  const bare = sentence.replace(/\.$/, "");
  return settings.language === "de" ? bare : bare.charAt(0).toLowerCase() + bare.slice(1);
}

export const ruleTitle = (dimension: Dimension): string => texts()?.dimensions[dimension.key]?.title ?? dimension.title;
export const ruleAbout = (dimension: Dimension): string => texts()?.dimensions[dimension.key]?.about ?? dimension.about;
export const groupTitle = (english: string): string => texts()?.groups[english] ?? english;
export const whyText = (english: string): string => texts()?.whys[english] ?? english;

// The name of a rule set: its preset's, and how many house rules it has besides.
export function rulesName(id: string, title: string): string {
  const [preset = "", ...changes] = id.split(/\+(?=[a-z])/);
  const name = texts()?.presets[preset]?.title ?? title;
  return changes.length === 0 ? name : t("rules.changes", { name, changes: counted(changes.length, "house-rules") });
}

// A label of a part, an extra, or one side of a table, by its English.
export function labelText(dimension: Dimension, english: string): string {
  return texts()?.dimensions[dimension.key]?.labels?.[english] ?? english;
}

export function choiceLabel(dimension: Dimension, choice: Choice): string {
  return texts()?.dimensions[dimension.key]?.says?.[choice.value]?.[0] ?? choice.label;
}

export function memberLabel(dimension: Dimension, member: { value: string; label: string }): string {
  return texts()?.dimensions[dimension.key]?.members?.[member.value] ?? member.label;
}

export function presetText(preset: Preset): { title: string; summary: string; source: string } {
  return texts()?.presets[preset.id] ?? preset;
}

export function lineText(line: RuleWords): string {
  return ruleSentence(line.setting, line.sentence);
}
