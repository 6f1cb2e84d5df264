import { cardOrRank } from "../index.svelte";
import { joined, membersOf, type RuleTexts } from "./texts";

const KINDS: Record<string, string> = {
  number: "Zahlen",
  skip: "Aussetzen",
  reverse: "Richtungswechsel",
  draw: "farbige Ziehkarten",
  wild: "einfache Farbwahlkarten",
  "wild-draw": "Farbwahl-Ziehkarten",
  action: "andere Aktionskarten",
};

function cards(n: string): string {
  return n === "1" ? "1 Karte" : n === "0" ? "keine Karten" : `${n} Karten`;
}

function deflect(what: string): (value: string) => string {
  return (value) => {
    const kinds = membersOf(value).map((kind) => (kind === "skip" ? "Aussetzen" : "Richtungswechsel"));
    if (kinds.length === 0) return `Aussetzen und Richtungswechsel sind keine Antwort auf ${what}.`;
    return `Du kannst auf ${what} mit ${joined(kinds, "oder")} in der geltenden Farbe antworten; das gibt das Ziehen weiter.`;
  };
}

function jumpIn(value: string): string {
  const [first, ...extras] = membersOf(value);
  if (first === "off") return "Niemand darf außer der Reihe spielen.";
  const not = extras.filter((extra) => extra.startsWith("not-")).map((extra) => KINDS[extra.slice(4)] ?? extra);
  const yes = [
    extras.includes("no-win") ? "" : "auch als letzte Karte",
    extras.includes("on-start") ? "auch auf die erste Karte" : "",
  ].filter(Boolean);
  const no = [
    extras.includes("on-start") ? "" : "auf die erste Karte",
    extras.includes("no-win") ? "als letzte Karte" : "",
    extras.includes("others-only") ? "auf deine eigene Karte" : "",
  ].filter(Boolean);
  const except = not.length > 0 ? ` (außer ${joined(not, "und")})` : "";
  const like = extras.includes("same-number")
    ? "die der obersten gleicht oder die gleiche Zahl hat"
    : "die der obersten gleicht";
  const then = extras.includes("turn-stays") ? "; danach geht es dort weiter, wo es war" : "";
  return `Mit einer Karte, ${like}${except}, kannst du dazwischenspielen${[
    ...yes,
    no.length > 0 ? `aber nicht ${joined(no, "oder")}` : "",
  ]
    .filter(Boolean)
    .map((part) => `, ${part}`)
    .join("")}${then}.`;
}

function challenge(value: string): string {
  const [bluff = "", extra = "", fate = "", who = ""] = value.split(",");
  const by =
    who === "target"
      ? "Wer ziehen soll, kann eine Farbwahl-Ziehkarte anzweifeln"
      : "Alle können eine Farbwahl-Ziehkarte anzweifeln";
  const goes = fate === "stays" ? "die Karte bleibt liegen" : "die Karte geht zurück auf die Hand";
  const all = who === "any-instead" ? "; wer falsch lag, zieht dann alles anstelle des Getroffenen" : "";
  return `${by}: Wer geblufft hat, zieht ${cards(bluff)} je Farbwahl-Ziehkarte, und ${goes}; zu Unrecht kostet es ${cards(extra)} mehr${all}.`;
}

function numberEffects(value: string): string {
  const effects = membersOf(value).map((one) => {
    const [number = "", effect = ""] = one.split(":");
    if (effect === "may-swap")
      return `mit einer ${number} kannst du die Hand mit jemandem deiner Wahl tauschen oder deine behalten`;
    return effect === "rotate"
      ? `eine ${number} gibt alle Hände an den nächsten Platz weiter`
      : `mit einer ${number} tauschst du die Hand mit jemandem deiner Wahl`;
  });
  if (effects.length === 0) return "Zahlen haben keine Wirkung.";
  const text = joined(effects, "und");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function values(value: string): string {
  const others = membersOf(value)
    .map((one) => one.split(":"))
    .map(([card = "", points = ""]) => `${cardOrRank(card)} zählt ${points}`);
  const usual =
    "Karten auf der Hand zählen, was der Kartensatz vorgibt (üblich: Zahlen ihren Wert, farbige Aktionskarten 20, Farbwahlkarten 50)";
  return others.length === 0 ? `${usual}.` : `${usual}, aber ${joined(others, "und")}.`;
}

export const texts: RuleTexts = {
  groups: {
    "Setting up": "Vor dem Spiel",
    "A turn": "Ein Zug",
    Effects: "Wirkungen",
    "Wild Draws": "Farbwahl-Ziehkarten",
    "Stacking and jumping in": "Stapeln und Dazwischenspielen",
    "Calling UNO": "Die letzte Karte melden",
    "Penalties and fair play": "Strafen und Fairness",
    "Scores and winning": "Punkte und Sieg",
  },
  dimensions: {
    deck: {
      title: "Kartensatz",
      about: "Welche Karten im Spiel sind.",
      says: {
        mattel108: ["108 Karten", "Gespielt wird mit 108 Karten in Rot, Grün, Blau und Gelb."],
        juno116: ["116 Karten", "Gespielt wird mit 116 Karten in Rot, Grün, Blau und Gelb."],
        juno140: ["140 Karten", "Gespielt wird mit 140 Karten in Rot, Grün, Blau und Gelb."],
        one107: ["107 Karten", "Gespielt wird mit 107 Karten in Rot, Grün, Blau und Gelb."],
      },
    },
    seats: {
      labels: { "Fewest players": "Mindestens", "Most players": "Höchstens" },
      title: "Mitspieler",
      about: "Wie viele mitspielen können.",
      say: (value) => {
        const [few = "", most = ""] = value.split("-");
        return few === most ? `Genau ${few} können mitspielen.` : `${few} bis ${most} können mitspielen.`;
      },
    },
    hand: {
      title: "Karten am Anfang",
      about: "Wie viele Karten alle bekommen.",
      says: { N: ["Anzahl", "Alle bekommen {card}."] },
    },
    "dealer-pick": {
      title: "Erster Geber",
      about: "Wie der Geber der ersten Runde bestimmt wird.",
      says: {
        "highest-card": ["Höchste Karte", "Alle ziehen eine Karte; die höchste Zahl gibt zuerst."],
        random: ["Zufall", "Der erste Geber wird ausgelost."],
        youngest: ["Der Jüngste", "Der Jüngste gibt zuerst."],
        host: ["Der Gastgeber", "Der Gastgeber bestimmt, wer zuerst gibt."],
      },
    },
    "dealer-rotation": {
      title: "Nächster Geber",
      about: "Wer die folgenden Runden gibt.",
      says: {
        clockwise: ["Im Uhrzeigersinn", "Nach jeder Runde gibt der Nächste im Uhrzeigersinn."],
        redraw: ["Neu bestimmt", "Der Geber wird für jede Runde neu bestimmt."],
        winner: ["Der Sieger", "Wer eine Runde gewinnt, gibt die nächste."],
        fixed: ["Immer derselbe", "Derselbe gibt jede Runde."],
        loser: ["Der Verlierer", "Wer mit der schlechtesten Hand bleibt, gibt die nächste Runde."],
      },
    },
    "first-seat": {
      title: "Wer beginnt",
      about: "Wer zuerst dran ist, wenn die erste Karte nichts anderes sagt.",
      says: {
        "left-of-dealer": ["Links vom Geber", "Wer links vom Geber sitzt, beginnt."],
        youngest: ["Der Jüngste", "Der Jüngste beginnt."],
        random: ["Zufall", "Es wird ausgelost, wer beginnt."],
        winner: [
          "Der Sieger",
          "Wer eine Runde gewinnt, beginnt die nächste; die erste beginnt, wer links vom Geber sitzt.",
        ],
      },
    },
    "start-action": {
      title: "Aktionskarte als erste Karte",
      about: "Was eine farbige Aktionskarte bewirkt, wenn sie die Runde eröffnet.",
      says: {
        apply: ["Sie wirkt", "Eine Aktionskarte als erste Karte wirkt."],
        inert: ["Sie wirkt nicht", "Eine Aktionskarte als erste Karte wirkt nicht, aber ihr Zeichen kann passen."],
        "colour-only": [
          "Nur ihre Farbe zählt",
          "Eine Aktionskarte als erste Karte wirkt nicht, und nur ihre Farbe zählt.",
        ],
        redraw: [
          "Eine andere wird aufgedeckt",
          "Eine Aktionskarte eröffnet keine Runde: Es wird eine andere Karte aufgedeckt.",
        ],
        "colour-no-wild": [
          "Nur ihre Farbe, keine Farbwahl",
          "Eine Aktionskarte als erste Karte wirkt nicht, und auf sie passt nur ihre Farbe, keine Farbwahlkarte.",
        ],
      },
    },
    "start-reverse": {
      title: "Richtungswechsel als erste Karte",
      about: "Wer zuerst dran ist, wenn ein Richtungswechsel die Runde eröffnet und wirkt.",
      says: {
        "dealer-first": [
          "Der Geber",
          "Ist die erste Karte ein Richtungswechsel, beginnt der Geber, und es geht rechtsherum weiter.",
        ],
        "right-of-dealer": [
          "Rechts vom Geber",
          "Ist die erste Karte ein Richtungswechsel, beginnt, wer rechts vom Geber sitzt.",
        ],
        "left-of-dealer": [
          "Links vom Geber",
          "Auch nach einem Richtungswechsel als erster Karte beginnt, wer sonst begonnen hätte.",
        ],
      },
    },
    "start-wild": {
      title: "Farbwahl als erste Karte",
      about: "Was geschieht, wenn eine einfache Farbwahlkarte die Runde eröffnet.",
      says: {
        "first-player-chooses": [
          "Der Erste wählt",
          "Ist die erste Karte eine einfache Farbwahlkarte, wählt der Erste die Farbe.",
        ],
        redraw: [
          "Eine andere wird aufgedeckt",
          "Eine einfache Farbwahlkarte eröffnet keine Runde: Es wird eine andere Karte aufgedeckt.",
        ],
      },
    },
    "start-wild-draw": {
      title: "Farbwahl-Ziehkarte als erste Karte",
      about: "Was geschieht, wenn eine Farbwahl-Ziehkarte die Runde eröffnet.",
      says: {
        redraw: [
          "Eine andere wird aufgedeckt",
          "Eine Farbwahl-Ziehkarte eröffnet keine Runde: Es wird eine andere Karte aufgedeckt.",
        ],
        "first-player-chooses": [
          "Der Erste wählt",
          "Ist die erste Karte eine Farbwahl-Ziehkarte, wählt der Erste die Farbe.",
        ],
        apply: ["Sie wirkt", "Ist die erste Karte eine Farbwahl-Ziehkarte, wählt der Erste die Farbe und muss ziehen."],
      },
    },
    "start-exchange": {
      title: "Erste Karte, die Hände bewegt",
      about: "Was eine Karte, die Hände tauscht oder weitergibt, bewirkt, wenn sie die Runde eröffnet.",
      says: {
        ignored: [
          "Die Hände bleiben",
          "Tauscht die erste Karte Hände oder gibt sie weiter, bleiben die Hände, wo sie sind.",
        ],
        applies: [
          "Die Hände wandern",
          "Tauscht die erste Karte Hände oder gibt sie weiter, geschieht das, als hätte der Geber sie gespielt.",
        ],
      },
    },
    skin: {
      title: "Aussehen der Karten",
      about: "Die Farbe hinter den Karten. Am Spiel ändert sie nichts.",
      says: {
        white: ["Weiß", "Die Karten haben einen weißen Grund."],
        black: ["Schwarz", "Die Karten haben einen schwarzen Grund."],
      },
    },
    "match-axes": {
      title: "Was passt",
      about: "Was eine farbige Karte mit der obersten gemeinsam haben muss.",
      members: { colour: "Farbe", number: "Zahl", symbol: "Zeichen" },
      say: (value) =>
        `Eine farbige Karte passt, wenn sie der obersten in ${joined(
          membersOf(value).map((axis) => ({ colour: "Farbe", number: "Zahl", symbol: "Zeichen" })[axis] ?? axis),
          "oder",
        )} gleicht.`,
    },
    batch: {
      title: "Mehrere Karten auf einmal",
      about: "Ob du mehrere Karten in einem Zug spielen kannst, und was sie gemeinsam haben müssen.",
      says: {
        off: ["Eine Karte", "Du spielst eine Karte auf einmal."],
        "same-value:N": [
          "Gleicher Wert",
          "Du kannst bis zu {n} Karten vom gleichen Wert auf einmal spielen, gleich in welcher Farbe.",
        ],
        "identical:N": ["Gleiche Karten", "Du kannst bis zu {n} gleiche Karten auf einmal spielen."],
      },
    },
    "wild-on-wild": {
      title: "Farbwahl auf Farbwahl",
      about: "Ob auf eine einfache Farbwahlkarte wieder eine Farbwahlkarte folgen kann oder nur die gewählte Farbe.",
      says: {
        yes: ["Ja", "Auf eine einfache Farbwahlkarte kannst du eine Farbwahlkarte spielen."],
        no: [
          "Nein",
          "Wenn du dran bist, passt auf eine einfache Farbwahlkarte nur eine Karte der gewählten Farbe, keine Farbwahlkarte.",
        ],
      },
    },
    "draw-size": {
      title: "Ziehen, wenn du dran bist",
      about: "Wie viele Karten du ziehst, wenn du nicht spielen kannst oder willst.",
      says: {
        "until-playable": ["Bis eine passt", "Kannst oder willst du nicht spielen, zieh, bis eine Karte passt."],
        N: ["Anzahl", "Kannst oder willst du nicht spielen, zieh bis zu {card}."],
        "1": ["Anzahl", "Kannst oder willst du nicht spielen, zieh eine Karte."],
      },
    },
    "draw-stops": {
      title: "Aufhören, wenn eine passt",
      about: "Ob du mit dem Ziehen aufhörst, sobald eine Karte passt, oder die ganze Anzahl ziehst.",
      says: {
        yes: ["Ja", "Du ziehst nur, bis eine Karte passt."],
        no: ["Nein", "Du ziehst die ganze Anzahl, auch wenn eine davon passt; die letzte gilt als die gezogene Karte."],
      },
    },
    "draw-voluntary": {
      title: "Ziehen, obwohl etwas passt",
      about: "Ob du ziehen kannst, obwohl du eine passende Karte hast.",
      says: {
        yes: ["Ja", "Du kannst auch ziehen, wenn du eine passende Karte hast."],
        no: ["Nein", "Du kannst nur ziehen, wenn keine deiner Karten passt."],
      },
    },
    "drawn-card": {
      title: "Die gezogene Karte spielen",
      about: "Was du mit einer gezogenen Karte tun kannst, wenn sie passt.",
      says: {
        "may-play": ["Du kannst", "Passt die gezogene Karte, kannst du sie gleich spielen."],
        "must-play": ["Du musst", "Passt die gezogene Karte, musst du sie gleich spielen."],
        keep: ["Du kannst nicht", "Du behältst die gezogene Karte, und dein Zug ist vorbei."],
        "any-card": [
          "Du kannst, oder eine andere",
          "Nach dem Ziehen kannst du jede passende Karte deiner Hand spielen.",
        ],
      },
    },
    "pile-out": {
      title: "Leerer Stapel",
      about: "Was geschieht, wenn nichts mehr zu ziehen ist.",
      says: {
        reshuffle: ["Neu mischen", "Ist der Stapel leer, wird die Ablage zu einem neuen gemischt."],
        pass: ["Niemand zieht", "Ist der Stapel leer, zieht niemand mehr."],
        "end-round": ["Die Runde ist vorbei", "Muss jemand ziehen und der Stapel ist leer, ist die Runde vorbei."],
        "reshuffle-at-once": [
          "Sofort neu mischen",
          "Sobald die letzte Karte gezogen ist, wird die Ablage zu einem neuen Stapel gemischt.",
        ],
      },
    },
    "skip-effect": {
      title: "Aussetzen",
      about: "Was Aussetzen bewirkt.",
      says: {
        next: ["Der Nächste setzt aus", "Nach Aussetzen verliert der Nächste seinen Zug."],
        "play-again": ["Noch einmal", "Wer Aussetzen spielt, ist noch einmal dran."],
        all: ["Alle anderen setzen aus", "Nach Aussetzen verlieren alle anderen ihren Zug."],
      },
    },
    "skip-reach": {
      title: "Viele Aussetzen auf einmal",
      about: "Wer aussetzt, wenn mehr Züge ausfallen, als andere mitspielen.",
      says: {
        "round-the-table": ["Reihum", "Ausfallende Züge gehen reihum, auch an den, der gespielt hat."],
        "others-only": ["Nur die anderen, je einmal", "Aussetzen trifft nur die anderen, und jeden höchstens einmal."],
      },
    },
    "reverse-effect": {
      title: "Richtungswechsel",
      about: "Was ein Richtungswechsel zu dritt oder mit mehr bewirkt.",
      says: {
        flip: ["Die Richtung wechselt", "Ein Richtungswechsel dreht die Richtung um."],
        "play-again": ["Noch einmal", "Wer einen Richtungswechsel spielt, ist noch einmal dran."],
        "flip-and-skip": [
          "Die Richtung wechselt, und einer setzt aus",
          "Ein Richtungswechsel dreht die Richtung um, und wer dann der Nächste ist, verliert seinen Zug.",
        ],
      },
    },
    "reverse-heads-up": {
      title: "Richtungswechsel zu zweit",
      about: "Was ein Richtungswechsel bewirkt, wenn zwei übrig sind.",
      says: {
        skip: ["Wie Aussetzen", "Zu zweit wirkt ein Richtungswechsel wie Aussetzen."],
        flip: ["Der andere ist dran", "Zu zweit ist nach einem Richtungswechsel einfach der andere dran."],
      },
    },
    "draw-forfeits-turn": {
      title: "Zug verlieren beim Ziehen",
      about: "Ob auch den Zug verliert, wer wegen einer Ziehkarte zieht.",
      says: {
        yes: ["Ja", "Wer wegen einer Ziehkarte zieht, verliert den Zug."],
        no: ["Nein", "Wer wegen einer Ziehkarte zieht, ist trotzdem dran."],
      },
    },
    "number-effects": {
      labels: {
        Number: "Zahl",
        Effect: "Wirkung",
        "Swap hands": "Hände tauschen",
        "Pass every hand on": "Alle Hände weitergeben",
        "Swap hands, or not": "Hände tauschen oder nicht",
      },
      title: "Zahlen, die Hände bewegen",
      about: "Zahlen, nach denen Hände getauscht oder weitergegeben werden.",
      say: numberEffects,
    },
    "wd-condition": {
      title: "Wann eine Farbwahl-Ziehkarte erlaubt ist",
      about: "Die Bedingung dafür, eine Farbwahl-Ziehkarte zu spielen.",
      says: {
        none: ["Immer", "Eine Farbwahl-Ziehkarte kannst du immer spielen."],
        "no-colour": [
          "Ohne die geltende Farbe",
          "Eine Farbwahl-Ziehkarte kannst du nur spielen, wenn du keine Karte der geltenden Farbe hast.",
        ],
        "no-playable": [
          "Wenn sonst nichts passt",
          "Eine Farbwahl-Ziehkarte kannst du nur spielen, wenn keine deiner anderen Karten passt.",
        ],
      },
    },
    "wd-policing": {
      title: "Bluffen mit einer Farbwahl-Ziehkarte",
      about: "Was geschieht, wenn jemand gegen die Bedingung eine Farbwahl-Ziehkarte spielt.",
      says: {
        engine: ["Geht nicht", "Eine Farbwahl-Ziehkarte gegen die Bedingung geht nicht."],
        challenge: [
          "Kann angezweifelt werden",
          "Eine Farbwahl-Ziehkarte gegen die Bedingung ist ein Bluff; nur Anzweifeln kann ihn bestrafen.",
        ],
      },
    },
    challenge: {
      labels: {
        "Cards drawn for a bluff": "Karten für einen Bluff",
        "Extra cards for a wrong challenge": "Zusätzliche Karten für falsches Anzweifeln",
        "The Wild Draw of a bluff": "Die Farbwahl-Ziehkarte eines Bluffs",
        Stays: "Bleibt liegen",
        "Goes back to the hand": "Geht zurück auf die Hand",
        "Who may challenge": "Wer anzweifeln darf",
        "The player who has to draw": "Wer ziehen muss",
        Anyone: "Alle",
        "Anyone, who draws it all if wrong": "Alle; wer falsch liegt, zieht alles",
      },
      title: "Anzweifeln",
      about: "Wer eine Farbwahl-Ziehkarte anzweifeln kann, und was ein Irrtum kostet.",
      say: challenge,
    },
    "wd-scope": {
      title: "Farbwahl-Ziehkarten als Antwort oder dazwischen",
      about:
        "Ob die Bedingung und das Anzweifeln auch für eine Farbwahl-Ziehkarte gelten, die gestapelt oder dazwischengespielt wird.",
      says: {
        "on-turn": [
          "Sie brauchen keine Bedingung",
          "Eine Farbwahl-Ziehkarte, die du auf eine Ziehkarte stapelst oder dazwischenspielst, braucht keine Bedingung und kann nicht angezweifelt werden.",
        ],
        always: [
          "Wie im Zug",
          "Die Bedingung und die Folgen gelten auch für eine Farbwahl-Ziehkarte, die du auf eine Ziehkarte stapelst oder dazwischenspielst; wer ertappt wird, zieht auch, was er weitergab.",
        ],
      },
    },
    "answer-skip": {
      title: "Aussetzen weitergeben",
      about: "Ob weitergeben kann, wer aussetzen soll.",
      says: {
        none: ["Nein", "Auf Aussetzen kannst du nicht mit Aussetzen antworten."],
        "same-value": ["Mit jedem Aussetzen", "Sollst du aussetzen, kannst du es mit jedem Aussetzen weitergeben."],
        identical: ["Nur in derselben Farbe", "Sollst du aussetzen, kannst du es mit der gleichen Karte weitergeben."],
      },
    },
    "answer-draw2": {
      title: "Auf eine farbige Ziehkarte stapeln",
      about: "Womit weitergeben kann, wen eine farbige Ziehkarte trifft.",
      says: {
        none: ["Nein", "Auf eine farbige Ziehkarte kannst du nicht stapeln."],
        "same-value": [
          "Gleicher Wert",
          "Auf eine farbige Ziehkarte kannst du eine Ziehkarte vom gleichen Wert stapeln.",
        ],
        "same-or-higher": [
          "Gleich viel oder mehr",
          "Auf eine farbige Ziehkarte kannst du eine Karte stapeln, die mindestens so viel zieht.",
        ],
        "any-draw": ["Jede Ziehkarte", "Auf eine farbige Ziehkarte kannst du jede Ziehkarte stapeln."],
        identical: ["Nur die gleiche Karte", "Auf eine farbige Ziehkarte kannst du die gleiche Karte stapeln."],
      },
    },
    "answer-wd": {
      title: "Auf eine Farbwahl-Ziehkarte stapeln",
      about: "Womit weitergeben kann, wen eine Farbwahl-Ziehkarte trifft.",
      says: {
        none: ["Nein", "Auf eine Farbwahl-Ziehkarte kannst du nicht stapeln."],
        "same-value": ["Gleicher Wert", "Auf eine Farbwahl-Ziehkarte kannst du eine vom gleichen Wert stapeln."],
        "same-or-higher": [
          "Gleich viel oder mehr",
          "Auf eine Farbwahl-Ziehkarte kannst du eine Karte stapeln, die mindestens so viel zieht.",
        ],
        "any-draw": ["Jede Ziehkarte", "Auf eine Farbwahl-Ziehkarte kannst du jede Ziehkarte stapeln."],
        "draw2-called-colour": [
          "Eine Ziehkarte der gewählten Farbe",
          "Auf eine Farbwahl-Ziehkarte kannst du eine Ziehkarte der gewählten Farbe stapeln.",
        ],
      },
    },
    "deflect-draw2": {
      title: "Eine farbige Ziehkarte ablenken",
      about: "Ob Aussetzen oder Richtungswechsel der geltenden Farbe eine Antwort auf eine farbige Ziehkarte ist.",
      members: { skip: "Aussetzen", reverse: "Richtungswechsel" },
      say: deflect("eine farbige Ziehkarte"),
    },
    "deflect-wd": {
      title: "Eine Farbwahl-Ziehkarte ablenken",
      about: "Ob Aussetzen oder Richtungswechsel der gewählten Farbe eine Antwort auf eine Farbwahl-Ziehkarte ist.",
      members: { skip: "Aussetzen", reverse: "Richtungswechsel" },
      say: deflect("eine Farbwahl-Ziehkarte"),
    },
    "stack-passed-on": {
      title: "Auf ein abgelenktes Ziehen stapeln",
      about: "Ob eine Ziehkarte eine Antwort ist, wenn Aussetzen oder Richtungswechsel das Ziehen weitergegeben hat.",
      says: {
        none: [
          "Nein",
          "Hat Aussetzen oder Richtungswechsel das Ziehen weitergegeben, kannst du keine Ziehkarte stapeln.",
        ],
        "same-colour": [
          "Eine Ziehkarte der geltenden Farbe",
          "Wurde das Ziehen weitergegeben, kannst du eine Ziehkarte der geltenden Farbe stapeln.",
        ],
        "any-draw": ["Jede Ziehkarte", "Wurde das Ziehen weitergegeben, kannst du jede Ziehkarte stapeln."],
      },
    },
    "draw-total": {
      title: "Zählen gestapelte Ziehkarten zusammen?",
      about: "Wie viele Karten gezogen werden, wenn Ziehkarten aufeinander lagen.",
      says: {
        last: ["Nein, die letzte zählt", "Ziehkarten aufeinander zählen nicht zusammen: Nur die letzte zählt."],
        sum: ["Ja", "Ziehkarten aufeinander zählen zusammen."],
      },
    },
    "skip-total": {
      title: "Zählen gestapelte Aussetzen zusammen?",
      about: "Wie viele Züge ausfallen, wenn Aussetzen aufeinander lagen.",
      says: {
        last: ["Nein, das letzte zählt", "Aussetzen aufeinander zählen nicht zusammen: Nur das letzte zählt."],
        sum: ["Ja", "Aussetzen aufeinander zählen zusammen."],
        "sum-cap:N": ["Ja, bis zu einer Grenze", "Aussetzen aufeinander zählen zusammen, höchstens {turn}."],
        cancel: [
          "Nein, es endet einfach",
          "Ein Aussetzen auf ein noch offenes Aussetzen beendet beide: Niemand setzt aus.",
        ],
      },
    },
    "skip-answerer": {
      title: "Mehrere Aussetzen weitergeben",
      about: "Wer weitergeben kann, wenn mehrere Züge ausfallen.",
      says: {
        first: ["Nur der Erste", "Fallen mehrere Züge aus, kann nur der Erste, der aussetzen soll, weitergeben."],
        each: [
          "Jeder, der aussetzen soll",
          "Fallen mehrere Züge aus, kann jeder, der aussetzen soll, die übrigen weitergeben.",
        ],
      },
    },
    "answer-forced": {
      title: "Musst du stapeln?",
      about: "Ob stapeln oder weitergeben muss, wer es kann.",
      says: {
        yes: ["Ja", "Kannst du stapeln oder Aussetzen weitergeben, musst du es."],
        no: ["Nein", "Du musst nie stapeln oder Aussetzen weitergeben."],
      },
    },
    "jump-in": {
      labels: {
        "Also on the first card of the round": "Auch auf die erste Karte der Runde",
        "Not as your last card": "Nicht als letzte Karte",
        "Not on your own card": "Nicht auf die eigene Karte",
        "Also with the same number": "Auch mit der gleichen Zahl",
        "Play goes on where it was": "Es geht dort weiter, wo es war",
        "Not with numbers": "Nicht mit Zahlen",
        "Not with Skips": "Nicht mit Aussetzen",
        "Not with Reverses": "Nicht mit Richtungswechsel",
        "Not with coloured draw cards": "Nicht mit farbigen Ziehkarten",
        "Not with plain Wilds": "Nicht mit einfachen Farbwahlkarten",
        "Not with Wild Draws": "Nicht mit Farbwahl-Ziehkarten",
        "Not with other action cards": "Nicht mit anderen Aktionskarten",
      },
      title: "Dazwischenspielen",
      about: "Ob du eine Karte, die der obersten gleicht, außer der Reihe spielen kannst.",
      says: {
        off: ["Aus", "Niemand darf außer der Reihe spielen."],
        identical: [
          "Mit einer gleichen Karte",
          "Mit einer Karte, die der obersten gleicht, kannst du dazwischenspielen.",
        ],
      },
      say: jumpIn,
    },
    "uno-duty": {
      title: "Die letzte Karte melden",
      about: "Wann du melden musst.",
      says: {
        none: ["Nie", "Du musst nichts melden."],
        "on-play": ["Beim Spielen", "Bleibt dir nach dem Spielen eine Karte, musst du „Letzte Karte!“ melden."],
        "on-hold": [
          "Immer mit einer Karte",
          "Hast du nur noch eine Karte, wie auch immer, musst du „Letzte Karte!“ melden.",
        ],
      },
    },
    "uno-late-ok": {
      title: "Spät melden",
      about: "Ob du noch melden kannst, wenn deine Karte schon liegt.",
      says: {
        yes: ["Ja", "Hast du das Melden vergessen, kannst du es nachholen, solange du erwischt werden kannst."],
        no: ["Nein", "Du musst beim Spielen melden: Danach ist es zu spät."],
      },
    },
    "uno-window": {
      title: "Jemanden erwischen",
      about: "Wie lange erwischt werden kann, wer das Melden vergaß.",
      says: {
        "next-turn-begins": [
          "Bis der nächste Zug beginnt",
          "Wer das Melden vergaß, kann erwischt werden, bis der nächste Zug beginnt.",
        ],
        "next-card-played": [
          "Bis zur nächsten Karte",
          "Wer das Melden vergaß, kann erwischt werden, bis die nächste Karte gespielt wird.",
        ],
        "own-turn-begins": [
          "Bis zum eigenen nächsten Zug",
          "Wer das Melden vergaß, kann erwischt werden, bis er eine Karte spielt oder in seinem eigenen Zug zieht oder passt.",
        ],
      },
    },
    "uno-penalty": {
      title: "Strafe fürs Vergessen",
      about: "Wie viele Karten zieht, wer ohne Melden erwischt wird.",
      says: { N: ["Anzahl", "Wer ohne Melden erwischt wird, zieht {card}."] },
    },
    "uno-unnoticed": {
      title: "Vergessen, und niemand merkt es",
      about: "Was geschieht, wenn niemand den erwischt, der das Melden vergaß.",
      says: {
        safe: ["Nichts", "Erwischt dich niemand, kostet ein vergessenes Melden nichts."],
        fined: [
          "Die Strafe wird fällig",
          "Auch wenn dich niemand rechtzeitig erwischt, kostet ein vergessenes Melden die Strafe.",
        ],
      },
    },
    "fine-illegal": {
      title: "Eine Karte, die nicht passt",
      about: "Ob eine Karte, die nicht passt, nur abgelehnt wird oder eine Strafe kostet.",
      says: {
        reject: ["Abgelehnt", "Eine Karte, die nicht passt, wird abgelehnt."],
        N: ["Anzahl", "Wer eine Karte spielt, die nicht passt, nimmt sie zurück und zieht {card}."],
      },
    },
    "fined-turn": {
      title: "Der Zug nach einer Karte, die nicht passt",
      about: "Ob auch den Zug verliert, wer für eine unpassende Karte bestraft wird.",
      says: {
        lost: ["Verloren", "Wer für eine unpassende Karte bestraft wird, verliert den Zug."],
        kept: ["Behalten", "Wer für eine unpassende Karte bestraft wird, behält den Zug."],
      },
    },
    "fine-false-call": {
      title: "Falsches Melden und Beschuldigen",
      about: "Was es kostet, zur Unzeit zu melden oder jemanden zu Unrecht zu beschuldigen.",
      says: {
        "0": ["Anzahl", "Falsches Melden oder Beschuldigen wird abgelehnt."],
        N: ["Anzahl", "Falsches Melden oder Beschuldigen kostet {card}."],
      },
    },
    "fine-advice": {
      title: "Ratschläge",
      about: "Was es kostet, jemandem zu sagen, was er spielen soll. Das beurteilt ihr selbst.",
      says: {
        "0": ["Anzahl", "Ratschläge kosten nichts."],
        N: ["Anzahl", "Anderen einen Rat zu geben kostet {card}."],
      },
    },
    "ready-gate": {
      title: "Auf „Bereit“ warten",
      about: "Ob der Tisch nach einer Strafe wartet, bis „Bereit“ sagt, wer gezogen hat.",
      says: {
        off: ["Nein", "Nach einer Strafe geht es gleich weiter."],
        "wd-victim": [
          "Nach einer Farbwahl-Ziehkarte",
          "Nach einer Farbwahl-Ziehkarte wartet der Tisch, bis „Bereit“ sagt, wer gezogen hat.",
        ],
        "any-penalty": ["Nach jeder Strafe", "Nach jeder Strafe wartet der Tisch, bis „Bereit“ sagt, wer gezogen hat."],
      },
    },
    "count-info": {
      title: "Zahl der Karten",
      about: "Ob alle sehen, wie viele Karten die anderen haben.",
      says: {
        public: ["Sichtbar", "Alle sehen, wie viele Karten die anderen haben."],
        "public-warn": [
          "Sichtbar, und die letzte wird angesagt",
          "Alle sehen, wie viele Karten die anderen haben, und eine letzte Karte wird angesagt.",
        ],
        hidden: ["Verborgen", "Niemand sieht, wie viele Karten die anderen haben, und jeder kann beschuldigt werden."],
      },
    },
    "last-card": {
      title: "Ausmachen mit einer Ziehkarte",
      about: "Ob der Nächste noch zieht, wenn jemand mit einer Ziehkarte ausmacht.",
      says: {
        "draws-apply": [
          "Der Nächste zieht",
          "Macht jemand mit einer Ziehkarte aus, zieht der Nächste noch, bevor gezählt wird.",
        ],
        ignored: ["Niemand zieht", "Macht jemand mit einer Ziehkarte aus, zieht niemand dafür."],
      },
    },
    "last-exchange": {
      title: "Ausmachen mit Tauschen oder Weitergeben",
      about: "Ob die Hände noch wandern, wenn die letzte Karte sie tauscht oder weitergibt.",
      says: {
        ignored: [
          "Die Runde ist vorbei",
          "Macht jemand mit einer Karte aus, die Hände tauscht oder weitergibt, ist die Runde vorbei.",
        ],
        applies: [
          "Die Hände wandern noch",
          "Auch als letzte Karte tauscht sie die Hände oder gibt sie weiter; wer dann keine Karten hat, gewinnt.",
        ],
      },
    },
    "exit-ban": {
      title: "Womit du nicht ausmachen darfst",
      about: "Welche Karten nicht deine letzte sein dürfen.",
      members: {
        number: "Zahlen",
        skip: "Aussetzen",
        reverse: "Richtungswechsel",
        draw: "Farbige Ziehkarten",
        wild: "Einfache Farbwahlkarten",
        "wild-draw": "Farbwahl-Ziehkarten",
        action: "Andere Aktionskarten",
      },
      say: (value) =>
        value === "none"
          ? "Du darfst mit jeder Karte ausmachen."
          : `Du darfst nicht ausmachen mit: ${joined(
              membersOf(value).map((kind) => KINDS[kind] ?? kind),
              "und",
            )}.`,
    },
    "hand-limit": {
      title: "Zu viele Karten",
      about: "Ob ausscheidet, wer zu viele Karten hat.",
      says: {
        none: ["Keine Grenze", "Deine Hand kann beliebig wachsen."],
        "N:aside": [
          "Raus, die Hand kommt beiseite",
          "Wer {card} erreicht, ist raus aus der Runde; die Hand bleibt bis zum Mischen beiseite.",
        ],
        "N:discard": [
          "Raus, die Hand kommt auf die Ablage",
          "Wer {card} erreicht, ist raus aus der Runde; die Hand kommt unter die Ablage.",
        ],
      },
    },
    "blocked-round": {
      title: "Wenn niemand weiterspielen kann",
      about: "Wer eine Runde gewinnt, in der niemand weiterspielen kann.",
      says: {
        "lowest-wins": [
          "Die niedrigste Hand gewinnt",
          "Kann niemand weiterspielen, gewinnt die niedrigste Hand die Runde.",
        ],
        "nobody-wins": ["Niemand gewinnt", "Kann niemand weiterspielen, gewinnt niemand die Runde."],
      },
    },
    "round-score": {
      title: "Punkte einer Runde",
      about: "Wer am Ende einer Runde wie viel bekommt.",
      says: {
        none: ["Keine Punkte", "Runden werden nicht gezählt."],
        "winner-takes": [
          "Der Sieger bekommt die anderen Hände",
          "Wer eine Runde gewinnt, bekommt die Punkte der anderen Hände.",
        ],
        "own-hand": [
          "Jeder zählt die eigene Hand",
          "Alle zählen die eigene Hand; wer die Runde gewinnt, zählt nichts.",
        ],
        "flat:N": ["Der Sieger bekommt eine feste Zahl", "Wer eine Runde gewinnt, bekommt {point}."],
      },
    },
    values: {
      labels: { "Card or rank": "Karte oder Wert", Points: "Punkte" },
      title: "Kartenwerte",
      about: "Was Karten auf der Hand zählen, wo es vom Kartensatz abweicht.",
      say: values,
    },
    "match-end": {
      title: "Die Partie gewinnen",
      about: "Wann die Partie vorbei ist, und wer sie gewinnt.",
      says: {
        "single-round": ["Eine Runde", "Eine Runde entscheidet die Partie."],
        "reach-wins:N": ["Die meisten Punkte gewinnen", "Sobald jemand {point} erreicht, gewinnen die meisten Punkte."],
        "reach-loses:N": [
          "Wer die Grenze erreicht, verliert",
          "Wer {point} erreicht, verliert, und alle anderen gewinnen.",
        ],
        "reach-lowest-wins:N": [
          "Die wenigsten Punkte gewinnen",
          "Sobald jemand {point} erreicht, gewinnen die wenigsten Punkte.",
        ],
        "reach-out:N": ["Ausscheiden", "Wer {point} erreicht, ist raus, und der Letzte gewinnt."],
        "rounds:N": ["Eine Zahl von Runden", "Die Partie geht über {n} Runden, und die beste Summe gewinnt."],
        "survival:N": [
          "Überleben",
          "Alle beginnen mit {point} und verlieren Punkte für ihre Hand; bei null bist du raus, und der Letzte gewinnt.",
        ],
      },
    },
    teams: {
      title: "Partner",
      about: "Ob zusammenspielt, wer sich gegenübersitzt.",
      says: {
        none: ["Jeder für sich", "Jeder spielt für sich."],
        partners: ["Partner", "Wer sich gegenübersitzt, spielt zusammen: Macht einer aus, gewinnen beide."],
      },
    },
  },
  presets: {
    official: {
      title: "Offiziell",
      summary: "108 Karten, Bluffen mit der Farbwahl Zieh 4, und 500 Punkte gewinnen die Partie.",
      source: "Die offiziellen Regelblätter, für 2 bis 10.",
    },
    "juno-classic": {
      title: "Klassisch",
      summary: "Das offizielle Spiel ohne Bluffen: Farbwahl Zieh 4 geht nicht, wenn du die Farbe hast.",
      source: "Die Regeln „classic“ des Programms JUNO.",
    },
    "juno-seven0": {
      title: "Sieben und null",
      summary: "Klassisch, aber eine 7 tauscht zwei Hände und eine 0 gibt alle weiter; von beiden gibt es mehr.",
      source: "Die Regeln „seven0“ des Programms JUNO.",
    },
    "juno-serious": {
      title: "Ernst: stapeln und mehrere",
      summary: "140 Karten, jeder 11: bis zu drei von einem Wert auf einmal, Ziehkarten und Aussetzen stapeln.",
      source: "Die Regeln „serious“ des Programms JUNO.",
    },
    "rules-site": {
      title: "Mit Dazwischenspielen",
      summary:
        "Mit gleichen Karten dazwischenspielen, Ziehkarten weitergeben, ohne dass sie zusammenzählen; ein Bluff geht zurück.",
      source: "Eine Seite mit Regeln, wie viele in Europa spielen.",
    },
    one: {
      title: "One",
      summary: "Eine schnelle Runde: Niemand meldet, Farbwahl Zieh 4 geht immer, und du behältst, was du ziehst.",
      source: "Die Hilfe des Programms One.",
    },
    "rules-md": {
      title: "Zu zweit und mit Anzweifeln",
      summary:
        "Offiziell, aber wer das Melden vergaß, kann bis zur nächsten gespielten Karte erwischt werden, auch wenn er inzwischen gezogen hat.",
      source: "Die Datei RULES.md eines offenen Programms, die das Spiel zu zweit und das Anzweifeln genau beschreibt.",
    },
    console: {
      title: "Konsole",
      summary:
        "Eine Runde, am besten zu zweit: Nach Aussetzen und Richtungswechsel bist du noch einmal dran, und ein vergessenes Melden kostet sieben Karten.",
      source: "Ein Programm für die Konsole mit den gekürzten Regeln eines alten Faltblatts.",
    },
    "console-multi": {
      title: "Konsole ab drei",
      summary: "Konsole mit dem üblichen Aussetzen und Richtungswechsel, für drei oder mehr.",
      source: "Die Regeln des Konsolenprogramms, angepasst für mehr Mitspieler.",
    },
    "mattel-42001": {
      title: "Offiziell, Blatt 42001",
      summary:
        "Offiziell, aber keine Farbwahlkarte eröffnet eine Runde, und nach einem Richtungswechsel beginnt, wer rechts vom Geber sitzt.",
      source: "Das offizielle Blatt 42001.",
    },
    "mattel-2022": {
      title: "Offiziell seit 2022",
      summary: "Offiziell, aber jede Runde beginnt mit einer Zahl, und eine Runde entscheidet die Partie.",
      source: "Die offiziellen Blätter seit 2022.",
    },
    "mattel-leaflet": {
      title: "Offiziell, altes Faltblatt",
      summary: "Offiziell, aber anderen einen Rat zu geben kostet vier Karten.",
      source: "Das alte amerikanische Faltblatt.",
    },
  },
  inContext: {
    "If you can't play, draw a card.": "Kannst du nicht spielen, zieh eine Karte.",
    "If you can't play, draw N cards.": "Kannst du nicht spielen, zieh {card}.",
    "If you can't or won't play, draw N cards.": "Kannst oder willst du nicht spielen, zieh {card}.",
    "If you can't play, draw until a card fits, at most N cards.":
      "Kannst du nicht spielen, zieh, bis eine Karte passt, höchstens {card}.",
    "If you can't play, draw until a card fits.": "Kannst du nicht spielen, zieh, bis eine Karte passt.",
    "If the first card swaps or rotates hands, they move, as if the player to the right of whoever would have started had played it.":
      "Tauscht die erste Karte Hände oder gibt sie weiter, geschieht das, als hätte sie gespielt, wer rechts von dem sitzt, der begonnen hätte.",
    "If the first card is a Reverse, the player to the right of whoever would have started goes first; with two players, whoever would have started.":
      "Ist die erste Karte ein Richtungswechsel, beginnt, wer rechts von dem sitzt, der sonst begonnen hätte; zu zweit beginnt, wer sonst begonnen hätte.",
    "If the first card is a Reverse, the dealer goes first; with two players, the other player.":
      "Ist die erste Karte ein Richtungswechsel, beginnt der Geber; zu zweit beginnt der andere.",
    "If the first card is a Reverse, the player to the right of whoever would have started goes first.":
      "Ist die erste Karte ein Richtungswechsel, beginnt, wer rechts von dem sitzt, der sonst begonnen hätte.",
    "If the first card is a Reverse, the dealer goes first.":
      "Ist die erste Karte ein Richtungswechsel, beginnt der Geber.",
    "If the first card is a Reverse, whoever would have started still does; with two players, the other player.":
      "Auch nach einem Richtungswechsel als erster Karte beginnt, wer sonst begonnen hätte; zu zweit beginnt der andere.",
    "If the first card is a Reverse, the player to the right of whoever would have started goes first, then play moves right.":
      "Ist die erste Karte ein Richtungswechsel, beginnt, wer rechts von dem sitzt, der sonst begonnen hätte, und es geht rechtsherum weiter.",
    "If the first card is a Reverse, the second player to the right of whoever would have started goes first; with two players, the first to the right.":
      "Ist die erste Karte ein Richtungswechsel, beginnt der Zweite rechts von dem, der sonst begonnen hätte; zu zweit der Erste rechts von ihm.",
    "If the first card is a Reverse, the second player to the right of whoever would have started goes first.":
      "Ist die erste Karte ein Richtungswechsel, beginnt der Zweite rechts von dem, der sonst begonnen hätte.",
    "If the first card is a Reverse, the dealer's right neighbour goes first; with two players, the dealer.":
      "Ist die erste Karte ein Richtungswechsel, beginnt, wer rechts vom Geber sitzt; zu zweit beginnt der Geber.",
    "The condition also applies to a Wild Draw that you stack on a draw card or play out of turn.":
      "Die Bedingung gilt auch für eine Farbwahl-Ziehkarte, die du auf eine Ziehkarte stapelst oder dazwischenspielst.",
    "The condition, and what follows from breaking it, also apply to a Wild Draw that you stack on a draw card or play out of turn.":
      "Die Bedingung und die Folgen gelten auch für eine Farbwahl-Ziehkarte, die du auf eine Ziehkarte stapelst oder dazwischenspielst.",
    "If you are skipped, you can end the Skip by playing any Skip.":
      "Sollst du aussetzen, kannst du das mit jedem Aussetzen beenden.",
    "If you are skipped, you can end the Skip by playing an identical Skip.":
      "Sollst du aussetzen, kannst du das mit der gleichen Karte beenden.",
    "You must call UNO as you play the card: afterwards it is too late, unless an exchange of hands left you with one card.":
      "Du musst beim Spielen melden: Danach ist es zu spät, außer wenn dir ein Tausch der Hände eine Karte ließ.",
    "A player who forgot to call UNO can be caught until the next turn begins, while they hold one card.":
      "Wer das Melden vergaß, kann mit einer Karte auf der Hand erwischt werden, bis der nächste Zug beginnt.",
    "A player who forgot to call UNO can be caught until the next card is played, while they hold one card.":
      "Wer das Melden vergaß, kann mit einer Karte auf der Hand erwischt werden, bis die nächste Karte gespielt wird.",
    "A player who forgot to call UNO can be caught until they play a card, or draw or pass on their own turn, while they hold one card.":
      "Wer das Melden vergaß, kann erwischt werden, bis er eine Karte spielt oder in seinem eigenen Zug zieht oder passt, solange er eine Karte hat.",
    "A false call is refused; a wrong accusation costs nothing.":
      "Falsches Melden wird abgelehnt; falsches Beschuldigen kostet nichts.",
    "How many cards the others have is not shown.": "Niemand sieht, wie viele Karten die anderen haben.",
    "When nobody can continue, the side with the fewest cards wins the round.":
      "Kann niemand weiterspielen, gewinnt die Seite mit den wenigsten Karten die Runde.",
    "When nobody can continue, whoever holds the fewest cards wins the round.":
      "Kann niemand weiterspielen, gewinnt, wer die wenigsten Karten hat, die Runde.",
    "When nobody can continue, the side whose hands are lowest together wins the round.":
      "Kann niemand weiterspielen, gewinnt die Seite die Runde, deren Hände zusammen am wenigsten zählen.",
    "The side that wins a round scores the cards left in the hands of the others.":
      "Die Seite, die eine Runde gewinnt, bekommt die Punkte der Hände der anderen.",
    "Each side scores both its hands together; the side that wins a round scores nothing.":
      "Jede Seite zählt ihre beiden Hände zusammen; die Seite, die die Runde gewinnt, zählt nichts.",
    "The side that wins a round scores N points.": "Die Seite, die eine Runde gewinnt, bekommt {point}.",
    "The match lasts N rounds, and whoever has won the most of them wins.":
      "Die Partie geht über {n} Runden, und wer die meisten gewonnen hat, gewinnt sie.",
    "Whoever reaches N points is out, and the last side left wins.":
      "Wer {point} erreicht, ist raus, und die letzte Seite gewinnt.",
    "Everyone starts with N points and loses points for both hands of their side; at zero you are out, and the last side left wins.":
      "Alle beginnen mit {point} und verlieren Punkte für beide Hände ihrer Seite; bei null bist du raus, und die letzte Seite gewinnt.",
  },
  whys: {
    "nobody has to call UNO": "niemand muss melden",
    "a card that doesn't fit is refused": "eine Karte, die nicht passt, wird abgelehnt",
    "no card moves hands": "keine Karte bewegt Hände",
    "hands are not scored": "Hände werden nicht gezählt",
    "one round decides the match": "eine Runde entscheidet die Partie",
    "the player before the winner deals": "es gibt, wer vor dem Sieger sitzt",
    "a Reverse as the first card has no effect": "ein Richtungswechsel als erste Karte wirkt nicht",
    "a Wild Draw can be played at any time": "eine Farbwahl-Ziehkarte geht immer",
    "there is nothing to challenge": "es gibt nichts anzuzweifeln",
    "nobody is skipped": "niemand setzt aus",
    "Wild Draws are only played on a turn": "Farbwahl-Ziehkarten werden nur gespielt, wenn man dran ist",
    "a challenge would meet whoever the turn stays with, not whoever jumped in":
      "ein Anzweifeln träfe die Person, bei der der Zug bleibt, nicht die, die dazwischengespielt hat",
    "after several cards at once nobody could tell which of the cards owed were passed on":
      "nach mehreren Karten auf einmal wüsste niemand, welche der Strafkarten weitergegeben wurden",
    "no more than one turn is lost at once": "nie fällt mehr als ein Zug auf einmal aus",
    "Skips are never played on each other": "Aussetzen liegen nie aufeinander",
    "draw cards are never played on each other": "Ziehkarten liegen nie aufeinander",
    "nothing can be stacked": "nichts kann gestapelt werden",
    "no draw is passed on by a Skip or a Reverse": "weder Aussetzen noch Richtungswechsel gibt ein Ziehen weiter",
    "only one card is drawn": "es wird nur eine Karte gezogen",
    "cards are drawn until one fits": "es wird gezogen, bis eine passt",
    "Skips cannot be passed on": "Aussetzen kann nicht weitergegeben werden",
    "nothing could follow the first plain Wild of a deck with only wilds":
      "in einem Kartensatz nur aus Farbwahlkarten könnte auf die erste einfache nichts folgen",
    "if numbers cannot jump in, none can jump in with the same number":
      "wenn Zahlen nicht dazwischengespielt werden, kann es auch keine mit der gleichen Zahl",
    "where play goes on where it was, the card belongs to that place, not to whoever jumped in":
      "geht es dort weiter, wo es war, gehört die Karte an diesen Platz und nicht dem, der dazwischenspielte",
    "without a score there are no points to reach": "ohne Zählen gibt es keine Punkte zu erreichen",
    "points count against you only if everyone scores their own hand (round-score=own-hand)":
      "Punkte zählen nur gegen dich, wenn alle die eigene Hand zählen",
    "if everyone scores their own hand, the player with the worst hands would win":
      "wenn alle die eigene Hand zählen, würden die schlechtesten Hände gewinnen",
    "everyone would be out as soon as the cards were dealt": "alle wären gleich nach dem Geben raus",
    "nobody could win if no card in the deck were allowed as the last one":
      "niemand könnte gewinnen, wenn keine Karte die letzte sein darf",
    "most cards could never be played if colours did not match, unless the deck has only wilds":
      "die meisten Karten könnte man nie spielen, wenn Farben nicht passen",
    "no card of a deck without plain numbers could start the round":
      "ohne einfache Zahlen könnte keine Karte die Runde eröffnen",
    "nobody would ever draw the highest card of a deck whose cards all count the same":
      "niemand zöge je die höchste Karte, wenn alle gleich viel zählen",
    "the number already has an effect in the deck, and one of the two would be lost":
      "die Zahl hat im Kartensatz schon eine Wirkung, und eine der beiden ginge verloren",
    "the deck has no such card or rank": "so eine Karte gibt es im Kartensatz nicht",
    "the rules are for a different number of players": "die Regeln sind für eine andere Zahl von Mitspielern",
    "partners need an even number of players, 4 or more":
      "Partner brauchen eine gerade Zahl von Mitspielern, mindestens 4",
    "the deck must have at least two more cards than are dealt":
      "der Kartensatz braucht mindestens zwei Karten mehr, als ausgeteilt werden",
  },
};
