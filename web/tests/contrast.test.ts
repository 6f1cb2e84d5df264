// Every room in both lights: what is written can be read (WCAG: 4.5 for text, 3 for large figures).

/// <reference types="vite/client" />
import { describe, expect, it } from "vitest";
import STYLES from "../src/styles.css?raw";

function tokens(selector: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, head, block] of STYLES.matchAll(/([^{}]*)\{([^{}]*)\}/g)) {
    const names = head?.replace(/\/\*.*?\*\//gs, "").split(",").map((one) => one.trim());
    if (names?.includes(selector)) for (const [, name, value] of block?.matchAll(/--([\w-]+): (#[0-9a-f]{3,8});/g) ?? []) found[name ?? ""] = value ?? "";
  }
  return found;
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string | undefined, other: string | undefined): number {
  const [high = 0, low = 0] = [one, other].map((colour) => luminance(colour ?? "#000000")).sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const rooms = ["felt", "kitchen", "neon"].flatMap((room) => ["dark", "light"].map((theme) => [room, theme] as const));

describe.each(rooms)("%s, %s", (room, theme) => {
  const all = { ...tokens(":root"), ...tokens(`[data-theme="${theme}"]`), ...tokens(`[data-room="${room}"][data-theme="${theme}"]`) };
  it.each(["ink", "ink-2", "accent"])("%s can be read in the room, on panels and on plates", (ink) => {
    for (const ground of ["base", "panel", "plate"]) expect(contrast(all[ink], all[ground]), ground).toBeGreaterThanOrEqual(4.5);
  });
});

it("what stands on the colours of cards and buttons can be read", () => {
  const all = tokens(":root");
  for (const colour of ["red", "blue", "green"]) {
    expect(contrast("#ffffff", all[colour]), colour).toBeGreaterThanOrEqual(4.5);
    expect(contrast("#ffffff", all[`${colour}-hi`]), colour).toBeGreaterThanOrEqual(3);
  }
  const pairs = [["on-yellow", "yellow"], ["on-yellow", "yellow-deep"], ["on-sun", "sun"], ["on-hot", "hot"]] as const;
  for (const [ink, ground] of pairs) expect(contrast(all[ink], all[ground]), ground).toBeGreaterThanOrEqual(4.5);
  expect(contrast("#ffffff", all["burst"])).toBeGreaterThanOrEqual(4.5);
});
