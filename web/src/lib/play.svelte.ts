// What this person is about to do at a table: cards chosen for one move, a call with it, a colour that is asked for.
// What may be done, and why not, is what the server has sent.

import { parse } from "./cards";
import type { Reply } from "./connection";
import type { Table } from "./table.svelte";
import { capital, cardName, t } from "./words/index.svelte";
import { tellHint, tellReason } from "./words/reason";

const SLOW = 150; // milliseconds after which a sign shows that the table has not answered yet
const MAIN = ["draw", "take", "pass", "done", "ready"];

// What was sent: cards, or a word.
interface Sent {
  action: string;
  cards: string[];
  answer: Promise<Reply>;
}

export class Play {
  chosen: string[] = $state([]); // several cards for one move
  armed = $state(false); // whether the next card is played with a call
  colourFor: string[] | null = $state(null); // cards that wait for a colour
  accusing = $state(false); // whether a tap on a player accuses

  sent: Sent | null = $state.raw(null); // what is on its way to the table
  slow = $state(false); // whether it has been for so long that it is shown

  constructor(private readonly table: Table) {}

  // What the main button does, apart from playing what is chosen.
  get main(): string | null {
    return MAIN.find((word) => this.table.choices.says.includes(word)) ?? null;
  }

  // Those who can rightly be caught; without any, those who may be accused blindly.
  get suspects(): number[] {
    const { choices, you } = this.table;
    return choices.catch.length > 0 ? choices.catch : (you?.fouls?.catch ?? []);
  }

  // Whether it is still too early to accuse anyone.
  tooEarly(now: number): boolean {
    return (this.table.clock.opens ?? 0) > now;
  }

  // Drop what is no longer possible.
  follow(): void {
    const { choices, you } = this.table;
    this.chosen = this.startable(this.chosen.filter((card) => you?.hand?.includes(card)));
    if (!choices.lays.some((lay) => lay.card === this.colourFor?.[0])) this.colourFor = null;
    if (choices.lays.length === 0) this.armed = false;
    if (this.suspects.length === 0) this.accusing = false;
  }

  // A card is tapped: it is played, unless others may go with it.
  async pick(card: string): Promise<void> {
    if (this.chosen.length > 0) this.choose(card);
    else if (this.joinsOf(card) === null) await this.why(card);
    else if (this.joinsOf(card)?.length && this.table.choices.batch > 1) this.chosen = [card];
    else await this.lay([card]);
  }

  // A card is dropped on the table: it is played at once, with what is chosen.
  async drop(card: string): Promise<void> {
    const picked = this.chosen.includes(card);
    if (picked || (this.chosen.length > 0 && this.mayJoin(card)))
      await this.lay(picked ? this.chosen : [...this.chosen, card]);
    else if (this.joinsOf(card) === null) await this.why(card);
    else await this.lay([card]);
  }

  // The cards that may go with a card; null if it cannot be played.
  private joinsOf(card: string | undefined): string[] | null {
    return this.table.choices.lays.find((one) => one.card === card)?.joins ?? null;
  }

  private mayJoin(card: string): boolean {
    return this.chosen.length < this.table.choices.batch && (this.joinsOf(this.chosen[0])?.includes(card) ?? false);
  }

  // Take a card into the move, or back.
  private choose(card: string): void {
    const held = this.table.you?.hand?.filter((one) => one === card).length ?? 0;
    const used = this.chosen.filter((one) => one === card).length;
    if (used > 0 && used === held) this.chosen = this.startable(this.chosen.filter((one) => one !== card));
    else if (this.mayJoin(card)) this.chosen = [...this.chosen, card];
    else this.table.notify(t("ask.batch.no", { card: capital(cardName(card)) }));
  }

  // The same cards with one first that can be played; none, if there is no such card.
  private startable(cards: string[]): string[] {
    for (const [place, first] of cards.entries()) {
      const rest = cards.filter((_, at) => at !== place);
      const joins = this.joinsOf(first);
      if (joins !== null && rest.every((card) => joins.includes(card))) return [first, ...rest];
    }
    return [];
  }

  // Play cards as one move; for a wild the colour is asked for first.
  async lay(cards: string[], colour = ""): Promise<void> {
    const wild = cards.some((card) => parse(card).colour === "");
    if (wild && colour === "") {
      this.colourFor = cards;
      return;
    }
    const written = cards.join("") + (wild ? `:${colour}` : ""); // one colour for all
    const call = this.armed && this.table.choices.call_with === cards.length ? "!" : "";
    this.colourFor = null;
    this.chosen = [];
    this.armed = false;
    await this.send(written + call, cards);
  }

  // Send a move.  The same again does nothing; another one changes the mind, and what became of the first is not told.
  async send(action: string, cards: string[] = []): Promise<void> {
    const before = this.sent;
    if (before?.action === action) return;
    const mine: Sent = { action, cards, answer: this.table.act(action, () => this.sent === mine) };
    this.sent = mine;
    this.slow = before !== null && this.slow;
    const timer = setTimeout(() => (this.slow ||= this.sent === mine), SLOW);
    const reply = await mine.answer;
    clearTimeout(timer);
    if (this.sent !== mine) return;
    const kept = !reply.ok && reply.nack.code === "busy"; // what was sent before is still on its way
    this.sent = kept ? before : null;
    this.slow &&= kept;
  }

  // Whether that is on its way, and the table takes its time.
  waits(action: string): boolean {
    return this.slow && this.sent?.action === action;
  }

  async doMain(): Promise<void> {
    if (this.chosen.length > 0) await this.lay(this.chosen);
    else if (this.main !== null) await this.send(this.main);
  }

  // Call with the next card, or for the one that was just played, also while the server has not answered yet.
  async call(): Promise<void> {
    if (this.sent !== null && this.sent.cards.length > 0) {
      await this.sent.answer;
      if (!this.table.choices.says.includes("call")) return;
    }
    if (this.table.choices.says.includes("call")) await this.send("call");
    else if (this.table.choices.call_with !== null) this.armed = !this.armed;
  }

  async accuse(): Promise<void> {
    const [first, ...others] = this.suspects;
    if (this.tooEarly(this.table.now)) return;
    if (first !== undefined && others.length === 0) await this.send(`catch ${first}`);
    else this.accusing = others.length > 0 && !this.accusing;
  }

  async challenge(): Promise<void> {
    if (this.table.choices.says.includes("challenge")) await this.send("challenge");
  }

  private async why(card: string): Promise<void> {
    const { table } = this;
    if (table.room?.phase !== "playing" || !table.plays) return;
    const action = parse(card).colour === "" ? `${card}:${table.choices.colours[0] ?? "r"}` : card;
    await table.ask({ t: "why", action }, ({ reason }) => (reason ? tellReason(reason, table.names) : ""));
  }

  async hint(): Promise<void> {
    const { table } = this;
    await table.ask({ t: "hint" }, (answer) =>
      answer.action ? tellHint(answer, table.names, table.status?.phase === "skipped") : "",
    );
  }

  // Do what a key stands for; return whether it stands for anything.
  key(key: string): boolean {
    switch (key) {
      case "d":
        void this.doMain();
        return true;
      case "u":
        void this.call();
        return true;
      case "c":
        void this.accuse();
        return true;
      case "x":
        void this.challenge();
        return true;
      case "h":
        if (this.table.yourTurn) void this.hint();
        return true;
      case "escape":
        if (this.chosen.length === 0 && !this.accusing) return false;
        this.chosen = [];
        this.accusing = false;
        return true;
      default:
        return false;
    }
  }
}
