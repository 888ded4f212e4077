import { html } from "lit";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Health, Node, Platform } from "../../main/web/api/types";
import { setLocale } from "../../main/web/i18n";
import "../../main/web/pages/provider";
import { warningsOfHealth, warningsOfNodes, warningsOfPlatforms } from "../../main/web/pages/provider/overview/attention";
import "../../main/web/ui/copy";
import "../../main/web/ui/dialog";
import "../../main/web/ui/form";
import "../../main/web/ui/table";
import { PLATFORM, ProviderStore, refusal, shown, texts } from "./provider-store";

const EMPTY = { items: [], total: 0 };
const NOW = Date.parse("2026-03-15T10:30:00Z");

beforeEach(() => setLocale(["en"]));

describe("warnings", () => {
  const node = (changes: Partial<Node>, certificateEndsAt?: string): Node => ({
    name: "n1",
    version: "1",
    state: "READY",
    startedAt: "2026-03-01T00:00:00Z",
    lastSeenAt: "2026-03-15T00:00:00Z",
    report: {
      addresses: { admin: "a", s3: "s" },
      connections: 0,
      host: "one",
      journalBytes: 0,
      openRequests: 0,
      ...(certificateEndsAt ? { certificateEndsAt } : {}),
    },
    ...changes,
  });

  it("are about lost nodes and certificates that end within 60 days", () => {
    const nodes = [
      node({}),
      node({}, "2026-05-10T00:00:00Z"),
      node({}, "2026-06-30T00:00:00Z"),
      node({ state: "STOPPED" }, "2026-03-16T00:00:00Z"),
      node({ state: "LOST" }),
    ];
    expect(warningsOfNodes(nodes, NOW).map((it) => it.text.split(" ").slice(0, 5).join(" "))).toEqual([
      "The node one was last",
      "The certificate of one ends",
    ]);
  });

  it("are about full platforms, stale figures and failed probes", () => {
    const platform = {
      name: "main",
      capacity: { state: "STALE", totalBytes: 100, availableBytes: 5 },
      probe: { problem: "no answer" },
    } as Platform;
    expect(warningsOfPlatforms([platform]).map((it) => it.text)).toEqual([
      "The platform main is nearly full.",
      "The capacity of the platform main cannot be read.",
      "The probe of the platform main failed: no answer",
    ]);
  });

  it("are about work that fails again and again, not about one failure", () => {
    const work = (consecutiveFailures: number) => ({ name: "sync", consecutiveFailures, failures: 9, runs: 99, lastCause: "timeout" });
    const health: Health = { backgroundWork: [work(0), work(1), work(3)] };
    expect(warningsOfHealth(health).map((it) => it.text)).toEqual(["The background work “sync” has failed 3 times in a row: timeout"]);
  });
});

describe("ose-provider-overview", () => {
  const node = { name: "n1", version: "1", state: "READY", startedAt: "", lastSeenAt: "" } as unknown as Node;
  const store = () =>
    new ProviderStore()
      .with("GET /nodes", { items: [node] })
      .with("GET /platforms", { items: [PLATFORM] })
      .with("GET /health", { backgroundWork: [] })
      .with("GET /history", { items: [] })
      .with("GET /quota-alerts", EMPTY)
      .with("GET /jobs", EMPTY)
      .with("GET /tenants", EMPTY);
  const page = async (api: ProviderStore) => {
    const place = await shown(html`<ose-provider-overview .ctx=${api.ctx}></ose-provider-overview>`);
    await vi.waitFor(() => expect(place.querySelector(".skeleton")).toBeNull());
    return place;
  };

  it("shows warnings, and the first steps while there is no tenant", async () => {
    const place = await page(store());
    expect(place.textContent).toContain("The platform main is nearly full.");
    expect(texts(place, "ol h3 a")).toEqual(["Test the platform", "New tenant", "Rate plans"]);
  });

  it("keeps the other parts if one cannot be read", async () => {
    const place = await page(store().with("GET /jobs", () => refusal(503, "Busy.")));
    expect(texts(place, "[role=alert] strong")).toEqual(["That failed."]);
    expect(place.textContent).toContain("No alert is open.");
  });

  it("asks for nothing that is refused", async () => {
    const api = store();
    ["ListNodes", "ShowHealth", "ListJobs", "ListQuotaAlerts", "ExportUsageHistory"].forEach((it) => api.refused.add(it));
    await page(api);
    expect(api.requests.map((it) => it.path.split("/").at(-1)).sort()).toEqual(["platforms", "tenants", "tenants"]);
  });
});
