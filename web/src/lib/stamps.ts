// Calls, catches, challenges, skips and penalties, as a short word beside the seat it happens to.

import type { GameEvent } from "./protocol";
import { t } from "./words/index.svelte";

export interface Stamp {
  text: string;
  tone: "call" | "bad" | "plain";
}

export function stampsOf(events: readonly GameEvent[]): Map<number, Stamp> {
  const found = new Map<number, Stamp>();
  const drawn = new Map<number, number>();
  const put = (seat: number, text: string, tone: Stamp["tone"]) => {
    const before = found.get(seat);
    found.set(seat, {
      text: before === undefined ? text : `${before.text} ${text}`,
      tone: before?.tone === "bad" ? "bad" : tone,
    });
  };
  for (const event of events) {
    switch (event.event) {
      case "called":
        put(event.seat, t("do.call"), "call");
        break;
      case "caught":
      case "call-overdue":
        put(event.seat, t("stamp.caught"), "bad");
        break;
      case "accused-in-vain":
        put(event.seat, t("stamp.wrong"), "bad");
        break;
      case "challenged":
        put(event.seat, t("stamp.challenge"), "plain");
        break;
      case "bluff-proved":
        put(event.seat, t("stamp.bluff"), "bad");
        break;
      case "challenge-failed":
        put(event.target, t("stamp.honest"), "plain");
        break;
      case "lost-turns":
        put(event.seat, t("stamp.skipped"), "plain");
        break;
      case "knocked-out":
        put(event.seat, t("table.out"), "bad");
        break;
      case "drew-penalty":
        drawn.set(event.seat, (drawn.get(event.seat) ?? 0) + 1);
        break;
    }
  }
  for (const [seat, cards] of drawn) put(seat, `+${cards}`, "bad");
  return found;
}
