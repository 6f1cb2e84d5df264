// What the server tells of its rules for browsers (/engine/rules.json): where they are, and how records lie in memory.

export type Storage = "i1" | "i2" | "i4" | "i8";
export type FieldLayout = [storage: Storage, at: number, ...shape: number[]];

export interface RecordLayout {
  size: number;
  fields: Record<string, FieldLayout>;
}

export interface Manifest {
  source: string; // the digest of the text of the rules
  file: string;
  sha256: string;
  records: Record<string, RecordLayout>;
  constants: Constants;
}

// What jobs are written with and results are read with, by the names that the server's code has for them.
export interface Constants {
  policies: string[];
  weights: number[];
  facts: string[];
  CHANCE: number; // stands for a probability of 1
  ONE: number; // the value of a win
  PLAY_ON: number;
  ROUNDS: number;
  ALONE: number;
  CONTINUE: number;
  TABLES: number;
  VALUES: number;
  ROW_LENGTH: number;
  ROW_ENDED: number;
  ROW_WINNERS: number;
  UNFINISHED: number;
  MOVES: number;
  TURNS: number;
  POINTS: number;
  BINS: number;
}
