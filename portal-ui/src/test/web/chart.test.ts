import { html } from "lit";
import { beforeEach, describe, expect, it } from "vitest";
import { setLocale } from "../../main/web/i18n";
import { bars, roundedUp } from "../../main/web/ui/chart";
import { shown } from "./provider-store";

beforeEach(() => setLocale(["en"]));

describe("roundedUp", () => {
  it.each([
    [0, false, 1],
    [7, false, 10],
    [20, false, 20],
    [0.3, false, 0.5],
    [1025, true, 2048],
    [1024, true, 1024],
  ])("makes of %d (binary: %s) %d", (value, isBinary, expected) => expect(roundedUp(value, isBinary)).toBeCloseTo(expected));
});

describe("bars", () => {
  it("are as high as their share of the scale, and none for what is unknown", () => {
    const drawn = bars([{ label: "a", value: 50 }, { label: "b", value: undefined }], 200);
    expect(drawn.map((it) => [it.y, it.height])).toEqual([[75, 25], [100, 0]]);
  });
});

describe("ose-chart", () => {
  const chart = (points: { label: string; value: number | undefined }[]) =>
    shown(html`<ose-chart .label=${"Stored"} .points=${points} .show=${(it: number) => `${it} B`} .period=${"Day"}></ose-chart>`);

  it("says in words what it draws, and has all values in a table", async () => {
    const place = await chart([{ label: "Mon", value: 3 }, { label: "Tue", value: undefined }]);
    expect(place.querySelector("svg")?.getAttribute("aria-label")).toContain("Stored: 2 periods, at most 3 B");
    expect(place.querySelectorAll("rect")).toHaveLength(2);
    const cells = [...place.querySelectorAll("tbody td")].map((it) => it.textContent);
    expect(cells).toEqual(["Mon", "3 B", "Tue", "unknown"]);
  });

  it("draws nothing where nothing is known", async () => {
    const place = await chart([{ label: "Mon", value: undefined }]);
    expect(place.querySelector("svg")).toBeNull();
    expect(place.textContent).toContain("no figures");
  });
});
