import { html, render } from "lit";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Context } from "../../main/web/context";
import { setLocale } from "../../main/web/i18n";
import "../../main/web/pages/account";
import "../../main/web/pages/administrators";
import "../../main/web/pages/users";
import { Route } from "../../main/web/router";
import "../../main/web/ui/table";

const ROWS = [{ id: "u1", name: "bob", role: "TENANT_USER", status: "ACTIVE", createdAt: "2026-01-01T00:00:00Z" }];
let place: HTMLElement;

beforeEach(() => {
  place = document.createElement("div");
  document.body.replaceChildren(place);
  setLocale(["en"]);
});

function context(isByToken: boolean): Context {
  return {
    isByToken,
    route: new Route(["users"], new URLSearchParams()),
    session: { name: "ada", user: "ada", role: "TENANT_ADMIN" },
    me: { operations: [] },
    can: () => true,
    uploads: { isBusy: false },
    api: {
      get: (path: string) =>
        Promise.resolve(path.endsWith("/totp") ? { enabled: false } : { items: path.includes("/me/") ? [] : ROWS }),
    },
  } as unknown as Context;
}

const names = () => [...place.querySelectorAll("button")].map((it) => it.textContent.replace(/\s+/g, " ").trim());

async function roles(isByToken: boolean, closed = false): Promise<string[]> {
  render(html`<ose-users .ctx=${context(isByToken)} .tenant=${"t1"} ?closed=${closed}></ose-users>`, place);
  await vi.waitFor(() => expect(names()).toContain("Delete bob"));
  [...place.querySelectorAll("button")].find((it) => it.textContent.includes("New user"))?.click();
  await vi.waitFor(() => expect(place.querySelector("select[name=role]")).not.toBeNull());
  return [...place.querySelectorAll<HTMLOptionElement>("select[name=role] option")].map((it) => it.value);
}

describe("with a token of the host", () => {
  it("no administrator of a tenant is made, and no password set", async () => {
    expect(await roles(true)).toEqual(["TENANT_USER"]);
    expect(place.querySelector("input[type=password]")).toBeNull();
    expect(names().filter((it) => /password|factor/i.test(it))).toEqual([]);
  });

  it("no token, password or second factor is made for the caller", async () => {
    render(html`<ose-account .ctx=${context(true)}></ose-account>`, place);
    await vi.waitFor(() => expect(place.textContent).toContain("Tokens"));
    expect(names()).toEqual([]);
  });

  it("administrators are only disabled", async () => {
    render(html`<ose-administrators .ctx=${context(true)}></ose-administrators>`, place);
    await vi.waitFor(() => expect(names()).toContain("Disable bob"));
    expect(names().filter((it) => /bob|New/.test(it))).toEqual(["Disable bob"]);
  });
});

describe("with a session", () => {
  it("administrators of a tenant are made, unless the tenant does not admit the provider", async () => {
    expect(await roles(false)).toEqual(["TENANT_USER", "TENANT_ADMIN"]);
    expect(names()).toContain("Set password bob");
    render(html``, place);
    expect(await roles(false, true)).toEqual(["TENANT_USER"]);
  });
});
