// What the page says, in the language of the person.

import { parse, kindOf } from "../cards";
import type { Level, Pace } from "../protocol";
import { settings } from "../settings.svelte";
import { de } from "./de";
import { en, type Key, type Words } from "./en";
import { es } from "./es";

export type Language = "en" | "de" | "es";
export const LANGUAGES: Record<Language, { name: string; words: Words }> = {
  en: { name: "English", words: en },
  de: { name: "Deutsch", words: de },
  es: { name: "Español", words: es },
};

export type Parts = Record<string, string | number>;

// Say a text with its parts: {name}, or {name:form} for a part that is written in several ways.
export function t(key: Key, parts: Parts = {}): string {
  const text: string = LANGUAGES[settings.language].words[key];
  return text.replace(/\{([\w:]+)\}/g, (_, name: string) => String(parts[name] ?? ""));
}

export function has(key: string): key is Key {
  return key in en;
}

// Say a text whose key is put together from an id of the server; an id that is not known says nothing.
export function ask(key: string, parts: Parts = {}): string {
  return has(key) ? t(key, parts) : "";
}

const LETTERS: Record<string, string> = { red: "r", green: "g", blue: "b", yellow: "y" };

// A colour by its letter, or by the name the server gives it; a deck may have others, which stay as they are.
export function colourName(colour: string): string {
  const key = `colour.${LETTERS[colour] ?? colour}`;
  return has(key) ? t(key) : colour.length === 1 ? colour.toUpperCase() : colour;
}

export function cardName(text: string): string {
  const face = parse(text);
  const kind = kindOf(face.rank);
  const draws = face.rank.slice(1);
  if (face.colour === "") {
    const wild = kind === "draw" ? t("rank.wildDraw", { n: draws }) : t("rank.wild");
    return face.named === "" ? wild : `${wild} (${colourName(face.named)})`;
  }
  return t("card.name", { colour: colourName(face.colour), rank: rankName(face.rank) });
}

// The rank of a coloured card, such as "S".
export function rankName(rank: string): string {
  const kind = kindOf(rank);
  return kind === "skip"
    ? t("rank.S")
    : kind === "reverse"
      ? t("rank.R")
      : kind === "draw"
        ? t("rank.draw", { n: rank.slice(1) })
        : rank;
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

export function cards(n: number): string {
  return n === 1 ? t("cards.one") : t("cards.some", { n });
}

export type Noun = "card" | "turn" | "point" | "round" | "move" | "house" | "second" | "message" | "win";

// A number with what it counts: "1 card", "3 turns", "no points".
export function counted(n: number, noun: Noun): string {
  const special = n === 1 ? `count.${noun}.one` : n === 0 ? `count.${noun}.none` : "";
  return has(special) ? t(special, { n }) : t(`count.${noun}`, { n });
}

export function list(words: readonly string[], last: "and" | "or" | "nor" = "and"): string {
  if (words.length < 2) return words.join("");
  const end = words[words.length - 1] ?? "";
  return `${words.slice(0, -1).join(", ")} ${joiner(t(`list.${last}`), end)} ${end}`;
}

// In Spanish "y" and "o" change before a word that begins with the same sound.
export function joiner(word: string, next: string): string {
  if (word === "y" && /^h?[ií](?![ae])/i.test(next)) return "e";
  return word === "o" && /^h?[oó]/i.test(next) ? "u" : word;
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
