// Tells the service worker which files it keeps: what the page needs to open, and no more.
import { createHash } from "node:crypto";
import type { Plugin, Rollup } from "vite";

export const WORKER = "worker";

export function shell(): Plugin {
  return {
    name: "dicecup-shell",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((each) => each.type === "chunk");
      const worker = chunks.find((each) => each.name === WORKER);
      const page = chunks.find((each) => each.isEntry && each !== worker);
      if (!worker || !page) throw new Error("There is no page, or no worker.");
      const files = filesOf(page, bundle);
      const index = bundle["index.html"];
      const hash = createHash("sha256").update(files.join());
      if (index?.type === "asset") hash.update(index.source);
      worker.code = worker.code
        .replace("__SHELL__", JSON.stringify(files))
        .replace("__VERSION__", JSON.stringify(hash.digest("hex").slice(0, 12)));
    },
  };
}

/** A chunk, what it imports at once, their styles, and the letters that are always wanted. */
function filesOf(chunk: Rollup.OutputChunk, bundle: Rollup.OutputBundle): string[] {
  const found = new Set<string>();
  const look = (name: string) => {
    const one = bundle[name];
    if (one?.type !== "chunk" || found.has(name)) return;
    found.add(name);
    for (const each of one.viteMetadata?.importedCss ?? []) found.add(each);
    for (const each of one.viteMetadata?.importedAssets ?? [])
      if (/-latin-wght.*woff2$/.test(each)) found.add(each);
    one.imports.forEach(look);
  };
  look(chunk.fileName);
  return [...found].sort();
}
