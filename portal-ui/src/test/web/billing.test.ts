import { html } from "lit";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Bill, UsagePeriod } from "../../main/web/api/types";
import { setLocale } from "../../main/web/i18n";
import "../../main/web/pages/provider";
import { alertText } from "../../main/web/pages/provider/billing/alerts";
import { months, openPoints } from "../../main/web/pages/provider/billing/bills";
import { pointsOf, starts, valueOf, windowOf } from "../../main/web/pages/provider/billing/history";
import { parseTiers, priceFields, pricesOf, tierLines } from "../../main/web/pages/provider/billing/prices";
import { parseThresholds } from "../../main/web/pages/provider/billing/thresholds";
import "../../main/web/ui/copy";
import "../../main/web/ui/dialog";
import "../../main/web/ui/form";
import "../../main/web/ui/table";
import { answer, fill, ProviderStore, shown, texts } from "./provider-store";
import { press } from "./settings-store";

const ID = "00000000-0000-0000-0000-000000000001";
const EMPTY = { items: [], total: 0 };

beforeEach(() => setLocale(["en"]));

describe("prices", () => {
  it("of storage are tiers in lines", () => {
    const tiers = [{ upToGib: "1024", price: "0.022" }, { price: "0.018" }];
    expect(parseTiers("1024  0.022\n\n0.018 ")).toEqual(tiers);
    expect(parseTiers(tierLines(tiers))).toEqual(tiers);
  });

  it.each([
    ["", "1 to 20 tiers."],
    ["1024 0.022", "The last tier has no end: write its price alone."],
    ["0.1\n0.2", "Line 1 needs the end of its tier: only the last one has none."],
    ["10 1\n5 1\n1", "Line 2 ends before the line above it."],
    ["1,5", "Line 1 is no end and price."],
    ["1 2 3", "Line 1 is no end and price."],
  ])("%j is refused", (text, expected) => expect(parseTiers(text)).toBe(expected));

  it("keep what a form does not change", () => {
    const prices = { currency: "EUR", storage: [{ price: "0.02" }], requests: { READ: "0.004" }, egress: "0.08" };
    const values = Object.fromEntries(priceFields(prices).map((it) => [it.name, it.value ?? ""]));
    expect(pricesOf(values)).toEqual(prices);
  });
});

describe("thresholds", () => {
  it("are sorted, and refused unless they are different percentages", () => {
    expect(parseThresholds("100, 80;95")).toEqual([80, 95, 100]);
    expect(parseThresholds("")).toEqual([]);
    for (const wrong of ["0", "101", "80 80", "x", "1.5", "1 2 3 4 5 6 7 8 9 10 11"]) {
      expect(parseThresholds(wrong)).toContain("whole numbers");
    }
  });

  it("are told with what was used", () => {
    const usage = { at: "2026-11-01T00:00:00Z", dimension: "BYTES" as const, limit: 1024, used: 1000 };
    const alert = { id: "1", state: "OPEN" as const, tenant: "t", thresholdPercent: 80, usage };
    expect(alertText(alert)).toBe("bytes: 1,000 B of 1 KiB used, 80 % reached");
    expect(alertText({ ...alert, bucket: "photos" })).toMatch(/^photos: /);
  });
});

const NOW = Date.parse("2026-03-15T10:30:00Z");
const row = (start: string, byteHours: number, recorded = 24, reads = 1): UsagePeriod => ({
  tenant: "t",
  start,
  stored: { byteHours, peakBytes: byteHours, peakObjects: 1 },
  traffic: { requests: { READ: reads, WRITE: 2 }, bytesIn: 10, bytesOut: 20 },
  hours: { all: 24, recorded, filled: 0 },
});

describe("history", () => {
  it("has windows of UTC with the present period last", () => {
    expect(starts({ step: "DAY", count: 2 }, NOW).map((it) => new Date(it).toISOString())).toEqual([
      "2026-03-14T00:00:00.000Z",
      "2026-03-15T00:00:00.000Z",
    ]);
    expect(starts({ step: "MONTH", count: 4 }, NOW).map((it) => new Date(it).toISOString().slice(0, 7))).toEqual([
      "2025-12", "2026-01", "2026-02", "2026-03",
    ]);
    expect(new Date(starts({ step: "HOUR", count: 2 }, NOW)[0] ?? 0).toISOString()).toBe("2026-03-15T09:00:00.000Z");
    expect(windowOf("toString")).toBe("30d");
  });

  it("sums tenants, knows nothing where no hour was recorded, and is zero without rows", () => {
    const rows = [row("2026-03-14T00:00:00Z", 2400), row("2026-03-14T00:00:00Z", 240), row("2026-03-15T00:00:00Z", 0, 0)];
    const history = { starts: starts({ step: "DAY", count: 3 }, NOW), step: "DAY" as const, rows };
    expect(pointsOf(history, "stored").map((it) => it.value)).toEqual([0, 110, undefined]);
    expect(pointsOf(history, "requests").map((it) => it.value)).toEqual([0, 6, 3]);
    expect(pointsOf(history, "bytesOut").map((it) => it.value)).toEqual([0, 40, 20]);
    expect(valueOf(row("2026-03-14T00:00:00Z", 48, 24), "stored")).toBe(2);
  });
});

describe("bills", () => {
  const bill = (changes: Partial<Bill>): Bill => ({
    tenant: "t",
    month: "2026-02",
    isOver: true,
    lines: [],
    coverage: { complete: true, requestsComplete: true, hours: { all: 672, recorded: 672, filled: 0 } },
    ...changes,
  });

  it("are offered for thirteen months", () => {
    const all = months(NOW);
    expect([all[0], all.at(-1), all.length]).toEqual(["2026-03", "2025-03", 13]);
  });

  it("say all that speaks against sending them", () => {
    expect(openPoints(bill({}))).toEqual([]);
    expect(openPoints(bill({ isOver: false }))).toEqual(["The month is not over."]);
    const coverage = { complete: false, requestsComplete: false, hours: { all: 672, recorded: 670, filled: 1 } };
    expect(openPoints(bill({ coverage }))).toEqual([
      "2 hours are missing and not billed.",
      "1 hour has the values of the hour before, as no node ran.",
      "Requests of this month were deleted by the retention.",
    ]);
  });
});

describe("ose-billing", () => {
  const bill = {
    tenant: ID,
    month: "2026-02",
    isOver: true,
    currency: "EUR",
    total: "12.50",
    plan: "gold",
    lines: [{ item: "REQUESTS", category: "READ", quantity: "2", price: "0.004", amount: "0.01" }],
    coverage: { complete: true, requestsComplete: true, hours: { all: 1, recorded: 1, filled: 0 } },
  };

  it("shows bills with tenants' names, and their lines", async () => {
    const api = new ProviderStore("billing/bills").with("GET /bills", { items: [bill] }).with("GET /tenants", { items: [{ id: ID, name: "acme" }] });
    const place = await shown(html`<ose-billing .ctx=${api.ctx}></ose-billing>`);
    expect(texts(place, "tbody td").slice(0, 3)).toEqual(["acme", "gold", "12.50 EUR"]);
    await press(place, "Lines of the bill");
    expect(texts(place, "dialog tbody td")).toEqual(["Requests, by 10,000: reads", "2", "0.004", "0.01"]);
  });

  it("shows the id of a tenant that is removed", async () => {
    const api = new ProviderStore("billing/bills").with("GET /bills", { items: [bill] }).with("GET /tenants", EMPTY);
    const place = await shown(html`<ose-billing .ctx=${api.ctx}></ose-billing>`);
    expect(texts(place, "tbody td")[0]).toBe(ID);
  });

  it("does not replace a plan by a new one of its name", async () => {
    const plan = { name: "gold", createdAt: "2026-01-01T00:00:00Z", prices: { currency: "EUR", storage: [{ price: "1" }] } };
    const api = new ProviderStore("billing/plans").with("GET /rate-plans", { items: [plan] });
    const place = await shown(html`<ose-billing .ctx=${api.ctx}></ose-billing>`);
    await press(place, "New rate plan");
    fill(place, "name", "gold");
    fill(place, "storage", "0.02");
    await answer(place);
    await vi.waitFor(() => expect(place.querySelector("dialog .wrong")?.textContent).toContain("There is a plan of this name."));
    expect(api.sent("PUT", "/gold")).toHaveLength(0);
  });

  it("shows only the parts that are permitted", async () => {
    const api = new ProviderStore("billing/alerts").with("GET /quota-alerts", EMPTY);
    ["ExportBills", "ListRatePlans", "PutAlertThresholds"].forEach((it) => api.refused.add(it));
    const place = await shown(html`<ose-billing .ctx=${api.ctx}></ose-billing>`);
    expect(texts(place, ".tabs a")).toEqual(["Usage", "Quota alerts"]);
    expect(place.querySelector("button.button:not(ose-table .button)")?.textContent ?? "").not.toContain("thresholds");
  });
});
