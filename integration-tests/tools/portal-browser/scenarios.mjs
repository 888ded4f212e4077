// What users of the portal do. Elements are found as users find them: by their names and labels.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const button = (page, name) => page.getByRole("button", { name, exact: true });
const dialog = (page) => page.getByRole("dialog");

async function signIn(page, { tenant = "", user, password }) {
  await page.getByLabel("Tenant").fill(tenant);
  await page.getByLabel("User", { exact: true }).fill(user);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await button(page, "Sign in").click();
}

async function open(page, name) {
  await page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name, exact: true }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

/** Nothing is wider than a small telephone. */
async function fits(page) {
  await page.setViewportSize({ width: 320, height: 640 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 320, `the page is ${width} pixels wide at 320`);
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** A member signs in, and sees what is wrong. */
async function account({ page, context, origin, facts, check }) {
  await page.goto(`${origin}/portal/account`);
  await check("sign-in");
  await signIn(page, { ...facts, password: "a wrong password" });
  await page.getByText("Tenant, user or password is wrong.").waitFor();
  assert.equal(await page.getByLabel("Password", { exact: true }).inputValue(), "");
  await page.getByLabel("Password", { exact: true }).fill(facts.password);
  await page.keyboard.press("Enter");
  await page.getByText("This password must be changed").waitFor();
  await check("forced password");
  await page.getByLabel("New password", { exact: true }).fill(facts.password2);
  await page.getByLabel("New password again").fill("something else again");
  await button(page, "Change password").click();
  await page.getByText("The two passwords differ.").waitFor();
  await page.getByLabel("New password again").fill(facts.password2);
  await button(page, "Change password").click();
  // The address that was asked for.
  await page.getByRole("heading", { level: 1, name: "My account" }).waitFor();
  await page.getByRole("heading", { name: "Open sessions" }).waitFor();
  await check("account");
  await fits(page);

  await button(page, "New token").click();
  await check("new token");
  await dialog(page).getByLabel("Name").fill("script");
  await dialog(page).getByRole("button", { name: "New token" }).click();
  await dialog(page).getByText(/^ose_pat_/).waitFor();
  await page.keyboard.press("Escape");
  await dialog(page).getByRole("button", { name: "I have saved it" }).click();
  await button(page, "Revoke script").waitFor();

  await button(page, "Switch on the second factor").click();
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("type")), "password");
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement.textContent.trim()), "Switch on the second factor");
  await button(page, "Switch on the second factor").click();
  await dialog(page).getByLabel("Password").fill(facts.password2);
  await dialog(page).getByRole("button", { name: "Continue" }).click();
  await page.getByRole("img", { name: "QR code of the key" }).waitFor();
  await check("second factor");
  const key = await dialog(page).locator("code").innerText();
  await dialog(page).getByLabel("Code", { exact: true }).fill(await totp(key));
  await dialog(page).getByRole("button", { name: "Switch on the second factor" }).click();
  await page.getByRole("heading", { name: "Recovery codes" }).waitFor();
  await check("recovery codes");
  const codes = (await dialog(page).locator("pre").innerText()).trim().split("\n");
  assert.equal(codes.length, 10);
  await button(page, "I have saved it").click();

  // Ends the session as another node or browser would, and goes on where the page was.
  await context.clearCookies();
  await button(page, "Revoke script").click();
  await dialog(page).getByRole("button", { name: "Revoke" }).click();
  const again = page.getByRole("dialog", { name: "Sign in again" });
  await again.waitFor();
  await check("sign in again");
  await again.getByLabel("Password", { exact: true }).fill(facts.password2);
  await again.getByRole("button", { name: "Sign in" }).click();
  await again.getByLabel("Code", { exact: true }).fill(codes[0]);
  await again.getByRole("button", { name: "Sign in" }).click();
  await again.waitFor({ state: "detached" });
  await button(page, "Revoke script").waitFor({ state: "detached" });
  assert.match(page.url(), /\/portal\/account$/);

  await page.getByLabel("Language").selectOption("de");
  await page.getByRole("heading", { level: 1, name: "Mein Konto" }).waitFor();
  await button(page, "Abmelden").click();
  await page.getByText("Sie sind abgemeldet.").waitFor();
}

/** A member has keys, and an administrator of the tenant has users. */
async function tenant({ page, origin, facts, check }) {
  await page.goto(`${origin}/portal/`);
  await signIn(page, facts);
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  await page.getByRole("heading", { name: "Getting started" }).waitFor();
  await check("overview");
  await fits(page);

  await open(page, "Security credentials");
  await page.getByText("Reserved, cannot be changed").waitFor();
  await check("credentials");
  await fits(page);
  await button(page, "New key pair").click();
  await check("new key pair");
  await dialog(page).getByLabel(/^Description/).fill("<img src=x onerror=alert(1)>\u202Egnp");
  await dialog(page).getByLabel(/^Limited to keys/).fill("logs/");
  await dialog(page).getByRole("button", { name: "New key pair" }).click();
  await dialog(page).locator(".wrong").waitFor();
  await dialog(page).getByLabel(/^Limited to buckets/).fill("photos, videos");
  await dialog(page).getByRole("button", { name: "New key pair" }).click();
  await page.getByRole("heading", { name: "Key pair created" }).waitFor();
  await check("secret");
  const accessKey = (await dialog(page).locator("pre").first().innerText()).trim();
  await button(page, "I have saved it").click();
  await page.getByText(accessKey).first().waitFor();
  assert.equal(await page.locator("main img").count(), 0);

  await page.getByLabel("Key or description contains").fill("no such key");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "No match" }).waitFor();
  await check("no match");
  await page.reload();
  await page.getByText("Nothing matches “no such key”.").waitFor();
  await button(page, "Clear filter").click();
  await button(page, `Delete ${accessKey}`).click();
  assert.equal(await page.evaluate(() => document.activeElement.textContent.trim()), "Cancel");
  await check("delete key pair");
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await page.getByText(accessKey).first().waitFor({ state: "detached" });

  await open(page, "Buckets");
  await page.getByRole("heading", { name: "No buckets yet" }).waitFor();
  await check("no buckets");
  await open(page, "Users");
  await check("users");
  await button(page, "New user").click();
  await dialog(page).getByLabel("Name").fill("not a name!");
  await dialog(page).getByRole("button", { name: "New user" }).click();
  await dialog(page).locator(".wrong").waitFor();
  await check("field error");
  await dialog(page).getByLabel("Name").fill("bob");
  await dialog(page).getByRole("button", { name: "New user" }).click();
  await page.getByRole("heading", { name: "User created" }).waitFor();
  await button(page, "I have saved it").click();
  await button(page, "Disable bob").click();
  await button(page, "Enable bob").waitFor();
  await button(page, "Delete bob").click();
  await dialog(page).getByLabel("Type bob to confirm").fill("bob");
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await button(page, "Enable bob").waitFor({ state: "detached" });

  await open(page, "Jobs");
  await check("jobs");
  await open(page, "Audit log");
  await page.getByRole("cell", { name: "CreateUser" }).first().waitFor();
  await check("audit");
  await open(page, "Connect a client");
  await check("connect");
  await fits(page);
  await page.goto(`${origin}/portal/administrators`);
  await page.getByRole("heading", { name: "No such page" }).waitFor();
  await check("missing page");
  await button(page, "Sign out").click();
  await page.getByText("You are signed out.").waitFor();
}

/** Keys that try to be markup, to turn text around, to hide, and to be as long as S3 allows. */
const HOSTILE = ["<img src=x onerror=alert(1)>", "invoice\u202Efdp.exe", "bell\u0007 and tab\t", "ü?#%&+ ;=", "x".repeat(1016) + "/deep"];

/** So many jobs have come to their end. */
async function completed(page, jobs) {
  await page.getByRole("heading", { level: 1, name: "Jobs" }).waitFor();
  await page.getByRole("cell", { name: "Completed" }).nth(jobs - 1).waitFor();
}

/** A link that needs no sign-in. */
async function shares(page, context, check) {
  await page.getByRole("button", { name: "Share <img src=x onerror=alert(1)>" }).click();
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

/** A member keeps objects. */
async function objects({ page, context, origin, facts, check }) {
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

  await page.getByRole("link", { name: facts.bucket }).click();
  await page.getByRole("heading", { name: "This folder is empty" }).waitFor();
  await check("empty bucket");
  const files = page.getByLabel("Upload files");
  await files.setInputFiles(HOSTILE.slice(0, 4).map((name) => ({ name, mimeType: "text/html", buffer: Buffer.from("first") })));
  await page.getByText("All uploads have ended.").waitFor();
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
  const name = page.getByRole("button", { name: "<img src=x onerror=alert(1)>", exact: true });
  assert.equal(await name.locator("bdi").count(), 1);
  await page.getByText("bell␇ and tab␉", { exact: true }).first().waitFor();
  await check("objects");
  await fits(page);

  await name.click();
  await dialog(page).getByText("text/html").waitFor();
  await check("object");
  await dialog(page).getByLabel("Tags").fill("one");
  await button(page, "Save").click();
  await dialog(page).locator(".wrong").waitFor();
  await dialog(page).getByLabel("Tags").fill("two=<b>2</b>");
  await button(page, "Save").click();
  await dialog(page).getByRole("alert").getByText("The TagValue you have provided is invalid").waitFor();
  await check("refused tags");
  await dialog(page).getByLabel("Tags").fill("one=1\ntwo=a = b");
  await button(page, "Save").click();
  await page.getByText("The tags were saved.").waitFor();
  await name.click();
  await dialog(page).getByText("text/html").waitFor();
  assert.equal(await dialog(page).getByLabel("Tags").inputValue(), "one=1\ntwo=a = b");
  await page.keyboard.press("Escape");

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download <img src=x onerror=alert(1)>" }).click();
  assert.equal(readFileSync(await (await download).path(), "utf8"), "first");
  assert.notEqual(new URL((await download).url()).origin, origin);
  await shares(page, context, check);

  await page.getByRole("link", { name: "folder/" }).click();
  await page.getByRole("button", { name: "b.txt", exact: true }).waitFor();
  assert.match(page.url(), /prefix=folder%2F/);
  await page.reload();
  await page.getByRole("link", { name: "sub/" }).click();
  await page.getByRole("button", { name: "a.txt", exact: true }).waitFor();
  await page.getByRole("navigation", { name: "Path" }).getByRole("link", { name: "folder", exact: true }).click();
  await page.getByLabel("Name begins with").fill("nothing");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "No match" }).waitFor();
  await button(page, "Clear filter").click();

  await page.getByLabel("Select b.txt").check();
  await button(page, "Copy 1 selected").click();
  await check("copy objects");
  await dialog(page).getByLabel(/^Into the folder/).fill("copies/");
  await dialog(page).getByRole("button", { name: "Copy objects" }).click();
  await completed(page, 1);
  await page.goto(`${origin}/portal/buckets/${facts.bucket}?prefix=copies%2F`);
  await page.getByRole("button", { name: "b.txt", exact: true }).waitFor();

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
  await completed(page, 2);
  await page.goto(`${origin}/portal/buckets/${facts.bucket}?prefix=copies%2F&versions=true`);
  await page.getByText("Latest").waitFor();
  assert.equal(await page.getByText("Delete marker").count(), 0);
  await button(page, "Delete b.txt").first().click();
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await page.getByRole("heading", { name: "This folder is empty" }).waitFor();
  await page.getByLabel("Show versions").uncheck();

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

/** The provider has tenants and administrators. */
async function provider({ page, origin, facts, check }) {
  await page.goto(`${origin}/portal/tenants`);
  await signIn(page, facts);
  await page.getByRole("heading", { level: 1, name: "Tenants" }).waitFor();
  await page.getByLabel("Name contains").waitFor();
  await check("tenants");
  await fits(page);
  await button(page, "New tenant").click();
  await dialog(page).getByLabel("Tenant", { exact: true }).fill(facts.newTenant);
  await dialog(page).getByRole("button", { name: "New tenant" }).click();
  await page.getByRole("heading", { level: 1, name: facts.newTenant }).waitFor();
  await page.getByRole("heading", { name: "No users yet" }).waitFor();
  await check("tenant");
  await fits(page);
  await button(page, "Change quota").click();
  await dialog(page).getByLabel(/^Bytes/).fill("many");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await dialog(page).getByText("A whole number").waitFor();
  await dialog(page).getByLabel(/^Bytes/).fill("1048576");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await page.getByText("of 1 MiB").waitFor();
  await button(page, "Disable").click();
  await dialog(page).getByRole("button", { name: "Disable" }).click();
  await button(page, "Enable").click();
  await button(page, "Disable").waitFor();
  await button(page, "Delete").click();
  await check("delete tenant");
  await dialog(page).getByLabel(`Type ${facts.newTenant} to confirm`).fill(facts.newTenant);
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await page.getByRole("heading", { level: 1, name: "Tenants" }).waitFor();
  await page.goto(`${origin}/portal/tenants/00000000-0000-0000-0000-000000000000`);
  await page.getByRole("heading", { name: "Not found." }).waitFor();
  await check("gone");

  await open(page, "Administrators");
  await check("administrators");
  await button(page, "New administrator").click();
  await dialog(page).getByLabel("Name").fill(facts.newAdministrator);
  await dialog(page).getByLabel("First password").fill("a password of tests");
  await dialog(page).getByRole("button", { name: "New administrator" }).click();
  await button(page, `Delete ${facts.newAdministrator}`).click();
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await button(page, `Delete ${facts.newAdministrator}`).waitFor({ state: "detached" });
  await open(page, "Jobs");
  await open(page, "Audit log");
  await page.getByRole("cell", { name: "DeleteTenant" }).first().waitFor();
}

/** RFC 6238, as an authenticator app does it. */
async function totp(base32) {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...base32.replace(/\s|=/g, "")].map((it) => alphabet.indexOf(it).toString(2).padStart(5, "0")).join("");
  const bytes = Uint8Array.from(bits.match(/.{8}/g).map((it) => parseInt(it, 2)));
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-1" }, false, ["sign"]);
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(Math.floor(Date.now() / 30_000)));
  const mac = new DataView(await crypto.subtle.sign("HMAC", key, counter));
  const number = mac.getUint32(mac.getUint8(19) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}

export const scenarios = { account, tenant, objects, provider };
