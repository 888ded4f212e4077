// What the scenarios share. Elements are found as users find them: by their names and labels.
import assert from "node:assert/strict";

export const button = (page, name) => page.getByRole("button", { name, exact: true });
export const dialog = (page) => page.getByRole("dialog");

export async function signIn(page, { tenant = "", user, password }) {
  await page.getByLabel("Tenant").fill(tenant);
  await page.getByLabel("User", { exact: true }).fill(user);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await button(page, "Sign in").click();
}

export async function open(page, name) {
  await page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name, exact: true }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

/** Nothing is wider than a small telephone. */
export async function fits(page) {
  await page.setViewportSize({ width: 320, height: 640 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 320, `the page is ${width} pixels wide at 320`);
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** So many jobs have come to their end. */
export async function completed(page, jobs) {
  await page.getByRole("heading", { level: 1, name: "Jobs" }).waitFor();
  await page.getByRole("cell", { name: "Completed" }).nth(jobs - 1).waitFor();
}
