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

// Numbers that jobs are written with and results are read with, by the names that the server's code has for them.
export interface Constants extends Record<string, number | number[] | string[]> {
  policies: string[];
  weights: number[];
  facts: string[];
}
