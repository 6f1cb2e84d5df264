// What was chosen on another page for a table that was made there: how many bots, and whether it begins by itself.

import type { Level } from "./protocol";

export interface Plan {
  bots: number;
  level: Level;
  start: boolean;
  learn: boolean; // whether the game teaches
}

const KEY = "lastcard-plan";

export function makePlan(link: string, plan: Plan): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ link, ...plan }));
  } catch {
    // a browser that keeps nothing: the lobby offers the same
  }
}

export function forgetPlan(): void {
  sessionStorage.removeItem(KEY);
}

// Return the plan for a table, and forget it, unless it teaches: a game that teaches still does so after a reload.
export function takePlan(link: string): Plan | null {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as (Plan & { link: string }) | null;
    if (found?.link !== link) return null;
    if (!found.learn) sessionStorage.removeItem(KEY);
    return found;
  } catch {
    return null;
  }
}
