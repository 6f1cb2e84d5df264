// The types of protocol.ts and api.ts say the same as docs/protocol.schema.json, which is made from the server's types.

import ts from "typescript";
import { describe, expect, it } from "vitest";
import schema from "../../docs/protocol.schema.json";

// The name of each type in the page, and in the schema.
const PROTOCOL: Record<string, string> = {
  SeatInfo: "SeatData", Room: "RoomData", Deal: "DealData", Claims: "Claims", Status: "Status", Sheet: "ScoreSheet", Game: "GameData",
  Clock: "ClockData", Lay: "Lay", Choices: "Choices", Fouls: "Fouls", You: "YouData", GameEvent: "Event", What: "What",
  Snapshot: "Snapshot", Welcome: "Welcome", Missed: "Missed", Ev: "Push", Reason: "Reason", Ground: "Ground", Watcher: "Watcher", Nack: "Nack",
  Answer: "Answer", Ack: "Ack", Pong: "Pong",
}; // prettier-ignore
const API: Record<string, string> = {
  TableInfo: "TableAnswer", ListedSeat: "ListedSeat", LinkedTable: "LinkedTableAnswer", Admission: "TicketAnswer", RuleWords: "RuleWords",
  RulesInfo: "RulesAnswer", MatchInfo: "ListedMatch", MatchRecord: "MatchAnswer", PlayedSeat: "PlayedSeat", MadeDeal: "MadeDeal",
  MatchSteps: "StepsAnswer", ReplayStep: "StepData", ReplayMove: "MoveData", Verdict: "VerifyAnswer", Me: "MeAnswer",
}; // prettier-ignore
const NAMES: Record<string, string> = { ...PROTOCOL, ...API };
// The schema leaves the form of a cause open, because it nests.
const EXCEPTIONS: Record<string, string> = { "Reason.cause": "@Reason" };

interface Schema {
  type?: string;
  $ref?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

interface Shape {
  [property: string]: { type: string; optional: boolean };
}

// ---------------------------------------------------------------- the schema

const DEFS = schema.$defs as unknown as Record<string, Schema>;

function fromSchema(part: Schema): string[] {
  if (part.$ref !== undefined) {
    const name = part.$ref.split("/").pop() ?? "";
    return Object.values(NAMES).includes(name) ? [`@${name}`] : fromSchema(DEFS[name] ?? {});
  }
  if (part.anyOf !== undefined) return isNews(part.anyOf) ? ["@What"] : part.anyOf.flatMap(fromSchema);
  if (part.enum !== undefined) return part.enum.map((one) => JSON.stringify(one));
  if ("const" in part) return [JSON.stringify(part.const)];
  if (part.type === "array") return [`(${written(fromSchema(part.items ?? {}))})[]`];
  if (part.type === "boolean") return ["false", "true"];
  return [part.type === "integer" ? "number" : part.type === "object" ? "record" : (part.type ?? "anything")];
}

function isNews(parts: readonly Schema[]): boolean {
  return parts.length > 1 && parts.every((part) => part.$ref?.endsWith("News") ?? false);
}

function written(types: readonly string[]): string {
  return [...new Set(types)].sort().join(" | ");
}

// What all members of a union have, and what some of them have.
function shapeOf(members: readonly Schema[], name: string): Shape {
  const shape: Shape = {};
  for (const property of new Set(members.flatMap((member) => Object.keys(member.properties ?? {})))) {
    const having = members.filter((member) => property in (member.properties ?? {}));
    const type =
      EXCEPTIONS[`${name}.${property}`] ??
      written(having.flatMap((member) => fromSchema(member.properties?.[property] ?? {})));
    shape[property] = {
      type,
      optional: having.length < members.length || !having.every((member) => member.required?.includes(property)),
    };
  }
  return shape;
}

function membersOf(name: string): Schema[] {
  const union = name === "What" ? DEFS["Push"]?.properties?.["what"]?.anyOf : DEFS[name]?.anyOf;
  return union?.map((part) => DEFS[part.$ref?.split("/").pop() ?? ""] ?? {}) ?? [DEFS[name] ?? {}];
}

// ---------------------------------------------------------------- the types of the page

const FILES = ["src/lib/protocol.ts", "src/lib/api.ts"];
const program = ts.createProgram(FILES, {
  strict: true,
  exactOptionalPropertyTypes: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: [],
  skipLibCheck: true,
  noEmit: true,
});
const checker = program.getTypeChecker();
const INTERFACES = new Map<string, ts.InterfaceDeclaration>();
for (const file of FILES)
  program.getSourceFile(file)?.forEachChild((node) => {
    if (ts.isInterfaceDeclaration(node)) INTERFACES.set(node.name.text, node);
  });

function fromType(type: ts.Type): string[] {
  if (type.isUnion()) return type.types.flatMap(fromType);
  if (type.isStringLiteral()) return [JSON.stringify(type.value)];
  if (checker.isArrayType(type))
    return [`(${written(checker.getTypeArguments(type as ts.TypeReference).flatMap(fromType))})[]`];
  const name = type.aliasSymbol?.name ?? type.symbol?.name ?? "";
  if (NAMES[name] !== undefined) return [`@${NAMES[name]}`];
  const text = checker.typeToString(type);
  if (text === "undefined") return [];
  return [/^(string|number|null|true|false)$/.test(text) ? text : "record"];
}

function declared(name: string): Shape {
  const node = INTERFACES.get(name);
  if (node === undefined) return {};
  const shape: Shape = {};
  for (const property of checker.getTypeAtLocation(node).getProperties())
    shape[property.name] = {
      type: written(fromType(checker.getTypeOfSymbol(property))),
      optional: (property.flags & ts.SymbolFlags.Optional) !== 0,
    };
  return shape;
}

describe("a type of the page is that of the schema", () => {
  it.each(Object.entries(NAMES))("%s is %s", (page, server) => {
    expect(declared(page)).toEqual(shapeOf(membersOf(server), server));
  });
});

it("no type of protocol.ts is left unchecked", () => {
  const own = [...INTERFACES]
    .filter(([, node]) => node.getSourceFile().fileName.endsWith("protocol.ts"))
    .map(([name]) => name);
  expect(own.sort()).toEqual(Object.keys(PROTOCOL).sort());
});
