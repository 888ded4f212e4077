import { html } from "lit";
import { describe, expect, it, vi } from "vitest";
import "../../main/web/pages/search";
import { type Criteria, CRITERIA, searchFilter } from "../../main/web/pages/search/filter";
import "../../main/web/pages/shared";
import { Route } from "../../main/web/router";
import { press, settle, show, store, unlabelled, useStore } from "./settings-store";

const NONE = Object.fromEntries(CRITERIA.map((it) => [it, ""])) as Criteria;
const FOUND = { bucket: "logs", key: "a/<b>", etag: "x", modified: "2026-01-01T00:00:00Z", owner: "ann", size: 2048 };
useStore();

describe("searchFilter", () => {
  it.each<[Partial<Criteria>, string]>([
    [{}, ""],
    [{ words: " in  voice " }, 'key=="*in*";key=="*voice*"'],
    [{ prefix: 'a "*\\' }, 'key=="a \\"?\\\\*"'],
    [{ bucket: "logs", owner: "ann" }, 'bucket=="logs";owner=="ann"'],
    [{ larger: "1", smaller: "2", since: "2026-01-31", until: "2026-02-01" }, "size=ge=1;size=le=2;modified=ge=2026-01-31;modified=lt=2026-02-01"],
    [{ type: "image/*" }, 'contentType=="image/*"'],
    [{ tag: "my team = red=1" }, 'tag.my%20team=="red=1"'],
    [{ tag: "team" }, 'tag.team=="*"'],
  ])("of %j is %s", (wanted, filter) => expect(searchFilter({ ...NONE, ...wanted })).toBe(filter));
});

describe("the search page", () => {
  const shown: Record<string, unknown>[] = [];

  function page(query: Record<string, string>): Promise<HTMLElement> {
    shown.length = 0;
    const route = new Route(["search"], new URLSearchParams(query));
    const ctx = { ...store.ctx, route, show: (it: Record<string, unknown>) => shown.push(it) };
    return show(html`<ose-search .ctx=${ctx}></ose-search>`);
  }

  it("asks for nothing before it is asked", async () => {
    const fetched = vi.fn(() => Promise.resolve(Response.json({ items: [] })));
    vi.stubGlobal("fetch", fetched);
    const place = await page({});
    expect(fetched).not.toHaveBeenCalled();
    expect(place.textContent).toContain("Nothing asked for yet");
    expect(unlabelled(place)).toEqual([]);
  });

  it("goes on while pages are empty, and says whose labels are missing", async () => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", (url: string) => {
      asked.push(decodeURIComponent(url.split("?")[1] ?? ""));
      const found = asked.length < 3 ? { items: [], next: String(asked.length), unlabelled: ["old"] } : { items: [FOUND] };
      return Promise.resolve(Response.json(found));
    });
    const place = await page({ words: "b" });
    expect(asked).toEqual(['filter=key=="*b*"&limit=50', 'filter=key=="*b*"&after=1&limit=50', 'filter=key=="*b*"&after=2&limit=50']);
    expect(place.querySelector("tbody a")?.getAttribute("href")).toBe("/portal/buckets/logs/object?key=a%2F%3Cb%3E");
    expect(place.querySelector(".alert")?.textContent).toContain("old");
  });

  it("offers to search on if it found nothing so far", async () => {
    const fetched = vi.fn(() => Promise.resolve(Response.json({ items: [], next: "n" })));
    vi.stubGlobal("fetch", fetched);
    const place = await page({ rsql: "size=gt=1" });
    expect(fetched).toHaveBeenCalledTimes(5);
    await press(place, "Search on");
    expect(shown).toEqual([{ after: "n" }]);
  });

  it("keeps what is asked in the address, and shows what the node refuses", async () => {
    const refusal = { code: "OSE-2206", detail: "No such property: colour." };
    vi.stubGlobal("fetch", () => Promise.resolve(Response.json(refusal, { status: 400 })));
    const place = await page({ rsql: "colour==red" });
    expect(place.querySelector("[role=alert]")?.textContent).toContain("colour");
    const since = place.querySelector<HTMLInputElement>("[name=since]");
    const words = place.querySelector<HTMLInputElement>("[name=words]");
    if (!since || !words) {
      throw new Error("no field");
    }
    since.value = "yesterday";
    await press(place, "Search");
    expect(shown).toEqual([]);
    since.value = "";
    words.value = " x ";
    await press(place, "Search");
    expect(shown[0]).toMatchObject({ words: "x", rsql: undefined, after: undefined });
  });
});

describe("what is shared with the caller", () => {
  it("is read by pages of an offset", async () => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", (url: string) => {
      asked.push(url);
      const buckets = [{ name: "theirs", creationDate: "2026-01-01T00:00:00Z", region: "eu" }];
      return Promise.resolve(Response.json({ buckets, pageInfo: { offset: 50, limit: 50, total: 60 } }));
    });
    const route = new Route(["shared"], new URLSearchParams({ after: "50", q: "th" }));
    const place = await show(html`<ose-shared .ctx=${{ ...store.ctx, route }}></ose-shared>`);
    await settle();
    expect(asked).toEqual(["/api/v1/s3/?shared&order=name%20ASC&offset=50&limit=50&filter=name%3D%3D%22*th*%22"]);
    expect(place.querySelector("tbody a")?.getAttribute("href")).toBe("/portal/buckets/theirs");
  });
});
