import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { catalogue } from "./words.plugin.ts";

const PUBLIC = [
  "icon-180.png",
  "icon-192.png",
  "icon-512.png",
  "icon-maskable-512.png",
  "icon.svg",
  "manifest.webmanifest",
];

// Tell the service worker which files the build has; its version changes when any of them does.
function keptFiles(): Plugin {
  return {
    name: "kept-files",
    apply: "build",
    enforce: "post",
    async generateBundle(_, bundle) {
      const worker = bundle["sw.js"];
      if (worker?.type !== "chunk") throw new Error("the build has no service worker");
      const own = Object.keys(bundle).filter((name) => name !== "sw.js" && name !== "index.html");
      const files = ["/", ...[...own, ...PUBLIC].sort().map((name) => `/${name}`)];
      const page = bundle["index.html"];
      const pictures = await Promise.all(PUBLIC.map((name) => this.fs.readFile(`public/${name}`)));
      const version = await digest(
        JSON.stringify([files, pictures.map((one) => one.join())]) +
          (page?.type === "asset" ? String(page.source) : "") +
          worker.code,
      );
      worker.code = worker.code
        .replaceAll("__FILES__", JSON.stringify(files))
        .replaceAll("__VERSION__", JSON.stringify(version));
    },
  };
}

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes, 0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The page is built into the Python package, which serves it.
export default defineConfig({
  plugins: [svelte(), catalogue(), keptFiles()],
  build: {
    outDir: "../src/lastcard/online/server/page",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The engine is a file of its own, which tests import.
      input: { index: "index.html", sw: "src/worker.ts", engine: "src/lib/engine/index.ts" },
      preserveEntrySignatures: "exports-only",
      output: { entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js") },
    },
  },
  worker: { format: "es" },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true }, "/engine": "http://127.0.0.1:8000" } },
});
