// The questions about a finished match (GET /api/matches/{match}/questions), which the engine answers in this browser.

import type { Question, Standing } from "./jobs";
import type { Manifest } from "./manifest";

const FORMAT = 1;
const LENGTH = 8; // bytes that say how long the header is

interface DecisionHeader {
  seat: number;
  actions: string[]; // in notation; "-" is to claim nothing
  candidates: number[];
  played: number;
  clues: number;
}

interface MomentHeader extends Standing {
  round: number; // from 1
  move: string | null; // in notation; null: the deal
  seat: number | null;
  winners: number[] | null; // once the round is over
  drawers: number[]; // seats that drew cards
  veiled: boolean;
  decision: DecisionHeader | null;
}

interface Header {
  format: number;
  rules: string;
  seats: number;
  names: string[];
  single_round: boolean;
  moments: MomentHeader[];
}

export interface Decision extends Omit<DecisionHeader, "clues" | "candidates"> {
  question: Question; // by what the seat could know
}

export interface Moment {
  round: number;
  move: string | null;
  seat: number | null;
  winners: number[] | null;
  drawers: number[];
  standing: Standing;
  open: Question; // all hands known, the order of the stock not
  veiled: Question | null; // the same, as if nobody had seen the cards just drawn
  decision: Decision | null;
}

export interface MatchQuestions {
  rules: Uint8Array;
  id: string;
  seats: number;
  names: string[];
  singleRound: boolean;
  moments: Moment[];
}

export function readQuestions(manifest: Manifest, data: ArrayBuffer): MatchQuestions {
  const bytes = new Uint8Array(data);
  const length = Number(new DataView(data).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(LENGTH, LENGTH + length))) as Header;
  if (header.format !== FORMAT) throw new Error(`questions of format ${header.format} cannot be read`);
  const records = new Records(manifest, bytes.subarray(LENGTH + length));
  const rules = records.next("Rules");
  const moments = header.moments.map((moment) => momentOf(moment, records, manifest.constants.PLAY_ON));
  records.checkEnd();
  const { seats, names } = header;
  return { rules, id: header.rules, seats, names, singleRound: header.single_round, moments };
}

function momentOf(header: MomentHeader, records: Records, playOn: number): Moment {
  const { round, move, seat, winners, drawers, scores, rounds, eliminated, dealer } = header;
  return {
    ...{ round, move, seat, winners, drawers },
    standing: { scores, rounds, eliminated, dealer },
    open: records.question([playOn], 0, 0),
    veiled: header.veiled ? records.question([playOn], 0, 0) : null,
    decision: header.decision === null ? null : decisionOf(header.decision, records),
  };
}

function decisionOf({ seat, actions, played, candidates, clues }: DecisionHeader, records: Records): Decision {
  return { seat, actions, played, question: records.question(candidates, seat, clues) };
}

// Reads one record after the other.
class Records {
  #at = 0;

  constructor(
    readonly manifest: Manifest,
    readonly bytes: Uint8Array,
  ) {}

  next(name: string): Uint8Array {
    const size = this.manifest.records[name]?.size ?? 0;
    const found = this.bytes.subarray(this.#at, this.#at + size);
    if (found.length !== size) throw new Error("the questions end too early");
    this.#at += size;
    return found;
  }

  question(candidates: number[], seat: number, clues: number): Question {
    const state = this.next("State");
    const unknown = this.next("Unknown");
    return { state, unknown, clues: Array.from({ length: clues }, () => this.next("Clue")), candidates, seat };
  }

  checkEnd(): void {
    if (this.#at !== this.bytes.length) throw new Error("the questions do not fit these rules");
  }
}
