// What the table asks of this person now, in one line of words, from what the server offers.

import type { Table } from "./table.svelte";
import { counted, list, t } from "./words/index.svelte";

export function askedOf(table: Table): string {
  const { room, status, choices, seat } = table;
  if (room?.paused) return t("room.paused");
  if (status === null) return "";
  if (seat === null) return t("table.watching");
  if (table.left) return t("table.youLeft");
  if (!table.yourTurn) return t("table.turn", { name: list(status.awaited.map((one) => table.name(one))) });
  if (status.ready.includes(seat)) return t("ask.ready");
  const [lays, says] = [choices.lays.length > 0, (word: string) => choices.says.includes(word)];
  switch (status.phase) {
    case "drawn":
      return t(lays ? (says("pass") ? "ask.drawn" : "ask.drawn.must") : "ask.drawn.no");
    case "batch":
      return t("ask.batch");
    case "owed":
      return t(says("challenge") ? (lays ? "ask.owed.both" : "ask.owed.challenge") : lays ? "ask.owed.answer" : "ask.owed", { n: counted(status.owed, "card") });
    case "skipped":
      return t(lays ? "ask.skipped.answer" : "ask.skipped", { n: counted(status.owed, "turn") });
    case "colour":
      return t("ask.colour");
    case "seat":
      return t("ask.seat");
    default:
      return t(lays ? (says("draw") ? "ask.turn" : "ask.turn.must") : "ask.turn.nothing");
  }
}
