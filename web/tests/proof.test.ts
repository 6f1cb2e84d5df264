import { beforeEach, expect, it } from "vitest";
import { commitment, noteDeal, prove } from "../src/lib/proof";

const kept = new Map<string, string>();
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  },
});

const SECRET = Array.from({ length: 32 }, (_, place) => place.toString(16).padStart(2, "0")).join("");
const RECORD = 'table = "0123456789abcdef"\n';
const COMMITMENT = "d72d97986b30150952b20d897f920414e9db1b0b7f67b0c7d37de1d797eda157"; // as lastcard.archive.fair makes it
const DEAL = { number: 3, commitment: COMMITMENT, secret: SECRET, nonces: { "0": "ab".repeat(16) } };

beforeEach(() => kept.clear());

it("a commitment is what the server makes of the same secret", async () => {
  expect(await commitment(SECRET, "0123456789abcdef", 3)).toBe(COMMITMENT);
});

it("a deal that was promised and shuffled with the own nonce is proved", async () => {
  noteDeal(COMMITMENT, "ab".repeat(16));
  expect(await prove(RECORD, [DEAL])).toEqual({ deals: 1, kept: 1, nonces: 1, dropped: false, digests: 1 });
});

it("a secret that does not give the commitment is found", async () => {
  expect((await prove(RECORD, [{ ...DEAL, secret: "00".repeat(32) }])).digests).toBe(0);
});

it("a nonce that was left out is found", async () => {
  noteDeal(COMMITMENT, "cd".repeat(16));
  expect(await prove(RECORD, [DEAL])).toMatchObject({ kept: 1, nonces: 0, dropped: true });
});

it("a deal that began before the own nonce arrived is no foul", async () => {
  noteDeal(COMMITMENT, "");
  expect(await prove(RECORD, [DEAL])).toMatchObject({ kept: 1, nonces: 0, dropped: false });
});

it("a browser that was not there claims nothing", async () => {
  expect(await prove(RECORD, [DEAL])).toMatchObject({ kept: 0, nonces: 0, dropped: false });
});
