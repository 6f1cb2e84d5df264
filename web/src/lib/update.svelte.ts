// The page is kept on the device, so that it opens without a connection.  A newer one waits until no tab uses the old
// one any more, or until the person wants it: an open table is never disturbed.

class Update {
  ready = $state(false);
}

export const update = new Update();
const LONGEST = 3000; // milliseconds until the page is loaded again in any case
let registration: ServiceWorkerRegistration | null = null;

export async function keepPage(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    registration = await navigator.serviceWorker.register("/sw.js");
  } catch {
    return; // without it, the page needs a connection
  }
  const look = () => (update.ready = registration?.waiting !== null && navigator.serviceWorker.controller !== null);
  look();
  registration.addEventListener("updatefound", () => registration?.installing?.addEventListener("statechange", look));
}

// Let the waiting page take over, here and now.
export function replacePage(): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  registration?.waiting?.postMessage("take over");
  setTimeout(() => location.reload(), LONGEST); // while the worker before is busy, a browser waits for it
}
