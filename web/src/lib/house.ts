// The form of the house rules, from the server's description.  Nothing here knows what a rule means.

import type { Choice, DeckCard, Dimension, HouseRulesAnswer, Part } from "./protocol";

export type Values = Record<string, string>;
export type Because = { because: string; why: string };

// A value such as "same-value:3" fits a choice such as "same-value:N"; "25:aside" fits "N:aside", and a plain "3" fits "N".
// A choice with commas, such as "identical,not-wild-draw", is fitted by every value with all these parts.
export function fits(choice: string, value: string): boolean {
  if (choice.includes(",")) return choice.split(",").every((part) => value.split(",").includes(part));
  return choice === value || new RegExp(`^${choice.replace(/\bN\b/, "\\d+")}$`).test(value);
}

export function choiceOf(dimension: Dimension, value: string): Choice | undefined {
  return dimension.choices?.find((choice) =>
    fits(choice.value, choice.extras === undefined ? value : (value.split(",")[0] ?? "")),
  );
}

// What follows a value after commas, as in "identical,no-win".
export function extrasOf(value: string): string[] {
  return value.split(",").slice(1);
}

export function withExtra(choice: Choice, value: string, extra: string, on: boolean): string {
  const now = extrasOf(value);
  const next = (choice.extras ?? []).map((one) => one.value).filter((one) => (one === extra ? on : now.includes(one)));
  return [choice.value, ...next].join(",");
}

// The members of a set; a set, a value of parts and a table are written with a separator.
export function membersOf(dimension: Dimension, value: string): string[] {
  return value === dimension.empty ? [] : value.split(dimension.separator ?? ",");
}

export function withMember(dimension: Dimension, value: string, member: string, on: boolean): string {
  const now = membersOf(dimension, value);
  const next = (dimension.members ?? [])
    .map((one) => one.value)
    .filter((one) => (one === member ? on : now.includes(one)));
  return written(dimension, next);
}

export function withPart(dimension: Dimension, value: string, place: number, part: string): string {
  return written(
    dimension,
    membersOf(dimension, value).map((one, at) => (at === place ? part : one)),
  );
}

export type Pair = [key: string, value: string];

export function pairsOf(dimension: Dimension, value: string): Pair[] {
  return membersOf(dimension, value).map((pair) => {
    const [key = "", text = ""] = pair.split(":");
    return [key, text];
  });
}

export function withPairs(dimension: Dimension, pairs: readonly Pair[]): string {
  return written(
    dimension,
    pairs.map((pair) => pair.join(":")),
  );
}

function written(dimension: Dimension, members: readonly string[]): string {
  return members.length === 0 ? (dimension.empty ?? "") : members.join(dimension.separator ?? ",");
}

// What can be written on one side of a pair; nothing where any number within bounds can.
export function textsOf(part: Part, cards: readonly DeckCard[]): string[] {
  if (part.cards) return [...new Set(cards.map((card) => (card.colour === null ? card.text : card.rank)))];
  return part.choices?.map((choice) => choice.value) ?? [];
}

// A pair to begin with, whose key is not there yet; none where every key is, or no more pairs may be.
export function nextPair(dimension: Dimension, pairs: readonly Pair[], cards: readonly DeckCard[]): Pair | null {
  const { keys, values, most } = dimension;
  if (keys === undefined || values === undefined || pairs.length >= (most ?? Infinity)) return null;
  const { min, max } = keys.number ?? { min: 0, max: -1 };
  const all =
    keys.number === undefined
      ? textsOf(keys, cards)
      : Array.from({ length: Math.min(max - min, pairs.length) + 1 }, (_, n) => String(min + n));
  const key = all.find((one) => !pairs.some(([used]) => used === one));
  return key === undefined ? null : [key, textsOf(values, cards)[0] ?? String(values.number?.min ?? 0)];
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

function applies(when: Record<string, string[]>, values: Values): boolean {
  return Object.entries(when).every(([key, choices]) => choices.some((choice) => fits(choice, values[key] ?? "")));
}

export function conflicts(house: HouseRulesAnswer, values: Values): HouseRulesAnswer["conflicts"] {
  return house.conflicts.filter((one) => one.test === "together" && applies(one.when, values));
}

// Why a rule makes no difference now, if it makes none.
export function idle(house: HouseRulesAnswer, key: string, values: Values): Because | undefined {
  return house.idle.find((one) => one.key === key && applies(one.when, values));
}

// The id of a rule set: the preset, and what differs from it.
export function idOf(preset: string, usual: Values, values: Values): string {
  const changes = Object.keys(values).filter((key) => values[key] !== usual[key]);
  return [preset, ...changes.map((key) => `${key}=${values[key] ?? ""}`)].join("+");
}
