// Where everything at the table is, in pixels of its area: the seats round the rim, the piles in the middle.  The own
// seat is at the bottom, between the claims, and play goes clockwise.

export interface Spot {
  x: number;
  y: number;
}

export interface Seating {
  spots: (Spot | null)[]; // the middle of each seat; null for the own seat, which has its place below
  seat: { wide: number; high: number; face: number; text: number };
  rim: { x: number; y: number; width: number; height: number; round: number; thick: number }; // the edge of the table
  piles: { x: number; y: number; card: number; across: number; down: number }; // the ring round them, by its half axes
  foot: number; // what is kept free at the bottom for the own seat and the claims
}

export const NARROW = 640;
export const RATIO = 1.48; // the height of a card by its width
const LEAST = 56; // the least width of a pile
const SAMPLES = 240;
const LINE = 1.5; // the height of a name plate by its text

export function seating(seats: number, own: number, width: number, height: number): Seating {
  const others = seats - 1;
  const room: Room = { others, width, height, narrow: width < NARROW, ...sizes(others, width, height) };
  const { seat, foot, narrow } = room;
  const spots = narrow ? (others > 3 ? onSides(room) : onTop(room)) : onArc(room);
  return {
    spots: Array.from({ length: seats }, (_, place) => spots[((place - own + seats) % seats) - 1] ?? null),
    seat,
    rim: rimOf(room),
    piles: pilesOf(room, spots),
    foot,
  };
}

interface Room extends Pick<Seating, "seat" | "foot"> {
  others: number;
  width: number;
  height: number;
  narrow: boolean;
  scale: number; // by how much all is larger than at a desk, or on a phone
}

function sizes(others: number, width: number, height: number): Pick<Room, "seat" | "foot" | "scale"> {
  const narrow = width < NARROW;
  const scale = narrow
    ? Math.max(0.6, Math.min(width / 390, height / 430, 1.15))
    : Math.max(0.62, Math.min(width / 960, height / 500));
  const many = others > 6;
  const face = narrow ? Math.max(many ? 32 : 34, (many ? 44 : 56) * scale) : (many ? 72 : 96) * scale;
  const text = narrow ? (many || scale < 0.8 ? 11.5 : 13.5) : Math.max(12, (many ? 15 : 17) * scale);
  const wide = narrow
    ? Math.min(width * (others > 3 ? 0.186 : 0.3), many ? 70 : others > 3 ? 78 : 96)
    : (many ? 128 : 150) * scale;
  return {
    seat: { wide, high: face * 1.03 + text * LINE, face, text },
    foot: narrow ? 48 : Math.max(52, 60 * scale),
    scale,
  };
}

// Where a phone leaves little height, up to three players sit in a row at the top; otherwise two of them sit lower.
function onTop({ others, width, height, seat, foot }: Room): Spot[] {
  const row = seat.high / 2 + 2;
  const free = height - foot - 2 * seat.high;
  const lower = others === 3 && free > 1.9 * LEAST * RATIO ? row + Math.min(0.8 * seat.high, 0.35 * free) : row;
  const margin = others === 1 ? width / 2 : Math.max(seat.wide / 2 + 4, others === 2 ? width * 0.24 : 0);
  return Array.from({ length: others }, (_, place) => ({
    x: others === 1 ? margin : margin + ((width - 2 * margin) * place) / (others - 1),
    y: others === 3 && place !== 1 ? lower : row,
  }));
}

// On a phone, many players sit along three sides: up on the left, across the top, down on the right.
function onSides({ others, width, height, seat, foot }: Room): Spot[] {
  const beside = others < 6 ? 1 : 2;
  const above = others - 2 * beside;
  const free = Math.max(beside * seat.high, height - seat.high - foot);
  const down = (place: number) =>
    seat.high + (beside === 1 ? Math.max(seat.high / 2, 0.3 * free) : (free * (place + 0.5)) / beside);
  const edge = seat.wide / 2 + 1;
  const margin = above < 4 ? 0.25 * width : above < 5 ? Math.max(edge, 0.14 * width) : edge;
  const side = (x: number, places: number[]) => places.map((place) => ({ x, y: down(place) }));
  const places = Array.from({ length: beside }, (_, place) => place);
  const top = Array.from({ length: above }, (_, place) => ({
    x: margin + ((width - 2 * margin) * place) / (above - 1),
    y: seat.high / 2 + 1,
  }));
  return [...side(edge, [...places].reverse()), ...top, ...side(width - edge, places)];
}

// From the lower left over the top to the lower right, at equal distances along the rim.
function onArc(room: Room): Spot[] {
  const { others, width, height, seat, foot } = room;
  const rim = rimOf(room);
  const [x, y] = [rim.x + rim.width / 2, rim.y + rim.height / 2];
  if (others === 1) return [{ x, y: rim.y + 2 }];
  const round = (value: number) => Math.sign(value) * Math.abs(value) ** 0.62;
  const at = (angle: number) => ({
    x: x + (rim.width / 2) * round(Math.cos(angle)),
    y: y - (rim.height / 2) * round(Math.sin(angle)),
  });
  const beyond = (others <= 3 ? 0 : others <= 5 ? 10 : others <= 7 ? 18 : 26) * (Math.PI / 180);
  const [from, to] = [Math.PI + beyond, -beyond];
  const curve = Array.from({ length: SAMPLES + 1 }, (_, place) => at(from + ((to - from) * place) / SAMPLES));
  const lengths = [0];
  for (let place = 1; place <= SAMPLES; place++) {
    const [a, b] = [curve[place - 1] as Spot, curve[place] as Spot];
    lengths.push((lengths[place - 1] ?? 0) + Math.hypot(b.x - a.x, b.y - a.y));
  }
  const whole = lengths[SAMPLES] ?? 0;
  const lowest = height - foot - seat.high / 2;
  return Array.from({ length: others }, (_, place) => {
    const share = others === 2 ? ([0.2, 0.8][place] ?? 0) : place / (others - 1);
    const found = curve[lengths.findIndex((length) => length >= whole * share - 1e-6)] ?? (curve[SAMPLES] as Spot);
    const edge = seat.wide / 2 + 2;
    return { x: Math.max(edge, Math.min(width - edge, found.x)), y: Math.min(found.y, lowest) };
  });
}

function rimOf({ width, height, narrow, seat, foot, scale }: Room): Seating["rim"] {
  const x = narrow ? seat.wide * 0.4 : Math.max(seat.wide * 0.62, width * 0.06);
  const y = seat.high / 2 + 2;
  const [across, down] = [width - 2 * x, Math.max(0, height - y - foot / 2)];
  return {
    x,
    y,
    width: across,
    height: down,
    round: (Math.min(across, down) / 2) * (narrow ? 0.8 : 0.98),
    thick: narrow ? 10 : 20 * scale,
  };
}

// As large as what the seats leave free.
function pilesOf(room: Room, spots: Spot[]): Seating["piles"] {
  const { others, width, height, narrow, seat, foot, scale } = room;
  const rim = rimOf(room);
  const top = (spot: Spot) =>
    narrow ? others === 3 || spot.y < seat.high : Math.abs(spot.x - width / 2) < width * 0.2;
  const above =
    Math.max(narrow ? 0 : rim.y + rim.thick, ...spots.filter(top).map((spot) => spot.y + seat.high / 2)) + 3;
  const below = height - foot - 2;
  const reach = narrow ? 1.6 : 1.85; // of the ring, by the width of a card
  const most = width / 2 - (narrow ? 10 : width * 0.12);
  const sized = (card: number) => ({
    x: width / 2,
    y: (above + below) / 2,
    card,
    across: Math.min(card * reach, most),
    down: Math.max(card * 0.8, Math.min(card * 1.2, (below - above) / 2)),
  });
  let piles = sized(Math.min((narrow ? 118 : 156) * scale, most / reach, (below - above) / 2.1));
  while (piles.card > LEAST && spots.some((spot) => touches(spot, seat, piles))) piles = sized(piles.card * 0.97);
  return piles.card < LEAST ? sized(LEAST) : piles;
}

// Whether a seat touches the ring or the cards in it.
function touches(spot: Spot, seat: Seating["seat"], { x, y, card, across, down }: Seating["piles"]): boolean {
  const aside = Math.max(0, Math.abs(spot.x - x) - seat.wide / 2 - 2);
  const off = Math.max(0, Math.abs(spot.y - y) - seat.high / 2 - 1);
  return (aside / across) ** 2 + (off / down) ** 2 < 1 || (aside < 1.12 * card && off < 0.76 * card);
}
