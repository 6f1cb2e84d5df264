// Jobs for the rules: many rounds, and what a table is worth to everyone at it.

import type { GivenList } from "./calls";
import type { CallOptions, Engine } from "./engine";
import type { Manifest } from "./manifest";
import { StoredRecord } from "./records";

const SEATS = 10; // that records have room for
const NUMBER = 8; // bytes

// ---------------------------------------------------------------- many rounds

export interface RoundsJob {
  rules: Uint8Array; // the record of a rule set (GET /api/rules/record)
  seats: number;
  players: readonly string[]; // a policy for each seat; if there are fewer, they repeat
  seed: number;
  first: number; // the number of the first round: each depends on the seed and its number alone
  count: number;
  forget?: number; // how often calls are forgotten, from 0 to 1
  watch?: boolean; // whether changes of lead and comebacks are counted
  rows?: boolean; // whether each round is wanted by itself
}

export interface PlayedRounds {
  totals: StoredRecord;
  rows: number[][];
}

export async function playRounds(engine: Engine, job: RoundsJob, options: CallOptions = {}): Promise<PlayedRounds> {
  const { manifest } = engine;
  const { constants } = manifest;
  const asked = new StoredRecord(manifest, "Job");
  asked.set("kind", constants.ROUNDS);
  asked.set("seats", job.seats);
  asked.set("seed", job.seed);
  asked.set("first", job.first);
  asked.set("count", job.count);
  asked.set("watch", job.watch ? 1 : 0);
  const [totals, rows] = await engine.call(
    "simulate",
    [
      given(asked.bytes),
      given(job.rules),
      given(planOf(manifest, job.players, job.forget ?? 0)),
      zeros(manifest, "State"),
      zeros(manifest, "Sheet"),
      zeros(manifest, "State"),
      zeros(manifest, "Unknown", 2),
      { ...zeros(manifest, "Totals"), back: true },
      table(job.rows ? job.count : 0, constants.ROW_LENGTH),
    ],
    options,
  );
  return {
    totals: new StoredRecord(manifest, "Totals", totals),
    rows: rowsOf(rows ?? new Uint8Array(), constants.ROW_LENGTH),
  };
}

// ---------------------------------------------------------------- what a table is worth

// A table on which some cards are unknown, and what is tried there.
export interface Question {
  state: Uint8Array;
  unknown: Uint8Array;
  clues: Uint8Array[];
  candidates: number[];
  seat: number;
}

// How a match stood before the round.
export interface Standing {
  scores: number[];
  rounds: number;
  eliminated: number[];
  dealer: number;
}

// What a candidate came to for each seat, in all samples together; a win is worth `constants.ONE`.
export interface Worth {
  sums: number[];
  squares: number[];
}

// Try all candidates on the same samples.  With a standing, the match is played on to its end.
export async function worth(
  engine: Engine,
  rules: Uint8Array,
  question: Question,
  samples: number,
  seed: number,
  standing?: Standing,
  options: CallOptions = {},
): Promise<Worth[]> {
  const { manifest } = engine;
  const { constants } = manifest;
  const { candidates, clues } = question;
  const [values] = await engine.call(
    "playouts",
    [
      given(queryOf(manifest, question, samples, seed, standing)),
      given(rules),
      given(planOf(manifest, ["careful"], 0)),
      zeros(manifest, "State", constants.TABLES),
      given(question.state),
      given(question.unknown),
      { count: clues.length, size: total(clues), bytes: joined(clues) },
      zeros(manifest, "Sheet"),
      table(candidates.length, constants.VALUES),
    ],
    options,
  );
  return rowsOf(values ?? new Uint8Array(), constants.VALUES).map((row) => ({
    sums: row.slice(0, SEATS),
    squares: row.slice(SEATS),
  }));
}

function queryOf(
  manifest: Manifest,
  question: Question,
  samples: number,
  seed: number,
  standing: Standing | undefined,
): Uint8Array {
  const query = new StoredRecord(manifest, "Query");
  query.set("seat", question.seat);
  query.set("seed", seed);
  query.set("count", samples);
  query.set("n_candidates", question.candidates.length);
  question.candidates.forEach((code, k) => query.set("candidates", code, k));
  query.set("in_match", standing === undefined ? manifest.constants.ALONE : manifest.constants.CONTINUE);
  standing?.scores.forEach((score, seat) => query.set("scores", score, seat));
  query.set("rounds", standing?.rounds ?? 0);
  query.set("dealer", standing?.dealer ?? 0);
  query.set(
    "eliminated",
    (standing?.eliminated ?? []).reduce((bits, seat) => bits | (1 << seat), 0),
  );
  return query.bytes;
}

// ---------------------------------------------------------------- what calls are given

function planOf(manifest: Manifest, players: readonly string[], forget: number): Uint8Array {
  const { policies, weights, CHANCE } = manifest.constants;
  const plan = new StoredRecord(manifest, "Plan");
  for (let seat = 0; seat < SEATS; seat++) {
    const policy = policies.indexOf(players[seat % players.length] ?? "");
    if (policy < 0) throw new Error(`no player is called ${players[seat % players.length]}`);
    plan.set("policy", policy, seat);
    weights.forEach((weight, i) => plan.set("weights", weight, seat, i));
  }
  plan.set("forget", Math.round(forget * CHANCE));
  return plan.bytes;
}

function given(bytes: Uint8Array): GivenList {
  return { count: 1, size: bytes.length, bytes };
}

function zeros(manifest: Manifest, name: string, count = 1): GivenList {
  return { count, size: count * (manifest.records[name]?.size ?? 0) };
}

function table(rows: number, width: number): GivenList {
  return { count: rows, size: NUMBER * rows * width, width, back: true };
}

function rowsOf(bytes: Uint8Array, width: number): number[][] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: bytes.length / NUMBER / width }, (_, row) =>
    Array.from({ length: width }, (__, i) => Number(view.getBigInt64(NUMBER * (row * width + i), true))),
  );
}

function total(parts: Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}

function joined(parts: Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(total(parts));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
