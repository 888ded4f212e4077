import { html } from "lit";
import { beforeEach, describe, expect, it } from "vitest";
import { readCsv } from "../../main/web/api/csv";
import { setLocale } from "../../main/web/i18n";
import "../../main/web/ui/csv-button";
import { ProviderStore, refusal, shown } from "./provider-store";
import { press } from "./settings-store";

beforeEach(() => setLocale(["en"]));

function pages(store: ProviderStore, next: (page: number) => string | undefined): void {
  store.with("GET /bills.csv", ({ query }: { query: URLSearchParams }) => {
    const page = Number(query.get("after") ?? 0);
    const link = next(page);
    return new Response(`a,b\n${page},x\n`, { headers: link === undefined ? {} : { Link: `<${link}>; rel="next"` } });
  });
}

describe("readCsv", () => {
  it("follows the header Link, and keeps the names of columns once", async () => {
    const store = new ProviderStore();
    pages(store, (page) => (page < 2 ? `/api/v1/admin/bills.csv?after=${page + 1}` : undefined));
    const { content, isWhole } = await readCsv(store.ctx.api, "/api/v1/admin/bills.csv", {});
    expect(await content.text()).toBe("a,b\n0,x\n1,x\n2,x\n");
    expect(isWhole).toBe(true);
    expect(store.requests.every((it) => it.headers["Accept"]?.startsWith("text/csv"))).toBe(true);
  });

  it("ends after a hundred pages, and says that this is not all", async () => {
    const store = new ProviderStore();
    pages(store, (page) => `/api/v1/admin/bills.csv?after=${page + 1}`);
    const { isWhole } = await readCsv(store.ctx.api, "/api/v1/admin/bills.csv", {});
    expect(isWhole).toBe(false);
    expect(store.requests).toHaveLength(100);
  });

  it("does not follow a link to another origin", async () => {
    const store = new ProviderStore();
    pages(store, () => "https://elsewhere.example.com/api/v1/x");
    await readCsv(store.ctx.api, "/api/v1/admin/bills.csv", {});
    expect(store.requests).toHaveLength(1);
  });
});

describe("ose-csv", () => {
  it("says why there is no file", async () => {
    const store = new ProviderStore().with("GET /bills.csv", () => refusal(403, "You may not do ExportBillsAsCsv."));
    const csv = { path: "/api/v1/admin/bills.csv", call: {}, file: "bills.csv" };
    const place = await shown(html`<ose-csv .ctx=${store.ctx} .csv=${csv}></ose-csv>`);
    await press(place, "Download CSV");
    expect(store.toasts).toEqual(["You may not do ExportBillsAsCsv."]);
  });
});
