// Whose work is in the built page, and under what licence: written into public/third-party.txt, from where it goes
// into the page and the package. `npm run notices` writes it anew; with --check it only says whether it is right.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const here = dirname(fileURLToPath(import.meta.url));
const file = join(here, "public", "third-party.txt");
const line = "=".repeat(78);

/** The package that a module or a file of the bundle comes from; none for our own. */
function packageOf(id) {
  const helper = /^\0(vite|rolldown)\//.exec(id); // code that the tools themselves add
  if (helper) return helper[1];
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1];
}

async function bundled() {
  const made = await build({ root: here, logLevel: "silent", build: { write: false, emptyOutDir: false } });
  const ids = [made].flat().flatMap((each) =>
    each.output.flatMap((part) => {
      if (part.type === "asset") return part.originalFileNames;
      return Object.entries(part.modules).flatMap(([id, module]) => (module.renderedLength ? [id] : []));
    }),
  );
  return [...new Set(ids.map(packageOf).filter(Boolean))].sort();
}

function notice(name) {
  const folder = join(here, "node_modules", name);
  const { version, license, homepage } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const found = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (!found) throw new Error(`${name} has no licence file`);
  // The tools list there, after their own licence, what is bundled in them; none of that is in the page.
  const text = readFileSync(join(folder, found), "utf8").split(/^# Licenses of bundled dependencies/m)[0];
  const head = `${name} ${version} (${license})${homepage ? `\n${homepage}` : ""}`;
  return `${line}\n${head}\n${line}\n\n${text
    .trim()
    .replaceAll("\r\n", "\n")
    .replaceAll(/[ \t]+$/gm, "")}\n`;
}

const names = await bundled();
const text = [
  "The page of Dicecup contains the work of others, under these licences.\n",
  ...names.map(notice),
].join("\n");
const right = existsSync(file) && readFileSync(file, "utf8") === text;
if (process.argv.includes("--check")) {
  console.log(right ? `Right, with ${names.join(", ")}.` : "public/third-party.txt is not right: npm run notices");
  process.exitCode = right ? 0 : 1;
} else {
  writeFileSync(file, text);
  console.log(`Written, with ${names.join(", ")}.`);
}
