// The rule lab: what playing by a rule set is like, in figures with their errors.  It is the arithmetic of
// lastcard.sim.compare (docs/lab.md), number for number; what the rules say, the engine does.

import type { CallOptions, Engine } from "./engine";
import { playRounds, type PlayedRounds, type RoundsJob } from "./jobs";

const MINUTES = 4 / 60; // a turn
const FORGETFUL = 0.1; // how often people forget to call, where catches are counted
const CLEAR = 2; // standard errors of a difference, below which it is no change
const TRIAL = 100; // rounds that show whether rounds end at all

// The figures, in the order in which they are told.
export const FIGURES = [
  ...(["minutes", "skill", "deal", "comebacks", "leads", "first", "drawn", "penalties", "swapped"] as const),
  ...(["turns_lost", "calls", "caught", "challenges", "upheld", "refills", "blocked", "endless"] as const),
] as const;
export type FigureId = (typeof FIGURES)[number];

export interface Figure {
  mean: number;
  error: number;
}

export interface Measured {
  figures: Partial<Record<FigureId, Figure>>; // only `endless` where rounds hardly ever end
  p95: number; // minutes within which 95 % of the rounds end
}

export interface Change {
  id: FigureId;
  before: Figure;
  after: Figure;
  clear: boolean;
}

export interface LabOptions extends CallOptions {
  seats?: number;
  rounds?: number; // for each figure
  seed?: number;
  players?: "careful" | "random";
}

// Measure a rule set, given as a record (GET /api/rules/record).
export async function measure(engine: Engine, rules: Uint8Array, options: LabOptions = {}): Promise<Measured> {
  const { seats = 4, rounds = 400, seed = 1, players = "careful" } = options;
  const play = (job: Partial<RoundsJob>) =>
    playRounds(engine, { rules, seats, players: [players], seed, first: 0, count: rounds, ...job }, options);
  const trial = totalsOf(engine, await play({ count: Math.min(TRIAL, rounds) }));
  if (2 * trial.unfinished > trial.rounds) {
    return { figures: { endless: shareOf(trial.unfinished, trial.rounds) }, p95: NaN };
  }
  const places = Array.from({ length: seats }, (_, seat) => seat);
  const [plain, forgetful, one, other, ...duels] = await Promise.all([
    play({ watch: true }),
    play({ forget: FORGETFUL }),
    play({ players: ["careful", "greedy"], rows: true }),
    play({ players: ["greedy", "careful"], rows: true }),
    ...places.map((seat) => {
      const seated = places.map((place) => (place === seat ? "careful" : "random"));
      return play({ players: seated, count: Math.max(Math.floor(rounds / seats), 1), seed: seed + 1 });
    }),
  ]);
  const t = totalsOf(engine, plain);
  const wins = duels.map((duel) => places.map((seat) => duel.totals.get("seat_wins", seat)));
  const turns = t.mean(engine.manifest.constants.TURNS);
  const found: Record<FigureId, Figure> = {
    minutes: { mean: turns.mean * MINUTES, error: turns.error * MINUTES },
    skill: shareOf(sum(wins.map((row, seat) => row[seat] ?? 0)), sum(wins.map(sum))),
    deal: agreement(engine, one.rows, other.rows, seats),
    comebacks: shareOf(plain.totals.get("comebacks"), plain.totals.get("one_card")),
    leads: meanOf(plain.totals.get("leads"), plain.totals.get("leads_squared"), plain.totals.get("watched")),
    first: shareOf(plain.totals.get("wins", 0), sum(places.map((place) => plain.totals.get("wins", place)))),
    drawn: t.fact("drew"),
    penalties: t.fact("served"),
    swapped: together(t.fact("swapped"), t.fact("rotated")),
    turns_lost: t.fact("lost"),
    calls: t.fact("called"),
    caught: totalsOf(engine, forgetful).fact("caught"),
    challenges: t.fact("challenged"),
    upheld: shareOf(t.sum("upheld"), t.sum("challenged")),
    refills: t.fact("refilled"),
    blocked: shareOf(plain.totals.get("blocked"), t.counted),
    endless: shareOf(t.unfinished, t.rounds),
  };
  const told = FIGURES.filter((id) => !Number.isNaN(found[id].mean)).map((id) => [id, found[id]] as const);
  return { figures: Object.fromEntries(told), p95: t.quantileOfTurns(0.95) * MINUTES };
}

// The figures that both have, in order.
export function changes(before: Measured, after: Measured): Change[] {
  return FIGURES.flatMap((id) => {
    const [old, now] = [before.figures[id], after.figures[id]];
    if (old === undefined || now === undefined) return [];
    const clear = Math.abs(now.mean - old.mean) > CLEAR * Math.hypot(old.error, now.error);
    return [{ id, before: old, after: now, clear }];
  });
}

function totalsOf(engine: Engine, { totals }: PlayedRounds) {
  const { facts, BINS } = engine.manifest.constants;
  const rounds = totals.get("rounds");
  const unfinished = totals.get("unfinished");
  const counted = rounds - unfinished;
  const mean = (which: number) => meanOf(totals.get("sums", which), totals.get("squares", which), counted);
  return {
    rounds,
    unfinished,
    counted,
    mean,
    sum: (fact: string) => totals.get("sums", facts.indexOf(fact)),
    fact: (fact: string) => mean(facts.indexOf(fact)),
    // The smallest number of turns that at least this share of the rounds does not exceed.
    quantileOfTurns(share: number): number {
      const wanted = Math.max(Math.ceil(counted * share), 1);
      for (let turns = 0, seen = 0; turns < BINS; turns++) {
        seen += totals.get("turns", turns);
        if (seen >= wanted) return turns;
      }
      return 0;
    },
  };
}

// How much the winners of the same deals agree: 0 if the deal decides nothing, 1 if it decides all.
function agreement(engine: Engine, one: number[][], other: number[][], seats: number): Figure {
  const { ROW_ENDED, ROW_WINNERS, UNFINISHED } = engine.manifest.constants;
  const pairs = one.flatMap((row, i) => {
    const twin = other[i] ?? [];
    if (row[ROW_ENDED] === UNFINISHED || twin[ROW_ENDED] === UNFINISHED) return [];
    return [[row[ROW_WINNERS] ?? 0, twin[ROW_WINNERS] ?? 0] as const];
  });
  const n = pairs.length;
  const places = Array.from({ length: seats }, (_, seat) => seat);
  const won = (winners: number, seat: number) => (winners >> seat) & 1;
  const shares = ([0, 1] as const).map((side) => places.map((seat) => sum(pairs.map((p) => won(p[side], seat))) / n));
  const spread = sum(shares.flat().map((share) => share * (1 - share))) / 2;
  if (n === 0 || spread === 0) return { mean: NaN, error: NaN };
  const off = (pair: readonly [number, number], side: 0 | 1, seat: number) =>
    won(pair[side], seat) - (shares[side]?.[seat] ?? 0);
  const products = pairs.map((pair) => sum(places.map((seat) => off(pair, 0, seat) * off(pair, 1, seat))));
  const mean = sum(products) / n;
  const variance = sum(products.map((product) => (product - mean) ** 2)) / n;
  return { mean: mean / spread, error: Math.sqrt(variance / n) / spread };
}

function meanOf(total: number, squares: number, n: number): Figure {
  if (n === 0) return { mean: NaN, error: NaN };
  const variance = n > 1 ? (n * squares - total * total) / (n * (n - 1)) : 0;
  return { mean: total / n, error: Math.sqrt(variance / n) };
}

function shareOf(part: number, n: number): Figure {
  return meanOf(part, part, n);
}

function together(one: Figure, other: Figure): Figure {
  return { mean: one.mean + other.mean, error: Math.hypot(one.error, other.error) };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
