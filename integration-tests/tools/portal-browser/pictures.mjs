import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { screenshot } from "./png.mjs";
import { button, dialog, open, signIn } from "./steps.mjs";

const MOST_BYTES = 60 * 1024;
const SIZE = { width: 1120, height: 680 };

/**
 * The pictures of a document, in a directory: each is a screenshot and, beside it, what the page says to assistive
 * technology. An ordinary run compares the latter, and looks whether the document shows each picture; one that writes
 * makes both anew.
 */
class Pictures {
  constructor({ page, facts, count }) {
    this.page = page;
    this.count = count;
    this.directory = facts.pictures;
    this.isWriting = facts.writes === "true";
    this.taken = [];
    if (this.isWriting) {
      mkdirSync(this.directory, { recursive: true });
      ours(this.directory).forEach((it) => rmSync(join(this.directory, it)));
    }
  }

  /** @param part what matters of the page; otherwise its dialog, or its main part with the navigation */
  async take(name, part = undefined) {
    this.count();
    const file = join(this.directory, `${this.taken.length + 1}-${name}`);
    this.taken.push(`${this.taken.length + 1}-${name}.png`);
    const said = lasting(await this.said(part));
    if (this.isWriting) {
      const picture = await screenshot(this.page);
      assert.ok(picture.length <= MOST_BYTES, `${file}.png has ${picture.length} bytes`);
      writeFileSync(`${file}.png`, picture);
      writeFileSync(`${file}.yaml`, said);
    } else {
      assert.equal(said, readFileSync(`${file}.yaml`, "utf8"), `the page is not as ${file}.png shows it`);
    }
  }

  async said(part) {
    // They go by themselves.
    await this.page.locator(".toasts").evaluate((it) => (it.style.display = "none"));
    const hasDialog = (await dialog(this.page).count()) > 0;
    const parts = hasDialog ? [dialog(this.page)] : [this.page.getByRole("navigation", { name: "Main navigation" }), part ?? this.page.getByRole("main")];
    const present = [];
    for (const it of parts) {
      present.push(...((await it.count()) > 0 ? [await it.ariaSnapshot()] : []));
    }
    await this.page.evaluate(() => scrollTo(0, 0));
    return present.join("\n");
  }

  /** There are no others, and the document shows each. */
  finish() {
    const wanted = this.taken.flatMap((it) => [it, it.replace(/png$/, "yaml")]).sort();
    assert.deepEqual(ours(this.directory).sort(), wanted);
    const text = readFileSync(`${this.directory}.md`, "utf8");
    const shown = [...text.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map((it) => it[1]);
    assert.deepEqual(shown, this.taken.map((it) => `${basename(this.directory)}/${it}`), "the pictures in the document");
  }
}

const ours = (directory) => readdirSync(directory).filter((it) => /\.(png|yaml)$/.test(it));

/** A field of providers who have rate plans, which other tests make. */
const RATE_PLAN = /^( *)- text: Rate plan.*\n\1- combobox "Rate plan.*\n(\1  .*\n)*/gm;

/** Without addresses, and what differs from run to run: secrets, times, numbers, folders, and rate plans. */
function lasting(said) {
  return (
    said
      .replace(RATE_PLAN, "")
      .replace(/^ *- \/url: .*\n/gm, "")
      .replace(/https?:\/\/[^\s"]+/g, "URL")
      .replace(/\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d+, \d+/g, "DATE")
      .replace(/\b\d+:\d+(:\d+)?\s[AP]M\b/g, "TIME")
      .replace(/\bin \/[^\s"]+/g, "in FOLDER")
      .replace(/(code: )\S{16,}$/gm, "$1SECRET")
      .replace(/\d+([.,]\d+)*/g, "0") + "\n"
  );
}

/** From the sign-in of a member to a file that others download. */
export async function sharing({ page, origin, facts, count }) {
  await page.setViewportSize(SIZE);
  const pictures = new Pictures({ page, facts, count });
  await page.goto(`${origin}/portal/`);
  await page.getByLabel("Tenant").fill(facts.tenant);
  await page.getByLabel("User", { exact: true }).fill(facts.user);
  await pictures.take("sign-in");
  await signIn(page, facts);
  await page.getByRole("heading", { name: "Getting started" }).waitFor();
  await pictures.take("overview");
  await open(page, "Buckets");
  await button(page, "New bucket").first().click();
  await dialog(page).getByLabel("Bucket name").fill(facts.bucket);
  await pictures.take("new-bucket");
  await dialog(page).getByRole("button", { name: "New bucket" }).click();
  await page.getByRole("link", { name: facts.bucket }).click();
  await page.getByRole("heading", { name: "This folder is empty" }).waitFor();
  const files = ["programme.txt", "stage plan.txt"].map((name) => ({ name, mimeType: "text/plain", buffer: Buffer.from(name) }));
  await page.getByLabel("Upload files").setInputFiles(files);
  await page.getByRole("region", { name: "Uploads" }).getByText("All uploads have ended.").waitFor();
  await button(page, "Refresh").click();
  await page.getByRole("link", { name: files[1].name }).waitFor();
  await pictures.take("uploaded");
  await button(page, "Close").click();
  await button(page, `Share ${files[0].name}`).click();
  await dialog(page).getByLabel("Password", { exact: true }).selectOption("A generated password");
  await pictures.take("share");
  await dialog(page).getByRole("button", { name: "Make link" }).click();
  await page.getByRole("heading", { name: "Link created" }).waitFor();
  await pictures.take("link");
  await button(page, "I have saved it").click();
  await open(page, "Share links");
  await page.getByRole("cell", { name: files[0].name }).first().waitFor();
  await pictures.take("links");
  pictures.finish();
}

/** From the platform to a tenant whose administrator has signed in. */
export async function activating({ page, origin, facts, count }) {
  await page.setViewportSize(SIZE);
  const pictures = new Pictures({ page, facts, count });
  await page.goto(`${origin}/portal/platforms`);
  await signIn(page, facts);
  await page.getByRole("heading", { level: 2 }).getByRole("link").first().click();
  await page.getByRole("heading", { name: "Capabilities" }).waitFor();
  await button(page, "Test").click();
  await page.getByRole("heading", { name: "The platform can be used from this node" }).waitFor();
  await pictures.take("platform", page.getByRole("status", { name: "The platform can be used from this node" }));
  await page.goto(`${origin}/portal/tenants/new`);
  await page.getByLabel("Tenant", { exact: true }).fill(facts.newTenant);
  await page.getByLabel(/^Bytes/).fill("1 TiB");
  await page.getByLabel("First administrator").fill("ada");
  await page.getByLabel("First password").fill(facts.password);
  await page.evaluate(() => document.activeElement.blur());
  await pictures.take("new-tenant");
  await button(page, "Check").click();
  await page.getByText("No tenant has this name.").waitFor();
  await pictures.take("plan");
  await button(page, "New tenant").click();
  await button(page, "I have saved it").waitFor();
  await pictures.take("administrator");
  await button(page, "I have saved it").click();
  await page.getByText("of 1 TiB").waitFor();
  await pictures.take("tenant");
  await button(page, "Sign out").click();
  await page.getByText("You are signed out.").waitFor();
  await signIn(page, { tenant: facts.newTenant, user: "ada", password: facts.password });
  await page.getByText("This password must be changed").waitFor();
  await pictures.take("first-sign-in");
  await page.getByLabel("New password", { exact: true }).fill(`${facts.password} 2`);
  await page.getByLabel("New password again").fill(`${facts.password} 2`);
  await button(page, "Change password").click();
  await page.getByRole("heading", { name: "Getting started" }).waitFor();
  await pictures.take("activated");
  pictures.finish();
}
