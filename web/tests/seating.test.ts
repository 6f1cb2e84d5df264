import { describe, expect, it } from "vitest";
import { RATIO, seating } from "../src/lib/seating";

const SEATS = [2, 3, 4, 5, 6, 7, 8, 9, 10];
const AREAS: [string, number, number][] = [
  // what the table gets of a screen, in pixels
  ["a wide screen", 1440, 500],
  ["a wide screen with a large hand", 1440, 420],
  ["a wall", 2560, 900],
  ["a laptop", 1024, 400],
  ["a tablet", 768, 640],
  ["a phone", 390, 480],
  ["a phone with a large hand", 390, 320],
  ["a phone on its side", 300, 280],
  ["a short phone", 360, 260],
  ["the smallest phone with thirty cards", 320, 205],
];

interface Box {
  x: number;
  y: number;
  across: number; // half of its width
  down: number;
}

const overlap = (a: Box, b: Box) =>
  Math.min(a.across + b.across - Math.abs(a.x - b.x), a.down + b.down - Math.abs(a.y - b.y));

describe.each(AREAS)("on %s", (_, width, height) => {
  it.each(SEATS)("%i players sit neither on each other nor on the piles, which are wholly seen", (seats) => {
    const { spots, seat, piles, foot } = seating(seats, 0, width, height);
    const others = spots.flatMap((spot) =>
      spot === null ? [] : [{ ...spot, across: seat.wide / 2, down: seat.high / 2 }],
    );
    expect(others).toHaveLength(seats - 1);
    const middle: Box = { x: piles.x, y: piles.y, across: 1.1 * piles.card, down: (RATIO * piles.card) / 2 };
    for (const [place, one] of others.entries()) {
      for (const other of others.slice(place + 1)) expect(overlap(one, other), `seat ${place + 1}`).toBeLessThan(1);
      expect(overlap(one, middle), `seat ${place + 1} and the piles`).toBeLessThan(1);
      expect(one.x - one.across).toBeGreaterThanOrEqual(0);
      expect(one.x + one.across).toBeLessThanOrEqual(width);
      expect(one.y + one.down).toBeLessThanOrEqual(height - foot + 2);
    }
    expect(piles.card).toBeGreaterThanOrEqual(56);
    expect(piles.y + middle.down).toBeLessThanOrEqual(height - foot + 1);
  });
});

it("the player after you sits to your left, as at a table where play goes clockwise", () => {
  const { spots } = seating(4, 2, 1440, 600);
  expect(spots[2]).toBeNull();
  expect(spots[3]?.x).toBeLessThan(720);
  expect(spots[1]?.x).toBeGreaterThan(720);
});
