// Cards as the server writes them: a colour letter and a rank ("r5", "g+2", "bS"), or a wild ("w", "w+4", "w:g").

export interface Face {
  text: string;
  colour: string; // "" for a wild
  rank: string;
  named: string; // the colour a wild counts as, if one was named
}

export function parse(text: string): Face {
  const [card = "", named = ""] = text.split(":");
  const wild = card.startsWith("w");
  return { text: card, colour: wild ? "" : card.charAt(0), rank: card.slice(1), named };
}

export type Shape = "circle" | "triangle" | "square" | "star" | "hexagon" | "cross";

const SHAPES: Record<string, Shape> = { r: "circle", g: "triangle", b: "square", y: "star" };

// Every colour has a shape of its own, so that nobody has to tell colours apart.
export function shapeOf(colour: string): Shape {
  return SHAPES[colour] ?? (colour.charCodeAt(0) % 2 ? "hexagon" : "cross");
}

export const PATHS: Record<Shape, string> = {
  circle: "M50 5a45 45 0 1 1 0 90a45 45 0 1 1 0-90z",
  square: "M17 8h66a9 9 0 0 1 9 9v66a9 9 0 0 1-9 9h-66a9 9 0 0 1-9-9v-66a9 9 0 0 1 9-9z",
  triangle: "M50 8q4 0 6 4l38 68q4 9-5 10h-78q-9-1-5-10l38-68q2-4 6-4z",
  star: "M50 5l13.600 29.200 31.900 3.600-23.600 21.600 6.600 31.400-28.500-15.500-28.500 15.500 6.600-31.400-23.600-21.600 31.900-3.600z",
  hexagon: "M50 5l39 22.500v45l-39 22.500-39-22.500v-45z",
  cross: "M34 6h32v28h28v32h-28v28h-32v-28h-28v-32h28z",
};

// The top of the discards, with the colour that was named for it.
export function topCard(status: { top: string; face: string | null }): string {
  const named = status.face === null ? "" : parse(status.face).named;
  return named === "" ? status.top : `${status.top}:${named}`;
}

const ORDER = "rygb";

// The order of a hand: by colour, then by rank, wilds last.
export function sorted(hand: readonly string[]): string[] {
  const key = (text: string): [number, number, string] => {
    const face = parse(text);
    const colour = face.colour === "" ? 99 : ORDER.includes(face.colour) ? ORDER.indexOf(face.colour) : 50;
    const number = /^\d+$/.test(face.rank) ? Number(face.rank) : 100;
    return [colour, number, face.rank];
  };
  return [...hand].sort((a, b) => {
    const [x, y] = [key(a), key(b)];
    return x[0] - y[0] || x[1] - y[1] || x[2].localeCompare(y[2]);
  });
}

export function kindOf(rank: string): "number" | "skip" | "reverse" | "draw" | "wild" {
  if (rank === "S") return "skip";
  if (rank === "R") return "reverse";
  if (rank.startsWith("+")) return "draw";
  return rank === "" ? "wild" : "number";
}
