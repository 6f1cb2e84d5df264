// How things move.  Nothing waits for it: the table shows the new state at once, and what is new comes from where it was.

import { still } from "./settings.svelte";

export type Box = Pick<DOMRect, "left" | "top" | "width" | "height">;

const TIME = 260; // milliseconds of one flight
export const LAST = 480; // of the card that ends a round
const APART = 70; // between two cards
const SPREAD = 200; // all flights of one event have begun by then, so none ends half a second behind the table
const MOST = 24; // copies in the air at once; what is more is left out
const EASE = "cubic-bezier(.16,.84,.3,1)";

let flying = 0;

export function moves(): boolean {
  return !still() && document.visibilityState === "visible";
}

export function place(name: string): Box | null {
  return document.querySelector(`[data-place="${name}"]`)?.getBoundingClientRect() ?? null;
}

// When the one of so many things that happen together begins.
export function turnOf(order: number, all: number): number {
  return order * Math.min(APART, SPREAD / Math.max(1, all));
}

function centre(box: Box): [number, number] {
  return [box.left + box.width / 2, box.top + box.height / 2];
}

// Let an element come to where it is from another place.
export function arrive(node: Element, from: Box, delay: number, time = TIME): void {
  const at = node.getBoundingClientRect();
  const [x, y] = centre(from);
  const [toX, toY] = centre(at);
  const scale = Math.max(0.3, Math.min(1.2, from.height / Math.max(1, at.height)));
  const [baseX = 0, baseY = 0] = getComputedStyle(node)
    .translate.split(" ")
    .map((length) => parseFloat(length) || 0);
  node.animate([{ translate: `${baseX + x - toX}px ${baseY + y - toY}px`, rotate: "-6deg", scale: `${scale}` }, {}], {
    duration: time,
    delay,
    easing: EASE,
    fill: "backwards",
  });
}

// Let a copy go from one place to another and vanish there; by a third place it makes a bow.
export function send(node: Element, from: Box, to: Box, delay: number, by: Box | null = null): void {
  if (flying >= MOST) return;
  flying++;
  const flight = document.createElement("div");
  flight.className = "flight";
  flight.setAttribute("aria-hidden", "true");
  flight.append(node);
  document.body.append(flight);
  const size = flight.getBoundingClientRect();
  const at = (x: number, y: number, scale: number, turn: number) => ({
    transform: `translate(${x - size.width / 2}px, ${y - size.height / 2}px) rotate(${turn}deg) scale(${scale})`,
  });
  const scaled = (box: Box) => Math.max(0.35, Math.min(1, box.height / size.height));
  const [x, y] = centre(from);
  const [toX, toY] = centre(to);
  const frames = [at(x, y, scaled(from), -8), at(toX, toY, scaled(to), 3)];
  if (by !== null) {
    const [midX, midY] = centre(by);
    // Away from the middle of the table, so that hands pass each other along its edge.
    frames.splice(
      1,
      0,
      at((x + toX) / 2 + 0.35 * ((x + toX) / 2 - midX), (y + toY) / 2 + 0.35 * ((y + toY) / 2 - midY), 0.6, 0),
    );
  }
  const animation = flight.animate(frames, {
    duration: by === null ? TIME : 1.6 * TIME,
    delay,
    easing: EASE,
    fill: "both",
  });
  animation.onfinish = animation.oncancel = () => {
    flying--;
    flight.remove();
  };
}
