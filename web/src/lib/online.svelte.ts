// Whether the server can be reached: what the browser says, and what the last request found.

class Online {
  browser = $state(navigator.onLine);
  reached = $state(true);

  get now(): boolean {
    return this.browser && this.reached;
  }
}

export const online = new Online();

const AGAIN = 3000; // milliseconds until the server is asked again whether it is there
let timer: ReturnType<typeof setTimeout> | undefined;

export function noteReach(reached: boolean): void {
  online.reached = reached;
  clearTimeout(timer);
  if (!reached) timer = setTimeout(() => void ask(), AGAIN);
}

async function ask(): Promise<void> {
  const found = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
  noteReach(found?.ok ?? false);
}

addEventListener("online", () => (online.browser = true));
addEventListener("offline", () => (online.browser = false));
