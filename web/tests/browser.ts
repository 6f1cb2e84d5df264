// As much of a browser as the words need; import it first.

Object.assign(globalThis, {
  navigator: { language: "en-GB", onLine: true },
  localStorage: { getItem: () => null, setItem: () => undefined },
  addEventListener: () => undefined,
});
