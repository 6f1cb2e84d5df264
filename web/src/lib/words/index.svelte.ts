// What the page says, in the language of the person.

import { parse, kindOf } from "../cards";
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

export function t(key: Key, parts: Parts = {}): string {
  const text: string = LANGUAGES[settings.language].words[key];
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(parts[name] ?? ""));
}

export function has(key: string): key is Key {
  return key in en;
}

export function colourName(letter: string): string {
  const key = `colour.${letter}`;
  return has(key) ? t(key) : letter.toUpperCase();
}

export function cardName(text: string): string {
  const face = parse(text);
  const kind = kindOf(face.rank);
  const draws = face.rank.slice(1);
  if (face.colour === "") return kind === "draw" ? t("rank.wildDraw", { n: draws }) : t("rank.wild");
  const rank = kind === "skip" ? t("rank.S") : kind === "reverse" ? t("rank.R") : kind === "draw" ? t("rank.draw", { n: draws }) : face.rank;
  return t("card.name", { colour: colourName(face.colour), rank });
}

export function cards(n: number): string {
  return n === 1 ? t("cards.one") : t("cards.some", { n });
}

export function list(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${t("and")} ${words[words.length - 1]}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
