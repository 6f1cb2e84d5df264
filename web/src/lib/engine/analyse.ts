// Analyses a finished match from its questions: everyone's chances, what decisions cost, luck by seat and source.
// It is the arithmetic of lastcard.analysis (docs/analysis.md), number for number; what the rules say, the engine does.

import type { CallOptions, Engine } from "./engine";
import { worth, type Question, type Standing } from "./jobs";
import type { Decision, MatchQuestions, Moment } from "./match";

export const WHOLE = 2_520_000; // parts of a win
const BLOCKS = 10; // into which the samples of a decision are split
const SEEDS = 64; // of a step
const SUSPICIOUS = 0.02; // of a round: from which difference on a decision is judged again
const CLEAR = 2; // standard errors
const CHANCES = 0; // the kinds of questions of a step, each with seeds of its own
const MATCH = 1;
const FIRST = 2;
const SECOND = 3;
const MARKS = [
  [0.12, "blunder"],
  [0.06, "mistake"],
  [0.03, "inaccuracy"],
] as const;

// How many playouts are made: for chances, for the chance to win the match, for decisions at first and where in doubt.
export interface Effort {
  chances: number;
  match: number;
  first: number;
  second: number;
}

export const QUICK: Effort = { chances: 400, match: 60, first: 100, second: 400 };
export const FINE: Effort = { chances: 2_500, match: 400, first: 150, second: 1_500 };

export type Source = "deal" | "draws" | "draws_of_others" | "decisions" | "decisions_of_others";
export type Luck = Record<Source, number>; // in parts of WHOLE; they add up to what was won beyond a fair share

export interface Judgement {
  seat: number;
  actions: string[];
  worth: number[]; // of a round
  errors: number[]; // of the difference to the best
  best: number;
  played: number;
  cost: number;
  error: number;
  mark: "blunder" | "mistake" | "inaccuracy" | null;
}

export interface AnalysedStep {
  round: number;
  move: string | null;
  chances: number[]; // of each seat to win the round, in parts of WHOLE
  match: number[] | null; // to win the match; null where it is a single round
  decision: Judgement | null;
}

export interface Analysis {
  steps: AnalysedStep[];
  luck: Luck[];
}

export interface AnalyseOptions extends CallOptions {
  effort?: Effort;
  progress?: (done: number, of: number) => void;
}

export async function analyse(engine: Engine, match: MatchQuestions, options: AnalyseOptions = {}): Promise<Analysis> {
  const players = new Players(engine, match, options);
  let done = 0;
  const answered = await Promise.all(
    match.moments.map(async (moment, number) => {
      const found = await players.answer(moment, number, options.effort ?? FINE);
      options.progress?.(++done, match.moments.length);
      return found;
    }),
  );
  return { steps: answered.map(({ step }) => step), luck: luckBySeat(match, answered) };
}

interface Answered {
  step: AnalysedStep;
  seen: number[]; // what the table was worth before the cards just drawn were seen
}

class Players {
  constructor(
    readonly engine: Engine,
    readonly match: MatchQuestions,
    readonly options: CallOptions,
  ) {}

  async answer(moment: Moment, number: number, effort: Effort): Promise<Answered> {
    const seed = seedOf(number, CHANCES);
    const [chances, seen, match, decision] = await Promise.all([
      moment.winners === null
        ? this.#parts(moment.open, effort.chances, seed)
        : shares(moment.winners, this.match.seats),
      moment.veiled === null ? null : this.#parts(moment.veiled, effort.chances, seed),
      this.match.singleRound ? null : this.#parts(moment.open, effort.match, seedOf(number, MATCH), moment.standing),
      moment.decision === null ? null : this.#judged(moment.decision, effort, number),
    ]);
    const { round, move } = moment;
    return { step: { round, move, chances, match, decision }, seen: seen ?? chances };
  }

  async #parts(question: Question, samples: number, seed: number, standing?: Standing): Promise<number[]> {
    const [found] = await worth(this.engine, this.match.rules, question, samples, seed, standing, this.options);
    const { ONE } = this.engine.manifest.constants;
    const sums = found?.sums.slice(0, this.match.seats) ?? [];
    return sums.map((sum) => Math.floor((sum * WHOLE) / (samples * ONE)));
  }

  // Try every candidate a little; where another seems better than what was played, try these two on other samples.
  async #judged(decision: Decision, effort: Effort, number: number): Promise<Judgement> {
    const { seat, actions, played } = decision;
    const all = actions.map((_, k) => k);
    const found = await this.#compared(decision, all, effort.first, seedOf(number, FIRST));
    const { best } = found;
    if (best !== played && at(found.worth, best) - at(found.worth, played) >= SUSPICIOUS) {
      const again = await this.#compared(decision, [played, best], effort.second, seedOf(number, SECOND), best);
      for (const k of [played, best]) {
        found.worth[k] = at(again.worth, k);
        found.errors[k] = at(again.errors, k);
      }
    }
    const cost = Math.max(at(found.worth, best) - at(found.worth, played), 0);
    const error = at(found.errors, played);
    const mark = cost > CLEAR * error ? (MARKS.find(([least]) => cost >= least)?.[1] ?? null) : null;
    return { seat, actions, worth: found.worth, errors: found.errors, best, played, cost, error, mark };
  }

  async #compared(decision: Decision, tried: number[], samples: number, seed: number, known?: number) {
    const { question, played } = decision;
    const each = Math.max(Math.floor(samples / BLOCKS), 1);
    const asked = { ...question, candidates: tried.map((k) => at(question.candidates, k)) };
    const blocks = await Promise.all(
      Array.from({ length: BLOCKS }, (_, block) =>
        worth(this.engine, this.match.rules, asked, each, seed + block, undefined, this.options),
      ),
    );
    const scale = each * this.engine.manifest.constants.ONE;
    const rows = tried.map((_, place) => blocks.map((block) => at(block[place]?.sums ?? [], question.seat) / scale));
    const means = rows.map((row) => sum(row) / BLOCKS);
    const better = (one: number, other: number) =>
      at(means, one) > at(means, other) || (at(means, one) === at(means, other) && tried[one] === played);
    const first = tried.map((_, place) => place).reduce((best, place) => (better(place, best) ? place : best), 0);
    const best = known ?? at(tried, first);
    const top = rows[tried.indexOf(best)] ?? [];
    const result = { worth: [] as number[], errors: [] as number[], best };
    tried.forEach((k, place) => {
      result.worth[k] = at(means, place);
      result.errors[k] = errorOf(top.map((value, i) => value - at(rows[place] ?? [], i)));
    });
    return result;
  }
}

// Each step changes everyone's chance: what drawn cards changed is luck, the rest the doing of who made the move.
function luckBySeat(match: MatchQuestions, answered: Answered[]): Luck[] {
  const totals = Array.from({ length: match.seats }, (): Luck => {
    return { deal: 0, draws: 0, draws_of_others: 0, decisions: 0, decisions_of_others: 0 };
  });
  let before: number[] = [];
  match.moments.forEach((moment, number) => {
    const { step, seen } = answered[number] ?? { step: { chances: [] }, seen: [] };
    const away = moment.standing.eliminated;
    const share = WHOLE / (match.seats - away.length);
    if (moment.move === null) before = totals.map((_, seat) => (away.includes(seat) ? 0 : share));
    totals.forEach((total, seat) => {
      total[moment.drawers.includes(seat) ? "draws" : "draws_of_others"] += at(step.chances, seat) - at(seen, seat);
      total[sourceOf(moment, seat)] += at(seen, seat) - at(before, seat);
    });
    before = step.chances;
  });
  return totals;
}

function sourceOf(moment: Moment, seat: number): Source {
  if (moment.move === null) return "deal";
  return moment.seat === seat ? "decisions" : "decisions_of_others";
}

function shares(winners: number[], seats: number): number[] {
  return Array.from({ length: seats }, (_, seat) => (winners.includes(seat) ? WHOLE / winners.length : 0));
}

function seedOf(step: number, kind: number): number {
  return (step + 1) * SEEDS + kind * BLOCKS;
}

function errorOf(values: number[]): number {
  const mean = sum(values) / values.length;
  const squares = sum(values.map((value) => (value - mean) ** 2));
  return Math.sqrt(squares / values.length / (values.length - 1));
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function at(values: number[], place: number): number {
  return values[place] ?? 0;
}
