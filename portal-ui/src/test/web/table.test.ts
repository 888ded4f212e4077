import { html, render } from "lit";
import { beforeEach, describe, expect, it } from "vitest";
import { ApiError } from "../../main/web/api/errors";
import type { Page } from "../../main/web/api/types";
import type { Context } from "../../main/web/context";
import { setLocale } from "../../main/web/i18n";
import { Route } from "../../main/web/router";
import "../../main/web/ui/table";
import type { ListPart, Table } from "../../main/web/ui/table";

let place: HTMLElement;
let shown: Record<string, string | undefined>[];

beforeEach(() => {
  place = document.createElement("div");
  document.body.replaceChildren(place);
  shown = [];
  setLocale(["en"]);
});

async function table(query: string, read: (part: ListPart) => Promise<Page<string>>): Promise<Table<string>> {
  const ctx = {
    route: new Route(["x"], new URLSearchParams(query)),
    show: (changes: Record<string, string | undefined>) => shown.push(changes),
  } as unknown as Context;
  const columns = [{ label: "Name", order: "name", cell: (it: string) => it }];
  render(
    html`<ose-table .ctx=${ctx} .columns=${columns} .read=${read} .label=${"Names"} .filter=${"Contains"}
      usualOrder="name" .none=${html`<p id="none">None yet</p>`}></ose-table>`,
    place,
  );
  const found = place.querySelector<Table<string>>("ose-table");
  if (!found) {
    throw new Error("no table");
  }
  await settled(found);
  return found;
}

async function settled(element: Table<string>): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  await element.updateComplete;
}

describe("ose-table", () => {
  it("shows rows with their order and count, and goes on by the key of the node", async () => {
    const asked: ListPart[] = [];
    const element = await table("limit=25&order=-name", (part) => {
      asked.push(part);
      return Promise.resolve({ items: ["b", "a"], next: "cursor", total: 1234 });
    });
    expect(asked[0]).toMatchObject({ order: "-name", limit: 25, after: "", text: "" });
    expect(element.querySelector("th")?.getAttribute("aria-sort")).toBe("descending");
    expect(element.textContent).toContain("2 of 1,234");
    const next = [...element.querySelectorAll("button")].find((it) => it.textContent.trim() === "Next page");
    next?.click();
    expect(shown).toEqual([{ after: "cursor" }]);
  });

  it("shows that it loads, until the answer is there", async () => {
    let answer: (page: Page<string>) => void = () => undefined;
    const element = await table("", () => new Promise((resolve) => (answer = resolve)));
    expect(element.querySelector("[role=status]")?.textContent).toContain("Loading");
    answer({ items: ["a"] });
    await settled(element);
    expect(element.querySelectorAll("tbody tr")).toHaveLength(1);
  });

  it("distinguishes an empty list from a filter without a match", async () => {
    const nothing = () => Promise.resolve({ items: [] });
    expect((await table("", nothing)).querySelector("#none")).not.toBeNull();
    place = document.body.appendChild(document.createElement("div"));
    const filtered = await table("q=zebra", nothing);
    expect(filtered.textContent).toContain("Nothing matches “zebra”.");
    expect(filtered.querySelector("#none")).toBeNull();
  });

  it("keeps its rows if a later answer is refused, and reports why with the request id", async () => {
    const answers = [
      () => Promise.resolve({ items: ["a"] }),
      () => Promise.reject(new ApiError(403, "OSE-2101", "You may not do ListUsers.", "r7")),
    ];
    const element = await table("", () => answers.shift()?.() ?? Promise.reject(new Error("too many")));
    await element.reload();
    await settled(element);
    expect(element.querySelectorAll("tbody tr")).toHaveLength(1);
    const alert = element.querySelector("[role=alert]")?.textContent;
    expect(alert).toContain("Not allowed.");
    expect(alert).toContain("You may not do ListUsers.");
    expect(alert).toContain("r7");
  });

  it("shows the answer of the last question only", async () => {
    const waiting: ((page: Page<string>) => void)[] = [];
    const element = await table("q=a", () => new Promise((resolve) => waiting.push(resolve)));
    element.ctx = { ...element.ctx, route: new Route(["x"], new URLSearchParams("q=b")) };
    await element.updateComplete;
    waiting[1]?.({ items: ["late question"] });
    waiting[0]?.({ items: ["early question"] });
    await settled(element);
    expect(element.querySelector("tbody")?.textContent).toContain("late question");
    expect(element.querySelector("tbody")?.textContent).not.toContain("early question");
  });
});
