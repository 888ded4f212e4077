import { button, dialog, fits, open, signIn } from "./steps.mjs";

const link = (page, name) => page.getByRole("link", { name, exact: true });
const heading = (page, name) => page.getByRole("heading", { name, exact: true });

/** The provider watches the service, and has tenants, prices and administrators. */
export async function provider({ page, origin, facts, check }) {
  await page.goto(`${origin}/portal/`);
  await signIn(page, facts);
  await heading(page, "What needs attention").waitFor();
  await heading(page, "Failed jobs").waitFor();
  await check("overview");
  await fits(page);
  await platform({ page, check });
  await nodes({ page, check });
  await prices({ page, facts, check });
  await tenant({ page, facts, check });
  await page.goto(`${origin}/portal/tenants/00000000-0000-0000-0000-000000000000`);
  await heading(page, "Not found.").waitFor();
  await check("gone");
  await service({ page, check });
  await administrators({ page, facts, check });
  await open(page, "Jobs");
  await check("jobs");
  await audit({ page, check });
}

async function platform({ page, check }) {
  await open(page, "Platforms");
  await check("platforms");
  await fits(page);
  await page.getByRole("heading", { level: 2 }).getByRole("link").first().click();
  await heading(page, "Capabilities").waitFor();
  await button(page, "Test").click();
  await heading(page, "The platform can be used from this node").waitFor();
  await button(page, "Compare now").click();
  await page.getByText(/users? compared,/).waitFor();
  await check("platform");
  await fits(page);
}

async function nodes({ page, check }) {
  await open(page, "Nodes");
  await page.getByRole("cell", { name: "Ready" }).first().waitFor();
  await check("nodes");
  await page.getByRole("button", { name: /^Drain / }).first().click();
  await check("drain a node");
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await fits(page);
}

async function prices({ page, facts, check }) {
  await open(page, "Usage and billing");
  await page.getByLabel("Measure").selectOption("requests");
  await page.getByText("Show as table").click();
  await check("usage");
  await fits(page);
  await link(page, "Rate plans").click();
  await button(page, "New rate plan").first().click();
  await dialog(page).getByLabel("Rate plan").fill(facts.newTenant);
  await dialog(page).getByLabel("GiB-month of storage").fill("0.02\n0.01");
  await dialog(page).getByRole("button", { name: "New rate plan" }).click();
  await dialog(page).getByText("Line 1 needs the end of its tier").waitFor();
  await check("new rate plan");
  await dialog(page).getByLabel("GiB-month of storage").fill("1024 0.02\n0.01");
  await dialog(page).getByRole("button", { name: "New rate plan" }).click();
  await page.getByRole("cell", { name: facts.newTenant, exact: true }).waitFor();
  await check("rate plans");
  await link(page, "Bills").click();
  await page.getByLabel("Month").waitFor();
  await check("bills");
  await link(page, "Quota alerts").click();
  await button(page, "Change thresholds").click();
  await dialog(page).getByLabel(/^Thresholds in percent/).fill("80, 101");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await dialog(page).getByText("At most 10 different whole numbers").waitFor();
  await check("thresholds");
  await page.keyboard.press("Escape");
}

async function tenant({ page, facts, check }) {
  await open(page, "Tenants");
  await page.getByLabel("Name contains").waitFor();
  await check("tenants");
  await fits(page);
  await link(page, "New tenant").first().click();
  await page.getByLabel("Tenant", { exact: true }).fill(facts.newTenant);
  await page.getByLabel(/^Bytes/).fill("many");
  await button(page, "Check").click();
  await page.getByText("Such as 500 GiB, 10 TiB").last().waitFor();
  await page.getByLabel(/^Bytes/).fill("1 GiB");
  await page.getByLabel(/^Rate plan/).selectOption(facts.newTenant);
  await button(page, "Check").click();
  await page.getByText("No tenant has this name.").waitFor();
  await check("plan of a tenant");
  await fits(page);
  await button(page, "New tenant").click();
  await page.getByRole("heading", { level: 1, name: facts.newTenant }).waitFor();
  await page.getByText("of 1 GiB").waitFor();
  await check("tenant");
  await fits(page);

  await button(page, "Change quota").click();
  await dialog(page).getByLabel(/^Bytes/).fill("1 MiB");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await page.getByText("of 1 MiB").waitFor();
  await button(page, "Suspend tenant").click();
  await dialog(page).getByLabel(/^Reason/).fill("The invoice of May is open.");
  await check("suspend a tenant");
  await dialog(page).getByRole("button", { name: "Suspend tenant" }).click();
  await page.getByText("Reason: The invoice of May is open.").waitFor();
  await button(page, "Resume tenant").click();
  await dialog(page).getByRole("button", { name: "Resume tenant" }).click();
  await button(page, "Suspend tenant").waitFor();

  await link(page, "Mapping").click();
  await page.getByLabel("Tenant of the platform").waitFor();
  await check("mapping");
  const parts = page.getByRole("navigation", { name: facts.newTenant });
  await parts.getByRole("link", { name: "Users" }).click();
  await heading(page, "No users yet").waitFor();
  await parts.getByRole("link", { name: "Buckets" }).click();
  await heading(page, "No buckets yet").waitFor();
  await parts.getByRole("link", { name: "Usage" }).click();
  await page.getByLabel("Rows of").waitFor();
  await check("usage of a tenant");
  await parts.getByRole("link", { name: "Settings" }).click();
  await button(page, "Change permission").click();
  await dialog(page).getByLabel("Administrators may act for users").selectOption("DISALLOW");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await page.getByText("Not allowed", { exact: true }).waitFor();
  await button(page, "Change thresholds").waitFor();
  await check("settings of a tenant");
  await parts.getByRole("link", { name: "Delete tenant" }).click();
  await button(page, "Delete tenant").click();
  await check("delete tenant");
  await dialog(page).getByLabel(`Type ${facts.newTenant} to confirm`).fill(facts.newTenant);
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await page.getByRole("heading", { level: 1, name: "Tenants" }).waitFor();
}

async function service({ page, check }) {
  await open(page, "Settings");
  await page.getByLabel("Who decides").selectOption("LISTED_ORIGINS");
  await page.getByLabel(/^Origins/).fill("https://app.example.com/");
  await button(page, "Save").click();
  await page.getByText("“https://app.example.com/” is no origin").waitFor();
  await check("settings of the service");
  await fits(page);
  const parts = page.getByRole("navigation", { name: "Settings" });
  await parts.getByRole("link", { name: "Announcements" }).click();
  await button(page, "New announcement").first().click();
  await dialog(page).getByLabel("Text").fill("Down <b>tonight</b>");
  await dialog(page).getByLabel("Readers").selectOption("PROVIDER");
  await check("new announcement");
  await dialog(page).getByRole("button", { name: "New announcement" }).click();
  await page.getByRole("cell", { name: "Down <b>tonight</b>", exact: true }).waitFor();
  await page.reload();
  const shown = page.getByRole("complementary", { name: "Announcements" });
  await shown.getByRole("paragraph").getByText("Down <b>tonight</b>").waitFor();
  await check("an announcement");
  await shown.getByRole("button", { name: /^Hide/ }).click();
  await shown.waitFor({ state: "detached" });
  await page.getByRole("row", { name: /Down/ }).getByRole("button", { name: /^Delete/ }).click();
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await page.getByText("No announcements").waitFor();
  await parts.getByRole("link", { name: "Branding" }).click();
  await page.getByLabel(/^Colour of links and buttons/).fill("#ffff00");
  await button(page, "Save").click();
  await page.getByText("must have a contrast").waitFor();
  await check("branding");
  await fits(page);
}

async function administrators({ page, facts, check }) {
  await open(page, "Administrators");
  await check("administrators");
  await button(page, "New administrator").click();
  await dialog(page).getByLabel("Name").fill(facts.newAdministrator);
  await dialog(page).getByLabel("First password").fill("a password of tests");
  await dialog(page).getByRole("button", { name: "New administrator" }).click();
  await button(page, `Delete ${facts.newAdministrator}`).click();
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await button(page, `Delete ${facts.newAdministrator}`).waitFor({ state: "detached" });
}

async function audit({ page, check }) {
  await open(page, "Audit log");
  await page.getByRole("cell", { name: "DeleteTenant" }).first().waitFor();
  await page.getByLabel("Outcome").selectOption("done");
  await button(page, "Clear filter").waitFor();
  await check("audit log");
  const download = page.waitForEvent("download");
  await button(page, "Download CSV").click();
  await download;
  await button(page, "Details DeleteTenant").first().click();
  await check("entry of the audit log");
  await page.keyboard.press("Escape");
  await fits(page);
}
