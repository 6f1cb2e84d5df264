// The tables this device was at last, to come back to them.

export interface Recent {
  code: string;
}

const KEY = "lastcard-tables";
const MOST = 5;

export function recent(): Recent[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as Recent[];
  } catch {
    return [];
  }
}

export function remember(one: Recent): void {
  keep([one, ...recent().filter((other) => other.code !== one.code)].slice(0, MOST));
}

export function forget(code: string): void {
  keep(recent().filter((other) => other.code !== code));
}

function keep(all: Recent[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // a browser that keeps nothing still plays
  }
}
