import assert from "node:assert/strict";
import { button, dialog, fits, signIn } from "./steps.mjs";

/** A member signs in, and sees what is wrong. */
export async function account(visit) {
  await signsInFirst(visit);
  await makesToken(visit);
  const codes = await addsSecondFactor(visit);
  await survivesEndOfSession(visit, codes[0]);
  await leavesInGerman(visit);
}

/** A wrong password, and one that must be changed. */
async function signsInFirst({ page, origin, facts, check }) {
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
}

/** A secret that is shown once is not lost by a key. */
async function makesToken({ page, check }) {
  await button(page, "New token").click();
  await check("new token");
  await dialog(page).getByLabel("Name").fill("script");
  await dialog(page).getByRole("button", { name: "New token" }).click();
  await dialog(page).getByText(/^ose_pat_/).waitFor();
  await page.keyboard.press("Escape");
  await dialog(page).getByRole("button", { name: "I have saved it" }).click();
  await button(page, "Revoke script").waitFor();
}

/** Returns the recovery codes. */
async function addsSecondFactor({ page, facts, check }) {
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
  return codes;
}

/** Ends the session as another node or browser would, and goes on where the page was. */
async function survivesEndOfSession({ page, context, facts, check }, code) {
  await context.clearCookies();
  await button(page, "Revoke script").click();
  await dialog(page).getByRole("button", { name: "Revoke" }).click();
  const again = page.getByRole("dialog", { name: "Sign in again" });
  await again.waitFor();
  await check("sign in again");
  await again.getByLabel("Password", { exact: true }).fill(facts.password2);
  await again.getByRole("button", { name: "Sign in" }).click();
  await again.getByLabel("Code", { exact: true }).fill(code);
  await again.getByRole("button", { name: "Sign in" }).click();
  await again.waitFor({ state: "detached" });
  await button(page, "Revoke script").waitFor({ state: "detached" });
  assert.match(page.url(), /\/portal\/account$/);
}

/** The language changes at once. */
async function leavesInGerman({ page }) {
  await page.getByLabel("Language").selectOption("de");
  await page.getByRole("heading", { level: 1, name: "Mein Konto" }).waitFor();
  await button(page, "Abmelden").click();
  await page.getByText("Sie sind abgemeldet.").waitFor();
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
