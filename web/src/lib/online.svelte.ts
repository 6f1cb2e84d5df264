// Whether the server can be reached: what the browser says, and what the last request found.

class Online {
  browser = $state(navigator.onLine);
  reached = $state(true);

  get now(): boolean {
    return this.browser && this.reached;
  }
}

export const online = new Online();

export function noteReach(reached: boolean): void {
  online.reached = reached;
}

addEventListener("online", () => (online.browser = true));
addEventListener("offline", () => (online.browser = false));
