// What is asked of the server over HTTP.  tests/protocol.test.ts holds these types against docs/protocol.schema.json.

import { noteReach } from "./online.svelte";
import type { GameEvent, Pace, Phase, SeatInfo, Status } from "./protocol";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    text: string,
    readonly why = "", // why rules do not work together, as the server says it to people
  ) {
    super(text);
  }
}

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      credentials: "same-origin",
      ...(body === undefined ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
    });
  } catch {
    noteReach(false);
    throw new ApiError(0, "offline", "");
  }
  noteReach(true);
  const data: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const error = (data as { error?: { code: string; text: string; why?: string } } | null)?.error;
    throw new ApiError(response.status, error?.code ?? "", error?.text ?? response.statusText, error?.why);
  }
  return data as T;
}

export interface TableInfo {
  code: string;
  phase: Phase;
  rules: string;
  title: string; // of the preset from which the rules start
  digest: string;
  pace: Pace;
  public: boolean;
  locked: boolean;
  seats: ListedSeat[];
}

export interface ListedSeat {
  kind: SeatInfo["kind"];
  name: string;
  level: SeatInfo["level"];
}

export interface LinkedTable extends TableInfo {
  link: string;
}

export interface Admission extends LinkedTable {
  ticket: string;
  protocol: number;
}

export interface TableSettings {
  rules?: string;
  ruleset?: unknown;
  seats: number;
  pace: string;
  public: boolean;
}

export interface RuleWords {
  id: string;
  name: string;
  setting: string; // as ids write it: "batch=same-value:3"
  sentence: string;
  idle: string;
}

export interface RulesInfo {
  id: string;
  title: string;
  digest: string;
  words: RuleWords[];
  points: Record<string, number>;
  ruleset: Record<string, unknown>;
}

export interface MatchInfo {
  match: string;
  at: number;
  rules: string;
  title: string;
  names: string[];
}

export interface Me {
  name: string | null;
  program: boolean;
}

export const me = () => request<Me>("GET", "/api/me");
export const setName = (name: string) => request<{ name: string }>("POST", "/api/me", { name });
export const tables = () => request<{ tables: LinkedTable[] }>("GET", "/api/tables");
export const createTable = (settings: TableSettings) => request<LinkedTable>("POST", "/api/tables", settings);
export const quickMatch = () => request<LinkedTable>("POST", "/api/quick", {});
export const look = (ref: string) => request<TableInfo>("GET", `/api/tables/${encodeURIComponent(ref)}`);
export const ticket = (ref: string) => request<Admission>("POST", `/api/tables/${encodeURIComponent(ref)}/ticket`, {});
export const tableRules = (ref: string) => request<RulesInfo>("GET", `/api/tables/${encodeURIComponent(ref)}/rules`);
export const rules = (id: string, seats: number) =>
  request<RulesInfo>("GET", `/api/rules?id=${encodeURIComponent(id)}&seats=${seats}`);
export const houseRules = () => request<HouseRules>("GET", "/api/house-rules");
export const matches = () => request<{ matches: MatchInfo[] }>("GET", "/api/matches");
export const match = (id: string) => request<MatchRecord>("GET", `/api/matches/${encodeURIComponent(id)}`);
export const steps = (id: string, round: number, seat: string) =>
  request<MatchSteps>("GET", `/api/matches/${encodeURIComponent(id)}/steps?round=${round}&seat=${seat}`);

// One round as the own seat was told it, also while the match runs.
export const pastSteps = (id: string, round: number) =>
  request<MatchSteps>("GET", `/api/matches/${encodeURIComponent(id)}/steps?round=${round}`);
export const verify = (id: string) => request<Verdict>("GET", `/api/matches/${encodeURIComponent(id)}/verify`);

export interface MatchRecord {
  match: string;
  over: boolean;
  seat: number | null;
  record: string;
  played: PlayedSeat[];
  deals: MadeDeal[];
}

// Who played a seat from when to when; `bot` is empty where the person played.
export interface PlayedSeat {
  seat: number;
  name: string;
  bot: SeatInfo["level"];
  from: number;
  to: number | null;
}

export interface MadeDeal {
  number: number;
  commitment: string;
  secret: string | null; // until the match is over
  nonces: Record<string, string>;
}

export interface MatchSteps {
  match: string;
  over: boolean;
  round: number;
  rounds: number;
  steps: ReplayStep[];
}

export interface ReplayStep {
  at: number;
  move: ReplayMove | null;
  who: "person" | "bot" | "stand-in" | null;
  acts: string[];
  events: GameEvent[];
  status: Status;
  hand: string[];
  hands: string[][] | null;
  scores: number[];
}

export interface ReplayMove {
  seat: number;
  action: string;
}

export interface Verdict {
  match: string;
  rounds: number;
  moves: number;
  cards: number;
  wrong: string;
}

// ---------------------------------------------------------------- house rules, as the server describes them

export interface Bounds {
  min: number;
  max: number;
  usual?: number;
}

export interface Label {
  value: string;
  label: string;
}

export interface Choice extends Label {
  sentence?: string;
  number?: Bounds;
  special?: Record<string, string>;
  extras?: Label[]; // what may follow, after commas
}

// One part of a value, or one side of its pairs: a number, or a choice, or a card of the deck.
export interface Part {
  label: string;
  number?: Bounds;
  choices?: Label[];
  cards?: boolean;
}

export interface DeckCard {
  text: string;
  colour: string | null; // of a wild
  rank: string;
}

export interface Dimension {
  id: string;
  key: string;
  name: string;
  title: string;
  about: string;
  kind: "choice" | "flag" | "number" | "set" | "parts" | "table";
  default: string;
  choices?: Choice[];
  members?: Label[];
  parts?: Part[];
  keys?: Part;
  values?: Part;
  most?: number;
  separator?: string;
  empty?: string;
  number?: Bounds;
  sentence?: string;
  special?: Record<string, string>;
  examples: { value: string; sentence: string }[];
}

export interface Preset {
  id: string;
  title: string;
  summary: string;
  source: string;
  values: Record<string, string>;
}

export interface HouseRules {
  groups: { title: string; dimensions: Dimension[] }[];
  conflicts: { keys: string[]; test: string; when: Record<string, string[]>; why: string }[];
  idle: { key: string; when: Record<string, string[]>; why: string }[];
  in_context: { key: string; when: Record<string, string[]>; sentence: string }[];
  presets: Preset[];
  decks: { name: string; cards: DeckCard[] }[];
  options: { name: string; usage: string; summary: string; sets?: Record<string, string> }[];
}
