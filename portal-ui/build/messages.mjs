// Fails on a text that no source uses or that two catalogues have. The compiler finds those that are used or missing in a
// language.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../src/main/web");
const sources = readdirSync(root, { recursive: true })
  .filter((it) => it.endsWith(".ts") && !it.startsWith("i18n/") && it !== "api/schema.ts")
  .map((it) => readFileSync(join(root, it), "utf8"))
  .join("\n");
const english = join(root, "i18n/en");
const keys = readdirSync(english)
  .map((it) => readFileSync(join(english, it), "utf8"))
  .flatMap((it) => [...it.matchAll(/^ {2}"?([\w.]+)"?:/gm)])
  .map(([, key]) => key);
const repeated = keys.filter((key, at) => keys.indexOf(key) !== at);
if (repeated.length > 0) {
  console.error("portal-ui: texts that two catalogues have: " + repeated.join(", "));
  process.exit(1);
}
const unused = keys
  .filter((key) => !sources.includes(`"${key}"`))
  // Keys of words of the API, such as job.state.RUNNING, are put together.
  .filter((key) => {
    const prefix = key.slice(0, key.lastIndexOf("."));
    return !sources.includes("`" + prefix + ".${") && !sources.includes(`word("${prefix}"`);
  });
if (unused.length > 0) {
  console.error("portal-ui: texts that no source uses: " + unused.join(", "));
  process.exit(1);
}
