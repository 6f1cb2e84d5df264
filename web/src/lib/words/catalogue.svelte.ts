// The catalogue of words, which the page shares with the terminal: src/lastcard/words/catalogue.  Each language has two
// parts, loaded when they are wanted: what the page says, and what it says of rules.

import { rules, words as files } from "virtual:catalogue";
import { settings } from "../settings.svelte";
import type game from "../../../../src/lastcard/words/catalogue/en/game.json";
import type page from "../../../../src/lastcard/words/catalogue/en/page.json";
import { LANGUAGES, type About, type Language } from "./languages";
import { fill, read, type Language as Filling, type Message, type Parts } from "./message";

export type Key = keyof typeof game | keyof typeof page;
type Texts = Record<string, string>;

// What is said in a language.
class Words implements Filling {
  private readonly messages = new Map<string, Message>();
  private readonly plurals: Intl.PluralRules;

  constructor(
    private readonly about: About,
    readonly language: Language,
    readonly texts: Texts,
  ) {
    this.plurals = new Intl.PluralRules(language);
  }

  text(id: string): string {
    return this.texts[id] ?? "";
  }

  plural(n: number): string {
    return this.plurals.select(n);
  }

  list(items: readonly string[], last: string): string {
    if (items.length < 2) return items.join("");
    const end = items[items.length - 1] ?? "";
    const word = this.text(`list.${last}`);
    const [instead, sound] = this.about.before[word] ?? [word, "$^"];
    return `${items.slice(0, -1).join(", ")} ${new RegExp(sound, "i").test(end) ? instead : word} ${end}`;
  }

  say(id: string, parts: Parts): string {
    let message = this.messages.get(id);
    if (message === undefined) this.messages.set(id, (message = read(this.text(id))));
    return fill(message, parts, this);
  }

  // A sentence for use inside another one.
  inside(sentence: string): string {
    const lowers = this.about.inside === "lower" && /^.[ \p{Ll}]/u.test(sentence);
    return (lowers ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence).replace(/\.$/, "");
  }
}

const loaded: Record<Language, Words> = $state({});

// The words of the person's language, or of one that is loaded until that is.
export function words(): Words {
  const found = loaded[settings.language] ?? Object.values(loaded)[0];
  if (found === undefined) throw new Error("no language is loaded");
  return found;
}

// Load what is said in a language.  The page must have one before it says anything.
export async function loadWords(language: Language): Promise<void> {
  if (!(language in loaded)) await load(language, files[language]);
}

// Load what is said of rules in a language whose words are loaded.
export async function loadRulesOf(language: Language): Promise<void> {
  await loadWords(language);
  if (!("rule.deck.title" in (loaded[language]?.texts ?? {}))) await load(language, rules[language]);
}

async function load(language: Language, file: (() => Promise<{ default: Texts }>) | undefined): Promise<void> {
  const about = LANGUAGES[language];
  if (about === undefined || file === undefined) return;
  const texts = (await file()).default;
  loaded[language] = new Words(about, language, { ...loaded[language]?.texts, ...texts });
}

// Say a text with its parts.
export function t(id: Key, parts: Parts = {}): string {
  return words().say(id, parts);
}

export function has(id: string): id is Key {
  return id in words().texts;
}

// Say a text whose id is put together from one of the server's; one that is not known says nothing.
export function ask(id: string, parts: Parts = {}): string {
  return has(id) ? t(id, parts) : "";
}

export function list(items: readonly string[], last: "and" | "or" | "nor" = "and"): string {
  return words().list(items, last);
}

export type Noun = "cards" | "turns" | "points" | "rounds" | "moves" | "house-rules" | "seconds" | "messages" | "wins";

// A number with what it counts: "1 card", "3 turns", "no points".
export function counted(n: number, noun: Noun): string {
  return t(`count.${noun}`, { n });
}
