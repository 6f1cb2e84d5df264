// The shape of translated rule texts.  English comes from the server; the other languages are loaded when they are needed.

// A label and a sentence for each value; {n}, {card}, {turn}, {point} are the number of a value such as "flat:N".
export type Says = Record<string, readonly [label: string, sentence: string]>;

export interface DimensionTexts {
  title: string;
  about: string;
  says?: Says;
  members?: Record<string, string>; // the labels of what can be combined
  labels?: Record<string, string>; // the labels of parts, extras and tables, by the label in English
  say?: (value: string) => string; // the sentence of a value that is put together
}

export interface RuleTexts {
  groups: Record<string, string>; // by the title in English
  dimensions: Record<string, DimensionTexts>; // by the key, as in "batch=same-value:3"
  presets: Record<string, { title: string; summary: string; source: string }>;
  inContext: Record<string, string>; // what rules say where another rule changes what happens, by the sentence in English
  whys: Record<string, string>; // why rules make no difference or do not work together, by the reason in English
}

// Join words into a list with a word before the last.
export function joined(words: readonly string[], last: string): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words[words.length - 1]}`;
}

export function membersOf(value: string): string[] {
  return value === "none" ? [] : value.split(",");
}
