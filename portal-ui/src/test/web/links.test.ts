import { html, render } from "lit";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ShareLink } from "../../main/web/api/types";
import type { Context } from "../../main/web/context";
import { setLocale } from "../../main/web/i18n";
import { linkQuestion, type MadeLink } from "../../main/web/pages/links/create";
import { linkFilter } from "../../main/web/pages/links/filter";
import "../../main/web/pages/links/links";
import { generatePassword } from "../../main/web/pages/links/password";
import { Route } from "../../main/web/router";
import "../../main/web/ui/dialog";
import "../../main/web/ui/form";
import "../../main/web/ui/table";

const LINK: ShareLink = {
  id: "1d3f6c8e-5b1a-4c7e-9f64-2f7c1b0a9e55",
  user: "ann",
  object: { bucket: "photos", key: "a/<b>\u202Egnp.exe" },
  validity: { state: "ACTIVE", createdAt: "2026-01-01T00:00:00Z", expiresAt: "2026-12-31T00:00:00Z" },
  hasPassword: true,
  maximumUses: 10,
  uses: 3,
  lastUsedAt: "2026-02-01T00:00:00Z",
};

let place: HTMLElement;

beforeEach(() => {
  place = document.createElement("div");
  document.body.replaceChildren(place);
  setLocale(["en"]);
});

interface Called {
  path: string;
  call: { query?: Record<string, string>; params?: Record<string, string>; body?: Record<string, unknown> };
}

function context(changes: { query?: string; role?: string; items?: ShareLink[]; calls?: Called[] }): Context {
  const called = (path: string, call: Called["call"]) => changes.calls?.push({ path, call });
  return {
    route: new Route(["links"], new URLSearchParams(changes.query ?? "")),
    me: { name: "ann@acme", role: changes.role ?? "TENANT_USER", tenant: "t1", operations: [] },
    can: () => true,
    href: (path: string) => "/portal/" + path,
    show: () => undefined,
    toast: () => undefined,
    api: {
      get: (path: string, call: Called["call"]) => {
        called(path, call);
        return Promise.resolve({ items: changes.items ?? [], total: changes.items?.length ?? 0 });
      },
      delete: (path: string, call: Called["call"]) => Promise.resolve(called(path, call)),
      create: (path: string, call: Called["call"]) => {
        called(path, call);
        return Promise.resolve({ link: LINK, url: "https://ose.example.com/s/token" });
      },
    },
  } as unknown as Context;
}

async function page(ctx: Context): Promise<HTMLElement> {
  render(html`<ose-links .ctx=${ctx}></ose-links>`, place);
  await vi.waitFor(() => expect(place.querySelector("tbody tr, .empty")).not.toBeNull());
  return place;
}

const button = (name: string) =>
  [...place.querySelectorAll("button")].find((it) => it.textContent.trim().startsWith(name));

describe("linkFilter", () => {
  it("asks for nothing, for one object, or for a text", () => {
    expect(linkFilter({ bucket: "", key: "", state: "", text: "" })).toBeUndefined();
    expect(linkFilter({ bucket: "b", key: 'a"*\\', state: "ACTIVE", text: "x" })).toBe(
      'bucket=="b";key=="a\\"?\\\\";state=="ACTIVE";(bucket=="*x*",key=="*x*",user=="*x*")',
    );
  });
});

describe("generatePassword", () => {
  it("keeps the rules of the node, and is another one each time", () => {
    const made = new Set(Array.from({ length: 100 }, generatePassword));
    expect(made.size).toBe(100);
    for (const password of made) {
      expect(password).toMatch(/^[a-zA2-9]{4}(-[a-zA2-9]{4}){4}$/);
    }
  });
});

describe("ose-links", () => {
  it("shows state, uses and last use, and names as text", async () => {
    await page(context({ items: [LINK] }));
    const row = place.querySelector("tbody tr");
    expect(row?.textContent).toContain("Active");
    expect(row?.textContent).toContain("Password");
    expect(row?.textContent).toContain("3 of 10");
    expect(row?.textContent).toContain("a/<b>[U+202E]gnp.exe");
    expect(place.querySelector("b")).toBeNull();
    expect(place.querySelector("thead")?.textContent).not.toContain("User");
  });

  it("shows administrators whose the links are", async () => {
    await page(context({ items: [LINK], role: "TENANT_ADMIN" }));
    expect(place.querySelector("thead")?.textContent).toContain("User");
    expect(place.querySelector("tbody")?.textContent).toContain("ann");
  });

  it("asks for the links of the object in the address", async () => {
    const calls: Called[] = [];
    await page(context({ query: "bucket=photos&key=a&state=REVOKED", calls }));
    expect(calls[0]?.call.query?.["filter"]).toBe('bucket=="photos";key=="a";state=="REVOKED"');
    expect(place.textContent).toContain("No link is in this state.");
    expect(button("All links")).toBeDefined();
  });

  it("says what it is for while there is none", async () => {
    await page(context({}));
    expect(place.textContent).toContain("No share links yet");
  });

  it.each(["EXPIRED", "EXHAUSTED", "REVOKED"] as const)("offers no revocation of a link that is %s", async (state) => {
    await page(context({ items: [{ ...LINK, validity: { ...LINK.validity, state } }] }));
    expect(button("Revoke")).toBeUndefined();
  });

  it("revokes after a question", async () => {
    const calls: Called[] = [];
    await page(context({ items: [LINK], calls }));
    button("Revoke")?.click();
    await vi.waitFor(() => expect(place.querySelector("ose-form form")).not.toBeNull());
    expect(calls.map((it) => it.path)).not.toContain("/api/v1/admin/tenants/{tenant}/links/{link}");
    place.querySelector("ose-form form")?.dispatchEvent(new Event("submit", { cancelable: true }));
    await vi.waitFor(() =>
      expect(calls.find((it) => it.path.endsWith("{link}"))?.call.params).toEqual({ tenant: "t1", link: LINK.id }),
    );
  });
});

describe("linkQuestion", () => {
  const ask = (calls: Called[], made: MadeLink[] = []) =>
    linkQuestion(context({ calls }), "photos", { key: "a", versionId: "v1", latest: true }, (it) => made.push(it));

  it("sends the terms, and shows the password that it chose", async () => {
    const calls: Called[] = [];
    const made: MadeLink[] = [];
    const before = Date.now();
    await ask(calls, made).send({ valid: "3600000", protection: "generated", maximumUses: "5" });
    const body = calls[0]?.call.body;
    expect(body).toMatchObject({ bucket: "photos", key: "a", versionId: "v1", maximumUses: 5 });
    expect(Date.parse(String(body?.["expiresAt"])) - before).toBeGreaterThanOrEqual(3600000);
    expect(body?.["password"]).toBe(made[0]?.password);
    expect(made[0]?.password).toMatch(/^\S{24}$/);
  });

  it("sends a password that was typed, and does not show it again", async () => {
    const calls: Called[] = [];
    const made: MadeLink[] = [];
    const typed = { valid: "1", expiresAt: "2999-01-01T00:00", protection: "typed", password: "correct horse" };
    await ask(calls, made).send(typed);
    expect(calls[0]?.call.body).toMatchObject({ password: "correct horse" });
    expect(new Date(String(calls[0]?.call.body?.["expiresAt"])).getTime()).toBe(new Date("2999-01-01T00:00").getTime());
    expect(calls[0]?.call.body).not.toHaveProperty("maximumUses");
    expect(made[0]).not.toHaveProperty("password");
  });

  it("refuses a password that is missing, too short, or would protect nothing", () => {
    const check = (name: string, value: string, all: Record<string, string>) =>
      ask([]).fields?.find((it) => it.name === name)?.check?.(value, all);
    expect(check("protection", "typed", {})).toBe("12 to 256 characters.");
    expect(check("protection", "none", {})).toBeUndefined();
    expect(check("password", "short", { protection: "typed" })).toBe("12 to 256 characters.");
    expect(check("password", "correct horse", { protection: "typed" })).toBeUndefined();
    expect(check("password", "correct horse", { protection: "none" })).toContain("only if");
    expect(["0", "1000001", "1.5", "x"].map((it) => check("maximumUses", it, {}))).not.toContain(undefined);
    expect(check("expiresAt", "2020-01-01T00:00", {})).toBe("A time in the future.");
  });
});
