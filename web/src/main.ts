import { mount } from "svelte";
import App from "./App.svelte";
import { apply } from "./lib/settings.svelte";
import "./styles.css";

apply();
matchMedia("(prefers-color-scheme: light)").addEventListener("change", apply);
const target = document.getElementById("app");
if (target !== null) mount(App, { target });
