// Cards that fly to where they belong.  Motion never blocks anything: the table shows the new state at once.

import { still } from "./settings.svelte";

const TIME = 280; // milliseconds of one flight
const APART = 60; // between two cards of one event
const MOST = 12; // flights at once; what is more is left out

let flying = 0;

export function place(name: string): DOMRect | null {
  return document.querySelector(`[data-place="${name}"]`)?.getBoundingClientRect() ?? null;
}

// Let a copy of a node fly from one place to another and vanish there.
export function fly(node: Element, from: DOMRect, to: DOMRect, order: number): void {
  if (still() || flying >= MOST || document.visibilityState !== "visible") {
    node.remove();
    return;
  }
  flying++;
  const flight = document.createElement("div");
  flight.className = "flight";
  flight.setAttribute("aria-hidden", "true");
  flight.append(node);
  document.body.append(flight);
  const size = flight.getBoundingClientRect();
  const at = (box: DOMRect, turn: number) =>
    `translate(${box.left + box.width / 2 - size.width / 2}px, ${box.top + box.height / 2 - size.height / 2}px) rotate(${turn}deg) scale(${Math.max(0.35, Math.min(1, box.height / size.height))})`;
  const animation = flight.animate([{ transform: at(from, -8) }, { transform: at(to, 3) }], {
    duration: TIME,
    delay: order * APART,
    easing: "cubic-bezier(.2,.8,.2,1)",
    fill: "both",
  });
  animation.onfinish = animation.oncancel = () => {
    flying--;
    flight.remove();
  };
}
