// Sentences for reasons, actions and hints, from the ids the server sends.

import type { Answer, Ground, Parts as Given, Reason } from "../protocol";
import { ask, capital, cardName, colourName, list, t, type Parts } from "./index.svelte";
import { quoted } from "./rules.svelte";
import type { Names } from "./tell";

const CARDS = ["card", "top", "under", "drawn", "held"];
const SEATS = ["seat", "turn", "other"];

// A reason as a whole sentence.
export function tellReason(reason: Reason, names: Names): string {
  return `${capital(clause(reason, names))}.`;
}

function clause(reason: Reason, names: Names): string {
  const parts = partsOf(reason.parts, names);
  if (reason.cause) parts["cause"] = clause(reason.cause, names);
  return ask(`why.${reason.id}`, parts);
}

function partsOf(given: Given, names: Names): Parts {
  const person = (seat: string | number) => (seat === names.you ? null : names.of(Number(seat)));
  const part = (name: string, value: string | number): string | number | null => {
    if (CARDS.includes(name)) return cardName(String(value));
    if (SEATS.includes(name)) return person(value);
    if (name === "colour") return colourName(String(value));
    if (name === "action") return tellAction(String(value), names);
    return name === "says" ? quoted(String(given["setting"] ?? ""), String(value)) : value;
  };
  const member = (name: string, one: string | number): string | null => {
    if (name === "axes") return ask(`axis.${one}`);
    if (name === "may") return ask(`may.${one}`) || ask(`act.${one}`);
    return name === "colours" ? colourName(String(one)) : person(one);
  };
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((one) => member(name, one)) : part(name, value),
    ]),
  );
}

// An action in words, such as "play red 5 and call"; `turns` says that what is owed are turns, not cards.
export function tellAction(action: string, names: Names, turns = false): string {
  const [word = "", seat = ""] = action.split(" ");
  if (word === "catch") return t("act.catch", { name: names.of(Number(seat)) });
  if (action.startsWith(":")) return t("act.name", { colour: colourName(action.slice(1)) });
  if (action.startsWith(">")) return t("act.choose", { name: names.of(Number(action.slice(1))) });
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
  return action.endsWith("!") ? t("act.with-call", { what }) : what;
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
