// What a person has chosen on this device.

import { LANGUAGES, type Language } from "./words/languages";

export const ROOMS = ["felt", "kitchen", "neon"] as const;

export interface Settings {
  theme: "auto" | "light" | "dark";
  room: (typeof ROOMS)[number]; // what the table is made of, and where it stands
  deck: "white" | "black";
  sound: boolean;
  vibrate: boolean;
  motion: boolean;
  keys: boolean; // whether single letters do something at the table
  language: Language;
}

const KEY = "lastcard";

function preferred(): Language {
  const wanted = navigator.language.slice(0, 2);
  return wanted in LANGUAGES ? wanted : "en";
}

function load(): Settings {
  const usual: Settings = {
    theme: "auto",
    room: "felt",
    deck: "white",
    sound: true,
    vibrate: true,
    motion: true,
    keys: true,
    language: preferred(),
  };
  try {
    const kept = { ...usual, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
    return { ...kept, language: kept.language in LANGUAGES ? kept.language : usual.language };
  } catch {
    return usual;
  }
}

export const settings: Settings = $state(load());

export function save(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // a browser that keeps nothing still plays
  }
}

export function apply(): void {
  const root = document.documentElement;
  const dark =
    settings.theme === "dark" || (settings.theme === "auto" && !matchMedia("(prefers-color-scheme: light)").matches);
  root.dataset["theme"] = dark ? "dark" : "light";
  root.dataset["room"] = ROOMS.includes(settings.room) ? settings.room : "felt";
  root.dataset["deck"] = settings.deck;
  root.dataset["motion"] = still() ? "off" : "on";
  root.dataset["keys"] = settings.keys ? "on" : "off";
  root.lang = settings.language;
}

export function still(): boolean {
  return !settings.motion || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
