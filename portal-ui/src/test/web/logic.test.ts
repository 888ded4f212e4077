import { describe, expect, it } from "vitest";
import { byBytes } from "../../main/web/api/order";
import { encodeKey, isAddressable } from "../../main/web/api/s3";
import { checkBucketName } from "../../main/web/bucket-name";
import { setLocale } from "../../main/web/i18n";
import { tooMany } from "../../main/web/pages/bucket/transfer";
import { Renewal } from "../../main/web/renewal";
import { Route } from "../../main/web/router";
import { windowOf } from "../../main/web/ui/window";

describe("Route", () => {
  it("keeps the whole place in the address", () => {
    const route = new Route(["buckets", "a b"], new URLSearchParams({ prefix: "x/ü &=", versions: "true" }));
    const [pathname = "", search = ""] = route.href("/portal/").split("?");
    const again = Route.read("/portal/", { pathname, search: "?" + search });
    expect(again.path).toEqual(["buckets", "a b"]);
    expect(again.query.get("prefix")).toBe("x/ü &=");
    expect(again.with({ prefix: "", versions: undefined }).href("/portal/")).toBe("/portal/buckets/a%20b");
  });

  it("survives an address that is no encoding", () => {
    expect(Route.read("/portal/", { pathname: "/portal/%E0%A4%A", search: "" }).path).toEqual(["%E0%A4%A"]);
  });
});

describe("keys", () => {
  it("are encoded but for their slashes, and those that a browser would change are known", () => {
    expect(encodeKey("a b/<i>?#%/ü")).toBe("a%20b/%3Ci%3E%3F%23%25/%C3%BC");
    expect(["a/./b", "..", "a/../../x"].map(isAddressable)).toEqual([false, false, false]);
    expect(["a..b", ".hidden/x", "a//b"].map(isAddressable)).toEqual([true, true, true]);
  });
});

describe("byBytes", () => {
  it("orders keys as their bytes of UTF-8 are, not as their units of UTF-16", () => {
    const keys = ["b", "a\u{1F600}", "a", "a\uFF5E", "a\uE000", "aé", "ab", "", "\u{10000}", "\uD7FF"];
    const expected = [...keys].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect([...keys].sort(byBytes)).toEqual(expected);
    expect([...keys].sort()).not.toEqual(expected);
    expect(byBytes("a", "a")).toBe(0);
  });
});

describe("windowOf", () => {
  it("draws few of a million rows", () => {
    const { first, end } = windowOf(1_000_000, 20_000_000, 600, 44);
    expect(first).toBeLessThanOrEqual(Math.floor(20_000_000 / 44));
    expect(end).toBeGreaterThanOrEqual(Math.ceil(20_000_600 / 44));
    expect(end - first).toBeLessThan(100);
    expect(windowOf(3, 0, 600, 44)).toEqual({ first: 0, end: 3 });
    expect(windowOf(0, 5000, 600, 44)).toEqual({ first: 0, end: 0 });
  });
});

describe("checkBucketName", () => {
  it.each(["abc", "a-b.c", "1".repeat(63)])("takes %s", (name) => expect(checkBucketName(name)).toBeUndefined());
  it.each(["ab", "Abc", "a..b", "-ab", "1.2.3.4", "xn--a", "a-s3alias", "a".repeat(64), "a_b"])("refuses %s", (name) =>
    expect(checkBucketName(name)).toBeDefined());
});

describe("tooMany", () => {
  it("says how many objects a job takes, before it is sent", () => {
    setLocale(["en"]);
    const entries = Array.from({ length: 1001 }, (_, i) => ({ key: `${i}` }));
    expect(tooMany(entries)).toContain("1,001 objects are selected, and a job takes at most 1,000");
    expect(tooMany(entries.slice(1))).toBeUndefined();
    expect(tooMany([...entries.slice(1), { key: "1", versionId: "another version of one object" }])).toBeUndefined();
  });
});

describe("Renewal", () => {
  it("lets all calls wait for one sign-in", async () => {
    let changes = 0;
    const renewal = new Renewal(() => changes++);
    const calls = [renewal.ask(), renewal.ask()];
    expect(renewal.isAsked).toBe(true);
    renewal.done();
    await Promise.all(calls);
    expect(renewal.isAsked).toBe(false);
    const refused = renewal.ask();
    renewal.giveUp();
    await expect(refused).rejects.toThrow("not signed in");
    expect(changes).toBeGreaterThan(2);
  });
});
