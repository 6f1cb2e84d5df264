// Messages: texts with parts, in a small part of ICU MessageFormat.  src/lastcard/words/catalogue/message.py reads the same
// and says how they are written.

export type Part = string | number | readonly (string | null)[] | null | undefined; // null is the person who reads it
export type Parts = Record<string, Part>;

export interface Slot {
  name: string;
  style: string;
  cases: Record<string, Message>;
}
export type Message = readonly (string | Slot)[];

// What a message needs to know of its language.
export interface Language {
  text(id: string): string;
  plural(n: number): string;
  list(items: readonly string[], last: string): string;
}

export function read(text: string): Message {
  const [message, end] = readTo(text, 0);
  if (end !== text.length) throw new Error(`'}' at ${end} without '{': ${text}`);
  return message;
}

// Read to the end of a text, or to the brace that closes it.
function readTo(text: string, start: number): [Message, number] {
  const found: (string | Slot)[] = [];
  let at = start;
  for (;;) {
    const plain = match(/[^{}]*/y, text, at)?.[0] ?? "";
    if (plain !== "") found.push(plain);
    at += plain.length;
    if (at === text.length || text[at] === "}") return [found, at];
    const [slot, end] = readSlot(text, at + 1);
    found.push(slot);
    at = end;
  }
}

function readSlot(text: string, start: number): [Slot, number] {
  const words = match(/\s*(\w[\w-]*)\s*(?:,\s*([\w-]+)\s*)?/y, text, start);
  if (words === null) throw new Error(`a name is expected at ${start}: ${text}`);
  let at = start + words[0].length;
  const cases: Record<string, Message> = {};
  for (let next; (next = match(/[\s,]*([\w=+:-]+)\s*\{/y, text, at)) !== null;) {
    const [message, end] = readTo(text, at + next[0].length);
    cases[next[1] ?? ""] = message;
    at = end + 1;
  }
  at += match(/\s*/y, text, at)?.[0].length ?? 0;
  if (text[at] !== "}") throw new Error(`'}' is expected at ${at}: ${text}`);
  return [{ name: words[1] ?? "", style: words[2] ?? "", cases }, at + 1];
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

// Fill in the parts; `number` is what # stands for, if the message is in a plural.
export function fill(message: Message, parts: Parts, language: Language, number = ""): string {
  return message
    .map((node) =>
      typeof node !== "string"
        ? filled(node, parts, language, number)
        : number === ""
          ? node
          : node.replaceAll("#", number),
    )
    .join("");
}

function filled({ name, style, cases }: Slot, parts: Parts, language: Language, number: string): string {
  const part = parts[name] ?? (parts[name] === null ? null : "");
  const other = cases["other"] ?? [];
  switch (style) {
    case "":
      return part === null ? language.text("you") : String(part);
    case "select":
      return fill(cases[choice(part)] ?? other, parts, language, number);
    case "plural": {
      const form = typeof part === "number" ? language.plural(part) : "other";
      return fill(cases[`=${String(part)}`] ?? cases[form] ?? other, parts, language, String(part));
    }
    case "and":
    case "or":
    case "nor":
      return language.list(
        (typeof part === "object" && part !== null ? part : [String(part)]).map((one) => one ?? language.text("you")),
        style,
      );
    default:
      return fill(read(language.text(`count.${style}`)), { n: part }, language);
  }
}

// The case that a part chooses; a list that is empty chooses "none".
function choice(part: Exclude<Part, undefined>): string {
  if (part === null) return "you";
  return typeof part === "object" ? (part.length === 0 ? "none" : "some") : String(part);
}
