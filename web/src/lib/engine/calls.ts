// What a worker is asked, and what it answers.

// A list for one parameter: `count` records or rows of `size` bytes in all, zeros where no bytes are given.
export interface GivenList {
  count: number;
  size: number;
  width?: number; // numbers in a row
  bytes?: Uint8Array;
  back?: boolean; // whether the answer has it as the call left it
}

export interface Call {
  entry: string;
  lists: GivenList[];
}

export type Answer = { lists: Uint8Array[] } | { error: string };
