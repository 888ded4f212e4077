import { html } from "lit";
import { describe, expect, it } from "vitest";
import { element, parseXml, writeXml } from "../../main/web/api/xml";
import "../../main/web/pages/settings";
import { difference } from "../../main/web/ui/difference";
import { button, confirm, press, s3Error, settle, show, store, type, unlabelled, useStore } from "./settings-store";

const TAGS = "<Tagging><TagSet><Tag><Key>team</Key><Value>a&amp;b</Value></Tag></TagSet></Tagging>";
useStore();

const tags = () => show(html`<ose-setting-tags .ctx=${store.ctx} .bucket=${"b"}></ose-setting-tags>`);
const versioning = () => show(html`<ose-setting-versioning .ctx=${store.ctx} .bucket=${"b"}></ose-setting-versioning>`);

describe("writeXml", () => {
  it("keeps any text text", () => {
    const hostile = `</Value><Key a="1">&amp; '\r\n\t`;
    const document = writeXml(element("Tagging", [element("Value", hostile), undefined]));
    const root = parseXml(document);
    expect(root?.children).toHaveLength(1);
    expect(root?.children[0]?.text).toBe(hostile);
    expect(document).toContain('<Tagging xmlns="http://s3.amazonaws.com/doc/2006-03-01/">');
  });
});

describe("difference", () => {
  it("finds what was added and removed", () => {
    const lines = difference(["a", "b", "c"], ["a", "x", "c", "d"]);
    expect(lines.map((it) => `${it.kind[0]}${it.text}`)).toEqual(["sa", "rb", "ax", "sc", "ad"]);
    expect(difference([], ["a"])).toEqual([{ kind: "added", text: "a" }]);
  });
});

describe("tags of a bucket", () => {
  it("are read, changed and stored as text", async () => {
    store.documents.set("tagging", TAGS);
    const place = await tags();
    expect(place.querySelector<HTMLInputElement>("#tag-value-0")?.value).toBe("a&b");
    expect(button(place, "Save").disabled).toBe(true);
    await type(place, "tag-value-0", "<b>");
    await press(place, "Save");
    expect(store.documents.get("tagging")).toContain("<Value>&#60;b&#62;</Value>");
    expect(store.toasts).toEqual(["The settings were saved."]);
    expect(button(place, "Save").disabled).toBe(true);
    expect(unlabelled(place)).toEqual([]);
  });

  it("are removed with the last one, and the focus stays in the form", async () => {
    store.documents.set("tagging", TAGS);
    const place = await tags();
    await press(place, "Remove");
    expect(document.activeElement).toBe(button(place, "Add tag"));
    await press(place, "Save");
    expect(store.writes).toEqual(["DELETE tagging"]);
  });

  it("are not stored if one is wrong, which is said at its control", async () => {
    store.documents.set("tagging", TAGS);
    const place = await tags();
    await press(place, "Add tag");
    expect(document.activeElement?.id).toBe("tag-key-1");
    for (const [key, reason] of [["", "A value is required."], ["team", "This key is there already."], ["aws:x", "reserved"]] as const) {
      await type(place, "tag-key-1", key);
      await press(place, "Save");
      const control = place.querySelector("#tag-key-1");
      expect(control?.getAttribute("aria-invalid")).toBe("true");
      expect(document.getElementById(control?.getAttribute("aria-describedby") ?? "")?.textContent).toContain(reason);
    }
    expect(store.writes).toEqual([]);
  });

  it("that another editor changed meanwhile are not overwritten before a decision", async () => {
    store.documents.set("tagging", TAGS);
    const place = await tags();
    store.documents.set("tagging", TAGS.replace("a&amp;b", "theirs"));
    await type(place, "tag-value-0", "mine");
    await press(place, "Save");
    expect(store.writes).toEqual([]);
    const shown = [...place.querySelectorAll(".conflict ins, .conflict del")].map((it) => it.textContent);
    expect(shown.map((it) => it.replace(/\s+/g, " "))).toEqual([
      "− removed: Value: a&b", "+ added: Value: theirs", "− removed: Value: a&b", "+ added: Value: mine",
    ]);
    expect(place.querySelector<HTMLInputElement>("#tag-value-0")?.value).toBe("mine");
    await press(place, "Replace what is stored");
    expect(store.documents.get("tagging")).toContain("mine");
  });

  it("of another editor can be taken", async () => {
    store.documents.set("tagging", TAGS);
    const place = await tags();
    store.documents.set("tagging", TAGS.replace("a&amp;b", "theirs"));
    await type(place, "tag-value-0", "mine");
    await press(place, "Save");
    await press(place, "Discard mine");
    expect(place.querySelector<HTMLInputElement>("#tag-value-0")?.value).toBe("theirs");
    expect(store.writes).toEqual([]);
  });

  it("stay typed if the platform refuses them, with reason and request id", async () => {
    store.documents.set("tagging", TAGS);
    store.refusal = (method) => (method === "PUT" ? s3Error(403, "AccessDenied", "Not yours.") : undefined);
    const place = await tags();
    await type(place, "tag-value-0", "mine");
    await press(place, "Save");
    expect(place.querySelector("[role=alert]")?.textContent).toContain("Not yours.");
    expect(place.querySelector("[role=alert]")?.textContent).toContain("r1");
    expect(place.querySelector<HTMLInputElement>("#tag-value-0")?.value).toBe("mine");
  });

  it.each([
    [404, "NoSuchBucket", "It was removed, or you may not see it."],
    [501, "NotImplemented", "The storage platform of this tenant does not have this setting."],
    [403, "AccessDenied", "Not allowed."],
    [503, "SlowDown", "Try again"],
  ])("that answer %i %s say what is the matter", async (status, code, text) => {
    store.refusal = () => s3Error(status, code);
    const place = await tags();
    expect(place.textContent).toContain(text);
    expect(place.querySelector("form")).toBeNull();
  });

  it("are unsaved while they differ from what is stored, and can be discarded", async () => {
    store.documents.set("tagging", TAGS);
    const place = await tags();
    const [part] = store.guarded;
    expect(part?.isUnsaved()).toBe(false);
    await type(place, "tag-value-0", "mine");
    expect(part?.isUnsaved()).toBe(true);
    part?.discard();
    await settle();
    expect(place.querySelector<HTMLInputElement>("#tag-value-0")?.value).toBe("a&b");
    expect(part?.isUnsaved()).toBe(false);
    place.remove();
    expect(store.guarded.size).toBe(0);
  });
});

describe("versioning", () => {
  it("is enabled after a confirmation, and never goes back to off", async () => {
    store.documents.set("versioning", "<VersioningConfiguration/>");
    const place = await versioning();
    await type(place, "versioning", "Enabled");
    await press(place, "Save");
    expect(store.writes).toEqual([]);
    await confirm(place);
    expect(store.documents.get("versioning")).toContain("<Status>Enabled</Status>");
    expect([...place.querySelectorAll("option")].map((it) => it.value)).toEqual(["Enabled", "Suspended"]);
  });
});

describe("the settings of a bucket", () => {
  const FACTS = { name: "b", owner: "u1", capabilities: ["VERSIONING"], notOffered: ["publicAccessBlock"], notPermitted: ["policyStatus"], unknown: [] };

  async function all(facts: Record<string, unknown> = {}): Promise<Record<string, string>> {
    store.answers = { "/buckets/b": { ...FACTS, ...facts } };
    const place = await show(html`<ose-settings .ctx=${store.ctx} .bucket=${"b"}></ose-settings>`);
    const cards = [...place.querySelectorAll(".card")];
    return Object.fromEntries(cards.map((it) => [it.querySelector("a")?.getAttribute("href")?.split("/").at(-1) ?? "", it.textContent]));
  }

  it("are linked, and say what the platform lacks", async () => {
    const cards = await all();
    expect(cards["tags"]).toContain("Not offered by the platform");
    expect(cards["public-access"]).toContain("Not offered by the platform");
    expect(cards["versioning"]).not.toContain("Not offered");
    expect(cards["notifications"]).not.toContain("Not offered");
  });

  it("are not offered where the caller is refused", async () => {
    expect(Object.keys(await all())).not.toContain("policy");
    expect(Object.keys(await all())).not.toContain("logging");
    store.ctx.me.user = "u1";
    expect(Object.keys(await all())).toContain("logging");
    expect(await all({ owner: undefined })).toEqual({});
    expect(document.body.textContent).toContain("may not change");
  });

  it("are all there if nothing is known of the bucket", async () => {
    const place = await show(html`<ose-settings .ctx=${store.ctx} .bucket=${"b"}></ose-settings>`);
    expect(place.querySelectorAll(".card")).toHaveLength(11);
  });
});
