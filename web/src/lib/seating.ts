// Where the other players sit, as percentages of the table.  The own seat is at the bottom, and play goes clockwise.

export interface Spot {
  x: number;
  y: number;
}

export function around(seats: number, own: number, narrow: boolean): (Spot | null)[] {
  const others = seats - 1;
  return Array.from({ length: seats }, (_, seat) => {
    const place = (seat - own + seats) % seats;
    if (place === 0) return null;
    return narrow && others > 4 ? inRows(place, others) : onArc(place, others, narrow);
  });
}

// From the lower left over the top to the lower right.
function onArc(place: number, others: number, narrow: boolean): Spot {
  const part = others === 1 ? 0.5 : (place - 1) / (others - 1);
  const spread = others < 3 ? 0.72 : 1.12;
  const angle = Math.PI * (0.5 + spread / 2 - spread * part);
  const [wide, high, base] = narrow ? [37, 34, 44] : [41, 41, 54];
  return { x: 50 + wide * Math.cos(angle), y: base - high * Math.sin(angle) };
}

// On a phone, many players sit in two rows above the piles; the order runs around: up on the left, down on the right.
function inRows(place: number, others: number): Spot {
  const below = Math.floor(others / 2);
  const left = Math.ceil(below / 2);
  const above = others - below;
  if (place <= left) return { x: 12 + 22 * (place - 1), y: 36 };
  if (place <= left + above) return { x: 10 + (80 * (place - left - 1)) / Math.max(1, above - 1), y: 12 };
  return { x: 88 - 22 * (others - place), y: 36 };
}
