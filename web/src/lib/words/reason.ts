// Sentences for reasons, actions and hints, from the ids the server sends.

import type { Answer, Ground, Parts as Given, Reason } from "../protocol";
import { ask, capital, cardName, colourName, counted, list, t, type Parts } from "./index.svelte";
import { quoted } from "./rules.svelte";
import type { Names } from "./tell";

const CARDS = ["card", "top", "under", "drawn", "held"];
const COUNTS = ["owed", "price", "count"];
const SEATS = ["seat", "turn", "other"];

// A reason as a whole sentence.
export function tellReason(reason: Reason, names: Names): string {
  return `${capital(clause(reason, names))}.`;
}

function clause(reason: Reason, names: Names): string {
  const other = reason.parts["other"] ?? reason.parts["turn"];
  const key = `why.${reason.id}`;
  const parts = partsOf(reason.parts, names);
  if (reason.cause) parts["cause"] = clause(reason.cause, names);
  return (other !== undefined && other === names.you && ask(`${key}.you`, parts)) || ask(key, parts);
}

function partsOf(given: Given, names: Names): Parts {
  const parts: Parts = {};
  const seat = (one: string | number) => (one === names.you ? t("you") : names.of(Number(one)));
  for (const [name, value] of Object.entries(given)) {
    if (Array.isArray(value))
      lists(
        parts,
        name,
        value.map((one) => member(name, one, seat)),
      );
    else if (CARDS.includes(name)) parts[name] = cardName(String(value));
    else if (SEATS.includes(name)) parts[name] = seat(value);
    else if (name === "colour") parts[name] = colourName(String(value));
    else if (name === "action") parts[name] = tellAction(String(value), names);
    else if (name === "says") parts[name] = quoted(String(given["setting"] ?? ""), String(value));
    else parts[name] = value;
    if (COUNTS.includes(name)) {
      parts[`${name}:card`] = counted(Number(value), "card");
      parts[`${name}:turn`] = counted(Number(value), "turn");
    }
  }
  return parts;
}

function lists(parts: Parts, name: string, words: string[]): void {
  for (const last of ["and", "or", "nor"] as const) parts[`${name}:${last}`] = list(words, last);
}

function member(name: string, one: string | number, seat: (one: string | number) => string): string {
  if (name === "axes") return ask(`axis.${one}`);
  if (name === "may") return one === "play" ? t("may.play") : one === "call" ? t("act.says.call") : ask(`act.${one}`);
  return name === "colours" ? colourName(String(one)) : seat(one);
}

// An action in words, such as "play red 5 and call"; `turns` says that what is owed are turns, not cards.
export function tellAction(action: string, names: Names, turns = false): string {
  const [word = "", seat = ""] = action.split(" ");
  if (word === "catch") return t("act.catch", { name: names.of(Number(seat)) });
  if (action.startsWith(":")) return t("act.name", { colour: colourName(action.slice(1)) });
  if (action.startsWith(">")) return t("act.choose", { name: names.of(Number(action.slice(1))) });
  if (action === "call") return t("act.says.call");
  if (action === "take" && turns) return t("act.take.turns");
  return ask(`act.${action}`) || tellPlay(action, names);
}

function tellPlay(action: string, names: Names): string {
  const [body = ""] = action.split(/[:>&!]/, 1);
  const words = list((body.match(/[a-z][A-Z0-9+]*/g) ?? []).map(cardName));
  const colour = /:([a-z])/.exec(action)?.[1];
  let what =
    colour === undefined
      ? t("act.play", { cards: words })
      : t("act.play.colour", { cards: words, colour: colourName(colour) });
  const chosen = />(\d)/.exec(action)?.[1];
  if (chosen !== undefined) what = list([what, t("act.choose", { name: names.of(Number(chosen)) })]);
  return action.endsWith("!") ? t("act.call", { what }) : what;
}

// What a careful player would do, and what speaks for it.
export function tellHint(answer: Answer, names: Names, turns: boolean): string {
  const what = tellAction(answer.action ?? "", names, turns);
  const grounds = (answer.grounds ?? []).map((ground) => tellGround(ground, names));
  return grounds.length === 0 ? t("hint.would", { what }) : t("hint.because", { what, why: grounds.join("; ") });
}

function tellGround(ground: Ground, names: Names): string {
  return ask(`ground.${ground.id}`, partsOf(ground.parts, names));
}
