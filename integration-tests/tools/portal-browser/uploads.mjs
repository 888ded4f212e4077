import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { button, dialog, fits, open, signIn } from "./steps.mjs";

const MIB = 1024 ** 2;

/** A member uploads large files and folders. */
export async function uploads(visit) {
  const home = mkdtempSync(join(tmpdir(), "portal-uploads-"));
  try {
    const files = makeFiles(home);
    await entersBucket(visit);
    await uploadsInParts(visit, files);
    await survivesLostNetwork(visit, files);
    await survivesEndOfSession(visit, files);
    await resumesAfterReload(visit, files);
    await cancels(visit, files);
    await dropsFolder(visit, files);
    await resolvesConflicts(visit, files);
    await picksFolder(visit, files);
  } finally {
    rmSync(home, { recursive: true });
  }
}

/** A file of three parts, another one of its name, and a folder with a folder. */
function makeFiles(home) {
  const large = join(home, "large.bin");
  writeFileSync(large, randomBytes(40 * MIB));
  mkdirSync(join(home, "other"));
  const other = join(home, "other", "large.bin");
  writeFileSync(other, "another file");
  const folder = join(home, "trip");
  mkdirSync(join(folder, "day one"), { recursive: true });
  writeFileSync(join(folder, "plan.txt"), "plan");
  writeFileSync(join(folder, "day one", "ü.txt"), "photo");
  return { large, other, folder };
}

async function entersBucket({ page, context, origin, facts }) {
  await page.goto(`${origin}/portal/buckets`);
  await signIn(page, facts);
  await page.getByRole("heading", { name: "No buckets yet" }).waitFor();
  const csrf = (await (await context.request.get(`${origin}/api/v1/session`)).json()).csrf;
  const made = await context.request.put(`${origin}/api/v1/s3/${facts.bucket}`, { headers: { "X-OSE-CSRF": csrf } });
  assert.ok(made.ok(), `${made.status()} ${await made.text()}`);
}

/** The uploads go on while pages change, and stop where the user wants. */
async function uploadsInParts(visit, { large }) {
  const { page, check } = visit;
  await openFolder(visit, "");
  await page.getByRole("heading", { name: "This folder is empty" }).waitFor();
  const release = await holdPart(page, 3);
  await page.getByLabel("Upload files").setInputFiles(large);
  await panel(page).getByText("32 MiB / 40 MiB").first().waitFor();
  await check("upload in parts");
  await open(page, "Jobs");
  await panel(page).getByText("1 upload is under way.").waitFor();
  await fits(page);
  await button(page, "Sign out").click();
  await dialog(page).getByText("Uploads are not finished.").waitFor();
  await check("sign out during uploads");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Pause large.bin" }).focus();
  await page.keyboard.press("Enter");
  await panel(page).getByText("1 is paused.").waitFor();
  await check("paused upload");
  await release();
  await page.getByRole("button", { name: "Resume large.bin" }).click();
  await ended(page);
  await arrived(visit, "large.bin", large);
}

/** By itself, as soon as the network is back; only what is missing is sent again. */
async function survivesLostNetwork(visit, { large }) {
  const { page, context, tolerated } = visit;
  tolerated.push(/net::ERR_(CONNECTION_RESET|INTERNET_DISCONNECTED)/);
  await openFolder(visit, "offline/");
  await breakPart(page, 1);
  const release = await holdPart(page, 3);
  await page.getByLabel("Upload files").setInputFiles(large);
  await panel(page).getByText("32 MiB / 40 MiB").first().waitFor();
  await context.setOffline(true);
  await release("internetdisconnected");
  await panel(page).getByText("waits and tries again").waitFor();
  const parts = sentParts(page);
  await context.setOffline(false);
  await ended(page);
  assert.deepEqual(parts, ["3"]);
  await arrived(visit, "offline/large.bin", large);
}

/** The parts that were refused go on after the sign-in. */
async function survivesEndOfSession(visit, { large }) {
  const { page, context, facts } = visit;
  await openFolder(visit, "session/");
  const release = await holdPart(page, 3);
  await page.getByLabel("Upload files").setInputFiles(large);
  await panel(page).getByText("32 MiB / 40 MiB").first().waitFor();
  await context.clearCookies();
  await release();
  const again = page.getByRole("dialog", { name: "Sign in again" });
  await again.getByLabel("Password", { exact: true }).fill(facts.password);
  await again.getByRole("button", { name: "Sign in" }).click();
  await ended(page);
  await arrived(visit, "session/large.bin", large);
}

/** The page asks before it is left; the file is chosen again, and no other one. */
async function resumesAfterReload(visit, { large, other }) {
  const { page, check } = visit;
  await openFolder(visit, "resumed/");
  const release = await holdPart(page, 3);
  await page.getByLabel("Upload files").setInputFiles(large);
  await panel(page).getByText("32 MiB / 40 MiB").first().waitFor();
  await isHiddenFromOtherTab(visit);
  const asked = page.waitForEvent("dialog");
  page.once("dialog", (it) => it.accept());
  await page.reload();
  assert.equal((await asked).type(), "beforeunload");
  await release();
  await panel(page).getByRole("heading", { name: "Unfinished uploads" }).waitFor();
  await check("unfinished uploads");
  await fits(page);
  const kept = await keptUploads(page);
  assert.match(kept, /large\.bin/);
  assert.doesNotMatch(kept, /secret|token|csrf|password/i);
  const field = page.getByLabel("Choose the file resumed/large.bin");
  await field.setInputFiles(other);
  await panel(page).getByText("This is another file.").waitFor();
  const parts = sentParts(page);
  await field.setInputFiles(large);
  await ended(page);
  assert.deepEqual(parts, ["3"]);
  await arrived(visit, "resumed/large.bin", large);
  assert.equal(await keptUploads(page), "");
}

/** What the browser keeps of uploads, of whichever user. */
function keptUploads(page) {
  return page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([name]) => name.startsWith("ose-uploads"))
      .join(),
  );
}

/** Which could end what this one is at work on. */
async function isHiddenFromOtherTab(visit) {
  const tab = await visit.context.newPage();
  await openFolder({ ...visit, page: tab }, "resumed/");
  await tab.getByRole("heading", { name: "This folder is empty" }).waitFor();
  assert.equal(await panel(tab).count(), 0);
  await tab.close();
}

/** No parts stay behind. */
async function cancels(visit, { large }) {
  const { page, context, origin, facts } = visit;
  await openFolder(visit, "cancelled/");
  const release = await holdPart(page, 3);
  await page.getByLabel("Upload files").setInputFiles(large);
  await panel(page).getByText("32 MiB / 40 MiB").first().waitFor();
  await page.getByRole("button", { name: "Cancel cancelled/large.bin" }).click();
  await ended(page);
  await release();
  const headers = { Accept: "application/json" };
  const address = `${origin}/api/v1/s3/${facts.bucket}?uploads`;
  const list = async () => (await (await context.request.get(address, { headers })).json()).uploads;
  for (let attempt = 0; attempt < 50 && (await list()).length > 0; attempt++) {
    await page.waitForTimeout(100);
  }
  assert.deepEqual(await list(), []);
}

/** Keys have the path within the folder. */
async function dropsFolder(visit, { folder }) {
  const { page } = visit;
  await openFolder(visit, "albums/");
  await drop(page, [folder]);
  await ended(page);
  await page.getByRole("link", { name: "trip/" }).click();
  await page.getByRole("link", { name: "plan.txt", exact: true }).waitFor();
  await page.getByRole("link", { name: "day one/" }).click();
  await page.getByRole("link", { name: "ü.txt", exact: true }).waitFor();
  await arrived(visit, "albums/trip/day one/ü.txt", join(folder, "day one", "ü.txt"));
}

/** One question for all files whose names are taken. */
async function resolvesConflicts(visit, { folder }) {
  const { page, check } = visit;
  writeFileSync(join(folder, "plan.txt"), "another plan");
  writeFileSync(join(folder, "new.txt"), "new");
  await openFolder(visit, "albums/");
  const answer = async (choice) => {
    await drop(page, [folder]);
    await dialog(page).getByText("2 files have names of objects").waitFor();
    await dialog(page).getByLabel("What to do with all of them").selectOption({ label: choice });
    await check(`conflict: ${choice}`);
    await dialog(page).getByRole("button", { name: "Continue" }).click();
    await ended(page, false);
  };
  await answer("Skip these files");
  assert.equal(await content(visit, "albums/trip/plan.txt"), "plan");
  assert.equal(await content(visit, "albums/trip/new.txt"), "new");
  await button(page, "Close").click();
  rmSync(join(folder, "new.txt"));
  await answer("Keep both: upload under a name with a number");
  assert.equal(await content(visit, "albums/trip/plan.txt"), "plan");
  assert.equal(await content(visit, "albums/trip/plan (1).txt"), "another plan");
  await button(page, "Close").click();
  await answer("Overwrite");
  await panel(page).getByText("overwrites").first().waitFor();
  assert.equal(await content(visit, "albums/trip/plan.txt"), "another plan");
}

/** In a browser without a dialog for folders, by a field. */
async function picksFolder(visit, { folder }) {
  const { page } = visit;
  await page.addInitScript(() => delete globalThis.showDirectoryPicker);
  await openFolder(visit, "picked/");
  await page.getByLabel("Upload a folder").setInputFiles(folder);
  await ended(page);
  assert.equal(await content(visit, "picked/trip/day one/ü.txt"), "photo");
}

const panel = (page) => page.getByRole("region", { name: "Uploads" });

async function openFolder({ page, origin, facts }, prefix) {
  await page.goto(`${origin}/portal/buckets/${facts.bucket}?prefix=${encodeURIComponent(prefix)}`);
  await page.getByText("or drop files and folders here").waitFor();
}

async function ended(page, isClosed = true) {
  await panel(page).getByText("All uploads have ended.").waitFor();
  if (isClosed) {
    await button(page, "Close").click();
    await panel(page).waitFor({ state: "detached" });
  }
}

const isPart = (number) => (url) => url.searchParams.get("partNumber") === String(number);

/** Holds requests of a part until they are released, or broken. */
async function holdPart(page, number) {
  let end;
  const held = new Promise((resolve) => (end = resolve));
  await page.route(isPart(number), async (route) => {
    const error = await held;
    // The page may have given up meanwhile.
    await (error ? route.abort(error) : route.continue()).catch(() => undefined);
  });
  return async (error) => {
    end(error);
    await page.unrouteAll({ behavior: "wait" });
  };
}

/** Breaks the connection of the first request of a part. */
async function breakPart(page, number) {
  await page.route(isPart(number), (route) => route.abort("connectionreset"), { times: 1 });
}

/** The numbers of the parts that are sent from now on. */
function sentParts(page) {
  const parts = [];
  page.on("request", (it) => {
    const number = new URL(it.url()).searchParams.get("partNumber");
    if (number && it.method() === "PUT") {
      parts.push(number);
    }
  });
  return parts;
}

/** Drops files of this machine, as a person with a pointer does. */
async function drop(page, files) {
  const session = await page.context().newCDPSession(page);
  const box = await page.getByRole("main").boundingBox();
  const place = { x: box.x + box.width / 2, y: box.y + 150, data: { items: [], files, dragOperationsMask: 1 } };
  for (const type of ["dragEnter", "dragOver", "drop"]) {
    await session.send("Input.dispatchDragEvent", { type, ...place });
  }
  await session.detach();
}

/** The bytes of an object, from S3 by a link. */
async function bytesOf({ context, origin, facts }, key) {
  const csrf = (await (await context.request.get(`${origin}/api/v1/session`)).json()).csrf;
  const data = { method: "GET", bucket: facts.bucket, key, expiresIn: 60 };
  const link = await context.request.post(`${origin}/api/v1/admin/me/presign`, { data, headers: { "X-OSE-CSRF": csrf } });
  const answer = await context.request.get((await link.json()).url);
  assert.ok(answer.ok(), `${key}: ${answer.status()}`);
  return answer.body();
}

async function content(visit, key) {
  return (await bytesOf(visit, key)).toString("utf8");
}

/** The object is what the file is, byte by byte, and has a checksum if it came in parts. */
async function arrived(visit, key, file) {
  const digest = (bytes) => createHash("sha256").update(bytes).digest("hex");
  const bytes = readFileSync(file);
  assert.equal(digest(await bytesOf(visit, key)), digest(bytes));
  const address = `${visit.origin}/api/v1/s3/${visit.facts.bucket}/${key.split("/").map(encodeURIComponent).join("/")}`;
  const head = await visit.context.request.head(address, { headers: { "x-amz-checksum-mode": "ENABLED" } });
  assert.match(head.headers()["x-amz-checksum-sha256"], bytes.length > 16 * MIB ? /-3$/ : /=$/);
}
