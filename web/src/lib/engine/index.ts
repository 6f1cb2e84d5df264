export {
  analyse,
  FINE,
  QUICK,
  WHOLE,
  type AnalysedStep,
  type AnalyseOptions,
  type Analysis,
  type Effort,
  type Judgement,
  type Luck,
  type Source,
} from "./analyse";
export { BUDGET, Engine, EngineError, type CallOptions, type EngineTrouble } from "./engine";
export type { GivenList } from "./calls";
export { playRounds, worth, type PlayedRounds, type Question, type RoundsJob, type Standing, type Worth } from "./jobs";
export {
  changes,
  FIGURES,
  measure,
  type Change,
  type Figure,
  type FigureId,
  type LabOptions,
  type Measured,
} from "./lab";
export type { Constants, Manifest } from "./manifest";
export { readQuestions, type Decision, type MatchQuestions, type Moment } from "./match";
export { StoredRecord } from "./records";
