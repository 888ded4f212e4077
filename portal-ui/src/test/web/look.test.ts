import { html, render } from "lit";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setLocale } from "../../main/web/i18n";
import { lookOf, OWN_LOOK, paint } from "../../main/web/look";
import "../../main/web/app";
import "../../main/web/ui/announcements";
import "../../main/web/pages/provider";
import { announcementFields, localTime } from "../../main/web/pages/provider/service/announcements";
import { brandingOf, linksOf, wrongLinks } from "../../main/web/pages/provider/service/branding";
import "../../main/web/ui/dialog";
import "../../main/web/ui/form";
import "../../main/web/ui/table";
import { answer, fill, ProviderStore, refusal, shown, texts } from "./provider-store";
import { button, press, settle, unlabelled } from "./settings-store";

const CONTENT = { text: "Down <b>tonight</b>\nSorry.", severity: "WARNING", beginsAt: "2026-01-01T00:00:00Z" };
const OWN = { id: "a1", content: CONTENT, changedAt: "2026-01-01T00:00:00Z" };
const ANNOUNCEMENT = { ...OWN, state: "CURRENT", audience: "EVERYONE", tenants: [], createdAt: "2026-01-01T00:00:00Z" };

beforeEach(() => {
  localStorage.clear();
  setLocale(["en"]);
});
afterEach(() => vi.unstubAllGlobals());

describe("a look", () => {
  it("is the portal's own of what is absent, and follows no script", () => {
    expect(lookOf({})).toEqual(OWN_LOOK);
    const links = [{ title: "bad", url: "javascript:alert(1)" }, { title: "good", url: "https://a.example" }];
    expect(lookOf({ branding: { links } }).links).toEqual([links[1]]);
  });

  it("paints and is taken off again", () => {
    const place = document.createElement("div");
    paint(place, { ...OWN_LOOK, accent: { light: "#112233", dark: "" } });
    expect(place.style.getPropertyValue("--accent-light")).toBe("#112233");
    paint(place, OWN_LOOK);
    expect(place.style.getPropertyValue("--accent-light")).toBe("");
  });

  it("is on the page of the sign-in", async () => {
    const branding = { productName: "Acme <Storage>", signInText: "Call 123", links: [{ title: "Imprint", url: "https://acme.example/" }] };
    vi.stubGlobal("fetch", (url: string) =>
      Promise.resolve(
        url.endsWith("/branding") ? Response.json({ branding, logo: "/api/v1/branding/logo/0a" }) : new Response(null, { status: 401 }),
      ),
    );
    const place = document.createElement("div");
    document.body.replaceChildren(place);
    render(html`<ose-portal></ose-portal>`, place);
    await vi.waitFor(() => expect(place.querySelector("h1")?.textContent).toContain("Acme <Storage>"));
    expect(place.querySelector("h1 img")?.getAttribute("src")).toBe("/api/v1/branding/logo/0a");
    expect(place.textContent).toContain("Call 123");
    expect(place.querySelector<HTMLAnchorElement>(".footer a[rel*=noreferrer]")?.href).toBe("https://acme.example/");
    expect(document.title).toBe("Acme <Storage>");
    render(html``, place);
  });
});

describe("ose-announcements", () => {
  const view = async (store: ProviderStore) => {
    const place = document.createElement("div");
    document.body.replaceChildren(place);
    render(html`<ose-announcements .ctx=${store.ctx}></ose-announcements>`, place);
    await vi.waitFor(() => expect(store.sent("GET", "/me/announcements")).toHaveLength(1));
    await settle();
    return place;
  };

  it("shows a text as text, and hides it until it is changed", async () => {
    const store = new ProviderStore().with("GET /me/announcements", { items: [OWN] });
    const place = await view(store);
    expect(place.textContent).toContain("Down <b>tonight</b>");
    expect(place.textContent).toContain("Warning");
    await press(place, "Hide");
    expect(place.querySelector(".announcement")).toBeNull();

    const again = await view(new ProviderStore().with("GET /me/announcements", { items: [OWN] }));
    expect(again.querySelector(".announcement")).toBeNull();
    const changed = await view(new ProviderStore().with("GET /me/announcements", { items: [{ ...OWN, changedAt: "2026-01-02T00:00:00Z" }] }));
    expect(changed.querySelectorAll(".announcement")).toHaveLength(1);
  });

  it("shows nothing if they cannot be read, or what is remembered is spoilt", async () => {
    localStorage.setItem("ose-announcements", "{");
    const place = await view(new ProviderStore().with("GET /me/announcements", () => refusal(503, "Busy.")));
    expect(place.textContent.trim()).toBe("");
  });
});

describe("ose-provider-announcements", () => {
  const page = (store: ProviderStore) => shown(html`<ose-provider-announcements .ctx=${store.ctx}></ose-provider-announcements>`);
  const store = () => new ProviderStore().with("GET /announcements", { items: [ANNOUNCEMENT], total: 1 });

  it("announces to tenants by their names, and says which does not exist", async () => {
    const api = store().with("GET /tenants", { items: [{ id: "t1", name: "acme" }] }).with("POST /announcements", ANNOUNCEMENT);
    const place = await page(api);
    await press(place, "New announcement");
    expect(unlabelled(place.querySelector("dialog") ?? place)).toEqual([]);
    fill(place, "text", "Hello");
    fill(place, "tenants", "acme");
    api.with("GET /tenants", { items: [] });
    await answer(place);
    expect(place.textContent).toContain("There is no tenant named acme.");
    api.with("GET /tenants", { items: [{ id: "t1", name: "acme" }] });
    await answer(place);
    await vi.waitFor(() => expect(api.toasts).toEqual(["The announcement was saved."]));
    expect(api.sent("POST", "/announcements")[0]?.body).toEqual({ text: "Hello", severity: "INFO", audience: "EVERYONE", tenants: ["t1"] });
  });

  it("changes one over what it has shown", async () => {
    const api = store().with("PUT /a1", ANNOUNCEMENT).with("GET /a1", ANNOUNCEMENT, '"v1"').with("GET /tenants", { items: [] });
    const place = await page(api);
    await press(place, "Change announcement");
    await vi.waitFor(() => expect(place.querySelector("dialog textarea")).not.toBeNull());
    fill(place, "text", "Later");
    await answer(place);
    await vi.waitFor(() => expect(api.sent("PUT", "/a1")).toHaveLength(1));
    expect(api.sent("PUT", "/a1")[0]?.headers["If-Match"]).toBe('"v1"');
    expect(api.sent("PUT", "/a1")[0]?.body).toMatchObject({ text: "Later", severity: "WARNING", beginsAt: "2026-01-01T00:00:00.000Z" });
  });

  it("offers nothing that is refused", async () => {
    const api = store();
    ["CreateAnnouncement", "PutAnnouncement", "DeleteAnnouncement"].forEach((it) => api.refused.add(it));
    expect(texts(await page(api), "button").filter((it) => /announcement|Delete/i.test(it))).toEqual([]);
  });

  it("checks ends and texts before they are sent", () => {
    const check = (name: string, value: string, all: Record<string, string> = {}) =>
      announcementFields({ text: "", severity: "INFO", audience: "EVERYONE", tenants: "", beginsAt: "", endsAt: "" })
        .find((it) => it.name === name)?.check?.(value, all);
    expect(check("endsAt", "2020-01-01T00:00")).toBeDefined();
    expect(check("endsAt", "2031-01-01T00:00", { beginsAt: "2030-01-01T00:00" })).toBeUndefined();
    expect(check("tenants", "acme", { audience: "PROVIDER" })).toBeDefined();
    expect(check("text", "x".repeat(2001))).toBeDefined();
    expect(new Date(localTime("2026-01-01T00:00:00Z")).getTime()).toBe(Date.parse("2026-01-01T00:00:00Z"));
  });
});

describe("ose-provider-branding", () => {
  const stored = { branding: { productName: "Acme", links: [{ title: "Our imprint", url: "https://a.example/" }] } };
  const page = (store: ProviderStore) => shown(html`<ose-provider-branding .ctx=${store.ctx}></ose-provider-branding>`);

  it("reads links a line each", () => {
    expect(linksOf("Our imprint https://a.example/\n\n Mail  mailto:a@b ")).toEqual([
      { title: "Our imprint", url: "https://a.example/" },
      { title: "Mail", url: "mailto:a@b" },
    ]);
    expect(wrongLinks("https://a.example/")).toContain("https://a.example/");
    expect(wrongLinks("bad javascript:alert(1)")).toBeDefined();
    expect(wrongLinks("a https://a\n".repeat(6))).toBeDefined();
    expect(brandingOf({ productName: " ", links: "" })).toEqual({ links: [] });
  });

  it("is saved over what it has shown, and says which colour is refused", async () => {
    const api = new ProviderStore()
      .with("GET /branding", stored, '"b1"')
      .with("PUT /branding", () => refusal(400, "wrong", [{ field: "accentColor", message: "must have a contrast" }]));
    const place = await page(api);
    expect(unlabelled(place.querySelector("ose-change") ?? place)).toEqual([]);
    expect(place.querySelector<HTMLTextAreaElement>("[name=links]")?.value).toBe("Our imprint https://a.example/");
    fill(place, "accentColor", "#ffff00");
    place.querySelector("form")?.dispatchEvent(new Event("submit", { cancelable: true }));
    await vi.waitFor(() => expect(place.textContent).toContain("must have a contrast"));
    expect(api.sent("PUT", "/branding")[0]?.headers["If-Match"]).toBe('"b1"');
    expect(api.sent("PUT", "/branding")[0]?.body).toMatchObject({ productName: "Acme", accentColor: "#ffff00" });
  });

  it("sends the bytes of an image, and none that is too large", async () => {
    const api = new ProviderStore().with("GET /branding", stored, '"b1"').with("PUT /logo", stored);
    const place = await page(api);
    const choose = async (file: File) => {
      const input = place.querySelector<HTMLInputElement>("input[type=file]");
      Object.defineProperty(input, "files", { value: [file], configurable: true });
      input?.dispatchEvent(new Event("change"));
      await settle();
    };
    await choose(new File([new Uint8Array(65 * 1024)], "large.png"));
    expect(api.sent("PUT", "/logo")).toHaveLength(0);
    await choose(new File([new Uint8Array([137, 80, 78, 71])], "logo.png"));
    await vi.waitFor(() => expect(api.sent("PUT", "/logo")).toHaveLength(1));
    expect(api.sent("PUT", "/logo")[0]?.body).toEqual({ data: "iVBORw==" });
    expect(button(place, "Save")).toBeDefined();
  });
});
