import { html, render } from "lit";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import "../../main/web/app";
import type { Portal } from "../../main/web/app";
import type { Context } from "../../main/web/context";
import type { UploadQueue } from "../../main/web/upload/queue";

const SESSION = { name: "acme/ann", tenant: "acme", user: "ann", role: "MEMBER", csrf: "c" };
const FILE = { name: "big", size: 9, lastModified: 1 };
const BEGUN = JSON.stringify([
  { bucket: "b", key: "big", uploadId: "u", ...FILE, partBytes: 1, begunAt: Date.now() },
]);
let place: HTMLElement;
let signOut: () => Response;

beforeEach(() => {
  place = document.createElement("div");
  document.body.replaceChildren(place);
  localStorage.clear();
  localStorage.setItem("ose-locale", "en");
  history.replaceState(null, "", "/portal/account");
  signOut = () => new Response(null, { status: 204 });
  vi.stubGlobal("fetch", (url: string, { method }: { method: string }) => {
    if (url.endsWith("/session")) {
      return Promise.resolve(method === "DELETE" ? signOut() : Response.json(SESSION));
    }
    const all = { ...SESSION, operations: [], items: [], enabled: false };
    return url.includes("/s3/") ? new Promise(() => undefined) : Promise.resolve(Response.json(all));
  });
});

afterEach(() => {
  render(html``, place);
  vi.unstubAllGlobals();
});

const button = (name: string) => [...place.querySelectorAll("button")].find((it) => it.textContent.trim() === name);

async function portal(): Promise<UploadQueue> {
  render(html`<ose-portal></ose-portal>`, place);
  await vi.waitFor(() => expect(button("Sign out")).toBeDefined());
  return (place.querySelector<Portal>("ose-portal") as unknown as { uploads: UploadQueue }).uploads;
}

/** More than one request, so that it is busy without an end. */
function upload(queue: UploadQueue): void {
  const file = Object.defineProperty(new File([], "big"), "size", { value: 20 * 1024 ** 2 });
  queue.add([{ file, bucket: "b", key: "big" }]);
}

describe("a sign-out", () => {
  it("that fails leaves the session and its uploads, and says why", async () => {
    signOut = () => Response.json({ detail: "Busy." }, { status: 503 });
    localStorage.setItem("ose-uploads:acme/ann", BEGUN);
    const queue = await portal();
    button("Sign out")?.click();
    await vi.waitFor(() => expect(place.querySelector(".toast.error")?.textContent).toBe("Busy."));
    expect(queue.isStopped).toBe(false);
    expect(localStorage.getItem("ose-uploads:acme/ann")).toBe(BEGUN);
    expect(button("Sign out")).toBeDefined();
  });

  it.each([204, 401])("answered %i ends the session and the uploads", async (status) => {
    signOut = () => new Response(null, { status });
    localStorage.setItem("ose-uploads:acme/ann", BEGUN);
    const queue = await portal();
    expect(localStorage.getItem("ose-uploads:acme/ann")).toBe(BEGUN);
    button("Sign out")?.click();
    await vi.waitFor(() => expect(place.querySelector("ose-sign-in")).not.toBeNull());
    expect(queue.isStopped).toBe(true);
    expect(localStorage.getItem("ose-uploads:acme/ann")).toBeNull();
  });
});

describe("a drop", () => {
  it.each([
    [["Files"], true],
    [["text/plain"], false],
  ])("of %s beside the target is refused: %s", async (types, isRefused) => {
    await portal();
    const event = new Event("drop", { cancelable: true, bubbles: true });
    place.dispatchEvent(Object.assign(event, { dataTransfer: { types } }));
    expect(event.defaultPrevented).toBe(isRefused);
  });
});

describe("a change of the password", () => {
  it("says beforehand that it stops uploads", async () => {
    const queue = await portal();
    upload(queue);
    button("Change password")?.click();
    const warning = await vi.waitUntil(() => place.querySelector("dialog .wrong"));
    expect(warning.textContent).toContain("Uploads are not finished");
  });
});

describe("a page with unsaved changes", () => {
  /** A part of the page that something was typed into. */
  async function typed(): Promise<{ discarded: () => boolean; ctx: Context }> {
    await portal();
    const { ctx } = place.querySelector("ose-account") as unknown as { ctx: Context };
    let isUnsaved = true;
    ctx.guard({ isUnsaved: () => isUnsaved, discard: () => (isUnsaved = false) });
    return { discarded: () => !isUnsaved, ctx };
  }

  const isAsked = () => vi.waitUntil(() => place.querySelector("dialog")?.textContent.includes("your changes are lost"));

  it.each(["link", "Back", "sign-out"])("asks before it is left by a %s, and stays as it is if wanted", async (way) => {
    const { discarded, ctx } = await typed();
    const present = location.pathname;
    if (way === "link") {
      place.querySelector<HTMLAnchorElement>('a[href="/portal/jobs"]')?.click();
    } else if (way === "sign-out") {
      button("Sign out")?.click();
    } else {
      // As the browser does it: the address has changed already, here to a place of the host.
      history.pushState(null, "", "/portal/jobs");
      window.dispatchEvent(new Event("popstate"));
    }
    await isAsked();
    expect(location.pathname).toBe(present);
    button("Stay on this page")?.click();
    await vi.waitFor(() => expect(place.querySelector("dialog")).toBeNull());
    expect([location.pathname, discarded(), place.querySelector("ose-account") === null]).toEqual([present, false, false]);
    ctx.show({ q: "x" });
    expect(place.querySelector("dialog")).toBeNull();
  });

  it("is left for good if wanted", async () => {
    const { discarded, ctx } = await typed();
    ctx.go("jobs");
    await isAsked();
    place.querySelector("dialog form")?.dispatchEvent(new Event("submit", { cancelable: true }));
    await vi.waitFor(() => expect(location.pathname).toBe("/portal/jobs"));
    expect(discarded()).toBe(true);
  });

  it("has the browser ask before its tab is closed", async () => {
    await typed();
    const event = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
  });
});
