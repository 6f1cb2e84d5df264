// What this browser can say itself about the deals of a match: what it was shown before them, and what it added.
// docs/server.md, "Fair deals", says what this proves, and what it does not.

import type { MadeDeal } from "./protocol";

const KEY = "lastcard-deals";
const MOST = 300;

// The commitments that were shown, the newest first, each with the nonce that the server has taken for its deal, or "".
type Shown = [commitment: string, nonce: string][];

function shown(): Shown {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as Shown;
  } catch {
    return [];
  }
}

// Remember the commitment of a deal before it is made, and the nonce that goes into it once the server has taken it.
export function noteDeal(commitment: string, nonce: string): void {
  const others = shown().filter(([one]) => one !== commitment);
  try {
    localStorage.setItem(KEY, JSON.stringify([[commitment, nonce], ...others].slice(0, MOST)));
  } catch {
    // a browser that keeps nothing cannot compare later
  }
}

export interface Proof {
  deals: number;
  kept: number; // commitments that this browser was shown before the deal
  nonces: number; // deals that were shuffled with a nonce of this browser
  dropped: boolean; // a nonce that the server had taken is missing from its deal
  digests: number | null; // secrets that give their commitment; null where the browser cannot compute it
}

export async function prove(record: string, deals: readonly MadeDeal[]): Promise<Proof> {
  const known = new Map(shown());
  const own = deals.filter((deal) => known.has(deal.commitment));
  const added = own.filter((deal) => known.get(deal.commitment) !== "");
  const used = added.filter((deal) => Object.values(deal.nonces).includes(known.get(deal.commitment) ?? ""));
  return {
    deals: deals.length,
    kept: own.length,
    nonces: used.length,
    dropped: used.length < added.length,
    digests: await digests(record, deals),
  };
}

async function digests(record: string, deals: readonly MadeDeal[]): Promise<number | null> {
  const table = /^table = "([0-9a-f]+)"/m.exec(record)?.[1];
  if (table === undefined || globalThis.crypto?.subtle === undefined) return null;
  const found = await Promise.all(
    deals.map(
      async (deal) => deal.secret !== null && (await commitment(deal.secret, table, deal.number)) === deal.commitment,
    ),
  );
  return found.filter(Boolean).length;
}

// SHA-256("lastcard deal 1" 0 table 0 number 0 secret), in hexadecimal digits.
export async function commitment(secret: string, table: string, number: number): Promise<string> {
  const head = new TextEncoder().encode(`lastcard deal 1\0${table}\0${number}\0`);
  const bytes = Uint8Array.from(secret.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const digest = await crypto.subtle.digest("SHA-256", new Uint8Array([...head, ...bytes]));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
