import assert from "node:assert/strict";
import { button, dialog, fits, open, signIn } from "./steps.mjs";

const NAME = "<b>chart\u202Egnp.png";
const SHOWN = "<b>chart[U+202E]gnp.png";
/** One red point. */
const IMAGE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==",
  "base64",
);
const FILES = [
  { name: NAME, mimeType: "image/png", buffer: IMAGE },
  { name: "long.txt", mimeType: "text/plain", buffer: Buffer.from("<script>alert(1)</script>".repeat(4000)) },
  { name: "page.html", mimeType: "text/html", buffer: Buffer.from("<script>alert(1)</script>") },
];

/** A member shares an object by links that can be revoked, and sees objects without downloading them. */
export async function links(visit) {
  await keepsFiles(visit);
  await previews(visit);
  const link = await shares(visit);
  await redeems(visit, link);
  await revokes(visit, link);
}

async function keepsFiles({ page, origin, facts, check }) {
  await page.goto(`${origin}/portal/links`);
  await signIn(page, facts);
  await page.getByRole("heading", { name: "No share links yet" }).waitFor();
  await check("no links");
  await open(page, "Buckets");
  await button(page, "New bucket").first().click();
  await dialog(page).getByLabel("Bucket name").fill(facts.bucket);
  await dialog(page).getByRole("button", { name: "New bucket" }).click();
  await page.getByRole("link", { name: facts.bucket }).click();
  await page.getByRole("heading", { name: "This folder is empty" }).waitFor();
  await page.getByLabel("Upload files").setInputFiles(FILES);
  await page.getByRole("region", { name: "Uploads" }).getByText("All uploads have ended.").waitFor();
  await button(page, "Close").click();
  await button(page, "Refresh").click();
}

/** From the origin of S3; of HTML there is none. */
async function previews({ page, origin, check }) {
  await page.getByRole("link", { name: SHOWN, exact: true }).click();
  await button(page, "Show preview").click();
  const image = page.getByRole("img", { name: `Preview of ${SHOWN}` });
  await image.waitFor();
  await page.waitForFunction(() => document.querySelector("main img")?.naturalWidth === 1);
  assert.notEqual(new URL(await image.getAttribute("src")).origin, origin);
  await check("preview of an image");
  await page.goBack();
  await page.getByRole("link", { name: "long.txt", exact: true }).click();
  await button(page, "Show preview").press("Enter");
  const text = page.getByRole("region", { name: "Preview of long.txt" });
  await text.waitFor();
  assert.equal((await text.textContent()).length, 65_536);
  await page.getByText("The first 64 KiB:").waitFor();
  await check("preview of a text");
  await page.goBack();
  await page.getByRole("link", { name: "page.html", exact: true }).click();
  await page.getByText("text/html").waitFor();
  assert.equal(await page.getByRole("button", { name: "Show preview" }).count(), 0);
  await page.goBack();
}

/** The link and its password, which are shown once. */
async function shares({ page, check }) {
  await page.getByRole("button", { name: `Share ${SHOWN}` }).click();
  await page.getByRole("heading", { name: "Share by a link" }).waitFor();
  await check("share by a link");
  await dialog(page).getByLabel("Your own password").fill("short");
  await dialog(page).getByRole("button", { name: "Make link" }).click();
  await dialog(page).locator(".wrong").waitFor();
  await check("refused password");
  await dialog(page).getByLabel("Your own password").fill("");
  await dialog(page).getByLabel("Password", { exact: true }).selectOption("A generated password");
  await dialog(page).getByLabel(/^Downloads/).fill("2");
  await dialog(page).getByRole("button", { name: "Make link" }).click();
  await page.getByRole("heading", { name: "Link created" }).waitFor();
  await check("made link");
  await page.keyboard.press("Escape");
  const [url, password] = await dialog(page).locator("pre").allInnerTexts();
  await button(page, "Copy Link").click();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), url.trim());
  await button(page, "I have saved it").click();
  return { url: url.trim(), password: password.trim() };
}

/** By someone without an account. */
async function redeems({ context }, { url, password }) {
  const stranger = await context.browser().newContext({ ignoreHTTPSErrors: true });
  const page = await stranger.newPage();
  await page.goto(url);
  await page.getByLabel("Password").fill(password);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  assert.equal((await download).suggestedFilename(), "_b_chart_gnp.png");
  await stranger.close();
}

async function revokes({ page, context, origin, facts, check }, { url }) {
  await page.getByRole("main").getByRole("link", { name: "Share links" }).click();
  await page.getByRole("heading", { level: 1, name: "Share links" }).waitFor();
  await page.getByRole("cell", { name: "1 of 2" }).waitFor();
  assert.match(page.url(), new RegExp(`bucket=${facts.bucket}`));
  await check("links");
  await fits(page);
  await page.getByLabel("State").selectOption("Revoked");
  await page.getByText("No link is in this state.").waitFor();
  await check("no link in the state");
  await button(page, "Clear filter").click();
  await button(page, `Revoke ${SHOWN}`).click();
  assert.equal(await page.evaluate(() => document.activeElement.textContent.trim()), "Cancel");
  await check("revoke link");
  await dialog(page).getByRole("button", { name: "Revoke" }).click();
  await page.getByText("The link was revoked.").waitFor();
  await page.reload();
  await page.getByRole("cell", { name: "Revoked" }).waitFor();
  assert.equal(await button(page, `Revoke ${SHOWN}`).count(), 0);
  assert.equal((await context.request.get(url)).status(), 404);
  assert.ok(page.url().startsWith(`${origin}/portal/links`));
}
