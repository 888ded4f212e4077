import { html } from "lit";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Platform, PlatformCapacity } from "../../main/web/api/types";
import { setLocale } from "../../main/web/i18n";
import "../../main/web/pages/provider";
import { isWeb } from "../../main/web/pages/provider/console";
import { abilities } from "../../main/web/pages/provider/platforms/abilities";
import { usedShare } from "../../main/web/pages/provider/platforms/capacity";
import { corsFields, corsOf, wrongOrigins } from "../../main/web/pages/provider/service/cors";
import "../../main/web/ui/copy";
import "../../main/web/ui/dialog";
import "../../main/web/ui/form";
import "../../main/web/ui/table";
import { answer, PLATFORM, ProviderStore, shown, texts } from "./provider-store";
import { button, press } from "./settings-store";

const ID = "00000000-0000-0000-0000-000000000001";

beforeEach(() => setLocale(["en"]));

describe("capacity", () => {
  it("counts what is reserved as used, and knows nothing without a total", () => {
    const figures = (it: Partial<PlatformCapacity>): PlatformCapacity => ({ state: "CURRENT", ...it });
    expect(usedShare(figures({ totalBytes: 100, usedBytes: 60, availableBytes: 35 }))).toBe(0.65);
    expect(usedShare(figures({ totalBytes: 100, usedBytes: 60 }))).toBe(0.6);
    expect(usedShare(figures({ usedBytes: 60 }))).toBeUndefined();
  });
});

describe("abilities", () => {
  it("begin with those that are lacking, with what came of trying", () => {
    const probe = { results: { ACL: "YES", TAGGING: "NO" } } as Platform["probe"];
    expect(abilities({ capabilities: ["VERSIONING", "ACL"], probe })).toEqual([
      { name: "TAGGING", isOffered: false, tried: "NO" },
      { name: "ACL", isOffered: true, tried: "YES" },
      { name: "VERSIONING", isOffered: true, tried: undefined },
    ]);
  });
});

describe("the CORS policy", () => {
  it.each(["https://app.example.com", "http://localhost:3000", "https://[::1]:8443"])("takes %s", (it) => expect(wrongOrigins(it)).toBeUndefined());
  it.each(["app.example.com", "https://a.example.com/", "https://A.example.com", "https://a:443", "http://a:80", "*"])("refuses %s", (it) =>
    expect(wrongOrigins(it)).toContain(it));

  it("lists origins if listed ones are allowed", () => {
    const mode = corsFields({}).find((it) => it.name === "mode");
    expect(mode?.check?.("LISTED_ORIGINS", { origins: " " })).toBe("List at least one origin.");
    expect(mode?.check?.("ANY_ORIGIN", { origins: "" })).toBeUndefined();
    expect(corsOf({ mode: "LISTED_ORIGINS", origins: "https://a\nhttps://b https://a" })).toEqual({
      mode: "LISTED_ORIGINS",
      origins: ["https://a", "https://b"],
    });
  });
});

describe("a console", () => {
  it("is a page of the web, never a script", () => {
    expect(isWeb("https://console.example.com")).toBe(true);
    expect(isWeb("javascript:alert(1)")).toBe(false);
  });
});

describe("ose-platform", () => {
  const page = (store: ProviderStore) => shown(html`<ose-platform .ctx=${store.ctx} .platform=${"main"}></ose-platform>`);
  const run = { checked: 3, found: 0, repaired: 0, notCompared: 0, skippedPlatforms: [] };

  it("shows capacity, capabilities and quirks, and each step of a test with its remedy", async () => {
    const rows = [{ name: "Certificate", verdict: "FAILED", detail: "unknown authority", remedy: "Import it." }];
    const api = new ProviderStore()
      .with("GET /platforms/main", PLATFORM)
      .with("GET /reconciliation", run)
      .with("POST /test", { usable: false, rows });
    const place = await page(api);
    expect(place.textContent).toContain("Nearly full");
    expect(place.textContent).toContain("TOPICS_ONLY");
    await press(place, "Test");
    await vi.waitFor(() => expect(place.textContent).toContain("Import it."));
    expect(place.textContent).toContain("The platform cannot be used from this node");
  });

  it("repairs differences after a question", async () => {
    const finding = { tenant: ID, user: "u1", drift: "USER_MISSING", repaired: false };
    const api = new ProviderStore()
      .with("GET /platforms/main", PLATFORM)
      .with("GET /reconciliation", run)
      .with("GET /tenants", { items: [{ id: ID, name: "acme" }] })
      .with("POST /reconciliation", ({ body }: { body: { after?: string; repair: boolean } }) =>
        Response.json(body.after ? { checked: 1, findings: [] } : { checked: 2, next: "n", findings: [{ ...finding, repaired: body.repair }] }),
      );
    const place = await page(api);
    await vi.waitFor(() => button(place, "Compare now"));
    await press(place, "Compare now");
    await vi.waitFor(() => expect(place.textContent).toContain("3 users compared, 1 difference found."));
    await press(place, "Repair");
    await answer(place);
    await vi.waitFor(() => expect(texts(place, "tbody .badge").at(-1)).toBe("Repaired"));
    expect(api.sent("POST", "/reconciliation").map((it) => (it.body as { repair: boolean }).repair)).toEqual([false, false, true, true]);
  });

  it("offers no probe, test or console that is refused", async () => {
    const api = new ProviderStore().with("GET /platforms/main", PLATFORM);
    ["TestPlatform", "ProbePlatform", "GetPlatformConsole", "ShowReconciliation"].forEach((it) => api.refused.add(it));
    expect((await page(api)).querySelectorAll("button")).toHaveLength(0);
  });
});

describe("ose-nodes", () => {
  it("drains a ready node after a question, and resumes a drained one", async () => {
    const node = (name: string, state: string) => ({ name, state, version: "1", startedAt: "2026-01-01T00:00:00Z", lastSeenAt: "2026-01-01T00:00:00Z" });
    const api = new ProviderStore("nodes")
      .with("GET /nodes", { items: [node("a", "READY"), node("b", "DRAINED"), node("c", "LOST")] })
      .with("POST /a/drain", {})
      .with("POST /b/resume", {});
    const place = await shown(html`<ose-nodes .ctx=${api.ctx}></ose-nodes>`);
    await press(place, "Drain");
    expect(api.sent("POST", "/drain")).toHaveLength(0);
    await answer(place);
    expect(api.sent("POST", "/a/drain")).toHaveLength(1);
    await press(place, "Resume");
    expect(api.sent("POST", "/b/resume")).toHaveLength(1);
  });
});
