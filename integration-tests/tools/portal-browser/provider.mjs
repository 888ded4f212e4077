import { button, dialog, fits, open, signIn } from "./steps.mjs";

/** The provider has tenants and administrators. */
export async function provider({ page, origin, facts, check }) {
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
