import { mount } from "svelte";
import App from "./App.svelte";
import { apply, settings } from "./lib/settings.svelte";
import { keepPage } from "./lib/update.svelte";
import { loadWords } from "./lib/words/index.svelte";
import "./styles.css";

apply();
for (const query of ["(prefers-color-scheme: light)", "(prefers-reduced-motion: reduce)"])
  matchMedia(query).addEventListener("change", apply);
await loadWords(settings.language);
const target = document.getElementById("app");
if (target !== null) mount(App, { target });
if (import.meta.env.PROD) {
  if (document.readyState === "complete") void keepPage();
  else addEventListener("load", () => void keepPage());
}
