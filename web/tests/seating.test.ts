import { describe, expect, it } from "vitest";
import { around, type Spot } from "../src/lib/seating";

const SEATS = [2, 3, 4, 5, 6, 7, 8, 9, 10];
const SCREENS: [string, number, number, number, number][] = [
  // the table's width and height, then those of a seat, in pixels
  ["a wide screen", 1280, 480, 118, 80],
  ["a tablet", 768, 560, 118, 80],
  ["a phone", 390, 440, 78, 88],
];

describe.each(SCREENS)("on %s", (_, width, height, wide, high) => {
  it.each(SEATS)("%i players do not sit on each other", (seats) => {
    const spots = around(seats, 0, width, height).filter((spot): spot is Spot => spot !== null);
    expect(spots).toHaveLength(seats - 1);
    for (const [place, one] of spots.entries())
      for (const other of spots.slice(place + 1)) {
        const across = (Math.abs(one.x - other.x) * width) / 100 / wide;
        const down = (Math.abs(one.y - other.y) * height) / 100 / high;
        expect(Math.max(across, down), `seats ${place + 1} of ${seats}`).toBeGreaterThan(0.99);
      }
  });
});

it("the player after you sits to your left, as at a table where play goes clockwise", () => {
  const spots = around(4, 2, 1440, 600);
  expect(spots[2]).toBeNull();
  expect(spots[3]?.x).toBeLessThan(50);
  expect(spots[1]?.x).toBeGreaterThan(50);
});
