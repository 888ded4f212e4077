import assert from "node:assert/strict";
import { button, dialog, fits, open, signIn } from "./steps.mjs";

const POLICY = (bucket) => ({
  Version: "2012-10-17",
  Statement: [{ Effect: "Allow", Principal: "*", Action: ["s3:ListBucket"], Resource: [`arn:aws:s3:::${bucket}`] }],
});

/** A member changes the settings of a bucket, beside another editor. */
export async function settings(visit) {
  await creates(visit);
  await versioning(visit);
  await tags(visit);
  await unsaved(visit);
  await cors(visit);
  await lifecycle(visit);
  await policy(visit);
  await acl(visit);
  await encryption(visit);
  await others(visit);
}

const place = ({ origin, facts }, setting) => `${origin}/portal/buckets/${facts.bucket}/settings/${setting}`;

/** Saves; what is dangerous is confirmed first. */
async function save(page, isConfirmed = false) {
  await page.getByRole("main").getByRole("button", { name: "Save", exact: true }).click();
  if (isConfirmed) {
    await page.getByRole("heading", { name: "Save settings" }).waitFor();
    await dialog(page).getByRole("button", { name: "Save", exact: true }).click();
  }
  await page.getByText("The settings were saved.").first().waitFor();
}

async function creates({ page, origin, facts, check }) {
  await page.goto(`${origin}/portal/buckets`);
  await signIn(page, facts);
  await open(page, "Buckets");
  await button(page, "New bucket").first().click();
  await dialog(page).getByLabel("Bucket name").fill(facts.bucket);
  await dialog(page).getByRole("button", { name: "New bucket" }).click();
  await page.getByRole("link", { name: facts.bucket }).click();
  await page.getByRole("main").getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByRole("link", { name: "Versioning" }).waitFor();
  await check("settings");
  await fits(page);
}

async function versioning({ page, check }) {
  await page.getByRole("link", { name: "Versioning" }).click();
  await page.getByLabel("Versioning").selectOption("Enabled");
  await check("versioning");
  await save(page, true);
  await page.reload();
  await page.getByText("It was enabled once").waitFor();
  assert.equal(await page.getByLabel("Versioning").inputValue(), "Enabled");
}

/** What another editor saved meanwhile is not lost unasked. */
async function tags(visit) {
  const { page, context, check } = visit;
  await page.goto(place(visit, "tags"));
  await addTag(page, "team", "blue +1");
  const other = await context.newPage();
  await other.goto(place(visit, "tags"));
  await addTag(other, "team", "red");
  await save(other);
  await other.close();
  await page.getByRole("main").getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("The settings were changed after this page had loaded them.").waitFor();
  await check("difference");
  await button(page, "Replace what is stored by mine").click();
  await page.getByText("The settings were saved.").first().waitFor();
  await page.reload();
  await page.getByLabel("Value").waitFor();
  assert.equal(await page.getByLabel("Value").inputValue(), "blue +1");
}

/** What was typed stays if the person stays. */
async function unsaved(visit) {
  const { page, origin, facts, check } = visit;
  await page.goto(`${origin}/portal/buckets/${facts.bucket}/settings`);
  await page.getByRole("link", { name: "Tags" }).click();
  await page.getByLabel("Value").fill("typed");
  await page.goBack();
  await page.getByRole("heading", { name: "Changes are not saved" }).waitFor();
  await check("unsaved changes");
  await button(page, "Stay on this page").click();
  assert.equal(await page.getByLabel("Value").inputValue(), "typed");
  assert.ok(page.url().endsWith("/settings/tags"), page.url());
  await page.goBack();
  await button(page, "Leave without saving").click();
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
}

async function addTag(page, key, value) {
  await button(page, "Add tag").click();
  await page.getByLabel("Key", { exact: true }).fill(key);
  await page.getByLabel("Value").fill(value);
}

async function cors(visit) {
  const { page, check } = visit;
  await page.goto(place(visit, "cors"));
  await button(page, "Add rule").click();
  await page.getByRole("main").getByRole("button", { name: "Save", exact: true }).click();
  await page.locator("[aria-invalid=true]").first().waitFor();
  await check("refused rule of CORS");
  await page.getByLabel("Origins").fill("https://app.example.com");
  await save(page);
  await page.reload();
  await page.getByLabel("Origins").waitFor();
  assert.equal(await page.getByLabel("Origins").inputValue(), "https://app.example.com");
  await fits(page);
}

async function lifecycle(visit) {
  const { page, check } = visit;
  await page.goto(place(visit, "lifecycle"));
  await button(page, "Add rule").click();
  await page.getByLabel("Only keys that begin with").fill("logs/");
  await page.getByLabel("Expire current versions after days").fill("30");
  await button(page, "Show preview").click();
  await page.getByText("0 of 0 versions would be removed").waitFor();
  await check("rules of the lifecycle");
  await save(page, true);
  await page.reload();
  await page.getByLabel("Expire current versions after days").waitFor();
  assert.equal(await page.getByLabel("Expire current versions after days").inputValue(), "30");
}

async function policy(visit) {
  const { page, facts, check } = visit;
  await page.goto(place(visit, "policy"));
  await button(page, "Add statement").click();
  await button(page, "List objects").click();
  await button(page, "Add condition").click();
  await check("form of the policy");
  await fits(page);
  await page.getByRole("main").getByRole("button", { name: "Save", exact: true }).click();
  await page.locator("[aria-invalid=true]").first().waitFor();
  await button(page, "Edit as JSON").click();
  await page.getByLabel("Policy document").fill("{");
  await page.getByText("This is no JSON").waitFor();
  await check("refused policy");
  await page.getByLabel("Policy document").fill(JSON.stringify(POLICY(facts.bucket)));
  await save(page, true);
  await page.getByLabel("Principal").fill("anonymous");
  await page.getByLabel("Action").fill("s3:ListBucket");
  await button(page, "Check").click();
  await page.getByText("Allowed", { exact: true }).waitFor();
  await page.getByLabel("Action").fill("s3:PutBucketPolicy");
  await button(page, "Check").click();
  await page.getByText("Denied", { exact: true }).waitFor();
  await check("access");
}

/** Saves nothing: grants are those of S3 clients. */
async function acl(visit) {
  const { page, check } = visit;
  await page.goto(place(visit, "acl"));
  await button(page, "Add user").waitFor();
  await check("ACL");
}

async function encryption(visit) {
  const { page, check } = visit;
  await page.goto(place(visit, "encryption"));
  await page.getByLabel("Encryption").selectOption("AES256");
  await check("encryption");
  await save(page);
  await page.reload();
  await page.getByLabel("Encryption").waitFor();
  assert.equal(await page.getByLabel("Encryption").inputValue(), "AES256");
}

/** Public access, object lock, access log and events. */
async function others(visit) {
  const { page, facts, check } = visit;
  await page.goto(place(visit, "public-access"));
  await button(page, "Block all public access").click();
  await check("public access block");
  await save(page, true);
  await page.goto(place(visit, "logging"));
  await page.getByLabel("Write an access log").check();
  await page.getByLabel("Target bucket").fill(facts.bucket);
  await page.getByLabel("Keys begin with").fill("logs/");
  await check("access log");
  await save(page);
  await page.reload();
  await page.getByLabel("Keys begin with").waitFor();
  assert.equal(await page.getByLabel("Keys begin with").inputValue(), "logs/");
  await page.goto(place(visit, "notifications"));
  await button(page, "Add rule").click();
  await check("event notifications");
  await fits(page);
  await button(page, "Discard changes").click();
  await page.goto(place(visit, "object-lock"));
  await page.getByRole("heading", { level: 1, name: "Object lock" }).waitFor();
  await check("object lock");
}
