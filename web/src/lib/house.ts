// The form of the house rules, from the server's description.  Nothing here knows what a rule means.

import type { Choice, Dimension, HouseRules } from "./api";

export type Values = Record<string, string>;

// A value such as "same-value:3" fits a choice such as "same-value:N"; "25:aside" fits "N:aside", and a plain "3" fits "N".
export function fits(choice: string, value: string): boolean {
  return choice === value || new RegExp(`^${choice.replace(/\bN\b/, "\\d+")}$`).test(value);
}

export function choiceOf(dimension: Dimension, value: string): Choice | undefined {
  return dimension.choices?.find((choice) => fits(choice.value, value));
}

export function numberIn(value: string): number | null {
  const found = /(?:^|:)(\d+)(?=:|$)/.exec(value);
  return found?.[1] === undefined ? null : Number(found[1]);
}

export function withNumber(choice: Choice, n: number): string {
  return choice.value.replace(/\bN\b/, String(n));
}

export function firstValue(choice: Choice): string {
  return choice.number === undefined ? choice.value : withNumber(choice, choice.number.usual ?? choice.number.min);
}

export function sentenceOf(dimension: Dimension, value: string): string {
  const said: { sentence?: string; special?: Record<string, string> } = choiceOf(dimension, value) ?? dimension;
  const n = numberIn(value);
  const special = n === null ? undefined : said.special?.[String(n)];
  if (special !== undefined) return special;
  if (said.sentence !== undefined) return n === null ? said.sentence : said.sentence.replace(/\bN\b/, String(n));
  return dimension.examples.find((example) => example.value === value)?.sentence ?? "";
}

function applies(when: Record<string, string[]>, values: Values): boolean {
  return Object.entries(when).every(([key, choices]) => choices.some((choice) => fits(choice, values[key] ?? "")));
}

export function conflicts(house: HouseRules, values: Values): string[] {
  return house.conflicts.filter((one) => one.test === "together" && applies(one.when, values)).map((one) => one.why);
}

export function idle(house: HouseRules, key: string, values: Values): string {
  return house.idle.find((one) => one.key === key && applies(one.when, values))?.why ?? "";
}

// The id of a rule set: the preset, and what differs from it.
export function idOf(preset: string, usual: Values, values: Values): string {
  const changes = Object.keys(values).filter((key) => values[key] !== usual[key]);
  return [preset, ...changes.map((key) => `${key}=${values[key] ?? ""}`)].join("+");
}
