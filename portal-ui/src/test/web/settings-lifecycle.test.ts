import { html } from "lit";
import { describe, expect, it } from "vitest";
import "../../main/web/pages/settings/lifecycle";
import { NEW_LIFECYCLE_RULE, removals } from "../../main/web/pages/settings/lifecycle-rules";
import { button, confirm, press, show, store, type, unlabelled, useStore } from "./settings-store";

const RULES =
  "<LifecycleConfiguration><Rule><ID>a</ID><Filter><And><Prefix>x/</Prefix><Owner>k</Owner></And></Filter>" +
  "<Status>Enabled</Status><Transition><Days>9</Days><StorageClass>COLD</StorageClass></Transition></Rule>" +
  "<Rule><ID>b</ID><Prefix>logs/</Prefix><Status>Disabled</Status><Expiration><Days>7</Days></Expiration></Rule></LifecycleConfiguration>";
const NOW = Date.parse("2026-03-10T12:00:00Z");
useStore();

const lifecycle = () => show(html`<ose-setting-lifecycle .ctx=${store.ctx} .bucket=${"b"} sizes></ose-setting-lifecycle>`);

describe("lifecycle rules", () => {
  it("keep what the form does not show", async () => {
    store.documents.set("lifecycle", RULES);
    const place = await lifecycle();
    expect(unlabelled(place)).toEqual([]);
    expect(place.querySelector<HTMLInputElement>("#lifecycle-prefix-0")?.disabled).toBe(true);
    await type(place, "lifecycle-days-1", "8");
    await press(place, "Save");
    const document = store.documents.get("lifecycle");
    expect(document).toContain("<And><Prefix>x/</Prefix><Owner>k</Owner></And>");
    expect(document).toContain("<Transition><Days>9</Days><StorageClass>COLD</StorageClass></Transition>");
    expect(document).toContain("<Filter><Prefix>logs/</Prefix></Filter><Status>Disabled</Status><Expiration><Days>8</Days></Expiration>");
  });

  it("have filters by tags and sizes, in a group if there are several", async () => {
    const tag = "<Tag><Key>k</Key><Value>v=w</Value></Tag>";
    store.documents.set("lifecycle",
      `<LifecycleConfiguration><Rule><Filter>${tag}</Filter><Status>Enabled</Status><Expiration><Days>7</Days></Expiration></Rule></LifecycleConfiguration>`);
    const place = await lifecycle();
    expect(place.querySelector<HTMLTextAreaElement>("#lifecycle-tags-0")?.value).toBe("k=v=w");
    expect(button(place, "Save").disabled).toBe(true);
    await type(place, "lifecycle-tags-0", "k=v=w\nk=x");
    await type(place, "lifecycle-larger-0", "20");
    await type(place, "lifecycle-smaller-0", "10");
    await press(place, "Save");
    expect(place.querySelector("#lifecycle-tags-0-error")).not.toBeNull();
    expect(place.querySelector("#lifecycle-smaller-0-error")).not.toBeNull();
    await type(place, "lifecycle-tags-0", "k=v=w");
    await type(place, "lifecycle-smaller-0", "");
    await type(place, "lifecycle-prefix-0", "x/");
    await press(place, "Save");
    await confirm(place);
    expect(store.documents.get("lifecycle")).toContain(
      `<Filter><And><Prefix>x/</Prefix>${tag}<ObjectSizeGreaterThan>20</ObjectSizeGreaterThan></And></Filter>`);
  });

  it("that remove something are stored after a confirmation only", async () => {
    const place = await lifecycle();
    await press(place, "Add rule");
    await type(place, "lifecycle-days-0", "30");
    await press(place, "Save");
    expect(store.writes).toEqual([]);
    expect(place.querySelector("dialog")?.textContent).toContain("without asking again");
    await confirm(place);
    expect(store.documents.get("lifecycle")).toContain("<Expiration><Days>30</Days></Expiration>");
  });

  it.each([
    ["days", "0", "A whole number"],
    ["days", "", "at least one action"],
    ["newer", "2", "at least one action"],
    ["abortDays", "1.5", "A whole number"],
  ])("with %s = %s are not stored", async (name, value, reason) => {
    const place = await lifecycle();
    await press(place, "Add rule");
    await type(place, `lifecycle-${name}-0`, value);
    await press(place, "Save");
    expect([...place.querySelectorAll(".wrong")].map((it) => it.textContent).join()).toContain(reason);
    expect(store.writes).toEqual([]);
  });

  it("show what they would remove today, and that this is a sample", async () => {
    store.answers = {
      "?versions": {
        objectBrief: [{ key: "<b>old", size: 2048, lastModified: "2020-01-01T00:00:00Z", versionId: "1", latest: true }],
        nextKeyMarker: "n",
        truncated: true,
      },
    };
    const place = await lifecycle();
    await press(place, "Add rule");
    await type(place, "lifecycle-days-0", "30");
    await press(place, "Show preview");
    const preview = place.querySelector("[role=status]");
    expect(preview?.textContent).toContain("1 of 1 versions would be removed or expired, 2 KiB.");
    expect(preview?.textContent).toContain("This is a sample");
    expect(preview?.querySelector("li")?.textContent).toContain("<b>old");
    expect(store.writes).toEqual([]);
  });
});

describe("removals", () => {
  const version = (key: string, lastModified: string, isMarker = false) => ({ key, lastModified, isMarker, latest: false });
  const rule = { ...NEW_LIFECYCLE_RULE };
  const keys = (rules: typeof rule[], ...versions: ReturnType<typeof version>[]) =>
    removals(rules, versions, NOW).map((it) => it.entry.lastModified);

  it("count whole days to the next midnight", () => {
    expect(keys([{ ...rule, days: "2" }], version("a", "2026-03-07T13:00:00Z"))).toEqual(["2026-03-07T13:00:00Z"]);
    expect(keys([{ ...rule, days: "2" }], version("a", "2026-03-08T01:00:00Z"))).toEqual([]);
  });

  it("are by sizes where rules have some", () => {
    const rule = { ...NEW_LIFECYCLE_RULE, days: "1", larger: "10", smaller: "20" };
    const sized = (size: number) => removals([rule], [{ key: "a", size, lastModified: "2026-01-01T00:00:00Z", latest: true }], NOW).length;
    expect([10, 11, 19, 20].map(sized)).toEqual([0, 1, 1, 0]);
  });

  it("leave markers, other prefixes, disabled rules and filters by tags alone", () => {
    const old = "2020-01-01T00:00:00Z";
    expect(keys([{ ...rule, days: "1" }], version("a", old, true))).toEqual([]);
    expect(keys([{ ...rule, days: "1", prefix: "x/" }], version("a", old))).toEqual([]);
    expect(keys([{ ...rule, days: "1", isOn: false }], version("a", old))).toEqual([]);
    expect(keys([{ ...rule, days: "1", filter: { name: "Filter", children: [], text: "" } }], version("a", old))).toEqual([]);
  });

  it("count versions from when they became noncurrent, and keep the newest of them", () => {
    const versions = [version("a", "2026-03-09T00:00:00Z"), version("a", "2026-02-02T00:00:00Z"), version("a", "2026-02-01T00:00:00Z")];
    expect(keys([{ ...rule, noncurrentDays: "3" }], ...versions)).toEqual(["2026-02-01T00:00:00Z"]);
    expect(keys([{ ...rule, noncurrentDays: "1", newer: "1" }], ...versions)).toEqual(["2026-02-01T00:00:00Z"]);
    expect(keys([{ ...rule, noncurrentDays: "1", newer: "2" }], ...versions)).toEqual([]);
  });
});
