// As much of a browser as the words need, and all languages; import it first.

export {}; // a module

Object.assign(globalThis, {
  navigator: { language: "en-GB", onLine: true },
  localStorage: { getItem: () => null, setItem: () => undefined },
  addEventListener: () => undefined,
});

const { LANGUAGES, loadRulesOf } = await import("../src/lib/words/index.svelte");
await Promise.all(Object.keys(LANGUAGES).map(loadRulesOf));
