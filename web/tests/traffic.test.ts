// Recorded traffic (scripts/traffic.py): the page ends with the same table as the Python client (tests/test_traffic.py).

import { beforeEach, describe, expect, it, vi } from "vitest";
import type { FromServer, Snapshot } from "../src/lib/protocol";
import { FakeSocket, withWords, pretendBrowser } from "./fakes";

interface Recording {
  rules: string;
  streams: Record<"player" | "spectator", { messages: FromServer[]; end: Snapshot & { v: number } }>;
}
const recordings = Object.values(
  import.meta.glob<Recording>("../../tests/traffic/*.json", { eager: true, import: "default" }),
);

beforeEach(pretendBrowser);

it("every seed preset is recorded", () => expect(recordings).toHaveLength(7));

describe.each(recordings.map((one) => [one.rules, one] as const))("%s", (_, recording) => {
  it.each(["player", "spectator"] as const)("a %s ends with the table that was recorded", async (who) => {
    await withWords();
    const { Table } = await import("../src/lib/table.svelte");
    const { messages, end } = recording.streams[who];
    const table = new Table("link");
    await vi.waitFor(() => expect(FakeSocket.all).toHaveLength(1));
    FakeSocket.last.open();
    for (const message of messages) FakeSocket.last.hear(message);
    const { room, game, clock, you } = table;
    expect({ room, game, clock, you }).toEqual({ room: end.room, game: end.game, clock: end.clock, you: end.you });
    expect(table.seat).toBe(who === "player" ? 0 : null);
    expect(table.log.length).toBeGreaterThan(3);
    expect(table.log.every((line) => line.text !== "" && !line.text.includes("{"))).toBe(true);
    table.close();
  });
});
