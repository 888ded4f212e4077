// Fails if a first visit loads more than it may: the document, its script and its styles, compressed.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const BUDGET = 150 * 1024;
const root = join(import.meta.dirname, "../target/classes/META-INF/resources/portal");
const files = ["index.html"];
for (const [, path] of readFileSync(join(root, "index.html"), "utf8").matchAll(/(?:src|href)="\/portal\/([^"]+)"/g)) {
  files.push(path);
}
const bytes = files.reduce((sum, file) => sum + statSync(join(root, file + ".gz")).size, 0);
console.log(`portal-ui: a first visit loads ${bytes} bytes compressed in ${files.length} files`);
if (bytes > BUDGET) {
  console.error(`portal-ui: at most ${BUDGET} are permitted`);
  process.exit(1);
}
