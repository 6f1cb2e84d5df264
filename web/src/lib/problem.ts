// What went wrong with a request, in words.

import { ApiError } from "./api";
import { has, t } from "./words/index.svelte";
import { whyText } from "./words/rules.svelte";

// Whether the server could not be reached, which the page around says, too.
export function isOffline(error: unknown): boolean {
  return error instanceof ApiError && error.code === "offline";
}

export function problemOf(error: unknown): string {
  if (error instanceof ApiError) {
    if (error.why !== "") return t("create.conflict", { why: whyText(error) });
    const key = `no.${error.code}`;
    if (has(key)) return t(key, { text: error.message });
  }
  return t("no.error", { text: error instanceof Error ? error.message : "" });
}
