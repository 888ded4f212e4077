import type * as Core from "@angular/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Portal } from "../../main/web/app";
import { componentOf, type Hooks } from "../../main/web/host/component";
import { baseOf, type HostPage, mount, themeOf } from "../../main/web/host/mount";

let place: HTMLElement;
let token: string;
let requests: Request[];
/** What the node answers to each of its paths. */
let answers: Record<string, () => Response>;

const json = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status });
const page: HostPage = {
  assets: "/tenant/uiPlugins/p/r/",
  route: "object-storage",
  token: () => token,
  organization: "org-1",
  locale: "ja",
};
const portal = () => place.shadowRoot?.querySelector("ose-portal") as Portal;

beforeEach(() => {
  place = document.createElement("div");
  document.body.replaceChildren(place);
  document.documentElement.lang = "de";
  document.body.removeAttribute("cds-theme");
  token = "first";
  requests = [];
  answers = {
    "/tenant/uiPlugins/p/r/config.json": () => json({ apiOrigin: "https://ose.example.com/" }),
    "/api/v1/session": () => json({ code: "OSE-2101" }, 403),
  };
  vi.stubGlobal("fetch", (address: string, init?: RequestInit) => {
    const request = new Request(new URL(address, "https://vcd.example.com"), init);
    requests.push(request);
    return Promise.resolve(answers[new URL(request.url).pathname]?.() ?? json({}, 404));
  });
});

afterEach(() => {
  document.documentElement.lang = "";
  vi.unstubAllGlobals();
});

describe("in a page of a host", () => {
  it("the portal asks the node with the token and the organisation of the page", async () => {
    await mount(place, page);
    await vi.waitFor(() => expect(requests).toHaveLength(2));
    expect(requests[1]?.url).toBe("https://ose.example.com/api/v1/session");
    expect(requests[1]?.headers.get("Authorization")).toBe("Bearer first");
    expect(requests[1]?.headers.get("X-VMWARE-VCLOUD-TENANT-CONTEXT")).toBe("org-1");
  });

  it("language and theme are the page's, also when they change", async () => {
    await mount(place, page);
    await vi.waitFor(() => expect(portal().textContent).toContain("Nicht erlaubt"));
    document.documentElement.lang = "en";
    document.body.setAttribute("cds-theme", "dark");
    await vi.waitFor(() => expect(portal().dataset["theme"]).toBe("dark"));
    await vi.waitFor(() => expect(portal().textContent).toContain("Not allowed"));
  });

  it("a page that states no language has the one that it injects", async () => {
    document.documentElement.lang = "";
    await mount(place, page);
    expect(portal().hostLocale).toBe("ja");
  });

  it("another token is waited for after one was refused", async () => {
    vi.useFakeTimers();
    try {
      await mount(place, page);
      const renewed = portal().renewToken?.();
      await vi.advanceTimersByTimeAsync(2000);
      token = "second";
      await vi.advanceTimersByTimeAsync(500);
      await expect(renewed).resolves.toBeUndefined();
      const given = expect(portal().renewToken?.()).rejects.toThrow("no token");
      await vi.advanceTimersByTimeAsync(11_000);
      await given;
    } finally {
      vi.useRealTimers();
    }
  });

  it("no sign-in is offered if the node does not know the token", async () => {
    answers["/api/v1/session"] = () => json({ code: "OSE-2101" }, 401);
    await mount(place, page);
    await vi.waitFor(() => expect(portal().textContent).toContain("Laden Sie die Seite neu"));
    expect(portal().querySelector("ose-sign-in")).toBeNull();
  });

  it("a package without the address says so", async () => {
    answers["/tenant/uiPlugins/p/r/config.json"] = () => json({ apiOrigin: "" });
    await expect(mount(place, page)).rejects.toThrow("ose ui install writes it");
  });

  it("the portal goes with its place", async () => {
    const unmount = await mount(place, page);
    unmount();
    expect(place.shadowRoot?.childElementCount).toBe(0);
  });
});

describe("the portal's addresses in a host", () => {
  it.each([
    ["/tenant/acme/object-storage/buckets/b", "/tenant/acme/object-storage/"],
    ["/tenant/acme/object-storage", "/tenant/acme/object-storage/"],
    ["/tenant/object-storage-2/object-storage/x", "/tenant/object-storage-2/object-storage/"],
    ["/somewhere/else", "/somewhere/else/"],
  ])("of %s begin with %s", (path, base) => {
    expect(baseOf(path, "/object-storage")).toBe(base);
  });
});

describe("the theme of a page", () => {
  it.each([
    ["cds-theme", "dark", "dark"],
    ["cds-theme", "light high-contrast", "light"],
    ["data-theme", "dark", "dark"],
    ["style", "background-color: rgb(27, 42, 50)", "dark"],
    ["style", "background-color: rgb(250, 250, 250)", "light"],
  ])("with %s=%s is %s", (name, value, theme) => {
    const other = document.implementation.createHTMLDocument();
    other.body.setAttribute(name, value);
    vi.stubGlobal("getComputedStyle", (it: HTMLElement) => it.style);
    expect(themeOf(other)).toBe(theme);
  });
});

describe("the component of Angular", () => {
  const hooks: Hooks = {
    AuthTokenHolderService: "holder",
    EXTENSION_ASSET_URL: "assets",
    EXTENSION_ROUTE: "route",
    SESSION_SCOPE: "scope",
    SESSION_ORG_ID: "org",
  };

  async function requestWith(values: Record<string, unknown>): Promise<Request | undefined> {
    const ElementRef = Symbol("ElementRef");
    const NgZone = Symbol("NgZone");
    const zone = { runOutsideAngular: (action: () => unknown) => action() };
    const core = {
      ElementRef,
      NgZone,
      LOCALE_ID: "locale",
      ɵɵdefineComponent: (it: object) => it,
      ɵɵdirectiveInject: (it: unknown) =>
        it === ElementRef ? { nativeElement: place } : it === NgZone ? zone : (values[it as string] ?? null),
    } as unknown as typeof Core;
    const component = componentOf(core, hooks, true) as unknown as { ɵfac: () => { ngOnInit(): void; ngOnDestroy(): void } };
    const shown = component.ɵfac();
    shown.ngOnInit();
    await vi.waitFor(() => expect(requests).toHaveLength(2));
    shown.ngOnDestroy();
    return requests[1];
  }

  it("acts in the organisation of a tenant's page", async () => {
    const request = await requestWith({ assets: page.assets, scope: "tenant", org: "urn:vcloud:org:o1", holder: { jwt: "j", token: "t" } });
    expect(request?.headers.get("Authorization")).toBe("Bearer j");
    expect(request?.headers.get("X-VMWARE-VCLOUD-TENANT-CONTEXT")).toBe("o1");
  });

  it("acts in none in the provider's", async () => {
    const request = await requestWith({ assets: page.assets, scope: "service-provider", org: "o0", holder: { token: "t" } });
    expect(request?.headers.get("Authorization")).toBe("Bearer t");
    expect(request?.headers.has("X-VMWARE-VCLOUD-TENANT-CONTEXT")).toBe(false);
  });
});
