declare module "virtual:catalogue" {
  import type { About } from "./lib/words/languages";

  type Loads = Record<string, () => Promise<{ default: Record<string, string> }>>;
  export const about: Record<string, About>;
  export const words: Loads;
  export const rules: Loads;
}
