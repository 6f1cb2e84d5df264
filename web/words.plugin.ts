// Gives the page the catalogue of words of the Python package, as one file for each language: `virtual:catalogue`.

import type { Plugin } from "vite";

const FOLDER = "../src/lastcard/words/catalogue";
const LIST = "virtual:catalogue";
const PARTS: Record<string, readonly string[]> = { words: ["game", "page"], rules: ["rules"] };

type Files = {
  readdir(path: string): Promise<string[]>;
  readFile(path: string, options: { encoding: "utf8" }): Promise<string>;
};

const read = (files: Files, code: string, name: string) =>
  files.readFile(`${FOLDER}/${code}/${name}.json`, { encoding: "utf8" });

// All languages with what is to know about them, and how their parts are loaded; English first.
async function listed(files: Files): Promise<string> {
  const codes = (await files.readdir(FOLDER)).filter((name) => /^[a-z]{2}$/.test(name));
  codes.sort((one, other) => Number(other === "en") - Number(one === "en") || one.localeCompare(other));
  const about = codes.map(async (code) => `${code}: ${await read(files, code, "language")}`);
  const parts = Object.keys(PARTS).map((part) => {
    const loads = codes.map((code) => `${code}: () => import("${LIST}/${part}-${code}")`);
    return `export const ${part} = { ${loads.join(", ")} };`;
  });
  return [`export const about = { ${(await Promise.all(about)).join(", ")} };`, ...parts].join("\n");
}

async function texts(files: Files, part: string, code: string): Promise<string> {
  const found = await Promise.all((PARTS[part] ?? []).map((name) => read(files, code, name)));
  const all = found.map((text) => JSON.parse(text) as Record<string, string>);
  return `export default JSON.parse(${JSON.stringify(JSON.stringify(Object.assign({}, ...all)))})`;
}

export function catalogue(): Plugin {
  return {
    name: "catalogue",
    resolveId: (id) => (id.startsWith(LIST) ? id : null),
    async load(id) {
      if (id === LIST) return listed(this.fs);
      const [, part, code] = /^virtual:catalogue\/(\w+)-(\w+)$/.exec(id) ?? [];
      return part === undefined || code === undefined ? null : texts(this.fs, part, code);
    },
  };
}
