import { describe, expect, it } from "vitest";
import { seating, type Spot } from "../src/lib/seating";

const SEATS = [2, 3, 4, 5, 6, 7, 8, 9, 10];
const SCREENS: [string, number, number, number, number][] = [
  // the table's width and height, then those of a seat, in pixels
  ["a wide screen", 1280, 480, 120, 80],
  ["a tablet", 768, 560, 120, 100],
  ["a phone", 390, 440, 78, 84],
  ["a phone with a large hand", 390, 320, 78, 84],
  ["a short phone", 375, 240, 73, 54],
];

describe.each(SCREENS)("on %s", (_, width, height, wide, high) => {
  it.each(SEATS)("%i players sit neither on each other nor on the piles", (seats) => {
    const { spots, centre } = seating(seats, 0, width, height);
    const others = spots.filter((spot): spot is Spot => spot !== null);
    expect(others).toHaveLength(seats - 1);
    const apart = (one: Spot, other: Spot, across: number, down: number) =>
      Math.max((Math.abs(one.x - other.x) * width) / 100 / across, (Math.abs(one.y - other.y) * height) / 100 / down);
    for (const [place, one] of others.entries()) {
      for (const other of others.slice(place + 1)) expect(apart(one, other, wide, high), `seat ${place + 1} of ${seats}`).toBeGreaterThan(0.99);
      expect(apart(one, centre, (wide + 150) / 2, (high + 120) / 2), `seat ${place + 1} of ${seats} and the piles`).toBeGreaterThan(0.99);
    }
  });
});

it("the player after you sits to your left, as at a table where play goes clockwise", () => {
  const { spots } = seating(4, 2, 1440, 600);
  expect(spots[2]).toBeNull();
  expect(spots[3]?.x).toBeLessThan(50);
  expect(spots[1]?.x).toBeGreaterThan(50);
});
