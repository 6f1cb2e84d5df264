// uno-engine with random legal play: a card chosen evenly among those that match; else draw, then lay that or pass.
import { createRequire } from "node:module";
import { parseArgs } from "node:util";

const require = createRequire(new URL("../.peers/npm/", import.meta.url));
const { Game, Color, Value } = require("uno-engine");
const { version } = require("uno-engine/package.json");

const LEAVES_OUT = [
  "challenges, and the condition on Wild Draw Four",
  "start cards with an effect",
  "one pack: when the stock is empty it adds another",
  "the draw of a last Draw Two or Wild Draw Four",
  "matches",
  "every house rule but one, which is broken",
];
const COLOURS = [Color.RED, Color.BLUE, Color.GREEN, Color.YELLOW];
const MOST_MOVES = 5000; // its pack only grows, so a round might go on for ever

const { values } = parseArgs({
  options: {
    seats: { type: "string", default: "4" },
    seconds: { type: "string", default: "3" },
    repeats: { type: "string", default: "3" },
  },
});
const names = Array.from({ length: Number(values.seats) }, (_, seat) => `seat ${seat}`);

const below = (n) => Math.floor(Math.random() * n);
const isWild = (card) => card.value === Value.WILD || card.value === Value.WILD_DRAW_FOUR;

function layOneOf(game, cards) {
  const top = game.discardedCard;
  const fitting = cards.filter((card) => isWild(card) || card.color === top.color || card.value === top.value);
  if (fitting.length === 0) return false;
  const card = fitting[below(fitting.length)];
  if (isWild(card)) card.color = COLOURS[below(4)];
  game.play(card);
  return true;
}

function playRound() {
  const game = new Game(names);
  let over = false;
  game.on("end", () => (over = true));
  let moves = 0;
  while (!over && moves < MOST_MOVES) {
    moves += 1;
    if (layOneOf(game, game.currentPlayer.hand)) continue;
    game.draw();
    moves += 1;
    if (!layOneOf(game, game.currentPlayer.hand.slice(-1))) game.pass();
  }
  return moves;
}

function run(seconds) {
  const start = performance.now();
  let rounds = 0;
  let moves = 0;
  let spent = 0;
  while (spent < seconds) {
    for (let i = 0; i < 50; i++) moves += playRound();
    rounds += 50;
    spent = (performance.now() - start) / 1000;
  }
  return { rounds, moves, seconds: spent };
}

const runs = Array.from({ length: Number(values.repeats) }, () => run(Number(values.seconds)));
const best = runs.reduce((one, other) => (other.moves / other.seconds > one.moves / one.seconds ? other : one));
console.log(
  JSON.stringify({
    peer: "uno-engine",
    version,
    seats: names.length,
    rounds: best.rounds,
    moves: best.moves,
    seconds: Math.round(best.seconds * 1000) / 1000,
    moves_per_second: Math.round(best.moves / best.seconds),
    rounds_per_second: Math.round((best.rounds / best.seconds) * 10) / 10,
    leaves_out: LEAVES_OUT,
  }),
);
