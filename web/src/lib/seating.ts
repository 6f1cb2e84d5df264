// Where the other players sit, as percentages of the table.  The own seat is at the bottom, and play goes clockwise.

export interface Spot {
  x: number;
  y: number;
}

const SAMPLES = 240;

export function around(seats: number, own: number, width: number, height: number): (Spot | null)[] {
  const others = seats - 1;
  const narrow = width < 640;
  const spots = narrow && others > 4 ? inRows(others) : onArc(others, narrow, width / Math.max(1, height));
  return Array.from({ length: seats }, (_, seat) => spots[((seat - own + seats) % seats) - 1] ?? null);
}

// From the lower left over the top to the lower right, at equal distances along the arc.
function onArc(others: number, narrow: boolean, aspect: number): Spot[] {
  const spread = others === 1 ? 0 : others === 2 ? 0.72 : others === 3 ? 1.04 : 1.18;
  const [wide, high, base] = narrow ? [37, 36, 46] : [43.5, 43, 56];
  const curve = Array.from({ length: SAMPLES + 1 }, (_, at) => {
    const angle = Math.PI * (0.5 + spread / 2 - (spread * at) / SAMPLES);
    return { x: 50 + wide * Math.cos(angle), y: base - high * Math.sin(angle) };
  });
  const lengths = [0];
  for (let at = 1; at <= SAMPLES; at++) {
    const [a, b] = [curve[at - 1] as Spot, curve[at] as Spot];
    lengths.push((lengths[at - 1] ?? 0) + Math.hypot((b.x - a.x) * aspect, b.y - a.y));
  }
  const whole = lengths[SAMPLES] ?? 0;
  return Array.from({ length: others }, (_, place) => {
    const wanted = others === 1 ? 0 : (whole * place) / (others - 1);
    const at = lengths.findIndex((length) => length >= wanted - 1e-9);
    return curve[at < 0 ? SAMPLES : at] as Spot;
  });
}

// On a phone, many players sit in two rows above the piles; the order runs around: up on the left, down on the right.
function inRows(others: number): Spot[] {
  const below = Math.floor(others / 2);
  const left = Math.ceil(below / 2);
  const above = others - below;
  return Array.from({ length: others }, (_, place) => {
    if (place < left) return { x: 12 + 22 * place, y: 38 };
    if (place < left + above) return { x: 10 + (80 * (place - left)) / Math.max(1, above - 1), y: 13 };
    return { x: 88 - 22 * (others - 1 - place), y: 38 };
  });
}
