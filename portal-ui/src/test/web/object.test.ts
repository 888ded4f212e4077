import { html } from "lit";
import { describe, expect, it } from "vitest";
import type { Entry } from "../../main/web/api/s3";
import "../../main/web/pages/object";
import { isoTime, localTime, lockOf } from "../../main/web/pages/object/lock";
import { checkMetadata, headersOf, metadataOf } from "../../main/web/pages/object/metadata-document";
import { Route } from "../../main/web/router";
import { button, confirm, press, settle, show, store, type, unlabelled, useStore } from "./settings-store";

const FUTURE = "2099-01-01T00:00:00.000Z";
const FACTS = {
  name: "b", owner: "u1", capabilities: ["VERSIONING", "TAGGING", "OBJECT_LOCK", "ACL"], versioning: "ENABLED",
  objectLock: { enabled: true }, objectOwnership: "OBJECT_WRITER", notOffered: [], notPermitted: [], unknown: [],
};
const retention = (mode: string, until = FUTURE) =>
  `<Retention><Mode>${mode}</Mode><RetainUntilDate>${until}</RetainUntilDate></Retention>`;
useStore();

async function page(facts: Record<string, unknown> = {}, tab: string[] = [], query: Record<string, string> = {}) {
  store.answers["/buckets/b"] = { ...FACTS, ...facts };
  const route = new Route(["buckets", "b", "object", ...tab], new URLSearchParams({ key: "a/k", ...query }));
  return show(html`<ose-object .ctx=${{ ...store.ctx, route }} .bucket=${"b"}></ose-object>`);
}

const tabs = (place: HTMLElement) => [...place.querySelectorAll(".tabs a")].map((it) => it.textContent.trim());

describe("the page of an object", () => {
  it("has the parts that platform, bucket and caller have", async () => {
    store.objects.set("a/k", { "content-length": "2048", "content-type": "text/plain", "x-amz-meta-team": "red\u0007" });
    const all = await page();
    expect(tabs(all)).toEqual(["Properties", "Versions", "Metadata", "Tags", "Object lock", "Access control list (ACL)"]);
    expect(all.querySelector(".facts")?.textContent).toContain("2 KiB (2,048 B)");
    const few = await page({
      capabilities: ["VERSIONING"], versioning: "DISABLED", objectLock: { enabled: false }, objectOwnership: "BUCKET_OWNER_ENFORCED",
    });
    expect(tabs(few)).toEqual(["Properties", "Metadata"]);
    expect(tabs(await page({ owner: undefined }, [], { version: "v1" }))).toEqual(["Properties", "Versions", "Tags", "Object lock"]);
    const none = await page({ versioning: "DISABLED" }, ["versions"]);
    expect(none.textContent).toContain("Not offered");
  });

  it("that is gone says so, and leads back to its folder", async () => {
    const place = await page();
    expect(place.querySelector("h1")?.textContent).toBe("Not found.");
    expect(place.querySelector("a.button")?.getAttribute("href")).toBe("/portal/buckets/b?prefix=a%2F");
  });

  it("whose metadata a copy cannot change does not offer it", async () => {
    store.objects.set("a/k", { "content-length": String(6 * 1024 ** 3) });
    const place = await page({}, ["metadata"]);
    expect(place.textContent).toContain("at most 5 GiB");
    expect(place.querySelector("form")).toBeNull();
  });
});

describe("metadata", () => {
  const ENTRY: Entry = { key: "a/k" };
  const metadata = () =>
    show(html`<ose-object-metadata .ctx=${store.ctx} .bucket=${"b"} .entry=${ENTRY} versioned></ose-object-metadata>`);

  it("are changed by a copy after a warning, and what is not shown stays", async () => {
    store.objects.set("a/k", { "content-type": "text/html", "x-amz-meta-team": "red", "x-amz-storage-class": "COLD", etag: "x" });
    const place = await metadata();
    expect(unlabelled(place)).toEqual([]);
    expect(place.querySelector(".alert")?.textContent).toContain("new version");
    await type(place, "metadata-type", "text/plain");
    await press(place, "Add metadata");
    await type(place, "metadata-name-1", "Owner");
    await type(place, "metadata-value-1", "ann");
    await press(place, "Save");
    expect(store.writes).toEqual([]);
    await confirm(place);
    expect(store.writes).toEqual(["COPY /b/a/k"]);
    expect(store.objects.get("a/k")).toEqual({
      "content-type": "text/plain", "x-amz-meta-team": "red", "x-amz-meta-owner": "ann", "x-amz-storage-class": "COLD",
    });
    expect(button(place, "Save").disabled).toBe(true);
  });

  it("stay typed if the copy fails only in its document", async () => {
    store.objects.set("a/k", { "content-type": "text/html" });
    store.copyAnswer = "<Error><Code>InternalError</Code><Message>Half way.</Message></Error>";
    const place = await metadata();
    await type(place, "metadata-type", "text/plain");
    await press(place, "Save");
    await confirm(place);
    expect(place.querySelector("[role=alert]")?.textContent).toContain("Half way.");
    expect(place.querySelector<HTMLInputElement>("#metadata-type")?.value).toBe("text/plain");
  });

  it("are checked as S3 would refuse them", () => {
    const headers = new Headers({ "content-type": "a/b", "x-amz-meta-a": "1" });
    const found = metadataOf(headers);
    expect(headersOf(found)).toEqual({ "content-type": "a/b", "x-amz-meta-a": "1" });
    const own = (name: string, value: string) => checkMetadata({ ...found, own: [{ name: "a", value: "1" }, { name, value }] });
    expect(own("b", "2")).toEqual({});
    expect(Object.keys(own("", "2"))).toEqual(["metadata-name-1"]);
    expect(Object.keys(own("A", "2"))).toEqual(["metadata-name-1"]);
    expect(Object.keys(own("b c", "2"))).toEqual(["metadata-name-1"]);
    expect(Object.keys(own("b", "ü"))).toEqual(["metadata-value-1"]);
    expect(Object.keys(own("b", "x".repeat(2046)))).toEqual(["metadata-value-1"]);
    expect(own("b", "x".repeat(2045))).toEqual({});
    const standard = { ...found.standard, expires: "soon", cache: "\u202e" };
    expect(Object.keys(checkMetadata({ ...found, standard })).sort()).toEqual(["metadata-cache", "metadata-expires"]);
  });
});

describe("the lock of a version", () => {
  const VERSION: Entry = { key: "a/k", versionId: "v1", latest: false };
  const form = () => show(html`<ose-object-retention .ctx=${store.ctx} .bucket=${"b"} .entry=${VERSION}></ose-object-retention>`);
  const hold = () => show(html`<ose-object-hold .ctx=${store.ctx} .bucket=${"b"} .entry=${VERSION}></ose-object-hold>`);

  it("begins with a retention, after a warning if nothing can end it", async () => {
    const place = await form();
    await type(place, "retention-mode", "COMPLIANCE");
    await press(place, "Save");
    expect(place.querySelector("#retention-until-error")).not.toBeNull();
    await type(place, "retention-until", localTime(FUTURE));
    await press(place, "Save");
    expect(store.writes).toEqual([]);
    await confirm(place);
    expect(store.writes).toEqual(["PUT a/k?retention@v1"]);
    expect(store.documents.get("a/k?retention@v1")).toContain(`<RetainUntilDate>${FUTURE}</RetainUntilDate>`);
    expect(store.sent[0]?.["x-amz-bypass-governance-retention"]).toBeUndefined();
  });

  it("of GOVERNANCE ends earlier only if it is bypassed", async () => {
    store.documents.set("a/k?retention@v1", retention("GOVERNANCE"));
    const place = await form();
    await type(place, "retention-mode", "");
    await press(place, "Save");
    expect(place.querySelector("#retention-bypass-error")).not.toBeNull();
    await type(place, "retention-bypass", "true");
    await press(place, "Save");
    expect(store.documents.get("a/k?retention@v1")).toMatch(/^<Retention [^>]*><\/Retention>$/);
    expect(store.sent[0]?.["x-amz-bypass-governance-retention"]).toBe("true");
  });

  it("of COMPLIANCE is only extended", async () => {
    store.documents.set("a/k?retention@v1", retention("COMPLIANCE"));
    const place = await form();
    expect(button(place, "Save").disabled).toBe(true);
    await type(place, "retention-until", "2098-01-01T00:00");
    await press(place, "Save");
    expect(place.querySelector("#retention-until-error")?.textContent).toContain("only be extended");
    await type(place, "retention-mode", "");
    await press(place, "Save");
    expect(place.querySelector("#retention-mode-error")?.textContent).toContain("only be extended");
    expect(store.writes).toEqual([]);
  });

  it("has a legal hold beside it", async () => {
    const place = await hold();
    await type(place, "hold", "true");
    await press(place, "Save");
    expect(store.documents.get("a/k?legal-hold@v1")).toContain("<Status>ON</Status>");
  });

  it("is told by headers", () => {
    const lock = (mode: string, until: string, held = "OFF") =>
      lockOf(
        new Headers({
          "x-amz-object-lock-mode": mode, "x-amz-object-lock-retain-until-date": until, "x-amz-object-lock-legal-hold": held,
        }),
        new Date("2026-01-01T00:00:00Z"),
      );
    expect(lock("GOVERNANCE", "2025-12-31T00:00:00Z")).toBeUndefined();
    expect(lock("GOVERNANCE", FUTURE)).toEqual({ isHeld: false, until: FUTURE, canBypass: true });
    expect(lock("COMPLIANCE", FUTURE)).toEqual({ isHeld: false, until: FUTURE, canBypass: false });
    expect(lock("GOVERNANCE", FUTURE, "ON")?.canBypass).toBe(false);
    expect(lockOf(new Headers(), new Date())).toBeUndefined();
    expect(isoTime(localTime(FUTURE))).toBe(FUTURE);
    expect([localTime("x"), isoTime("x")]).toEqual(["", ""]);
  });
});

describe("versions of an object", () => {
  const versions = async () => {
    const route = new Route(["buckets", "b", "object", "versions"], new URLSearchParams({ key: "k" }));
    const ctx = { ...store.ctx, route };
    return show(html`<ose-object-versions .ctx=${ctx} .bucket=${"b"} .key=${"k"}></ose-object-versions>`);
  };
  const at = (day: number) => `2026-01-0${String(day)}T00:00:00Z`;

  function stored(): void {
    store.answers["?versions"] = {
      truncated: false,
      deleteMarkers: [{ key: "k", versionId: "m3", latest: true, lastModified: at(3) }],
      objectBrief: [
        { key: "k", versionId: "v2", latest: false, lastModified: at(2), size: 2 },
        { key: "k", versionId: "v1", latest: false, lastModified: at(1), size: 1 },
        { key: "k2", versionId: "x", latest: true, lastModified: at(4), size: 1 },
      ],
    };
  }

  it("are those of its key alone, with delete markers", async () => {
    stored();
    const place = await versions();
    const ids = [...place.querySelectorAll("tbody code")].map((it) => it.textContent);
    expect(ids).toEqual(["m3", "v2", "v1"]);
    expect(place.querySelector("tbody a")?.getAttribute("href")).toBe("/portal/buckets/b/object?key=k&version=v2");
  });

  it("come back as a copy, or by the removal of the delete marker", async () => {
    stored();
    const place = await versions();
    await press(place, "Make it the latest");
    await confirm(place);
    await press(place, "Remove delete marker");
    await confirm(place);
    expect(store.writes).toEqual(["COPY /b/k?versionId=v2", "DELETE b/k?versionId=m3"]);
  });

  it("that are locked are not offered to be deleted, but for a bypass", async () => {
    stored();
    const lock = (mode: string) => ({ "x-amz-object-lock-mode": mode, "x-amz-object-lock-retain-until-date": FUTURE });
    store.objects.set("k", lock("COMPLIANCE"));
    const place = await versions();
    await press(place, "Delete v2");
    expect(place.querySelector("dialog")?.textContent).toContain("A retention keeps this version");
    expect(place.querySelector("dialog form")).toBeNull();
    await press(place, "Close");
    store.objects.set("k", lock("GOVERNANCE"));
    await press(place, "Delete v2");
    await confirm(place);
    expect(store.writes).toEqual([]);
    place.querySelector<HTMLInputElement>("dialog [name=bypass]")?.click();
    await settle();
    await confirm(place);
    expect(store.writes).toEqual(["DELETE b/k?versionId=v2"]);
    expect(store.sent[0]?.["x-amz-bypass-governance-retention"]).toBe("true");
  });
});
