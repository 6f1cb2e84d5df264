// The rules that matter first, by the keys of the server, under the titles of "How to play".

import type { Key } from "./words/index.svelte";

export const SECTIONS: readonly [Key, readonly string[]][] = [
  ["how.turn.title", ["match-axes", "batch"]],
  ["how.draw.title", ["draw-size", "drawn-card"]],
  [
    "how.special.title",
    ["skip-effect", "reverse-effect", "draw-forfeits-turn", "number-effects", "wd-condition", "wd-policing"],
  ],
  ["how.answer.title", ["answer-skip", "answer-draw2", "answer-wd", "jump-in"]],
  ["how.call.title", ["uno-duty", "uno-penalty"]],
  ["how.end.title", ["round-score", "match-end"]],
];
