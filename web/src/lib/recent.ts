// The tables this device was at last, to come back to them, and those at which this window had a seat.

export interface Recent {
  link: string; // codes are for typing: others could guess at them until no code is taken from this address
}

const KEY = "lastcard-tables";
const MOST = 5;

export function recent(): Recent[] {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? "[]") as Partial<Recent>[]).filter(
      (one): one is Recent => one.link !== undefined,
    );
  } catch {
    return [];
  }
}

export function remember(one: Recent): void {
  keep([one, ...recent().filter((other) => other.link !== one.link)].slice(0, MOST));
}

export function forget(link: string): void {
  keep(recent().filter((other) => other.link !== link));
}

function keep(all: Recent[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // a browser that keeps nothing still plays
  }
}

const SAT = "lastcard-sat";

// Whether the person had a seat at a table, in this window: whoever stood up there is not seated again.
export function hasSat(ref: string): boolean {
  try {
    return (JSON.parse(sessionStorage.getItem(SAT) ?? "[]") as string[]).includes(ref);
  } catch {
    return false;
  }
}

export function noteSat(ref: string): void {
  if (hasSat(ref)) return;
  try {
    const before = JSON.parse(sessionStorage.getItem(SAT) ?? "[]") as string[];
    sessionStorage.setItem(SAT, JSON.stringify([ref, ...before].slice(0, MOST)));
  } catch {
    // a browser that keeps nothing still plays
  }
}
