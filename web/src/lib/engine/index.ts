export { BUDGET, Engine, EngineError, type CallOptions, type EngineTrouble } from "./engine";
export type { GivenList } from "./calls";
export type { Constants, Manifest } from "./manifest";
export { StoredRecord } from "./records";
