// The faces of players: creatures made of a few parts each, in eight colours and five moods.  Drawn in a square of 100.

export type Mood = "calm" | "happy" | "shock" | "sad" | "asleep";

export interface Avatar {
  creature: number;
  colour: number;
}

type Head = "round" | "wide" | "tall" | "kite" | "box" | "sheet" | "arms";
type Top =
  | "none"
  | "pointed"
  | "round"
  | "large"
  | "long"
  | "hanging"
  | "folded"
  | "mane"
  | "tuft"
  | "feathers"
  | "bulges"
  | "horns"
  | "feelers"
  | "aerial"
  | "spikes"
  | "horn"
  | "leaves"
  | "fin"
  | "crest";
type Front =
  | "none"
  | "snout"
  | "fox"
  | "whiskers"
  | "disc"
  | "beak"
  | "bib"
  | "patches"
  | "mask"
  | "brow"
  | "long"
  | "discs"
  | "stripes"
  | "bands"
  | "wool"
  | "screen"
  | "button"
  | "spots";
type Draw = (fur: string, dark: string, pale: string) => string;

// Fur, its darker and its paler tone.
export const COLOURS = [
  ["#ff8d7a", "#d65a4b", "#ffe3dc"],
  ["#ffb25e", "#d67f25", "#ffeccf"],
  ["#f6dca4", "#c79f54", "#fff6df"],
  ["#79d6ac", "#3c9d75", "#dcf7ea"],
  ["#7cc4f2", "#3a88bd", "#dcf0fd"],
  ["#ab9bf5", "#6d5bc4", "#e9e4ff"],
  ["#f09ad1", "#bd5a9c", "#ffe3f4"],
  ["#b98c6c", "#7d563a", "#f1e0d2"],
] as const;

const DARK = "#2a2233"; // eyes, noses
const both = (half: string) => `${half}<g transform="translate(100 0) scale(-1 1)">${half}</g>`;
const oval = (x: number, y: number, across: number, down: number, fill: string, more = "") =>
  `<ellipse cx="${x}" cy="${y}" rx="${across}" ry="${down}" fill="${fill}"${more}/>`;
const area = (d: string, fill: string, more = "") => `<path d="${d}" fill="${fill}"${more}/>`;
const line = (d: string, stroke: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round"/>`;

const HEADS: Record<Head, Draw> = {
  round: (fur) => oval(50, 58, 36, 33, fur),
  wide: (fur) => oval(50, 61, 40, 29, fur),
  tall: (fur) => area("M16 62Q16 24 50 24T84 62Q84 92 50 92T16 62Z", fur),
  kite: (fur) => area("M12 48Q30 26 50 28Q70 26 88 48Q80 78 50 94Q20 78 12 48Z", fur),
  box: (fur) => `<rect x="16" y="28" width="68" height="60" rx="17" fill="${fur}"/>`,
  sheet: (fur) => area("M18 60Q18 22 50 22T82 60V96L71 87 61 96 50 87 39 96 29 87 18 96Z", fur),
  arms: (fur) =>
    area(
      "M17 56Q17 22 50 22T83 56Q83 70 76 76Q82 84 90 82Q84 94 70 88Q64 98 56 90Q50 98 44 90Q36 98 30 88Q16 94 10 82Q18 84 24 76Q17 70 17 56Z",
      fur,
    ),
};

const TOPS: Record<Top, Draw> = {
  none: () => "",
  pointed: (fur, dark) => both(area("M20 46 17 12Q17 8 21 10L46 28Z", fur) + area("M24 34 23 19 35 28Z", dark)),
  round: (fur, dark) => both(oval(26, 27, 13, 13, fur) + oval(26, 27, 7, 7, dark)),
  large: (fur, _, pale) => both(oval(22, 28, 18, 18, fur) + oval(22, 28, 11, 11, pale)),
  long: (fur, _, pale) =>
    both(
      oval(36, 16, 9, 23, fur, ' transform="rotate(-10 36 26)"') +
        oval(36, 18, 4.5, 16, pale, ' transform="rotate(-10 36 26)"'),
    ),
  hanging: (_, dark) => both(area("M30 28Q8 24 9 52Q10 66 21 64Q28 56 27 40Z", dark)),
  folded: (_, dark) => both(area("M22 42Q12 24 20 18Q32 18 42 30Z", dark)),
  mane: (_, dark) =>
    Array.from({ length: 14 }, (_, at) =>
      oval(50 + 36 * Math.cos(at * 0.4488), 56 + 36 * Math.sin(at * 0.4488), 12, 12, dark),
    ).join(""),
  tuft: (_, dark) => area("M50 30Q38 16 46 8Q48 16 52 17Q50 10 58 8Q62 20 50 30Z", dark),
  feathers: (_, dark) => both(area("M18 44 16 16 44 28Z", dark)),
  bulges: (fur) => both(oval(32, 28, 15, 15, fur) + oval(32, 29, 10, 10, "#fff")),
  horns: (_, dark) => both(area("M30 30Q16 22 20 8Q30 14 40 26Z", dark)),
  feelers: (_, dark) => both(line("M40 28Q36 14 28 12", dark, 4) + oval(27, 12, 5, 5, dark)),
  aerial: (_, dark) =>
    line("M50 26V12", dark, 5) +
    oval(50, 10, 6, 6, "#ffcf3f") +
    both(`<rect x="9" y="46" width="10" height="20" rx="4" fill="${dark}"/>`),
  spikes: (_, dark) =>
    area(
      "M14 62 10 44 22 46 20 28 34 34 38 18 50 28 62 18 66 34 80 28 78 46 90 44 86 62Z",
      dark,
      ` stroke="${dark}" stroke-width="4" stroke-linejoin="round"`,
    ),
  horn: (fur) =>
    both(area("M24 40 22 18 40 30Z", fur)) +
    area("M44 30 50 2 56 30Z", "#ffcf3f") +
    line("M46 20l8-3M45 26l10-4", "#c98c00", 2),
  leaves: () => area("M50 28Q48 12 30 12Q34 26 50 28Q52 12 70 12Q66 26 50 28Z", "#4fb06b"),
  fin: (_, dark) => area("M40 32Q46 8 64 10Q58 20 62 32Z", dark),
  crest: (_, dark) =>
    area(
      "M22 40 26 22 36 32 42 12 52 30 62 14 66 32 76 24 78 42Z",
      dark,
      ` stroke="${dark}" stroke-width="4" stroke-linejoin="round"`,
    ),
};

const FRONTS: Record<Front, Draw> = {
  none: () => "",
  snout: (_, __, pale) => oval(50, 70, 20, 15, pale) + oval(50, 63, 6, 4.4, DARK),
  fox: (_, __, pale) =>
    area("M14 52Q34 52 50 72Q66 52 86 52Q78 78 50 94Q22 78 14 52Z", pale) + oval(50, 72, 6, 4.4, DARK),
  whiskers: (_, dark) => area("M46 64h8l-4 5z", DARK) + line("M12 62l14 3M11 71l15-1M88 62l-14 3M89 71l-15-1", dark, 2),
  disc: (_, dark) => oval(50, 67, 14, 10, dark) + both(oval(45, 67, 2.6, 4, DARK)),
  beak: () => area("M40 62Q50 56 60 62L50 75Z", "#ffb02e", ' stroke="#c77700" stroke-width="1.500"'),
  bib: () => both(oval(38, 60, 19, 25, "#fffaf0")) + area("M40 62Q50 56 60 62L50 73Z", "#ffb02e"),
  patches: (_, dark) => both(oval(33, 54, 12, 14, dark, ' transform="rotate(18 33 54)"')) + oval(50, 66, 5.5, 4, DARK),
  mask: (_, dark, pale) =>
    area("M12 56Q28 40 50 54Q72 40 88 56Q72 70 50 60Q28 70 12 56Z", dark) +
    oval(50, 74, 15, 11, pale) +
    oval(50, 68, 5, 3.8, DARK),
  brow: (_, __, pale) =>
    both(oval(37, 54, 15, 17, pale)) + oval(50, 73, 24, 16, pale) + both(oval(46, 68, 1.8, 2.6, DARK)),
  long: () => oval(50, 63, 8, 12, "#3a3346"),
  discs: (_, __, pale) => both(oval(34, 52, 17, 17, pale)) + area("M44 60h12l-6 10z", "#ffb02e"),
  stripes: (_, dark, pale) =>
    both(line("M17 50l12 3M15 62l12 0M44 28l2 10", dark, 5)) +
    oval(50, 70, 17, 13, pale) +
    area("M44 62h12l-6 6z", DARK),
  bands: () => line("M20 76Q50 82 80 76M30 86Q50 91 70 86", "#3a2a10", 6),
  wool: () =>
    oval(32, 34, 12, 12, "#fffaf0") +
    oval(50, 28, 14, 14, "#fffaf0") +
    oval(68, 34, 12, 12, "#fffaf0") +
    oval(50, 66, 5, 3.6, DARK),
  screen: () => '<rect x="24" y="40" width="52" height="26" rx="11" fill="#20263a"/>',
  button: () => oval(50, 66, 8, 8, "#ff8fa8"),
  spots: (_, dark) => both(oval(26, 46, 6, 6, dark) + oval(22, 70, 5, 5, dark)) + oval(50, 40, 6, 6, dark),
};

interface Kind {
  name: string;
  top: Top;
  head: Head;
  front: Front;
  mouth?: number; // how low the mouth is
  eyes?: [number, number]; // how far left and how low
}

export const CREATURES: readonly Kind[] = [
  { name: "cat", top: "pointed", head: "round", front: "whiskers" },
  { name: "bear", top: "round", head: "round", front: "snout" },
  { name: "rabbit", top: "long", head: "round", front: "whiskers" },
  { name: "fox", top: "pointed", head: "kite", front: "fox", mouth: 81, eyes: [36, 52] },
  { name: "mouse", top: "large", head: "round", front: "button", mouth: 79 },
  { name: "dog", top: "hanging", head: "tall", front: "snout" },
  { name: "lion", top: "mane", head: "round", front: "snout" },
  { name: "chick", top: "tuft", head: "round", front: "beak" },
  { name: "owl", top: "feathers", head: "tall", front: "discs", eyes: [35, 52] },
  { name: "frog", top: "bulges", head: "wide", front: "none", mouth: 68, eyes: [32, 29] },
  { name: "penguin", top: "none", head: "tall", front: "bib" },
  { name: "panda", top: "round", head: "round", front: "patches" },
  { name: "koala", top: "large", head: "wide", front: "long", mouth: 80 },
  { name: "pig", top: "folded", head: "round", front: "disc", mouth: 82 },
  { name: "tiger", top: "round", head: "round", front: "stripes" },
  { name: "bee", top: "feelers", head: "round", front: "bands", mouth: 66 },
  { name: "robot", top: "aerial", head: "box", front: "screen", mouth: 77, eyes: [38, 53] },
  { name: "ghost", top: "none", head: "sheet", front: "none", mouth: 70 },
  { name: "octopus", top: "none", head: "arms", front: "none", mouth: 68 },
  { name: "hedgehog", top: "spikes", head: "wide", front: "button", mouth: 79 },
  { name: "unicorn", top: "horn", head: "tall", front: "disc", mouth: 82 },
  { name: "sheep", top: "folded", head: "round", front: "wool" },
  { name: "sprout", top: "leaves", head: "tall", front: "none" },
  { name: "fish", top: "fin", head: "wide", front: "spots" },
  { name: "raccoon", top: "pointed", head: "wide", front: "mask", mouth: 79, eyes: [33, 56] },
  { name: "monkey", top: "large", head: "round", front: "brow", mouth: 77, eyes: [38, 54] },
  { name: "dragon", top: "crest", head: "tall", front: "disc", mouth: 82 },
  { name: "moose", top: "horns", head: "tall", front: "snout" },
];

const BEAKS = ["beak", "bib", "discs"];

function eyes([x, y]: [number, number], ink: string, mood: Mood): string {
  switch (mood) {
    case "happy":
      return both(line(`M${x - 7} ${y + 2}q7-9 14 0`, ink, 4.4));
    case "shock":
      return both(oval(x, y, 9, 9, "#fff", ` stroke="${ink}" stroke-width="2.400"`) + oval(x, y, 3.6, 3.6, DARK));
    case "sad":
      return (
        both(oval(x, y + 1, 4.4, 5, ink) + line(`M${x - 8} ${y - 7}l12-4`, ink, 3.4)) +
        area(`M${x - 3} ${y + 8}q-5 9 0 11q5-2 0-11`, "#5cc4ff")
      );
    case "asleep":
      return both(line(`M${x - 7} ${y}q7 7 14 0`, ink, 4));
    default:
      return (
        both(oval(x, y, 5, 6, ink)) +
        oval(x + 1.8, y - 2.2, 1.9, 1.9, "#fff") +
        oval(101.8 - x, y - 2.2, 1.9, 1.9, "#fff")
      );
  }
}

function mouth(y: number, beak: boolean, mood: Mood): string {
  if (beak) return mood === "shock" || mood === "happy" ? area("M43 71q7 12 14 0z", "#b5472e") : "";
  switch (mood) {
    case "happy":
      return (
        area(`M38 ${y - 3}h24q-2 13-12 13t-12-13z`, "#7d2336") + area(`M44 ${y + 5}q6-4 12 0q-2 5-6 5t-6-5z`, "#ff8fa8")
      );
    case "shock":
      return oval(50, y + 3, 6, 8, "#7d2336");
    case "sad":
      return line(`M42 ${y + 4}q8-8 16 0`, DARK, 3.2);
    case "asleep":
      return line(`M45 ${y}h10`, DARK, 3.2);
    default:
      return line(`M43 ${y}q7 6 14 0`, DARK, 3.2);
  }
}

// The parts of a face, as SVG.
export function drawn({ creature, colour }: Avatar, mood: Mood): string {
  const kind = CREATURES[creature % CREATURES.length] as Kind;
  const [fur, dark, pale] = COLOURS[colour % COLOURS.length] as (typeof COLOURS)[number];
  const behind = (COLOURS[(colour + 4) % COLOURS.length] as (typeof COLOURS)[number])[0];
  const high = ["long", "horn", "aerial"].includes(kind.top);
  const face = [
    TOPS[kind.top](fur, dark, pale),
    HEADS[kind.head](fur, dark, pale),
    area("M22 50Q28 30 48 28Q34 36 30 54Z", "#fff", ' opacity=".22"'),
    kind.top === "bulges" ? both(oval(32, 29, 10, 10, "#fff")) : "",
    FRONTS[kind.front](fur, dark, pale),
    both(oval(24, 68, 6.5, 4.4, "#ff6f7d", ' opacity=".38"')),
    eyes(kind.eyes ?? [36, 54], kind.front === "screen" ? "#7df3ff" : DARK, mood),
    mouth(kind.mouth ?? 76, BEAKS.includes(kind.front), mood),
  ];
  const fitted = `translate(50 54) scale(${high ? 0.8 : 0.9}) translate(-50 ${kind.top === "long" ? -50 : -54})`;
  return `<rect width="100" height="100" fill="${behind}"/>${oval(30, 22, 46, 46, "#fff", ' opacity=".28"')}${oval(50, 104, 34, 20, dark)}<g transform="${fitted}">${face.join("")}</g>`;
}

// The face that goes with a name, while none has been chosen.
function byName(name: string): Avatar {
  let sum = 7;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return { creature: sum % CREATURES.length, colour: Math.floor(sum / CREATURES.length) % COLOURS.length };
}

// The faces of everyone at a table: no two are the same creature.
export function avatarsOf(names: readonly string[]): Avatar[] {
  const taken = new Set<number>();
  return names.map((name) => {
    const found = byName(name);
    while (name !== "" && taken.has(found.creature)) found.creature = (found.creature + 1) % CREATURES.length;
    if (name !== "") taken.add(found.creature);
    return found;
  });
}
