import assert from "node:assert/strict";
import { button, dialog, open, signIn } from "./steps.mjs";

const alert = (page) => page.getByRole("main").getByRole("alert");

/** What a member meets if something fails, each provoked; the end of a session in the middle is in `account`. */
export async function failures(visit) {
  const { page, origin, facts } = visit;
  await othersHaveBucket(visit);
  await page.goto(`${origin}/portal/buckets`);
  await signIn(page, facts);
  await page.getByRole("heading", { name: "No buckets yet" }).waitFor();
  await networkIsLost(visit);
  await nodeIsBusy(visit);
  await nodeFails(visit);
  await rightIsMissing(visit);
  await nameIsTaken(visit);
  await quotaIsUsedUp(visit);
}

async function othersHaveBucket({ context, origin, facts }) {
  const { request } = await context.browser().newContext();
  const login = { tenant: facts.otherTenant, user: facts.user, password: facts.password };
  const session = await request.post(`${origin}/api/v1/session`, { data: login, headers: { Origin: origin } });
  assert.ok(session.ok(), await session.text());
  const { csrf } = await session.json();
  const made = await request.put(`${origin}/api/v1/s3/${facts.foreign}`, { headers: { "X-OSE-CSRF": csrf } });
  assert.ok(made.ok(), `${made.status()} ${await made.text()}`);
}

/** The page is read again by itself. */
async function networkIsLost({ page, context, tolerated, check }) {
  tolerated.push(/net::ERR_INTERNET_DISCONNECTED/);
  await context.setOffline(true);
  await page.getByRole("link", { name: "Jobs", exact: true }).click();
  await alert(page).getByText("No connection.").waitFor();
  await check("no connection");
  await context.setOffline(false);
  await page.getByRole("heading", { name: /^No jobs/ }).waitFor();
  assert.equal(await alert(page).count(), 0);
}

/** It says how long, and the page waits that long. */
async function nodeIsBusy({ page, tolerated, check }) {
  tolerated.push(/status of 5\d\d/);
  for (const [status, code] of [[429, "OSE-2108"], [503, "OSE-2302"]]) {
    await page.route("**/me/tokens*", (route) => refuse(route, status, code, { "Retry-After": "3" }), { times: 1 });
    await page.getByRole("link", { name: "My account", exact: true }).click();
    await alert(page).getByText("Try again in 3 seconds.").waitFor();
    await check(`status ${status}`);
    await alert(page).waitFor({ state: "detached" });
    await open(page, "Jobs");
  }
}

function refuse(route, status, code, headers = {}) {
  const body = JSON.stringify({ title: "Refused", status, code, detail: `The answer was ${status}.`, requestId: "request-7" });
  return route.fulfill({ status, headers: { "Content-Type": "application/problem+json", ...headers }, body });
}

/** With the request's id, and another attempt. */
async function nodeFails({ page, check }) {
  await page.route("**/me/tokens*", (route) => refuse(route, 500, "OSE-2301"), { times: 1 });
  await page.getByRole("link", { name: "My account", exact: true }).click();
  await alert(page).getByText("request-7").waitFor();
  await check("status 500");
  await alert(page).getByRole("button", { name: "Try again" }).click();
  await alert(page).waitFor({ state: "detached" });
}

/** What was refused; of another tenant's bucket not even that it exists. */
async function rightIsMissing({ page, origin, facts, check }) {
  await page.route("**/me/tokens*", (route) => refuse(route, 403, "OSE-2103"), { times: 1 });
  await open(page, "Jobs");
  await page.getByRole("link", { name: "My account", exact: true }).click();
  await alert(page).getByText("Not allowed. The answer was 403.").waitFor();
  await check("status 403");
  await page.goto(`${origin}/portal/buckets/${facts.foreign}`);
  await page.getByRole("heading", { name: "Not found." }).waitFor();
  await check("bucket of another tenant");
}

async function nameIsTaken({ page, facts, check }) {
  await open(page, "Buckets");
  await button(page, "New bucket").first().click();
  await dialog(page).getByLabel("Bucket name").fill(facts.foreign);
  await dialog(page).getByRole("button", { name: "New bucket" }).click();
  await dialog(page).getByRole("alert").getByText(/not available|exists|taken/).waitFor();
  await check("name is taken");
  await dialog(page).getByLabel("Bucket name").fill(facts.bucket);
  await dialog(page).getByRole("button", { name: "New bucket" }).click();
  await page.getByRole("link", { name: facts.bucket }).click();
}

/** Whose quota, and what can be done. */
async function quotaIsUsedUp({ page, check }) {
  const uploads = page.getByRole("region", { name: "Uploads" });
  await page.getByRole("heading", { name: "This folder is empty" }).waitFor();
  await page.getByLabel("Upload files").setInputFiles([{ name: "large.bin", mimeType: "text/plain", buffer: Buffer.alloc(4096) }]);
  await uploads.getByText("or ask your administrator for a larger quota").waitFor();
  await check("quota is used up");
}
