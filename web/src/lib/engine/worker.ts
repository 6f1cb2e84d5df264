// Carries out one call after the other with the rules, in a thread of its own.

import type { Answer, Call, GivenList } from "./calls";

declare const self: DedicatedWorkerGlobalScope;

const PAGE = 65_536; // bytes, by which memory grows
const LINE = 128; // bytes that a list is aligned to
const ENTRY = 24; // bytes that say where a list lies, how long it is, and how wide its rows are

let rules: Promise<WebAssembly.Instance> | undefined;
let free = 0; // where memory begins that the rules do not use themselves

self.onmessage = ({ data }: MessageEvent<WebAssembly.Module | Call>) => {
  if (data instanceof WebAssembly.Module) rules = WebAssembly.instantiate(data);
  else void answered(data).then((answer) => self.postMessage(answer));
};

async function answered(call: Call): Promise<Answer> {
  try {
    const { exports } = await (rules ?? Promise.reject(new Error("there are no rules yet")));
    return { lists: carryOut(exports, call) };
  } catch (error) {
    return { error: String(error) };
  }
}

function carryOut(exports: WebAssembly.Exports, { entry, lists }: Call): Uint8Array[] {
  const memory = exports.memory as WebAssembly.Memory;
  free ||= memory.buffer.byteLength;
  const places: number[] = [];
  let end = aligned(free + ENTRY * lists.length);
  for (const list of lists) {
    places.push(end);
    end = aligned(end + list.size);
  }
  const missing = end - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
  const bytes = new Uint8Array(memory.buffer);
  const view = new DataView(memory.buffer);
  lists.forEach((list, i) => put(list, places[i] ?? 0, bytes, view, free + ENTRY * i));
  (exports[`lastcard_${entry}`] as (lists: number) => void)(free);
  const left = new Uint8Array(memory.buffer);
  return lists.flatMap((list, i) => (list.back ? [left.slice(places[i], (places[i] ?? 0) + list.size)] : []));
}

function put(list: GivenList, place: number, bytes: Uint8Array, view: DataView, entry: number): void {
  if (list.bytes === undefined) bytes.fill(0, place, place + list.size);
  else bytes.set(list.bytes, place);
  view.setBigInt64(entry, BigInt(place), true); // the upper half is padding
  view.setBigInt64(entry + 8, BigInt(list.count), true);
  view.setBigInt64(entry + 16, BigInt(list.width ?? 0), true);
}

function aligned(place: number): number {
  return Math.ceil(place / LINE) * LINE;
}
