// What the table asks of this person now, in one line of words, from what the server offers.

import type { Status } from "./protocol";
import type { Table } from "./table.svelte";
import { counted, list, t } from "./words/index.svelte";

// What a button says that says a word of the rules.
export function wordLabel(word: string, status: Status): string {
  if (word === "take") return status.phase === "owed" ? t("do.take", { n: status.owed }) : t("do.takeTurns");
  return word === "pass"
    ? t("do.pass")
    : word === "done"
      ? t("do.done")
      : word === "ready"
        ? t("do.ready")
        : t("do.draw");
}

// Whose turn it is, told of others.
function turnOf({ status, name }: { status: Status; name: (seat: number) => string }): string {
  const names = status.awaited.map(name);
  return names.length === 0 ? "" : t(names.length === 1 ? "table.turn" : "table.turn.many", { name: list(names) });
}

export function askedOf(table: Table): string {
  const { room, status, choices, seat } = table;
  if (room?.paused) return t("room.paused");
  if (status === null) return "";
  const turn = turnOf({ status, name: (one) => table.name(one) });
  if (seat === null) return `${t("table.watching")}. ${turn}`;
  if (table.left) return t("table.youLeft");
  if (!table.yourTurn) return choices.lays.some((lay) => lay.how === "jump-in") ? t("ask.jump") : turn;
  if (status.ready.includes(seat)) return t("ask.ready");
  const [lays, says] = [choices.lays.length > 0, (word: string) => choices.says.includes(word)];
  const others = choices.lays.some((lay) => lay.card !== table.you?.drawn); // as the rules allow after drawing (D15)
  switch (status.phase) {
    case "drawn":
      return t(!lays ? "ask.drawn.no" : others ? "ask.drawn.any" : says("pass") ? "ask.drawn" : "ask.drawn.must");
    case "batch":
      return t("ask.batch");
    case "owed":
      return t(
        says("challenge") ? (lays ? "ask.owed.both" : "ask.owed.challenge") : lays ? "ask.owed.answer" : "ask.owed",
        { n: counted(status.owed, "cards") },
      );
    case "skipped":
      return t(lays ? "ask.skipped.answer" : "ask.skipped", { n: counted(status.owed, "turns") });
    case "colour":
      return t("ask.colour");
    case "seat":
      return t("ask.seat");
    default:
      return t(lays ? (says("draw") ? "ask.turn" : "ask.turn.must") : "ask.turn.nothing");
  }
}
