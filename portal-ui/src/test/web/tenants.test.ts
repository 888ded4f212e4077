import { html } from "lit";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Tenant } from "../../main/web/api/types";
import { ApiError } from "../../main/web/api/errors";
import { setLocale } from "../../main/web/i18n";
import "../../main/web/pages/provider";
import { bytesText, limitsOf, parseBytes } from "../../main/web/pages/provider/tenants/quota";
import { tenantFilter } from "../../main/web/pages/provider/tenants/list";
import { runMany } from "../../main/web/pages/provider/tenants/many";
import "../../main/web/ui/copy";
import "../../main/web/ui/dialog";
import "../../main/web/ui/form";
import "../../main/web/ui/table";
import { answer, fill, PLATFORM, ProviderStore, refusal, shown, texts } from "./provider-store";
import { button, press, settle, unlabelled } from "./settings-store";

const ID = "00000000-0000-0000-0000-000000000001";
const TENANT: Tenant = {
  id: ID,
  name: "acme",
  status: "ACTIVE",
  createdAt: "2026-01-01T00:00:00Z",
  canonicalId: "c".repeat(64),
  impersonation: "FULL_PERMISSION",
  providerAccess: "ALLOW",
} as Tenant;
const USED = { objects: 0, storedBytes: 0, olderVersions: 0, olderBytes: 0, partBytes: 0 };
const EMPTY = { items: [], total: 0 };

beforeEach(() => setLocale(["en"]));

describe("limits", () => {
  it.each([
    ["1048576", 1048576],
    ["10 TiB", 10 * 1024 ** 4],
    ["1.5g", 1.5 * 1024 ** 3],
    ["500 GB", 500 * 1024 ** 3],
    ["many", undefined],
    ["-1", undefined],
    ["9999999 PiB", undefined],
  ])("%s are %s bytes", (text, expected) => expect(parseBytes(text)).toBe(expected));

  it("come back as they were typed, and none for what is empty", () => {
    for (const value of [1, 1024, 1536, 10 * 1024 ** 4, 12345678901]) {
      expect(parseBytes(bytesText(value))).toBe(value);
    }
    expect(bytesText(10 * 1024 ** 4)).toBe("10 TiB");
    expect(limitsOf({ maxBytes: "1 KiB", maxObjects: "0", maxBuckets: "" })).toEqual({ maxBytes: 1024, maxObjects: 0 });
  });
});

describe("tenantFilter", () => {
  it("has text and state", () => {
    expect(tenantFilter("a", "DISABLED")).toBe('name=="*a*";status==DISABLED');
    expect(tenantFilter("", "")).toBeUndefined();
  });
});

describe("ose-tenant", () => {
  const page = (store: ProviderStore, part = "") => {
    store.ctx.route = { path: ["tenants", ID, ...(part ? [part] : [])], query: new URLSearchParams() } as never;
    return shown(html`<ose-tenant .ctx=${store.ctx} .tenant=${ID}></ose-tenant>`);
  };
  const store = (tenant: Partial<Tenant> = {}) =>
    new ProviderStore()
      .with("GET /quota", { used: USED, maxBytes: 1024, buckets: 0 }, '"q1"')
      .with("GET /rate-plan", () => refusal(404, "none"))
      .with(`GET /tenants/${ID}`, { ...TENANT, ...tenant }, '"t1"')
      .with("GET /users", EMPTY);

  it("suspends with a reason, over what the page has shown", async () => {
    const api = store().with(`PATCH /tenants/${ID}`, TENANT);
    const place = await page(api);
    await press(place, "Suspend tenant");
    fill(place, "reason", "unpaid");
    await answer(place);
    const [sent] = api.sent("PATCH", ID);
    expect(sent?.body).toEqual({ status: "DISABLED", suspensionReason: "unpaid" });
    expect(sent?.headers["If-Match"]).toBe('"t1"');
    expect(api.toasts).toEqual(["The tenant is suspended."]);
  });

  it("shows both reasons if another editor has given one meanwhile", async () => {
    const api = store().with(`PATCH /tenants/${ID}`, () => refusal(412, "changed"));
    const place = await page(api);
    await press(place, "Suspend tenant");
    api.with(`GET /tenants/${ID}`, { ...TENANT, status: "DISABLED", suspensionReason: "moved away" }, '"t2"');
    fill(place, "reason", "unpaid");
    await answer(place);
    await vi.waitFor(() => expect(place.querySelector(".conflict")?.textContent).toContain("moved away"));
    expect(place.querySelector(".conflict")?.textContent).toContain("unpaid");
    expect(api.toasts).toEqual([]);
  });

  it("shows why a tenant is suspended, and resumes it", async () => {
    const api = store({ status: "DISABLED", suspensionReason: "unpaid <b>" }).with(`PATCH /tenants/${ID}`, TENANT);
    const place = await page(api);
    expect(place.textContent).toContain("unpaid <b>");
    await press(place, "Resume tenant");
    await answer(place);
    expect(api.sent("PATCH", ID)[0]?.body).toEqual({ status: "ACTIVE" });
  });

  it("changes a quota over the one that it has shown; without limits it is removed", async () => {
    const api = store().with("DELETE /quota", () => new Response(null, { status: 204 }));
    const place = await page(api);
    await vi.waitFor(() => button(place, "Change quota"));
    await press(place, "Change quota");
    expect(place.querySelector<HTMLInputElement>("[name=maxBytes]")?.value).toBe("1 KiB");
    fill(place, "maxBytes", "");
    await answer(place);
    expect(api.sent("DELETE", "/quota")[0]?.headers["If-Match"]).toBe('"q1"');
  });

  it("deletes a tenant that has nothing, once its name is typed", async () => {
    const api = store().with(`DELETE /tenants/${ID}`, () => new Response(null, { status: 204 }));
    const place = await page(api, "removal");
    await vi.waitFor(() => button(place, "Delete tenant"));
    await press(place, "Delete tenant");
    const submit = async (typed: string) => {
      fill(place, "typed", typed);
      await answer(place);
    };
    await submit("other");
    expect(api.sent("DELETE", ID)).toHaveLength(0);
    await submit("acme");
    expect(api.sent("DELETE", ID)[0]?.headers["If-Match"]).toBe('"t1"');
    expect(api.went).toEqual(["tenants"]);
  });

  it("says what is in the way of deleting a tenant", async () => {
    const api = store()
      .with("GET /quota", { used: { ...USED, objects: 7, storedBytes: 2048 }, buckets: 2 }, '"q1"')
      .with("GET /users", { items: [{}], total: 3 });
    const place = await page(api, "removal");
    await vi.waitFor(() => expect(place.textContent).toContain("3 users"));
    expect(place.textContent).toContain("7 objects and versions, 2 KiB");
    expect(place.querySelector(".button.danger")).toBeNull();
  });

  it("removes a suspended tenant with its data once its name is typed, and follows that", async () => {
    const full = { used: { ...USED, objects: 7, storedBytes: 2048 }, buckets: 2 };
    const running = { tenant: ID, tenantName: "acme", state: "RUNNING", requestedBy: "root", requestedAt: "2026-01-01T00:00:00Z",
      removed: { objects: 3, buckets: 1, users: 0 } };
    const active = await page(store().with("GET /quota", full, '"q1"').with("GET /purge", () => refusal(404, "none")), "removal");
    await vi.waitFor(() => expect(active.textContent).toContain("Suspend the tenant first."));

    const api = store({ status: "DISABLED" })
      .with("GET /quota", full, '"q1"')
      .with("GET /purge", () => refusal(404, "none"))
      .with("POST /purge", running)
      .with("DELETE /purge", running);
    const place = await page(api, "removal");
    await vi.waitFor(() => button(place, "Remove with all data"));
    await press(place, "Remove with all data");
    expect(place.querySelector("dialog")?.textContent).toContain("7 objects and versions, 2 KiB");
    fill(place, "typed", "other");
    await answer(place);
    expect(api.sent("POST", "/purge")).toHaveLength(0);
    api.with("GET /purge", running);
    fill(place, "typed", "acme");
    await answer(place);
    await vi.waitFor(() => expect(place.textContent).toContain("3 objects and versions, 1 buckets, 0 users removed"));
    expect(api.sent("POST", "/purge")[0]?.body).toEqual({ name: "acme" });

    api.with("GET /purge", { ...running, state: "FAILED", problem: "The bucket b is not empty." });
    await press(place, "Stop the removal");
    await vi.waitFor(() => expect(place.textContent).toContain("The bucket b is not empty."));
    expect(api.sent("DELETE", "/purge")).toHaveLength(1);
  });

  it("maps an empty tenant to another one of the platform after a plan", async () => {
    const api = store().with("PUT /platform-tenant", TENANT);
    const place = await page(api, "mapping");
    await vi.waitFor(() => expect(place.querySelector("[name=platformTenant]")).not.toBeNull());
    fill(place, "platformTenant", "acme-old");
    place.querySelector("form")?.dispatchEvent(new Event("submit", { cancelable: true }));
    await vi.waitFor(() => expect(document.activeElement?.id).toBe("mapping-plan"));
    expect(api.sent("PUT", "/platform-tenant")).toHaveLength(0);
    await press(place, "Change mapping");
    expect(api.sent("PUT", "/platform-tenant")[0]?.body).toEqual({ platformTenant: "acme-old" });
  });

  it("sets thresholds over those that it has shown, and goes back to those of all tenants", async () => {
    const path = "/quota-alert-thresholds";
    const api = store()
      .with(`GET ${path}`, { thresholds: [80], inherited: false }, '"a1"')
      .with("GET /director-organisation", {})
      .with(`PUT ${path}`, {})
      .with(`DELETE ${path}`, () => new Response(null, { status: 204 }));
    const place = await page(api, "settings");
    await vi.waitFor(() => expect(place.textContent).toContain("80 %"));
    await press(place, "Change thresholds");
    fill(place, "thresholds", "95 50");
    await answer(place);
    expect(api.sent("PUT", path)[0]?.body).toEqual({ thresholds: [50, 95] });
    expect(api.sent("PUT", path)[0]?.headers["If-Match"]).toBe('"a1"');
    await press(place, "Use those of all tenants");
    await answer(place);
    expect(api.sent("DELETE", path)[0]?.headers["If-Match"]).toBe('"a1"');
  });

  it("names an organisation of Cloud Director by its id, but not beside a token", async () => {
    const organisation = "00000000-0000-0000-0000-0000000000aa";
    const api = store()
      .with("GET /quota-alert-thresholds", { thresholds: [], inherited: true }, '"a1"')
      .with("GET /director-organisation", {})
      .with("PUT /director-organisation", { organisation });
    const place = await page(api, "settings");
    await vi.waitFor(() => button(place, "Change organisation"));
    await press(place, "Change organisation");
    fill(place, "organisation", "acme");
    await answer(place);
    expect(api.sent("PUT", "/director-organisation")).toHaveLength(0);
    fill(place, "organisation", organisation);
    await answer(place);
    expect(api.sent("PUT", "/director-organisation")[0]?.body).toEqual({ organisation });

    api.ctx.isByToken = true;
    const beside = await page(api, "settings");
    await vi.waitFor(() => expect(beside.textContent).toContain("no alerts"));
    expect(texts(beside, "button").filter((it) => it.includes("organisation"))).toEqual([]);
  });

  it("offers nothing that is refused", async () => {
    const api = store();
    ["UpdateTenant", "DeleteTenant", "RemapTenant", "PutTenantQuota", "PutTenantRatePlan", "GetTenantConsole"].forEach((it) => api.refused.add(it));
    const place = await page(api);
    await settle();
    expect(texts(place, "button, .tabs a").filter((it) => /Suspend|Change|console|Delete|Mapping/.test(it))).toEqual([]);
  });

  it("says that a tenant is gone", async () => {
    const place = await page(new ProviderStore().with(`GET /tenants/${ID}`, () => refusal(404, "none")));
    expect(place.textContent).toContain("Not found.");
    expect(place.querySelector("a.button")?.getAttribute("href")).toBe("/portal/tenants");
  });
});

describe("ose-new-tenant", () => {
  const begin = async (store: ProviderStore) => {
    const place = await shown(html`<ose-new-tenant .ctx=${store.ctx}></ose-new-tenant>`);
    await vi.waitFor(() => expect(place.querySelector("[name=name]")).not.toBeNull());
    return place;
  };
  const check = async (place: HTMLElement) => {
    place.querySelector("form")?.dispatchEvent(new Event("submit", { cancelable: true }));
    await vi.waitFor(() => expect(place.querySelector("#plan")).not.toBeNull());
  };
  const store = () => new ProviderStore().with("GET /platforms", EMPTY).with("GET /rate-plans", { items: [{ name: "gold", prices: {}, createdAt: "" }] }).with("GET /tenants", EMPTY);

  it("creates nothing before its plan is confirmed, and goes on after a step that failed", async () => {
    let attempts = 0;
    const api = store()
      .with("POST /tenants", TENANT)
      .with("PUT /quota", () => (attempts++ === 0 ? refusal(503, "Busy.") : Response.json({})))
      .with("PUT /rate-plan", {});
    const place = await begin(api);
    expect(unlabelled(place)).toEqual([]);
    fill(place, "name", "acme");
    fill(place, "maxBytes", "1 GiB");
    const plan = place.querySelector<HTMLSelectElement>("select[name=plan]");
    if (plan) {
      plan.value = "gold";
    }
    await check(place);
    expect(api.requests.every((it) => it.method === "GET")).toBe(true);
    expect(texts(place, "ol li")).toHaveLength(3);

    await press(place, "New tenant");
    await vi.waitFor(() => expect(place.textContent).toContain("Busy."));
    expect(place.querySelector<HTMLAnchorElement>(".buttons a")?.getAttribute("href")).toBe(`/portal/tenants/${ID}`);

    await press(place, "Try again");
    await vi.waitFor(() => expect(api.went).toEqual([`tenants/${ID}`]));
    expect(api.sent("POST", "/tenants")).toHaveLength(1);
    expect(api.sent("PUT", "/rate-plan")[0]?.body).toEqual({ plan: "gold" });
  });

  it("asks on which platform only if there are several", async () => {
    const one = await begin(store().with("GET /platforms", { items: [{ ...PLATFORM, name: "main" }] }));
    expect(one.querySelector("[name=platform]")).toBeNull();

    const platforms = { items: [{ ...PLATFORM, name: "archive" }, { ...PLATFORM, name: "main" }] };
    const api = store().with("GET /platforms", platforms).with("POST /tenants", TENANT);
    const place = await begin(api);
    expect(unlabelled(place)).toEqual([]);
    const choice = place.querySelector<HTMLSelectElement>("select[name=platform]");
    expect(choice?.value).toBe("main");
    fill(place, "name", "acme");
    if (choice) {
      choice.value = "archive";
    }
    await check(place);
    expect(place.textContent).toContain("on the platform archive, for good");
    await press(place, "New tenant");
    expect(api.sent("POST", "/tenants")[0]?.body).toEqual({ name: "acme", platform: "archive" });
  });

  it("does not begin if the name is taken", async () => {
    const api = store().with("GET /tenants", { items: [TENANT] });
    const place = await begin(api);
    fill(place, "name", "acme");
    await check(place);
    expect(place.textContent).toContain("There is a tenant named acme already.");
    expect(button(place, "New tenant").disabled).toBe(true);
    await press(place, "Back to the form");
    await vi.waitFor(() => expect(place.querySelector<HTMLInputElement>("[name=name]")?.value).toBe("acme"));
  });

  it("shows the key of the first administrator once, and offers none beside a token", async () => {
    const user = { id: "u1", name: "ada", reservedCredential: { accessKey: "AK", secretKey: "SK" } };
    const api = store().with("POST /tenants", TENANT).with("POST /users", user).with("PUT /login", {});
    const place = await begin(api);
    fill(place, "name", "acme");
    fill(place, "administrator", "ada");
    fill(place, "password", "a password of tests");
    await check(place);
    await press(place, "New tenant");
    await vi.waitFor(() => expect(place.querySelector("dialog")?.textContent).toContain("SK"));
    expect(api.went).toEqual([]);
    expect(api.sent("POST", "/users")[0]?.body).toEqual({ name: "ada", role: "TENANT_ADMIN" });
    expect(api.sent("PUT", "/login")[0]?.body).toEqual({ password: "a password of tests", mustChange: true });

    const byToken = new ProviderStore("", true).with("GET /platforms", EMPTY).with("GET /rate-plans", EMPTY);
    expect((await begin(byToken)).querySelector("[name=administrator]")).toBeNull();
  });
});

describe("ose-tenants", () => {
  const OTHER: Tenant = { ...TENANT, id: "00000000-0000-0000-0000-000000000002", name: "zeta" };
  const list = () => new ProviderStore().with("GET /tenants", { items: [TENANT, OTHER], total: 2 });
  const page = (store: ProviderStore) => shown(html`<ose-tenants .ctx=${store.ctx}></ose-tenants>`);
  const select = async (place: HTMLElement, name: string) => {
    const box = place.querySelector<HTMLInputElement>(`[aria-label="Select ${name}"]`);
    box?.click();
    await settle();
  };

  it("suspends those that are selected, each with its own result, and tries again what failed", async () => {
    let isBroken = true;
    const api = list()
      .with(`PATCH /tenants/${ID}`, TENANT)
      .with(`PATCH /tenants/${OTHER.id}`, () => (isBroken ? refusal(409, "Not now.") : Response.json(OTHER)));
    const place = await page(api);
    expect(place.textContent).not.toContain("selected");
    await select(place, "acme");
    await select(place, "zeta");
    expect(place.textContent).toContain("2 tenants are selected");
    await press(place, "Suspend");
    expect(place.querySelector("dialog")?.textContent).toContain("zeta");
    fill(place, "reason", "unpaid");
    await answer(place);
    await vi.waitFor(() => expect(place.textContent).toContain("1 of 2 done, 1 failed"));
    expect(place.textContent).toContain("Not now.");
    expect(api.sent("PATCH", ID)[0]?.body).toEqual({ status: "DISABLED", suspensionReason: "unpaid" });

    isBroken = false;
    await press(place, "Try again with 1 tenant");
    await vi.waitFor(() => expect(place.textContent).toContain("1 of 1 done, 0 failed"));
    expect(api.sent("PATCH", ID)).toHaveLength(1);
    expect(api.sent("PATCH", OTHER.id)).toHaveLength(2);
  });

  it("sets one quota for all that match the filter, and removes quotas without a limit", async () => {
    const api = list().with("PUT /quota", {}).with("DELETE /quota", () => new Response(null, { status: 204 }));
    const place = await page(api);
    await press(place, "Select all that match");
    await vi.waitFor(() => expect(place.textContent).toContain("2 tenants are selected"));
    await press(place, "Set quota");
    await vi.waitFor(() => expect(place.querySelector("dialog [name=maxBytes]")).not.toBeNull());
    fill(place, "maxBytes", "1 TiB");
    await answer(place);
    await vi.waitFor(() => expect(api.sent("PUT", "/quota")).toHaveLength(2));
    expect(api.sent("PUT", "/quota")[0]?.body).toEqual({ maxBytes: 1024 ** 4 });
  });

  it("offers nothing that is refused", async () => {
    const api = list();
    ["UpdateTenant", "PutTenantQuota", "PutTenantRatePlan"].forEach((it) => api.refused.add(it));
    const place = await page(api);
    expect(place.querySelector("[type=checkbox]")).toBeNull();
    expect(texts(place, "button").filter((it) => it.includes("Select"))).toEqual([]);
  });
});

describe("runMany", () => {
  const tenants = [1, 2, 3, 4, 5, 6].map((it) => ({ ...TENANT, id: String(it) }));
  const busy = (seconds: number) => new ApiError(429, "", "Busy.", "", [], seconds);

  it("waits as long as a busy node says, and gives up after some attempts", async () => {
    const waited: number[] = [];
    const states: string[] = [];
    const failures = new Map([["2", 1], ["3", 9]]);
    const run = (tenant: Tenant): Promise<void> => {
      const left = failures.get(tenant.id) ?? 0;
      failures.set(tenant.id, left - 1);
      return left > 0 ? Promise.reject(busy(7)) : Promise.resolve();
    };
    const wait = (seconds: number): Promise<void> => Promise.resolve(void waited.push(seconds));
    await runMany(tenants, { title: "", run }, (it) => states.push(it.tenant.id + it.state), new AbortController().signal, wait);
    expect(waited).toEqual([7, 7, 7]);
    expect(states.sort()).toEqual(["1DONE", "2DONE", "3FAILED", "4DONE", "5DONE", "6DONE"]);
  });

  it("begins nothing more once it is stopped", async () => {
    const stopping = new AbortController();
    const states: string[] = [];
    const run = (): Promise<void> => Promise.resolve(stopping.abort());
    await runMany(tenants, { title: "", run }, (it) => states.push(it.state), stopping.signal);
    expect(states.filter((it) => it === "STOPPED").length).toBeGreaterThanOrEqual(2);
  });
});
