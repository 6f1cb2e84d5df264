import { cardOrRank } from "../index.svelte";
import { joined, membersOf, type RuleTexts } from "./texts";

const KINDS: Record<string, string> = {
  number: "números",
  skip: "Saltos",
  reverse: "Cambios",
  draw: "cartas de robar con color",
  wild: "comodines simples",
  "wild-draw": "Comodines Roba",
  action: "otras cartas de acción",
};

function cards(n: string): string {
  return n === "1" ? "1 carta" : n === "0" ? "ninguna carta" : `${n} cartas`;
}

function deflect(what: string): (value: string) => string {
  return (value) => {
    const kinds = membersOf(value).map((kind) => (kind === "skip" ? "un Salto" : "un Cambio"));
    if (kinds.length === 0) return `Los Saltos y los Cambios no responden a ${what}.`;
    return `Puedes responder a ${what} con ${joined(kinds, "o")} del color actual, que pasa el robo al siguiente.`;
  };
}

function jumpIn(value: string): string {
  const [first, ...extras] = membersOf(value);
  if (first === "off") return "Nadie puede jugar fuera de turno.";
  const not = extras.filter((extra) => extra.startsWith("not-")).map((extra) => KINDS[extra.slice(4)] ?? extra);
  const yes = [
    extras.includes("no-win") ? "" : "incluso como última carta",
    extras.includes("on-start") ? "incluso sobre la primera carta" : "",
  ].filter(Boolean);
  const no = [
    extras.includes("on-start") ? "" : "sobre la primera carta",
    extras.includes("no-win") ? "como última carta" : "",
    extras.includes("others-only") ? "sobre tu propia carta" : "",
  ].filter(Boolean);
  const except = not.length > 0 ? ` (salvo ${joined(not, "y")})` : "";
  const like = extras.includes("same-number")
    ? "una carta igual a la de arriba o con el mismo número"
    : "una carta igual a la de arriba";
  const then = extras.includes("turn-stays") ? "; después se sigue donde se estaba" : "";
  return `Puedes jugar fuera de turno ${like}${except}${[...yes, no.length > 0 ? `pero no ${joined(no, "ni")}` : ""]
    .filter(Boolean)
    .map((part) => `, ${part}`)
    .join("")}${then}.`;
}

function challenge(value: string): string {
  const [bluff = "", extra = "", fate = "", who = ""] = value.split(",");
  const by =
    who === "target"
      ? "Quien tiene que robar puede desafiar un Comodín Roba"
      : "Cualquiera puede desafiar un Comodín Roba";
  const goes = fate === "stays" ? "la carta se queda" : "la carta vuelve a su mano";
  const all = who === "any-instead" ? ", y quien se equivocó lo roba todo en lugar del afectado" : "";
  return `${by}: quien iba de farol roba ${cards(bluff)} por cada Comodín Roba y ${goes}; desafiar sin razón cuesta ${cards(extra)} más${all}.`;
}

function numberEffects(value: string): string {
  const effects = membersOf(value).map((one) => {
    const [number = "", effect = ""] = one.split(":");
    if (effect === "may-swap") return `con un ${number} puedes cambiar la mano con quien elijas o quedarte la tuya`;
    return effect === "rotate"
      ? `un ${number} pasa todas las manos al siguiente`
      : `con un ${number} cambias la mano con quien elijas`;
  });
  if (effects.length === 0) return "Los números no tienen efecto.";
  const text = joined(effects, "y");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function values(value: string): string {
  const others = membersOf(value)
    .map((one) => one.split(":"))
    .map(([card = "", points = ""]) => `${cardOrRank(card)} vale ${points}`);
  const usual =
    "Las cartas en la mano valen lo que indica la baraja (lo habitual: los números su valor, las acciones con color 20, los comodines 50)";
  return others.length === 0 ? `${usual}.` : `${usual}, pero ${joined(others, "y")}.`;
}

export const texts: RuleTexts = {
  groups: {
    "Setting up": "Antes de jugar",
    "A turn": "Un turno",
    Effects: "Efectos",
    "Wild Draws": "Comodines Roba",
    "Stacking and jumping in": "Apilar y colarse",
    "Calling UNO": "Avisar de la última carta",
    "Penalties and fair play": "Multas y juego limpio",
    "Scores and winning": "Puntos y victoria",
  },
  dimensions: {
    deck: {
      title: "Baraja",
      about: "Qué cartas hay en la baraja.",
      says: {
        mattel108: ["108 cartas", "Se juega con 108 cartas en rojo, verde, azul y amarillo."],
        juno116: ["116 cartas", "Se juega con 116 cartas en rojo, verde, azul y amarillo."],
        juno140: ["140 cartas", "Se juega con 140 cartas en rojo, verde, azul y amarillo."],
        one107: ["107 cartas", "Se juega con 107 cartas en rojo, verde, azul y amarillo."],
      },
    },
    seats: {
      labels: { "Fewest players": "Mínimo", "Most players": "Máximo" },
      title: "Jugadores",
      about: "Cuántas personas pueden jugar.",
      say: (value) => {
        const [few = "", most = ""] = value.split("-");
        return few === most ? `Juegan exactamente ${few}.` : `Pueden jugar de ${few} a ${most}.`;
      },
    },
    hand: {
      title: "Cartas al empezar",
      about: "Cuántas cartas recibe cada uno.",
      says: { N: ["Cantidad", "Cada uno recibe {card}."] },
    },
    "dealer-pick": {
      title: "Quién reparte primero",
      about: "Cómo se elige a quien reparte la primera ronda.",
      says: {
        "highest-card": ["La carta más alta", "Cada uno roba una carta, y el número más alto reparte primero."],
        random: ["Al azar", "Se sortea quién reparte primero."],
        youngest: ["El más joven", "El más joven reparte primero."],
        host: ["El anfitrión", "El anfitrión decide quién reparte primero."],
      },
    },
    "dealer-rotation": {
      title: "Quién reparte después",
      about: "Quién reparte las rondas siguientes.",
      says: {
        clockwise: ["En sentido horario", "Tras cada ronda reparte el siguiente en sentido horario."],
        redraw: ["Se elige otra vez", "Se elige quién reparte en cada ronda."],
        winner: ["El ganador", "Quien gana una ronda reparte la siguiente."],
        fixed: ["Siempre el mismo", "El mismo reparte todas las rondas."],
        loser: ["El perdedor", "Quien se queda con la peor mano reparte la ronda siguiente."],
      },
    },
    "first-seat": {
      title: "Quién empieza",
      about: "Quién juega primero, salvo que la primera carta diga otra cosa.",
      says: {
        "left-of-dealer": ["A la izquierda de quien reparte", "Empieza quien está a la izquierda de quien reparte."],
        youngest: ["El más joven", "Empieza el más joven."],
        random: ["Al azar", "Se sortea quién empieza."],
        winner: [
          "El ganador",
          "Quien gana una ronda empieza la siguiente; la primera la empieza quien está a la izquierda de quien reparte.",
        ],
      },
    },
    "start-action": {
      title: "Carta de acción como primera carta",
      about: "Qué hace una carta de acción con color al abrir la ronda.",
      says: {
        apply: ["Tiene efecto", "Una carta de acción como primera carta tiene efecto."],
        inert: [
          "Sin efecto",
          "Una carta de acción como primera carta no tiene efecto, pero su símbolo puede coincidir.",
        ],
        "colour-only": [
          "Cuenta solo su color",
          "Una carta de acción como primera carta no tiene efecto y solo cuenta su color.",
        ],
        redraw: ["Se descubre otra", "Una carta de acción no puede abrir la ronda: se descubre otra carta."],
        "colour-no-wild": [
          "Solo su color, sin comodines",
          "Una carta de acción como primera carta no tiene efecto, y sobre ella solo vale su color, ningún comodín.",
        ],
      },
    },
    "start-reverse": {
      title: "Cambio como primera carta",
      about: "Quién juega primero cuando un Cambio abre la ronda y tiene efecto.",
      says: {
        "dealer-first": [
          "Quien reparte",
          "Si la primera carta es un Cambio, empieza quien reparte y se sigue por la derecha.",
        ],
        "right-of-dealer": [
          "A la derecha de quien reparte",
          "Si la primera carta es un Cambio, empieza quien está a la derecha de quien reparte.",
        ],
        "left-of-dealer": [
          "A la izquierda de quien reparte",
          "Si la primera carta es un Cambio, empieza igualmente quien iba a empezar.",
        ],
      },
    },
    "start-wild": {
      title: "Comodín como primera carta",
      about: "Qué pasa cuando un comodín simple abre la ronda.",
      says: {
        "first-player-chooses": [
          "Elige el primero",
          "Si la primera carta es un comodín simple, el primero elige el color.",
        ],
        redraw: ["Se descubre otra", "Un comodín simple no puede abrir la ronda: se descubre otra carta."],
      },
    },
    "start-wild-draw": {
      title: "Comodín Roba como primera carta",
      about: "Qué pasa cuando un Comodín Roba abre la ronda.",
      says: {
        redraw: ["Se descubre otra", "Un Comodín Roba no puede abrir la ronda: se descubre otra carta."],
        "first-player-chooses": [
          "Elige el primero",
          "Si la primera carta es un Comodín Roba, el primero elige el color.",
        ],
        apply: ["Tiene efecto", "Si la primera carta es un Comodín Roba, el primero elige el color y tiene que robar."],
      },
    },
    "start-exchange": {
      title: "Primera carta que mueve manos",
      about: "Qué hace una carta que intercambia o pasa las manos al abrir la ronda.",
      says: {
        ignored: [
          "Las manos se quedan",
          "Si la primera carta intercambia o pasa las manos, las manos se quedan donde están.",
        ],
        applies: [
          "Las manos se mueven",
          "Si la primera carta intercambia o pasa las manos, se mueven como si la hubiera jugado quien reparte.",
        ],
      },
    },
    skin: {
      title: "Aspecto de las cartas",
      about: "El color del fondo de las cartas. No cambia nada en el juego.",
      says: {
        white: ["Blanco", "Las cartas tienen fondo blanco."],
        black: ["Negro", "Las cartas tienen fondo negro."],
      },
    },
    "match-axes": {
      title: "Qué encaja",
      about: "Qué debe compartir una carta de color con la de arriba.",
      members: { colour: "Color", number: "Número", symbol: "Símbolo" },
      say: (value) =>
        `Una carta de color encaja si coincide con la de arriba en ${joined(
          membersOf(value).map((axis) => ({ colour: "color", number: "número", symbol: "símbolo" })[axis] ?? axis),
          "o",
        )}.`,
    },
    batch: {
      title: "Varias cartas a la vez",
      about: "Si puedes jugar varias cartas en un turno y qué deben compartir.",
      says: {
        off: ["Una carta", "Juegas una carta cada vez."],
        "same-value:N": [
          "Mismo valor",
          "Puedes jugar hasta {n} cartas del mismo valor a la vez, sean del color que sean.",
        ],
        "identical:N": ["Iguales", "Puedes jugar hasta {n} cartas iguales a la vez."],
      },
    },
    "wild-on-wild": {
      title: "Comodín sobre comodín",
      about: "Si a un comodín simple puede seguir otro comodín o solo el color elegido.",
      says: {
        yes: ["Sí", "Puedes jugar un comodín sobre un comodín simple."],
        no: [
          "No",
          "En tu turno, sobre un comodín simple solo puedes jugar una carta del color elegido, no un comodín.",
        ],
      },
    },
    "draw-size": {
      title: "Robar en tu turno",
      about: "Cuántas cartas robas cuando no puedes o no quieres jugar.",
      says: {
        "until-playable": ["Hasta que encaje una", "Si no puedes o no quieres jugar, roba hasta que encaje una carta."],
        N: ["Cantidad", "Si no puedes o no quieres jugar, roba hasta {card}."],
        "1": ["Cantidad", "Si no puedes o no quieres jugar, roba una carta."],
      },
    },
    "draw-stops": {
      title: "Parar cuando una encaja",
      about: "Si dejas de robar en cuanto encaja una carta o robas la cantidad entera.",
      says: {
        yes: ["Sí", "Dejas de robar en cuanto encaja una carta."],
        no: ["No", "Robas la cantidad entera aunque encaje alguna; la última cuenta como la carta robada."],
      },
    },
    "draw-voluntary": {
      title: "Robar aunque algo encaje",
      about: "Si puedes robar aunque tengas una carta que encaja.",
      says: {
        yes: ["Sí", "Puedes robar aunque tengas una carta que encaja."],
        no: ["No", "Solo puedes robar si no te encaja ninguna carta."],
      },
    },
    "drawn-card": {
      title: "Jugar la carta robada",
      about: "Qué puedes hacer con la carta robada, si encaja.",
      says: {
        "may-play": ["Puedes", "Si la carta robada encaja, puedes jugarla enseguida."],
        "must-play": ["Debes", "Si la carta robada encaja, tienes que jugarla enseguida."],
        keep: ["No puedes", "Te quedas la carta robada y termina tu turno."],
        "any-card": ["Puedes, o jugar otra", "Después de robar puedes jugar cualquier carta de tu mano que encaje."],
      },
    },
    "pile-out": {
      title: "Mazo vacío",
      about: "Qué pasa cuando no queda nada que robar.",
      says: {
        reshuffle: ["Se baraja", "Cuando el mazo se acaba, los descartes se barajan para hacer otro."],
        pass: ["Nadie roba", "Cuando el mazo se acaba, ya nadie roba."],
        "end-round": ["La ronda termina", "Cuando alguien tiene que robar y el mazo está vacío, la ronda termina."],
        "reshuffle-at-once": [
          "Se baraja enseguida",
          "En cuanto se roba la última carta, los descartes se barajan para hacer otro mazo.",
        ],
      },
    },
    "skip-effect": {
      title: "Salto",
      about: "Qué hace un Salto.",
      says: {
        next: ["El siguiente pierde el turno", "Con un Salto, el siguiente pierde un turno."],
        "play-again": ["Otra vez", "Quien juega un Salto juega otra vez."],
        all: ["Todos los demás pierden el turno", "Con un Salto, todos los demás pierden un turno."],
      },
    },
    "skip-reach": {
      title: "Muchos Saltos a la vez",
      about: "Quién pierde turnos cuando se pierden más que rivales hay.",
      says: {
        "round-the-table": [
          "Todos por orden",
          "Los turnos perdidos dan la vuelta a la mesa, incluso a quien jugó los Saltos.",
        ],
        "others-only": [
          "Solo los demás, una vez cada uno",
          "Los Saltos solo afectan a los demás, y cada uno pierde como mucho un turno.",
        ],
      },
    },
    "reverse-effect": {
      title: "Cambio",
      about: "Qué hace un Cambio con tres o más jugadores.",
      says: {
        flip: ["Cambia el sentido", "Un Cambio invierte el sentido del juego."],
        "play-again": ["Otra vez", "Quien juega un Cambio juega otra vez."],
        "flip-and-skip": [
          "Cambia el sentido y salta a uno",
          "Un Cambio invierte el sentido del juego, y quien va justo después pierde un turno.",
        ],
      },
    },
    "reverse-heads-up": {
      title: "Cambio entre dos",
      about: "Qué hace un Cambio cuando quedan dos jugadores.",
      says: {
        skip: ["Como un Salto", "Entre dos, un Cambio funciona como un Salto."],
        flip: ["Le toca al otro", "Entre dos, un Cambio simplemente pasa el turno al otro."],
      },
    },
    "draw-forfeits-turn": {
      title: "Perder el turno al robar",
      about: "Si quien roba por una carta de robar pierde también el turno.",
      says: {
        yes: ["Sí", "Quien tiene que robar por una carta de robar pierde el turno."],
        no: ["No", "Quien tiene que robar por una carta de robar juega igualmente."],
      },
    },
    "number-effects": {
      labels: {
        Number: "Número",
        Effect: "Efecto",
        "Swap hands": "Intercambiar manos",
        "Pass every hand on": "Pasar todas las manos",
        "Swap hands, or not": "Intercambiar manos o no",
      },
      title: "Números que mueven manos",
      about: "Números con los que se cambian o se pasan las manos.",
      say: numberEffects,
    },
    "wd-condition": {
      title: "Cuándo vale un Comodín Roba",
      about: "La condición para jugar un Comodín Roba.",
      says: {
        none: ["Siempre", "Puedes jugar un Comodín Roba en cualquier momento."],
        "no-colour": ["Sin el color actual", "Solo puedes jugar un Comodín Roba si no tienes cartas del color actual."],
        "no-playable": ["Si nada más encaja", "Solo puedes jugar un Comodín Roba si no te encaja ninguna otra carta."],
      },
    },
    "wd-policing": {
      title: "Farolear con un Comodín Roba",
      about: "Qué pasa cuando alguien juega un Comodín Roba contra la condición.",
      says: {
        engine: ["No se puede", "Un Comodín Roba contra la condición no se puede jugar."],
        challenge: [
          "Se puede desafiar",
          "Un Comodín Roba contra la condición es un farol; solo un desafío puede castigarlo.",
        ],
      },
    },
    challenge: {
      labels: {
        "Cards drawn for a bluff": "Cartas por un farol",
        "Extra cards for a wrong challenge": "Cartas de más por un desafío fallido",
        "The Wild Draw of a bluff": "El Comodín Roba de un farol",
        Stays: "Se queda",
        "Goes back to the hand": "Vuelve a la mano",
        "Who may challenge": "Quién puede desafiar",
        "The player who has to draw": "Quien debe robar",
        Anyone: "Cualquiera",
        "Anyone, who draws it all if wrong": "Cualquiera; si falla, lo roba todo",
      },
      title: "Desafíos",
      about: "Quién puede desafiar un Comodín Roba y qué cuesta equivocarse.",
      say: challenge,
    },
    "wd-scope": {
      title: "Comodines Roba que responden o se cuelan",
      about: "Si la condición y los desafíos valen también para un Comodín Roba apilado o jugado fuera de turno.",
      says: {
        "on-turn": [
          "No necesitan condición",
          "Un Comodín Roba que apilas sobre una carta de robar o juegas fuera de turno no necesita condición y no se puede desafiar.",
        ],
        always: [
          "Como en el turno",
          "La condición y sus consecuencias valen también para un Comodín Roba que apilas sobre una carta de robar o juegas fuera de turno; quien es descubierto roba también lo que le pasó al siguiente.",
        ],
      },
    },
    "answer-skip": {
      title: "Pasar un Salto",
      about: "Si quien va a perder el turno puede pasar el Salto al siguiente.",
      says: {
        none: ["No", "No puedes responder a un Salto con otro Salto."],
        "same-value": ["Con cualquier Salto", "Si vas a perder el turno, puedes pasarlo con cualquier Salto."],
        identical: ["Solo del mismo color", "Si vas a perder el turno, puedes pasarlo con un Salto igual."],
      },
    },
    "answer-draw2": {
      title: "Apilar sobre una carta de robar con color",
      about: "Con qué puede pasar el robo quien recibe una carta de robar con color.",
      says: {
        none: ["No", "No puedes apilar sobre una carta de robar con color."],
        "same-value": ["Mismo valor", "Puedes apilar una carta de robar del mismo valor sobre una de color."],
        "same-or-higher": [
          "Igual o más",
          "Sobre una carta de robar con color puedes apilar una que haga robar al menos lo mismo.",
        ],
        "any-draw": ["Cualquier carta de robar", "Puedes apilar cualquier carta de robar sobre una de color."],
        identical: ["Solo una carta igual", "Puedes apilar una carta igual sobre una carta de robar con color."],
      },
    },
    "answer-wd": {
      title: "Apilar sobre un Comodín Roba",
      about: "Con qué puede pasar el robo quien recibe un Comodín Roba.",
      says: {
        none: ["No", "No puedes apilar sobre un Comodín Roba."],
        "same-value": ["Mismo valor", "Puedes apilar un Comodín Roba del mismo valor sobre otro."],
        "same-or-higher": [
          "Igual o más",
          "Sobre un Comodín Roba puedes apilar una carta que haga robar al menos lo mismo.",
        ],
        "any-draw": ["Cualquier carta de robar", "Puedes apilar cualquier carta de robar sobre un Comodín Roba."],
        "draw2-called-colour": [
          "Una carta de robar del color elegido",
          "Puedes apilar una carta de robar del color elegido sobre un Comodín Roba.",
        ],
      },
    },
    "deflect-draw2": {
      title: "Desviar una carta de robar con color",
      about: "Si un Salto o un Cambio del color actual responde a una carta de robar con color.",
      members: { skip: "Saltos", reverse: "Cambios" },
      say: deflect("una carta de robar con color"),
    },
    "deflect-wd": {
      title: "Desviar un Comodín Roba",
      about: "Si un Salto o un Cambio del color elegido responde a un Comodín Roba.",
      members: { skip: "Saltos", reverse: "Cambios" },
      say: deflect("un Comodín Roba"),
    },
    "stack-passed-on": {
      title: "Apilar sobre un robo desviado",
      about: "Si una carta de robar responde a un robo que pasó un Salto o un Cambio.",
      says: {
        none: ["No", "No puedes apilar una carta de robar sobre un robo que pasó un Salto o un Cambio."],
        "same-colour": [
          "Una carta de robar del color actual",
          "Sobre un robo desviado puedes apilar una carta de robar del color actual.",
        ],
        "any-draw": ["Cualquier carta de robar", "Sobre un robo desviado puedes apilar cualquier carta de robar."],
      },
    },
    "draw-total": {
      title: "¿Se suman los robos apilados?",
      about: "Cuántas cartas se roban cuando se apilaron cartas de robar.",
      says: {
        last: [
          "No, cuenta la última jugada",
          "Las cartas de robar apiladas no se suman: solo cuenta la última jugada.",
        ],
        sum: ["Sí", "Las cartas de robar apiladas se suman."],
      },
    },
    "skip-total": {
      title: "¿Se suman los Saltos apilados?",
      about: "Cuántos turnos se pierden cuando se apilaron Saltos.",
      says: {
        last: ["No, cuenta la última jugada", "Los Saltos apilados no se suman: solo cuenta la última jugada."],
        sum: ["Sí", "Los Saltos apilados se suman."],
        "sum-cap:N": ["Sí, hasta un límite", "Los Saltos apilados se suman, como mucho {turn}."],
        cancel: [
          "No, el Salto termina sin más",
          "Un Salto sobre otro aún pendiente termina los dos: nadie pierde el turno.",
        ],
      },
    },
    "skip-answerer": {
      title: "Pasar varios Saltos",
      about: "Quién puede pasar un Salto cuando se pierden varios turnos.",
      says: {
        first: ["Solo el primero", "Si se pierden varios turnos, solo el primero que lo pierde puede pasar el Salto."],
        each: [
          "Cada uno que lo pierde",
          "Si se pierden varios turnos, cada uno que lo pierde puede pasar los que quedan.",
        ],
      },
    },
    "answer-forced": {
      title: "¿Hay que apilar?",
      about: "Si quien puede apilar una carta o pasar un Salto tiene que hacerlo.",
      says: {
        yes: ["Sí", "Si puedes apilar una carta o pasar un Salto, tienes que hacerlo."],
        no: ["No", "Nunca tienes que apilar una carta ni pasar un Salto."],
      },
    },
    "jump-in": {
      labels: {
        "Also on the first card of the round": "También sobre la primera carta de la ronda",
        "Not as your last card": "No como última carta",
        "Not on your own card": "No sobre tu propia carta",
        "Also with the same number": "También con el mismo número",
        "Play goes on where it was": "Se sigue donde se estaba",
        "Not with numbers": "No con números",
        "Not with Skips": "No con Saltos",
        "Not with Reverses": "No con Cambios",
        "Not with coloured draw cards": "No con cartas de robar de color",
        "Not with plain Wilds": "No con Comodines simples",
        "Not with Wild Draws": "No con Comodines Roba",
        "Not with other action cards": "No con otras cartas de acción",
      },
      title: "Colarse",
      about: "Si puedes jugar fuera de turno una carta igual a la de arriba.",
      says: {
        off: ["No", "Nadie puede jugar fuera de turno."],
        identical: ["Con una carta igual", "Puedes jugar fuera de turno una carta igual a la de arriba."],
      },
      say: jumpIn,
    },
    "uno-duty": {
      title: "Avisar de la última carta",
      about: "Cuándo tienes que avisar.",
      says: {
        none: ["Nunca", "No tienes que avisar."],
        "on-play": ["Al jugar", "Cuando tu jugada te deja una carta, tienes que avisar: «¡Última carta!»."],
        "on-hold": [
          "Siempre con una carta",
          "Siempre que te quede una carta, sea como sea, tienes que avisar: «¡Última carta!».",
        ],
      },
    },
    "uno-late-ok": {
      title: "Avisar tarde",
      about: "Si aún puedes avisar cuando tu carta ya está en la mesa.",
      says: {
        yes: ["Sí", "Si olvidaste avisar, aún puedes hacerlo mientras se te pueda pillar."],
        no: ["No", "Tienes que avisar al jugar la carta: después es tarde."],
      },
    },
    "uno-window": {
      title: "Pillar a alguien",
      about: "Hasta cuándo se puede pillar a quien olvidó avisar.",
      says: {
        "next-turn-begins": [
          "Hasta el turno siguiente",
          "A quien olvidó avisar se le puede pillar hasta que empiece el turno siguiente.",
        ],
        "next-card-played": [
          "Hasta la carta siguiente",
          "A quien olvidó avisar se le puede pillar hasta que se juegue la carta siguiente.",
        ],
        "own-turn-begins": [
          "Hasta su próximo turno",
          "A quien olvidó avisar se le puede pillar hasta que juegue una carta, o robe o pase en su propio turno.",
        ],
      },
    },
    "uno-penalty": {
      title: "Multa por no avisar",
      about: "Cuántas cartas roba quien es pillado sin avisar.",
      says: { N: ["Cantidad", "Quien es pillado sin avisar roba {card}."] },
    },
    "uno-unnoticed": {
      title: "Un olvido que nadie nota",
      about: "Qué pasa si nadie pilla a quien olvidó avisar.",
      says: {
        safe: ["Nada", "Si nadie te pilla, olvidar el aviso no cuesta nada."],
        fined: ["Se paga la multa", "Aunque nadie te pille a tiempo, olvidar el aviso cuesta la multa."],
      },
    },
    "fine-illegal": {
      title: "Jugar una carta que no encaja",
      about: "Si una carta que no encaja solo se rechaza o cuesta una multa.",
      says: {
        reject: ["Se rechaza", "Una carta que no encaja se rechaza."],
        N: ["Cantidad", "Quien juega una carta que no encaja la recoge y roba {card}."],
      },
    },
    "fined-turn": {
      title: "El turno tras una carta que no encaja",
      about: "Si quien paga por una carta que no encaja pierde también el turno.",
      says: {
        lost: ["Se pierde", "Quien paga por una carta que no encaja pierde el turno."],
        kept: ["Se conserva", "Quien paga por una carta que no encaja conserva el turno."],
      },
    },
    "fine-false-call": {
      title: "Avisos y acusaciones falsos",
      about: "Qué cuesta avisar a destiempo o acusar a alguien sin razón.",
      says: {
        "0": ["Cantidad", "Un aviso falso o una acusación sin razón se rechaza."],
        N: ["Cantidad", "Un aviso falso o una acusación sin razón cuesta {card}."],
      },
    },
    "fine-advice": {
      title: "Dar consejos",
      about: "Qué cuesta decirle a alguien qué jugar. Eso lo juzgáis vosotros.",
      says: {
        "0": ["Cantidad", "Dar consejos no cuesta nada."],
        N: ["Cantidad", "Dar un consejo a otro cuesta {card}."],
      },
    },
    "ready-gate": {
      title: "Esperar al «Preparado»",
      about: "Si la mesa espera a que quien robó una multa diga «Preparado».",
      says: {
        off: ["No", "Tras una multa se sigue enseguida."],
        "wd-victim": [
          "Tras un Comodín Roba",
          "Tras un Comodín Roba, la mesa espera a que quien robó diga «Preparado».",
        ],
        "any-penalty": ["Tras cada multa", "Tras cada multa, la mesa espera a que quien robó diga «Preparado»."],
      },
    },
    "count-info": {
      title: "Número de cartas",
      about: "Si todos ven cuántas cartas tienen los demás.",
      says: {
        public: ["A la vista", "Todos ven cuántas cartas tienen los demás."],
        "public-warn": [
          "A la vista, y la última se anuncia",
          "Todos ven cuántas cartas tienen los demás, y una última carta se anuncia.",
        ],
        hidden: ["Oculto", "No se ve cuántas cartas tienen los demás, y se puede acusar a cualquiera."],
      },
    },
    "last-card": {
      title: "Terminar con una carta de robar",
      about: "Si el siguiente aún roba cuando alguien termina con una carta de robar.",
      says: {
        "draws-apply": [
          "El siguiente roba",
          "Si alguien termina con una carta de robar, el siguiente aún roba antes de contar.",
        ],
        ignored: ["Nadie roba", "Si alguien termina con una carta de robar, nadie roba por ella."],
      },
    },
    "last-exchange": {
      title: "Terminar cambiando o pasando manos",
      about: "Si las manos aún se mueven cuando la última carta las cambia o las pasa.",
      says: {
        ignored: ["La ronda termina", "Si alguien termina con una carta que cambia o pasa manos, la ronda termina."],
        applies: [
          "Las manos aún se mueven",
          "Una última carta que cambia o pasa manos aún lo hace; gana quien se quede sin cartas.",
        ],
      },
    },
    "exit-ban": {
      title: "Con qué no puedes terminar",
      about: "Qué cartas no pueden ser la última.",
      members: {
        number: "Números",
        skip: "Saltos",
        reverse: "Cambios",
        draw: "Cartas de robar con color",
        wild: "Comodines simples",
        "wild-draw": "Comodines Roba",
        action: "Otras cartas de acción",
      },
      say: (value) =>
        value === "none"
          ? "Puedes terminar con cualquier carta."
          : `No puedes terminar con ${joined(
              membersOf(value).map((kind) => KINDS[kind] ?? kind),
              "ni",
            )}.`,
    },
    "hand-limit": {
      title: "Demasiadas cartas",
      about: "Si quien tiene demasiadas cartas queda fuera de la ronda.",
      says: {
        none: ["Sin límite", "Tu mano puede crecer sin límite."],
        "N:aside": [
          "Fuera, la mano se aparta",
          "Quien llega a {card} queda fuera de la ronda; su mano se aparta hasta que se baraje.",
        ],
        "N:discard": [
          "Fuera, la mano se descarta",
          "Quien llega a {card} queda fuera de la ronda; su mano va bajo los descartes.",
        ],
      },
    },
    "blocked-round": {
      title: "Cuando nadie puede seguir",
      about: "Quién gana una ronda en la que nadie puede seguir.",
      says: {
        "lowest-wins": ["Gana la mano más baja", "Cuando nadie puede seguir, la mano más baja gana la ronda."],
        "nobody-wins": ["Nadie gana", "Cuando nadie puede seguir, nadie gana la ronda."],
      },
    },
    "round-score": {
      title: "Puntos de una ronda",
      about: "Quién suma qué al final de una ronda.",
      says: {
        none: ["Sin puntos", "Las rondas no puntúan."],
        "winner-takes": [
          "El ganador suma las otras manos",
          "Quien gana una ronda suma las cartas que quedan en las otras manos.",
        ],
        "own-hand": ["Cada uno suma su mano", "Cada uno suma su propia mano; quien gana la ronda no suma nada."],
        "flat:N": ["El ganador suma una cantidad fija", "Quien gana una ronda suma {point}."],
      },
    },
    values: {
      labels: { "Card or rank": "Carta o valor", Points: "Puntos" },
      title: "Valor de las cartas",
      about: "Qué valen las cartas en la mano, donde difiere de la baraja.",
      say: values,
    },
    "match-end": {
      title: "Ganar la partida",
      about: "Cuándo termina la partida y quién la gana.",
      says: {
        "single-round": ["Una ronda", "Una ronda decide la partida."],
        "reach-wins:N": ["Gana el total más alto", "Cuando alguien llega a {point}, gana el total más alto."],
        "reach-loses:N": ["Quien llega al límite pierde", "Quien llega a {point} pierde, y todos los demás ganan."],
        "reach-lowest-wins:N": ["Gana el total más bajo", "Cuando alguien llega a {point}, gana el total más bajo."],
        "reach-out:N": ["Eliminación", "Quien llega a {point} queda fuera, y gana el último que quede."],
        "rounds:N": ["Un número de rondas", "La partida dura {n} rondas, y gana el mejor total."],
        "survival:N": [
          "Supervivencia",
          "Todos empiezan con {point} y pierden puntos por su mano; con cero quedas fuera, y gana el último.",
        ],
      },
    },
    teams: {
      title: "Parejas",
      about: "Si quienes se sientan enfrente juegan juntos.",
      says: {
        none: ["Cada uno por su cuenta", "Cada uno juega por su cuenta."],
        partners: ["Parejas", "Quienes se sientan enfrente son pareja: si uno termina, ganan los dos."],
      },
    },
  },
  presets: {
    official: {
      title: "Oficial",
      summary: "108 cartas, se puede farolear con un Comodín Roba 4, y 500 puntos ganan la partida.",
      source: "Las hojas de reglas oficiales, de 2 a 10.",
    },
    "juno-classic": {
      title: "Clásico",
      summary: "El juego oficial sin faroles: un Comodín Roba 4 se rechaza si tienes el color.",
      source: "Las reglas «classic» del programa JUNO.",
    },
    "juno-seven0": {
      title: "Siete y cero",
      summary: "Clásico, pero un 7 cambia dos manos y un 0 pasa todas; la baraja tiene más de ambos.",
      source: "Las reglas «seven0» del programa JUNO.",
    },
    "juno-serious": {
      title: "Serio: apilar y agrupar",
      summary: "140 cartas, 11 cada uno: juega hasta tres del mismo valor a la vez y apila cartas de robar y Saltos.",
      source: "Las reglas «serious» del programa JUNO.",
    },
    "rules-site": {
      title: "Con intervenciones",
      summary: "Cuélate con una carta igual y pasa cartas de robar sin que se sumen; un farol se recoge.",
      source: "Un sitio de reglas que describe cómo juegan muchos en Europa.",
    },
    one: {
      title: "One",
      summary: "Una ronda rápida: nadie avisa, un Comodín Roba 4 vale siempre y te quedas lo que robas.",
      source: "La ayuda del programa One.",
    },
    "rules-md": {
      title: "Entre dos y con desafíos",
      summary:
        "Oficial, pero si olvidas avisar te pueden pillar hasta que se juegue la carta siguiente, aunque ya hayas robado.",
      source: "El archivo RULES.md de un programa libre, que detalla el juego entre dos y los desafíos.",
    },
    console: {
      title: "Consola",
      summary:
        "Una ronda, mejor entre dos: con Salto y Cambio juegas otra vez, y olvidar el aviso cuesta siete cartas.",
      source: "Un programa de consola con las reglas abreviadas de un folleto antiguo.",
    },
    "console-multi": {
      title: "Consola para tres o más",
      summary: "Consola con el Salto y el Cambio habituales, para que jueguen tres o más.",
      source: "Las reglas del programa de consola, adaptadas a más jugadores.",
    },
    "mattel-42001": {
      title: "Oficial, hoja 42001",
      summary:
        "Oficial, pero ningún comodín abre una ronda, y si lo hace un Cambio, empieza quien está a la derecha de quien reparte.",
      source: "La hoja oficial 42001.",
    },
    "mattel-2022": {
      title: "Oficial desde 2022",
      summary: "Oficial, pero cada ronda empieza con un número y una ronda decide la partida.",
      source: "Las hojas oficiales desde 2022.",
    },
    "mattel-leaflet": {
      title: "Oficial, folleto antiguo",
      summary: "Oficial, pero dar un consejo a otro cuesta cuatro cartas.",
      source: "El folleto americano antiguo.",
    },
  },
  inContext: {
    "If you can't play, draw a card.": "Si no puedes jugar, roba una carta.",
    "If you can't play, draw N cards.": "Si no puedes jugar, roba {card}.",
    "If you can't or won't play, draw N cards.": "Si no puedes o no quieres jugar, roba {card}.",
    "If you can't play, draw until a card fits, at most N cards.":
      "Si no puedes jugar, roba hasta que una carta encaje, como mucho {card}.",
    "If you can't play, draw until a card fits.": "Si no puedes jugar, roba hasta que una carta encaje.",
    "If the first card swaps or rotates hands, they move, as if the player to the right of whoever would have started had played it.":
      "Si la primera carta intercambia o pasa las manos, se mueven como si la hubiera jugado quien está a la derecha de quien habría empezado.",
    "If the first card is a Reverse, the player to the right of whoever would have started goes first; with two players, whoever would have started.":
      "Si la primera carta es un Cambio, empieza quien está a la derecha de quien habría empezado; entre dos, quien habría empezado.",
    "If the first card is a Reverse, the dealer goes first; with two players, the other player.":
      "Si la primera carta es un Cambio, empieza quien reparte; entre dos, el otro jugador.",
    "If the first card is a Reverse, the player to the right of whoever would have started goes first.":
      "Si la primera carta es un Cambio, empieza quien está a la derecha de quien habría empezado.",
    "If the first card is a Reverse, the dealer goes first.":
      "Si la primera carta es un Cambio, empieza quien reparte.",
    "If the first card is a Reverse, whoever would have started still does; with two players, the other player.":
      "Aunque la primera carta sea un Cambio, empieza quien habría empezado; entre dos, el otro jugador.",
    "If the first card is a Reverse, the player to the right of whoever would have started goes first, then play moves right.":
      "Si la primera carta es un Cambio, empieza quien está a la derecha de quien habría empezado, y se sigue hacia la derecha.",
    "If the first card is a Reverse, the second player to the right of whoever would have started goes first; with two players, the first to the right.":
      "Si la primera carta es un Cambio, empieza el segundo a la derecha de quien habría empezado; entre dos, el primero a su derecha.",
    "If the first card is a Reverse, the second player to the right of whoever would have started goes first.":
      "Si la primera carta es un Cambio, empieza el segundo a la derecha de quien habría empezado.",
    "If the first card is a Reverse, the dealer's right neighbour goes first; with two players, the dealer.":
      "Si la primera carta es un Cambio, empieza quien está a la derecha de quien reparte; entre dos, quien reparte.",
    "The condition also applies to a Wild Draw that you stack on a draw card or play out of turn.":
      "La condición vale también para un Comodín Roba que apilas sobre una carta de robar o juegas fuera de turno.",
    "The condition, and what follows from breaking it, also apply to a Wild Draw that you stack on a draw card or play out of turn.":
      "La condición y sus consecuencias valen también para un Comodín Roba que apilas sobre una carta de robar o juegas fuera de turno.",
    "If you are skipped, you can end the Skip by playing any Skip.":
      "Si vas a perder el turno, puedes evitarlo con cualquier Salto.",
    "If you are skipped, you can end the Skip by playing an identical Skip.":
      "Si vas a perder el turno, puedes evitarlo con un Salto igual.",
    "You must call UNO as you play the card: afterwards it is too late, unless an exchange of hands left you with one card.":
      "Tienes que avisar al jugar la carta: después es tarde, salvo que un cambio de manos te haya dejado una carta.",
    "A player who forgot to call UNO can be caught until the next turn begins, while they hold one card.":
      "A quien olvidó avisar se le puede pillar hasta que empiece el turno siguiente, mientras tenga una carta.",
    "A player who forgot to call UNO can be caught until the next card is played, while they hold one card.":
      "A quien olvidó avisar se le puede pillar hasta que se juegue la carta siguiente, mientras tenga una carta.",
    "A player who forgot to call UNO can be caught until they play a card, or draw or pass on their own turn, while they hold one card.":
      "A quien olvidó avisar se le puede pillar hasta que juegue una carta, o robe o pase en su propio turno, mientras tenga una carta.",
    "A false call is refused; a wrong accusation costs nothing.":
      "Un aviso falso se rechaza; una acusación falsa no cuesta nada.",
    "How many cards the others have is not shown.": "No se ve cuántas cartas tienen los demás.",
    "When nobody can continue, the side with the fewest cards wins the round.":
      "Cuando nadie puede seguir, gana la ronda el bando con menos cartas.",
    "When nobody can continue, whoever holds the fewest cards wins the round.":
      "Cuando nadie puede seguir, gana la ronda quien tiene menos cartas.",
    "When nobody can continue, the side whose hands are lowest together wins the round.":
      "Cuando nadie puede seguir, gana la ronda el bando cuyas manos suman menos.",
    "The side that wins a round scores the cards left in the hands of the others.":
      "El bando que gana una ronda se apunta las cartas que quedan en las manos de los demás.",
    "Each side scores both its hands together; the side that wins a round scores nothing.":
      "Cada bando se apunta sus dos manos juntas; el que gana la ronda no se apunta nada.",
    "The side that wins a round scores N points.": "El bando que gana una ronda se apunta {point}.",
    "The match lasts N rounds, and whoever has won the most of them wins.":
      "La partida dura {n} rondas, y gana quien haya ganado más.",
    "Whoever reaches N points is out, and the last side left wins.":
      "Quien llega a {point} queda fuera, y gana el último bando.",
    "Everyone starts with N points and loses points for both hands of their side; at zero you are out, and the last side left wins.":
      "Todos empiezan con {point} y pierden puntos por las dos manos de su bando; a cero quedas fuera, y gana el último bando.",
  },
  whys: {
    "nobody has to call UNO": "nadie tiene que avisar",
    "a card that doesn't fit is refused": "una carta que no encaja se rechaza",
    "no card moves hands": "ninguna carta mueve manos",
    "hands are not scored": "las manos no puntúan",
    "one round decides the match": "una ronda decide la partida",
    "the player before the winner deals": "reparte quien está antes del ganador",
    "a Reverse as the first card has no effect": "un Cambio como primera carta no tiene efecto",
    "a Wild Draw can be played at any time": "un Comodín Roba vale siempre",
    "there is nothing to challenge": "no hay nada que desafiar",
    "nobody is skipped": "nadie pierde el turno",
    "Wild Draws are only played on a turn": "los Comodines Roba solo se juegan en el propio turno",
    "a challenge would meet whoever the turn stays with, not whoever jumped in":
      "un desafío alcanzaría a quien conserva el turno, no a quien se ha adelantado",
    "after several cards at once nobody could tell which of the cards owed were passed on":
      "después de varias cartas a la vez nadie sabría cuáles de las cartas debidas se pasaron",
    "no more than one turn is lost at once": "nunca se pierde más de un turno a la vez",
    "Skips are never played on each other": "los Saltos nunca se apilan",
    "draw cards are never played on each other": "las cartas de robar nunca se apilan",
    "nothing can be stacked": "no se puede apilar nada",
    "no draw is passed on by a Skip or a Reverse": "ningún Salto ni Cambio pasa un robo",
    "only one card is drawn": "solo se roba una carta",
    "cards are drawn until one fits": "se roba hasta que encaje una",
    "Skips cannot be passed on": "los Saltos no se pueden pasar",
    "nothing could follow the first plain Wild of a deck with only wilds":
      "en una baraja solo de comodines, nada podría seguir al primer comodín simple",
    "if numbers cannot jump in, none can jump in with the same number":
      "si los números no se pueden colar, ninguno se cuela por tener el mismo número",
    "where play goes on where it was, the card belongs to that place, not to whoever jumped in":
      "si se sigue donde se estaba, la carta es de ese sitio y no de quien se coló",
    "without a score there are no points to reach": "sin puntuación no hay puntos que alcanzar",
    "points count against you only if everyone scores their own hand (round-score=own-hand)":
      "los puntos solo cuentan en contra si cada uno suma su propia mano",
    "if everyone scores their own hand, the player with the worst hands would win":
      "si cada uno suma su propia mano, ganaría quien tuviera las peores",
    "everyone would be out as soon as the cards were dealt": "todos quedarían fuera nada más repartir",
    "nobody could win if no card in the deck were allowed as the last one":
      "nadie podría ganar si ninguna carta pudiera ser la última",
    "most cards could never be played if colours did not match, unless the deck has only wilds":
      "la mayoría de las cartas no se podría jugar nunca si los colores no coincidieran",
    "no card of a deck without plain numbers could start the round":
      "sin números simples, ninguna carta podría abrir la ronda",
    "nobody would ever draw the highest card of a deck whose cards all count the same":
      "nadie robaría nunca la carta más alta si todas valen lo mismo",
    "the number already has an effect in the deck, and one of the two would be lost":
      "el número ya tiene un efecto en la baraja, y uno de los dos se perdería",
    "the deck has no such card or rank": "la baraja no tiene esa carta",
    "the rules are for a different number of players": "las reglas son para otro número de jugadores",
    "partners need an even number of players, 4 or more": "las parejas necesitan un número par de jugadores, 4 o más",
    "the deck must have at least two more cards than are dealt":
      "la baraja necesita al menos dos cartas más de las que se reparten",
  },
};
