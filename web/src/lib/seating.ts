// Where everyone sits, as percentages of the table.  The own seat is at the bottom, and play goes clockwise.

export interface Spot {
  x: number;
  y: number;
}

export interface Seating {
  spots: (Spot | null)[]; // by seat; null for the own seat, which has its place below
  centre: Spot; // of the piles
  rim: { x: number; y: number; width: number; height: number; round: number }; // the edge of the table
  low: boolean; // whether there is so little height that seats are drawn small
  beside: boolean; // whether what belongs to the piles is written beside them, not below
  pile: number; // the width of a card of the piles at most, in pixels
}

export const NARROW = 640;
const SAMPLES = 240;
const SEAT = 84; // the height of a seat on a narrow screen, in pixels
const SMALL = 54; // the same where there is little height
const FOOT = 58; // what is kept free at the bottom for the own seat
const PILES = 158; // the height of the piles on a narrow screen, with what is written below them
const TALLY = 42; // the part of it that is not cards
const RATIO = 1.46; // the height of a card by its width

export function seating(seats: number, own: number, width: number, height: number): Seating {
  const others = seats - 1;
  const narrow = width < NARROW;
  const beside = others < 4 ? 0 : others < 6 ? 1 : 2;
  const low = narrow && height < SEAT + FOOT + Math.max(PILES, beside * SEAT);
  const seat = low ? SMALL : SEAT;
  const row = low && others < 5;
  const found = row ? onRow(others, height) : narrow && others > 3 ? onSides(others, beside, height, seat) : onArc(others, width, height, narrow);
  const pile = narrow ? Math.max(0, height - seat - FOOT - (row ? 12 : TALLY)) / RATIO : Infinity;
  return { ...found, spots: Array.from({ length: seats }, (_, seat) => found.spots[((seat - own + seats) % seats) - 1] ?? null), low, beside: row, pile };
}

type Placed = Pick<Seating, "spots" | "centre" | "rim">;

// Where a phone leaves little height, a few players sit in a row at the top.
function onRow(others: number, height: number): Placed {
  const percent = (pixels: number) => (100 * pixels) / Math.max(1, height);
  const spots = Array.from({ length: others }, (_, place) => ({ x: (100 * (place + 0.5)) / others, y: percent(SMALL / 2) }));
  return { spots, centre: { x: 50, y: percent((height + SMALL - FOOT) / 2) }, rim: rimBelow(SMALL, percent) };
}

// From the lower left over the top to the lower right, at equal distances along an ellipse.
function onArc(others: number, width: number, height: number, narrow: boolean): Placed {
  const spread = others === 1 ? 0 : others === 2 ? 0.72 : others === 3 ? 1.04 : 1.2;
  const wide = narrow ? 39.5 : 44;
  const foot = (100 * FOOT) / Math.max(1, height);
  const top = Math.min(22, (100 * (narrow ? 46 : 52)) / Math.max(1, height));
  const middle = (100 - foot / 2 + top) / 2;
  const high = Math.min(middle - top, narrow ? (62 * width) / Math.max(1, height) : 100);
  const aspect = width / Math.max(1, height);
  const curve = Array.from({ length: SAMPLES + 1 }, (_, at) => {
    const angle = Math.PI * (0.5 + spread / 2 - (spread * at) / SAMPLES);
    return { x: 50 + wide * Math.cos(angle), y: middle - high * Math.sin(angle) };
  });
  const lengths = [0];
  for (let at = 1; at <= SAMPLES; at++) {
    const [a, b] = [curve[at - 1] as Spot, curve[at] as Spot];
    lengths.push((lengths[at - 1] ?? 0) + Math.hypot((b.x - a.x) * aspect, b.y - a.y));
  }
  const whole = lengths[SAMPLES] ?? 0;
  const spots = Array.from({ length: others }, (_, place) => {
    const wanted = others === 1 ? whole / 2 : (whole * place) / (others - 1);
    const at = lengths.findIndex((length) => length >= wanted - 1e-9);
    return curve[at < 0 ? SAMPLES : at] as Spot;
  });
  const rim = { x: 50 - wide, y: middle - high, width: 2 * wide, height: 2 * high, round: 50 };
  return { spots, centre: { x: 50, y: others === 1 || narrow ? middle + 6 : middle + 3 }, rim };
}

// On a phone, many players sit along three sides: up on the left, across the top, down on the right.
function onSides(others: number, beside: number, height: number, seat: number): Placed {
  const above = others - 2 * beside;
  const percent = (pixels: number) => (100 * pixels) / Math.max(1, height);
  const room = Math.max(beside * seat, height - seat - FOOT);
  const row = (place: number) => percent(seat + (room * (place + 0.5)) / beside);
  const margin = above < 4 ? 24 : above < 5 ? 14 : 10;
  const spots: Spot[] = [];
  for (let place = 0; place < beside; place++) spots.push({ x: 10.5, y: row(beside - 1 - place) });
  for (let place = 0; place < above; place++) {
    spots.push({ x: above === 1 ? 50 : margin + ((100 - 2 * margin) * place) / (above - 1), y: percent(seat / 2) });
  }
  for (let place = 0; place < beside; place++) spots.push({ x: 89.5, y: row(place) });
  return { spots, centre: { x: 50, y: percent(seat + room / 2 + 4) }, rim: rimBelow(seat, percent) };
}

function rimBelow(seat: number, percent: (pixels: number) => number): Seating["rim"] {
  return { x: 10.5, y: percent(seat / 2), width: 79, height: 100 - percent(seat / 2 + FOOT / 2), round: 28 };
}
