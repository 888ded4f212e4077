import assert from "node:assert/strict";
import { ASSETS, serveHost } from "./host.mjs";
import { button, dialog } from "./steps.mjs";

const portal = (page) => page.locator("ose-portal");

/** A member works in the tenant's page of Cloud Director, and its provider in the provider's page. */
export async function director(visit) {
  const { facts } = visit;
  const member = { token: facts.member, scope: "tenant", organization: facts.organization };
  const tenantPage = await serveHost({ page: "director.html", plugin: facts.plugin, port: Number(facts.port), facts: member });
  try {
    await followsThePage(visit);
    await keepsObjects(visit);
    await outlivesToken(visit);
    await leavesAndReturns(visit);
    await hasOtherName(visit);
  } finally {
    await close(tenantPage);
  }
  const operator = { token: facts.provider, scope: "service-provider", organization: "" };
  const providerPage = await serveHost({ page: "director.html", plugin: facts.plugin, port: Number(facts.port), facts: operator });
  try {
    await visit.page.goto(`http://localhost:${facts.port}/provider/object-storage`);
    await visit.page.getByRole("heading", { name: "Was Aufmerksamkeit braucht" }).waitFor();
  } finally {
    await close(providerPage);
  }
}

/** A member works in VCF Automation, whose Angular is another one. */
export async function automation({ page, facts, check }) {
  const member = { token: facts.member, scope: "tenant", organization: facts.organization };
  const server = await serveHost({ page: "automation.html", plugin: facts.plugin, port: Number(facts.port), facts: member });
  try {
    await page.goto(`http://localhost:${facts.port}/automation/object-storage/buckets`);
    await page.getByRole("heading", { level: 1, name: "バケット" }).waitFor();
    assert.equal(await portal(page).getAttribute("data-theme"), "dark");
    await check("in VCF Automation");
  } finally {
    await close(server);
  }
}

const close = (server) => new Promise((resolve) => server.close(resolve) && server.closeAllConnections());
const place = (facts, path = "") => `http://localhost:${facts.port}/tenant/acme/object-storage${path}`;

/** Language, theme and title are the page's, and so is the sign-in. */
async function followsThePage({ page, facts, check }) {
  await page.goto(place(facts));
  await page.getByRole("heading", { level: 1, name: "Übersicht" }).waitFor();
  assert.equal(await page.title(), "Cloud Director");
  assert.equal(await button(page, "Abmelden").count(), 0);
  assert.equal(await page.getByLabel("Sprache").count(), 0);
  assert.equal(await portal(page).getAttribute("data-theme"), "light");
  assert.equal(await page.getByRole("heading", { level: 1 }).evaluate((it) => getComputedStyle(it).transform), "none");
  await page.evaluate(() => {
    document.body.setAttribute("cds-theme", "dark");
    document.documentElement.lang = "en";
  });
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  assert.equal(await portal(page).getAttribute("data-theme"), "dark");
  await check("in Cloud Director");
}

async function keepsObjects({ page, facts }) {
  await page.getByRole("link", { name: "Buckets", exact: true }).click();
  await button(page, "New bucket").first().click();
  await dialog(page).getByLabel("Bucket name").fill(facts.bucket);
  await dialog(page).getByRole("button", { name: "New bucket" }).click();
  await page.getByRole("link", { name: facts.bucket }).click();
  await page.getByRole("heading", { name: "This folder is empty" }).waitFor();
  await page.getByLabel("Upload files").setInputFiles([{ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("a") }]);
  await page.getByRole("region", { name: "Uploads" }).getByText("All uploads have ended.").waitFor();
  await button(page, "Refresh").click();
  await page.getByRole("link", { name: "a.txt", exact: true }).waitFor();
  assert.equal(page.url(), place(facts, `/buckets/${facts.bucket}`));
  await page.goto(place(facts, `/buckets/${facts.bucket}`));
  await page.getByRole("link", { name: "a.txt", exact: true }).waitFor();
}

/** The host renews its token; until then requests wait. */
async function outlivesToken({ page, facts }) {
  await page.evaluate(() => {
    globalThis.kept = globalThis.holder.jwt;
    globalThis.holder.jwt = `${globalThis.kept}.ended`;
  });
  const refused = page.waitForResponse((it) => it.status() === 401);
  await page.getByRole("link", { name: /Security credentials|Schlüssel/ }).first().click();
  await refused;
  await page.evaluate(() => {
    globalThis.holder.jwt = globalThis.kept;
  });
  await page.getByText(/Reserved, cannot be changed|Reserviert/).first().waitFor();
  assert.equal(page.url(), place(facts, "/credentials"));
}

/** Other pages of the host, and the browser's way back. */
async function leavesAndReturns({ page }) {
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await page.getByText("Start of the host").waitFor();
  await portal(page).waitFor({ state: "detached" });
  await page.goBack();
  await page.getByText(/Reserved, cannot be changed|Reserviert/).first().waitFor();
}

/** Cloud Director under its second name, which the node knows; not under a third. */
async function hasOtherName({ page, facts, tolerated }) {
  await page.goto(`http://127.0.0.1:${facts.port}/tenant/acme/object-storage`);
  await page.getByRole("heading", { level: 1, name: "Übersicht" }).waitFor();
  tolerated.push(/blocked by CORS policy/, /net::ERR_FAILED/);
  await page.goto(`http://other.localhost:${facts.port}/tenant/acme/object-storage`);
  await page.getByRole("alert").getByText("Keine Verbindung").waitFor();
  assert.ok((await (await page.request.get(`http://localhost:${facts.port}${ASSETS}/manifest.json`)).json()).urn);
}
