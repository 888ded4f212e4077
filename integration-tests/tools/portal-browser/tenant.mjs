import assert from "node:assert/strict";
import { button, dialog, fits, open, signIn } from "./steps.mjs";

/** A member has keys, and an administrator of the tenant has users. */
export async function tenant(visit) {
  await seesFirstSteps(visit);
  const accessKey = await makesKeys(visit);
  await deletesKeys(visit, accessKey);
  await managesUsers(visit);
  await seesOtherPages(visit);
}

/** A tenant without anything. */
async function seesFirstSteps({ page, origin, facts, check }) {
  await page.goto(`${origin}/portal/`);
  await signIn(page, facts);
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  await page.getByRole("heading", { name: "Getting started" }).waitFor();
  await check("overview");
  await fits(page);
}

/** Returns the key that was made. */
async function makesKeys({ page, check }) {
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
  return accessKey;
}

/** Found by a filter, which a reload keeps. */
async function deletesKeys({ page, check }, accessKey) {
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
}

/** Errors of a field are shown at it. */
async function managesUsers({ page, check }) {
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
}

/** What else there is, and what is not for this role. */
async function seesOtherPages({ page, origin, check }) {
  await open(page, "Jobs");
  await check("jobs");
  await open(page, "Audit log");
  await page.getByRole("cell", { name: "CreateUser" }).first().waitFor();
  await check("audit");
  await open(page, "Connect a client");
  await button(page, "Test the connection").click();
  await page.getByText("It works").waitFor();
  await check("connect");
  await fits(page);
  await page.goto(`${origin}/portal/administrators`);
  await page.getByRole("heading", { name: "No such page" }).waitFor();
  await check("missing page");
  await button(page, "Sign out").click();
  await page.getByText("You are signed out.").waitFor();
}
