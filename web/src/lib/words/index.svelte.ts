// What the page says, in the language of the person.

import { parse } from "../cards";
import type { Level, Pace } from "../protocol";
import { settings } from "../settings.svelte";
import { ask, has, t } from "./catalogue.svelte";

export { ask, counted, has, list, loadRulesOf, loadWords, t, type Key } from "./catalogue.svelte";
export { LANGUAGES, type Language } from "./languages";
export type { Parts } from "./message";

const LETTERS: Record<string, string> = { red: "r", green: "g", blue: "b", yellow: "y" };

// A colour by its letter, or by the name the server gives it; a deck may have others, which stay as they are.
export function colourName(colour: string): string {
  const id = `colour.${LETTERS[colour] ?? colour}`;
  return has(id) ? t(id) : colour.length === 1 ? colour.toUpperCase() : colour;
}

export function cardName(text: string): string {
  const { colour, rank, named } = parse(text);
  const name =
    colour !== ""
      ? t("card.name", { colour: colourName(colour), rank: rankName(rank) })
      : rank !== ""
        ? t("card.wild", { rank: rankName(rank) })
        : t("rank.wild");
  return named === "" ? name : t("card.named", { card: name, colour: colourName(named) });
}

// The rank of a card, such as "S".
export function rankName(rank: string): string {
  if (rank.startsWith("+")) return t("rank.draw", { n: rank.slice(1) });
  return ask(`rank.${rank}`) || rank;
}

// A card such as "r5" or "w+4", or a rank such as "S" that stands for all cards of it.
export function cardOrRank(text: string): string {
  return /^[a-z]/.test(text) ? cardName(text) : rankName(text);
}

export const LEVELS: readonly Level[] = ["random", "greedy", "careful", "search", "learned"];
export const PACES: readonly Pace[] = ["off", "relaxed", "normal", "quick"];

export function levelName(level: Level | ""): string {
  return level === "" ? "" : t(`level.${level}`);
}

// Cards that nobody sees: "a card", "2 cards".
export function cards(n: number): string {
  return t("cards.some", { n });
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const [ISOLATE, POP] = [String.fromCharCode(0x2068), String.fromCharCode(0x2069)];

// A name inside a sentence: one that is written from right to left must not turn around what stands beside it.
export function isolated(name: string): string {
  return /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(name)
    ? `${ISOLATE}${name}${POP}`
    : name;
}

// A day as it is written where the person lives, in the language of the page.
export function dateText(at: number): string {
  const own = navigator.languages?.find((one) => one.startsWith(settings.language));
  return new Date(at).toLocaleDateString(own ?? settings.language);
}
