// Builds the page from src into page, which is committed: whoever runs a simulation needs no Node.js.
import { copyFile, mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(here, "page");
await mkdir(out, { recursive: true });
const { metafile } = await build({
  absWorkingDir: here,
  entryPoints: { page: "src/main.ts" },
  outdir: out,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  legalComments: "eof",
  metafile: true,
  define: { "process.env.NODE_ENV": '"production"' },
});
await copyFile(join(here, "src", "index.html"), join(out, "index.html"));

// The terms under which the page carries others' code.
const packages = new Set(Object.keys(metafile.inputs).map((file) => /^node_modules\/((@[^/]+\/)?[^/]+)/.exec(file)?.[1]).filter(Boolean));
const terms = [];
for (const name of [...packages].sort()) {
  const folder = join(here, "node_modules", name);
  const file = (await readdir(folder)).find((one) => /^licen[cs]e/i.test(one));
  const { version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const text = file ? await readFile(join(folder, file), "utf8") : `${license}\n`;
  terms.push(`${name} ${version}\n\n${text.trim()}\n`);
}
await writeFile(join(out, "licenses.txt"), terms.join(`\n${"-".repeat(80)}\n\n`));
