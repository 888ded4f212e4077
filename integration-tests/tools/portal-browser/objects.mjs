import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { button, completed, dialog, fits, open, signIn } from "./steps.mjs";

/** Keys that try to be markup, to turn text around, to hide, and to be as long as S3 allows. */
const HOSTILE = ["<img src=x onerror=alert(1)>", "invoice\u202Efdp.exe", "bell\u0007 and tab\t", "ü?#%&+ ;=", "x".repeat(1016) + "/deep"];

/** A member keeps objects. */
export async function objects(visit) {
  await makesBucket(visit);
  await uploadsHostileNames(visit);
  await seesObject(visit);
  await downloads(visit);
  await shares(visit);
  await walksFolders(visit);
  await searches(visit);
  await copies(visit);
  await deletesAndRestores(visit);
  await emptiesAndDeletesBucket(visit);
}

/** A wrong name is shown at its field. */
async function makesBucket({ page, origin, facts, check }) {
  await page.goto(`${origin}/portal/buckets`);
  await signIn(page, facts);
  await page.getByRole("heading", { name: "No buckets yet" }).waitFor();
  await button(page, "New bucket").first().click();
  await dialog(page).getByLabel("Bucket name").fill("Not A Bucket");
  await page.keyboard.press("Enter");
  await dialog(page).locator(".wrong").waitFor();
  await check("new bucket");
  await dialog(page).getByLabel("Bucket name").fill(facts.bucket);
  await dialog(page).getByLabel("Keep versions").check();
  await dialog(page).getByRole("button", { name: "New bucket" }).click();
  await page.getByRole("link", { name: facts.bucket }).waitFor();
  await check("buckets");
  await fits(page);
}

/** Names stay text. */
async function uploadsHostileNames({ page, context, origin, facts, check }) {
  await page.getByRole("link", { name: facts.bucket }).click();
  await page.getByRole("heading", { name: "This folder is empty" }).waitFor();
  await check("empty bucket");
  const files = page.getByLabel("Upload files");
  await files.setInputFiles(HOSTILE.slice(0, 4).map((name) => ({ name, mimeType: "text/html", buffer: Buffer.from("first") })));
  await page.getByRole("region", { name: "Uploads" }).getByText("All uploads have ended.").waitFor();
  await check("uploads");
  await button(page, "Close").click();
  const csrf = (await (await context.request.get(`${origin}/api/v1/session`)).json()).csrf;
  const put = (key) =>
    context.request.put(`${origin}/api/v1/s3/${facts.bucket}/${key.split("/").map(encodeURIComponent).join("/")}`, {
      data: "first",
      headers: { "X-OSE-CSRF": csrf },
    });
  for (const key of [HOSTILE[4], "folder/sub/a.txt", "folder/b.txt"]) {
    const answer = await put(key);
    assert.ok(answer.ok(), `${answer.status()} ${await answer.text()}`);
  }
  await button(page, "Refresh").click();
  await page.getByText("invoice[U+202E]fdp.exe", { exact: true }).first().waitFor();
  assert.equal(await page.locator("main img, main script").count(), 0);
  const name = page.getByRole("link", { name: HOSTILE[0], exact: true });
  assert.equal(await name.locator("bdi").count(), 1);
  await page.getByText("bell␇ and tab␉", { exact: true }).first().waitFor();
  await check("objects");
  await fits(page);
}

/** What the portal and what S3 refuses is shown. */
async function seesObject({ page, facts, origin, check }) {
  await page.getByRole("link", { name: HOSTILE[0], exact: true }).click();
  await page.getByText("text/html").waitFor();
  await check("object");
  await fits(page);
  const part = (name) => page.getByRole("navigation", { name: "Parts of the page" }).getByRole("link", { name, exact: true });
  const save = () => page.getByRole("main").getByRole("button", { name: "Save", exact: true }).click();
  await part("Tags").click();
  await button(page, "Add tag").click();
  await save();
  await page.locator("[aria-invalid=true]").first().waitFor();
  await page.getByLabel("Key", { exact: true }).fill("two");
  await page.getByLabel("Value").fill("<b>2</b>");
  await save();
  await page.getByRole("alert").getByText("The TagValue you have provided is invalid").waitFor();
  await check("refused tags");
  await page.getByLabel("Value").fill("a = b");
  await save();
  await page.getByText("The settings were saved.").first().waitFor();
  await page.reload();
  await page.getByLabel("Value").waitFor();
  assert.equal(await page.getByLabel("Value").inputValue(), "a = b");
  await part("Metadata").click();
  await page.getByLabel("Cache-Control").fill("no-cache");
  await save();
  await check("warning of the copy");
  await dialog(page).getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("The settings were saved.").first().waitFor();
  await part("Versions").click();
  await page.getByText("Latest", { exact: true }).waitFor();
  await check("versions of an object");
  await fits(page);
  await page.getByRole("button", { name: /^Make it the latest/ }).click();
  await dialog(page).getByRole("button", { name: "Make it the latest" }).click();
  await page.getByText("The version is the latest now.").waitFor();
  await page.goto(`${origin}/portal/buckets/${facts.bucket}`);
  await page.getByRole("link", { name: HOSTILE[0], exact: true }).waitFor();
}

/** From the origin of S3, not from the portal's own. */
async function downloads({ page, origin }) {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download <img src=x onerror=alert(1)>" }).click();
  assert.equal(readFileSync(await (await download).path(), "utf8"), "first");
  assert.notEqual(new URL((await download).url()).origin, origin);
}

/** A signed link, which needs no sign-in. */
async function shares({ page, context, check }) {
  await page.getByRole("button", { name: "Share <img src=x onerror=alert(1)>" }).click();
  await dialog(page).getByRole("button", { name: /^Signed link/ }).click();
  await page.getByRole("heading", { name: "Share object" }).waitFor();
  await check("share");
  await dialog(page).getByLabel("Valid for").selectOption("1 day");
  await dialog(page).getByRole("button", { name: "Make link" }).click();
  const link = await dialog(page).locator("pre").innerText();
  await check("shared link");
  const stranger = await context.browser().newContext({ ignoreHTTPSErrors: true });
  const answer = await stranger.request.get(link);
  assert.equal(await answer.text(), "first");
  assert.match(answer.headers()["content-disposition"], /^attachment/);
  assert.equal(new URL(link).searchParams.get("X-Amz-Expires"), "86400");
  await stranger.close();
  await dialog(page).getByRole("button", { name: "Close" }).click();
}

/** The address keeps the place. */
async function walksFolders({ page }) {
  await page.getByRole("link", { name: "folder/" }).click();
  await page.getByRole("link", { name: "b.txt", exact: true }).waitFor();
  assert.match(page.url(), /prefix=folder%2F/);
  await page.reload();
  await page.getByRole("link", { name: "sub/" }).click();
  await page.getByRole("link", { name: "a.txt", exact: true }).waitFor();
  await page.getByRole("navigation", { name: "Path" }).getByRole("link", { name: "folder", exact: true }).click();
  await page.getByLabel("Name begins with").fill("nothing");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "No match" }).waitFor();
  await button(page, "Clear filter").click();
}

/** Across buckets; the address keeps what was asked. */
async function searches({ page, origin, facts, check }) {
  await open(page, "Search");
  await page.getByRole("heading", { name: "Nothing asked for yet" }).waitFor();
  await check("search");
  await fits(page);
  await page.getByLabel(/^Words in the key/).fill("a.txt sub");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "folder/sub/a.txt" }).waitFor();
  await check("found objects");
  await page.reload();
  await page.getByRole("link", { name: "folder/sub/a.txt" }).waitFor();
  await open(page, "Shared with me");
  await page.getByRole("heading", { name: "Nothing is shared with you" }).waitFor();
  await check("shared buckets");
  await page.goto(`${origin}/portal/buckets/${facts.bucket}?prefix=folder%2F`);
}

/** By a job. */
async function copies({ page, origin, facts, check }) {
  await page.getByLabel("Select b.txt").check();
  await button(page, "Copy 1 selected").click();
  await check("copy objects");
  await dialog(page).getByLabel(/^Into the folder/).fill("copies/");
  await dialog(page).getByRole("button", { name: "Copy objects" }).click();
  await page.getByText("Copy objects: Completed").waitFor();
  await check("job on the page of the bucket");
  await open(page, "Jobs");
  await completed(page, 1);
  await page.goto(`${origin}/portal/buckets/${facts.bucket}?prefix=copies%2F`);
  await page.getByRole("link", { name: "b.txt", exact: true }).waitFor();
}

/** Also for good. */
async function deletesAndRestores({ page, origin, facts, check }) {
  await page.getByLabel("Select b.txt").check();
  await button(page, "Delete 1 selected").click();
  await check("delete objects");
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await page.getByText("1 object was deleted.").waitFor();
  await page.getByLabel("Show versions").check();
  await page.getByText("Delete marker").waitFor();
  await check("versions");
  await page.getByLabel("Select b.txt").first().check();
  await button(page, "Restore 1 selected").click();
  await check("restore objects");
  await dialog(page).getByRole("button", { name: "Restore objects" }).click();
  await open(page, "Jobs");
  await completed(page, 2);
  await page.goto(`${origin}/portal/buckets/${facts.bucket}?prefix=copies%2F&versions=true`);
  await page.getByText("Latest").waitFor();
  assert.equal(await page.getByText("Delete marker").count(), 0);
  await button(page, "Delete b.txt").first().click();
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await page.getByRole("heading", { name: "This folder is empty" }).waitFor();
  await page.getByLabel("Show versions").uncheck();
}

/** A page of what is gone says so. */
async function emptiesAndDeletesBucket({ page, origin, facts, check }) {
  await open(page, "Buckets");
  await button(page, `Delete ${facts.bucket}`).click();
  await check("empty the bucket");
  await dialog(page).getByLabel(`Type ${facts.bucket} to confirm`).fill(facts.bucket);
  await dialog(page).getByRole("button", { name: "Empty the bucket" }).click();
  await completed(page, 3);
  await check("job");
  await open(page, "Buckets");
  await button(page, `Delete ${facts.bucket}`).click();
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await page.getByRole("heading", { name: "No buckets yet" }).waitFor();
  await page.goto(`${origin}/portal/buckets/${facts.bucket}`);
  await page.getByRole("heading", { name: "Not found." }).waitFor();
  await check("bucket gone");
}
