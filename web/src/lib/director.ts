// What just happened, told by motion: cards fly from and to where they belong, hands swap and rotate.

import { mount, unmount } from "svelte";
import Card from "../parts/Card.svelte";
import { arrive, LAST, moves, place, send, turnOf, type Box } from "./motion";
import type { Drew, DrewPenalty, GameEvent, Laid, Returned } from "./protocol";

// Where everything was before the page followed the table.
export interface Before {
  cards: Map<string, Box[]>;
  places: Map<string, Box>;
}

export function measure(): Before {
  const cards = new Map<string, Box[]>();
  for (const node of held())
    cards.set(node.dataset["card"] ?? "", [...(cards.get(node.dataset["card"] ?? "") ?? []), boxOf(node)]);
  const places = new Map<string, Box>();
  for (const node of document.querySelectorAll<HTMLElement>("[data-place]"))
    places.set(node.dataset["place"] ?? "", boxOf(node));
  return { cards, places };
}

// A card that is being dragged starts from where it was dropped.
function boxOf(node: Element): Box {
  return node.getBoundingClientRect();
}

function held(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[data-place=hand] [data-card]")];
}

export function show(events: readonly GameEvent[], before: Before, own: number | null): void {
  if (!moves()) return;
  const scene = new Scene(events, before, own);
  scene.play();
}

class Scene {
  private readonly arrived = new Set<Element>();

  constructor(
    private readonly events: readonly GameEvent[],
    private readonly before: Before,
    private readonly own: number | null,
  ) {}

  play(): void {
    const drawn = this.events.filter((event) => event.event === "drew" || event.event === "drew-penalty");
    for (const [order, event] of drawn.entries()) this.draw(event, turnOf(order, drawn.length));
    const laid = this.events.filter((event) => event.event === "laid");
    for (const [order, event] of laid.entries()) this.lay(event, laid.length - order, turnOf(order, laid.length));
    for (const event of this.events) {
      if (event.event === "returned") this.giveBack(event);
      else if (event.event === "swapped") this.swap(event.seat, event.target);
      else if (event.event === "rotated") this.rotate(event.direction);
      else if (event.event === "turned") this.deal();
    }
  }

  // Where a seat was; the own hand is the own seat.
  private seat(seat: number): Box | null {
    return this.before.places.get(this.nameOf(seat)) ?? place(this.nameOf(seat));
  }

  private nameOf(seat: number): string {
    return seat === this.own ? "hand" : `seat-${seat}`;
  }

  private lay(event: Laid, fromEnd: number, delay: number): void {
    const cards = [...document.querySelectorAll("[data-place=discards] .laid")];
    const node = cards[cards.length - fromEnd];
    const mine = event.seat === this.own ? this.before.cards.get(event.card)?.shift() : undefined;
    const from = mine ?? this.seat(event.seat);
    if (node !== undefined && from !== null)
      arrive(node, from, delay, this.events.some(({ event: kind }) => kind === "won") ? LAST : undefined);
  }

  private draw(event: Drew | DrewPenalty, delay: number): void {
    const stock = place("stock");
    if (stock === null) return;
    if (event.seat === this.own) {
      const node = held()
        .reverse()
        .find((one) => one.dataset["card"] === event.card && !this.arrived.has(one));
      if (node === undefined) return;
      this.arrived.add(node);
      arrive(node, stock, delay);
    } else {
      const to = this.seat(event.seat);
      if (to !== null) copy(null, stock, to, delay);
    }
  }

  private giveBack(event: Returned): void {
    const from = place("discards");
    const to = this.seat(event.seat);
    if (from !== null && to !== null) copy(event.card, from, to, 0);
  }

  private swap(seat: number, target: number): void {
    this.pass(seat, target);
    this.pass(target, seat);
  }

  private rotate(direction: number): void {
    const seats = [...document.querySelectorAll("[data-seat]")].length;
    for (let seat = 0; seat < seats; seat++) this.pass(seat, (seat + direction + seats) % seats);
  }

  // A whole hand goes from one seat to another, as a fan of backs along the edge of the table.
  private pass(seat: number, target: number): void {
    const from = this.seat(seat);
    const to = this.seat(target);
    if (from === null || to === null) return;
    if (target === this.own)
      for (const [order, node] of held().entries()) arrive(node, from, turnOf(order, held().length));
    else
      for (let card = 0; card < 3; card++) copy(null, from, to, card * 40, this.before.places.get("discards") ?? null);
  }

  private deal(): void {
    const stock = place("stock");
    if (stock === null) return;
    const nodes = held();
    for (const [order, node] of nodes.entries()) arrive(node, stock, turnOf(order, nodes.length));
    for (const node of document.querySelectorAll<HTMLElement>("[data-place^=seat-]")) copy(null, stock, boxOf(node), 0);
  }
}

function copy(card: string | null, from: Box, to: Box, delay: number, by: Box | null = null): void {
  const holder = document.createElement("div");
  const shown = mount(Card, { target: holder, props: { text: card } });
  send(holder, from, to, delay, by);
  setTimeout(() => void unmount(shown), 1500);
}
