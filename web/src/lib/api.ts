// What is asked of the server over HTTP.

import { noteReach } from "./online.svelte";
import type { Endpoints, HttpErrorAnswer, TableBody } from "./protocol";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    text: string,
    readonly why = "", // why rules do not work together, as the server says it to people
    readonly because = "", // its id
  ) {
    super(text);
  }
}

// The endpoints that answer with bytes, and those that answer with data.
type BytesEndpoint = {
  [E in keyof Endpoints]: Endpoints[E]["answer"] extends ArrayBuffer ? E : never;
}[keyof Endpoints];
type DataEndpoint = Exclude<keyof Endpoints, BytesEndpoint>;

// Ask one endpoint.  What is not a part of its path goes into the query.
async function request<E extends DataEndpoint>(
  endpoint: E,
  at: Record<string, string | number> = {},
  body?: Endpoints[E]["body"],
): Promise<Endpoints[E]["answer"]> {
  return (await (await answered(endpoint, at, body)).json().catch(() => null)) as Endpoints[E]["answer"];
}

async function bytes(endpoint: BytesEndpoint, at: Record<string, string>): Promise<ArrayBuffer> {
  return (await answered(endpoint, at)).arrayBuffer();
}

async function answered(
  endpoint: keyof Endpoints,
  at: Record<string, string | number>,
  body?: unknown,
): Promise<Response> {
  const [method = "", path = ""] = endpoint.split(" ");
  let response: Response;
  try {
    response = await fetch(addressOf(path, at), {
      method,
      credentials: "same-origin",
      ...(method === "GET"
        ? {}
        : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body ?? {}) }),
    });
  } catch {
    noteReach(false);
    throw new ApiError(0, "offline", "");
  }
  noteReach(true);
  if (!response.ok) {
    const data: unknown = await response.json().catch(() => null);
    const error = (data as Partial<HttpErrorAnswer> | null)?.error;
    throw new ApiError(
      response.status,
      error?.code ?? "",
      error?.text ?? response.statusText,
      error?.why,
      error?.because,
    );
  }
  return response;
}

function addressOf(path: string, at: Record<string, string | number>): string {
  const rest = Object.entries(at).filter(([name]) => !path.includes(`{${name}}`));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(at[name] ?? ""));
  const query = rest.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  return query === "" ? filled : `${filled}?${query}`;
}

export const me = () => request("GET /api/me");
export const setName = (name: string) => request("POST /api/me", {}, { name });
export const tables = () => request("GET /api/tables");
export const createTable = (settings: TableBody) => request("POST /api/tables", {}, settings);
export const quickMatch = () => request("POST /api/quick");
export const look = (ref: string) => request("GET /api/tables/{ref}", { ref });
export const ticket = (ref: string) => request("POST /api/tables/{ref}/ticket", { ref });
export const tableRules = (ref: string) => request("GET /api/tables/{ref}/rules", { ref });
export const rules = (id: string, seats: number) => request("GET /api/rules", { id, seats });
export const houseRules = () => request("GET /api/house-rules");
export const matches = () => request("GET /api/matches");
export const match = (id: string) => request("GET /api/matches/{match}", { match: id });
export const steps = (id: string, round: number, seat: string) =>
  request("GET /api/matches/{match}/steps", { match: id, round, seat });

// One round as the own seat was told it, also while the match runs.
export const pastSteps = (id: string, round: number) => request("GET /api/matches/{match}/steps", { match: id, round });
// For the engine, which has the rules in this browser: what `readQuestions` reads, and a record of a rule set.
export const questions = (id: string) => bytes("GET /api/matches/{match}/questions", { match: id });
export const rulesRecord = async (id: string) => new Uint8Array(await bytes("GET /api/rules/record", { id }));
export const verify = (id: string) => request("GET /api/matches/{match}/verify", { match: id });
