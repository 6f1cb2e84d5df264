// The server's rules as WebAssembly, in workers: one for each core.  This page has no rules of its own.

import type { Answer, Call, GivenList } from "./calls";
import type { Manifest } from "./manifest";

const ADDRESS = "/engine/";
const MOST_WORKERS = 8;
export const BUDGET = 2_000; // milliseconds that a call may take unless it is given more

// Why a call has no answer: this browser has no WebAssembly, or may not run it; the server has no rules for it; it was
// cancelled; it took too long; it failed.
export type EngineTrouble = "unsupported" | "missing" | "cancelled" | "too-long" | "failed";

export class EngineError extends Error {
  constructor(
    readonly trouble: EngineTrouble,
    text = "",
  ) {
    super(text || trouble);
  }
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  budget?: number; // milliseconds, from when a worker begins
}

interface Waiting {
  call: Call;
  options: CallOptions;
  done: (lists: Uint8Array[]) => void;
  failed: (error: EngineError) => void;
}

export class Engine {
  readonly #module: WebAssembly.Module;
  readonly #idle: Worker[] = [];
  readonly #busy = new Map<Worker, (error: EngineError) => void>();
  #waiting: Waiting[] = [];
  #closed = false;

  private constructor(
    readonly manifest: Manifest,
    module: WebAssembly.Module,
    readonly workers: number,
  ) {
    this.#module = module;
  }

  // Fetch the rules; EngineError says why there are none.
  static async open(workers = cores()): Promise<Engine> {
    if (typeof WebAssembly !== "object" || typeof Worker !== "function") throw new EngineError("unsupported");
    const manifest = (await (await fetched("rules.json")).json()) as Manifest;
    const bytes = await (await fetched(manifest.file)).arrayBuffer();
    if (!(await isWhole(bytes, manifest.sha256))) throw new EngineError("missing", "the rules arrived damaged");
    try {
      return new Engine(manifest, await WebAssembly.compile(bytes), workers);
    } catch (error) {
      throw new EngineError("unsupported", String(error));
    }
  }

  // Carry out a call as soon as a worker is free; return the lists that are wanted back.
  call(entry: string, lists: GivenList[], options: CallOptions = {}): Promise<Uint8Array[]> {
    return new Promise((done, failed) => {
      if (this.#closed || options.signal?.aborted) {
        failed(new EngineError("cancelled"));
        return;
      }
      const waiting = { call: { entry, lists }, options, done, failed };
      this.#waiting.push(waiting);
      options.signal?.addEventListener("abort", () => this.#dropWaiting(waiting), { once: true });
      this.#next();
    });
  }

  // End all workers; what was not answered is cancelled.
  close(): void {
    this.#closed = true;
    for (const waiting of this.#waiting.splice(0)) waiting.failed(new EngineError("cancelled"));
    for (const end of [...this.#busy.values()]) end(new EngineError("cancelled"));
    for (const worker of this.#idle.splice(0)) worker.terminate();
  }

  #dropWaiting(waiting: Waiting): void {
    if (!this.#waiting.includes(waiting)) return;
    this.#waiting = this.#waiting.filter((other) => other !== waiting);
    waiting.failed(new EngineError("cancelled"));
  }

  #next(): void {
    while (this.#waiting.length > 0 && this.#busy.size < this.workers) {
      const waiting = this.#waiting.shift();
      if (waiting !== undefined) this.#begin(this.#idle.pop() ?? this.#hired(), waiting);
    }
  }

  #hired(): Worker {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.postMessage(this.#module);
    return worker;
  }

  #begin(worker: Worker, { call, options, done, failed }: Waiting): void {
    const stop = () => end(new EngineError("cancelled"));
    const timer = setTimeout(() => end(new EngineError("too-long")), options.budget ?? BUDGET);
    const settle = () => {
      clearTimeout(timer);
      options.signal?.removeEventListener("abort", stop);
      worker.onmessage = worker.onerror = null;
      this.#busy.delete(worker);
    };
    // A worker cannot be asked to stop, so it goes, and another comes when it is needed.
    const end = (error: EngineError) => {
      settle();
      worker.terminate();
      failed(error);
      this.#next();
    };
    options.signal?.addEventListener("abort", stop, { once: true });
    this.#busy.set(worker, end);
    worker.onerror = (event) => end(new EngineError("failed", event.message));
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      if ("error" in data) {
        end(new EngineError("failed", data.error));
        return;
      }
      settle();
      this.#idle.push(worker);
      done(data.lists);
      this.#next();
    };
    worker.postMessage(call);
  }
}

function cores(): number {
  return Math.min(Math.max(navigator.hardwareConcurrency || 1, 1), MOST_WORKERS);
}

async function fetched(file: string): Promise<Response> {
  const response = await fetch(ADDRESS + file).catch(() => null);
  if (!response?.ok) throw new EngineError("missing");
  return response;
}

// Only pages with a secure origin can make digests; for others, the name of the file has to do.
async function isWhole(bytes: ArrayBuffer, sha256: string): Promise<boolean> {
  if (!globalThis.isSecureContext) return true;
  const found = await crypto.subtle.digest("SHA-256", bytes);
  return sha256 === Array.from(new Uint8Array(found), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
