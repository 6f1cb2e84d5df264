import { mount } from "svelte";
import App from "./App.svelte";
import { apply } from "./lib/settings.svelte";
import { keepPage } from "./lib/update.svelte";
import "./styles.css";

apply();
for (const query of ["(prefers-color-scheme: light)", "(prefers-reduced-motion: reduce)"])
  matchMedia(query).addEventListener("change", apply);
const target = document.getElementById("app");
if (target !== null) mount(App, { target });
if (import.meta.env.PROD) addEventListener("load", () => void keepPage());
