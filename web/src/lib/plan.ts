// What was chosen on another page for a table that was made there: how many bots, and whether it begins by itself.

import type { Level } from "./protocol";

export interface Plan {
  bots: number;
  level: Level;
  start: boolean;
  learn: boolean; // whether the game teaches
}

const KEY = "lastcard-plan";

export function makePlan(code: string, plan: Plan): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ code, ...plan }));
  } catch {
    // a browser that keeps nothing: the lobby offers the same
  }
}

export function forgetPlan(): void {
  sessionStorage.removeItem(KEY);
}

// Return the plan for a table, and forget it, unless it teaches: a game that teaches still does so after a reload.
export function takePlan(code: string): Plan | null {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as (Plan & { code: string }) | null;
    if (found?.code !== code) return null;
    if (!found.learn) sessionStorage.removeItem(KEY);
    return found;
  } catch {
    return null;
  }
}
