import assert from "node:assert/strict";
import { dialog } from "./steps.mjs";

const MOST_STEPS = 150;

/** The main tasks without a mouse: what has the focus is seen, and everything is reached by it. */
export async function keyboard({ page, origin, facts, check }) {
  const keys = new Keys(page);
  await page.goto(`${origin}/portal/`);
  await signsIn(keys, facts);
  await check("overview");
  await createsBucket(keys, facts);
  await uploads(keys);
  await shares(keys);
  await changesTags(keys, facts);
  await changesPolicy(keys, facts);
  await deletesObject(keys, facts);
  await createsAndDeletesKeys(keys);
  await searches(keys);
  await signsOut(keys);
}

class Keys {
  constructor(page) {
    this.page = page;
  }

  /** Moves the focus to what has the name, forward from where it is. */
  async reach(name) {
    const passed = [];
    for (let step = 0; step < MOST_STEPS; step++) {
      await this.page.keyboard.press("Tab");
      const found = await this.page.evaluate(focused);
      if (found.name !== undefined) {
        assert.ok(found.isSeen, `${found.name} has the focus, and does not show it`);
        passed.push(found.name);
      }
      if (found.name !== undefined && (typeof name === "string" ? found.name === name : name.test(found.name))) {
        return;
      }
    }
    throw new Error(`${name} is not reached; only ${[...new Set(passed)].join(" | ")}`);
  }

  async use(name, key = "Enter") {
    await this.reach(name);
    await this.page.keyboard.press(key);
  }

  async type(name, text) {
    await this.reach(name);
    await this.page.keyboard.press("Control+A");
    await this.page.keyboard.type(text);
  }

  async heading(name) {
    await this.page.getByRole("heading", { name }).first().waitFor();
  }
}

/** In the browser: the name of what has the focus, and whether it shows that. */
function focused() {
  const it = document.activeElement;
  if (!it || it === document.body) {
    return {};
  }
  const label = it.getAttribute("aria-label") ?? it.labels?.[0]?.textContent ?? it.textContent ?? "";
  const isOutlined = (element) => element && getComputedStyle(element).outlineStyle !== "none";
  // The browser marks the parts of a time that have the focus, each by itself.
  const isMarked = it.type === "datetime-local" || it.tagName === "MAIN" || it.tagName === "DIALOG";
  const isSeen = isMarked || isOutlined(it) || isOutlined(it.closest(".button"));
  return { name: label.replace(/\s+/g, " ").trim(), isSeen };
}

async function signsIn(keys, facts) {
  await keys.page.getByLabel("Tenant").waitFor();
  await keys.type(/^Tenant/, facts.tenant);
  await keys.type("User", facts.user);
  await keys.type("Password", facts.password);
  await keys.page.keyboard.press("Enter");
  await keys.heading("Getting started");
}

async function createsBucket(keys, facts) {
  await keys.use("Buckets");
  await keys.heading("No buckets yet");
  await keys.use("New bucket");
  await dialog(keys.page).waitFor();
  await keys.page.keyboard.type(facts.bucket);
  await keys.page.keyboard.press("Enter");
  await keys.page.getByRole("link", { name: facts.bucket }).waitFor();
}

async function uploads(keys) {
  const { page } = keys;
  await keys.use(/-keys$/);
  await keys.heading("This folder is empty");
  const chooser = page.waitForEvent("filechooser");
  await keys.use(/^Upload files/, "Space");
  await (await chooser).setFiles([{ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("a") }]);
  await page.getByRole("region", { name: "Uploads" }).getByText("All uploads have ended.").waitFor();
  await keys.use("Close");
  await keys.use("Refresh");
  await page.getByRole("link", { name: "a.txt", exact: true }).waitFor();
}

async function shares(keys) {
  await keys.use(/^Share a.txt/);
  await keys.heading("Share by a link");
  await keys.use("Make link");
  await keys.heading("Link created");
  await keys.use("I have saved it");
  await dialog(keys.page).waitFor({ state: "detached" });
}

async function changesTags(keys, facts) {
  const { page } = keys;
  await keys.use("Settings");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await keys.use("Tags");
  await keys.use(/^Add/);
  await keys.type(/^Key/, "team");
  await keys.type(/^Value/, "films");
  const saved = page.waitForResponse((it) => it.request().method() === "PUT" && it.url().endsWith("?tagging"));
  await keys.use("Save");
  assert.ok((await saved).ok());
  assert.match(page.url(), new RegExp(`${facts.bucket}/settings/tags$`));
}

async function changesPolicy(keys) {
  const { page } = keys;
  await keys.use("Settings");
  await keys.use("Policy");
  await keys.use(/JSON/);
  await page.locator("main textarea").waitFor();
}

async function deletesObject(keys, facts) {
  const { page } = keys;
  await keys.use("Buckets");
  await keys.use(facts.bucket);
  await page.getByRole("link", { name: "a.txt", exact: true }).waitFor();
  await keys.use(/^Delete a.txt/);
  await dialog(page).waitFor();
  await keys.use("Delete");
  await page.getByRole("link", { name: "a.txt", exact: true }).waitFor({ state: "detached" });
}

async function createsAndDeletesKeys(keys) {
  const { page } = keys;
  await keys.use("Security credentials");
  await page.getByText("Reserved, cannot be changed").waitFor();
  await keys.use("New key pair");
  await dialog(page).waitFor();
  await keys.use("New key pair");
  await keys.heading("Key pair created");
  await keys.use("I have saved it");
  await keys.use(/^Delete [A-Z0-9]{20}/);
  await dialog(page).waitFor();
  await keys.use("Delete");
  await dialog(page).waitFor({ state: "detached" });
}

async function searches(keys) {
  await keys.use("Search");
  await keys.page.getByRole("heading", { level: 1, name: "Search" }).waitFor();
  await keys.reach(/^Key contains|^Words/);
}

async function signsOut(keys) {
  await keys.use("Sign out");
  await keys.page.getByText("You are signed out.").waitFor();
}
