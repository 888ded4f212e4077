// Walks through the portal of a node in a browser, and prints what it met as JSON.
//
//   PORTAL_FACTS={...} portal-browser CHROMIUM SCENARIO ORIGIN
//
// Each page and dialog is checked by axe in both themes; a violation, a message on the console or a refused load fails.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";
import { scenarios } from "./scenarios.mjs";

const [program, scenario, origin] = process.argv.slice(2);
const facts = JSON.parse(process.env.PORTAL_FACTS);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const browser = await chromium.launch({
  executablePath: program,
  args: ["--no-sandbox", "--disable-background-networking", "--disable-dev-shm-usage"],
});
const problems = [];
/** Messages of the console that a scenario causes on purpose, beside refusals. */
const tolerated = [/status of 4\d\d/];
let checked = 0;
let pictures = 0;
const count = () => pictures++;

/**
 * What axe finds on the page as it is, in the light and in the dark theme. The themes differ in nothing but colours: the
 * second time only these are looked at, unless everything is asked for.
 */
async function check(page, place) {
  if ((await page.evaluate(() => typeof globalThis.axe)) === "undefined") {
    await page.evaluate(axe);
  }
  for (const theme of ["light", "dark"]) {
    const rules = theme === "light" || facts.exhaustive === "true" ? undefined : ["color-contrast"];
    const found = await page.evaluate(async ({ chosen, only }) => {
      const host = document.querySelector("ose-object-storage");
      const portal = (host?.shadowRoot ?? document).querySelector("ose-portal");
      const before = portal.dataset.theme;
      portal.dataset.theme = chosen;
      const result = await globalThis.axe.run(document, { resultTypes: ["violations"], ...(only ? { runOnly: only } : {}) });
      portal.dataset.theme = before;
      return result.violations.map((it) => `${it.id}: ${it.nodes.map((node) => `${node.target} ${node.failureSummary}`).join("; ")}`);
    }, { chosen: theme, only: rules });
    problems.push(...found.map((it) => `${place} (${theme}): ${it}`));
    checked++;
  }
}

try {
  const context = await browser.newContext({
    locale: "en-US",
    acceptDownloads: true,
    // Links lead to the listener of S3 with TLS, whose authority is the test's own.
    ignoreHTTPSErrors: true,
    viewport: { width: 1280, height: 800 },
  });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.on("console", (message) => {
    if (message.type() === "error" && !tolerated.some((it) => it.test(message.text()))) {
      problems.push(`console: ${message.text()}`);
    }
  });
  page.on("pageerror", (error) => problems.push(`script: ${error.message}`));
  try {
    await scenarios[scenario]({ page, context, origin, facts, tolerated, count, check: (place) => check(page, place) });
  } catch (e) {
    problems.push(`${e.message}\nat ${page.url()}:\n${(await page.locator("body").innerText()).slice(0, 1500)}`);
  }
} finally {
  await browser.close();
}
console.log(JSON.stringify({ checked, pictures, problems }));
