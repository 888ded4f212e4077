import { html, render } from "lit";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../../main/web/api/errors";
import type { Entry } from "../../main/web/api/s3";
import type { Context } from "../../main/web/context";
import { setLocale } from "../../main/web/i18n";
import "../../main/web/pages/object";
import { previewOf } from "../../main/web/pages/preview/kinds";
import "../../main/web/pages/preview/offer";
import { refusal } from "../../main/web/pages/preview/offer";
import { beginningOf } from "../../main/web/pages/preview/text";
import { Route } from "../../main/web/router";

const S3 = "https://s3.example.com";
let place: HTMLElement;
let presigned: Record<string, unknown>[];
let url: string;

beforeEach(() => {
  place = document.createElement("div");
  document.body.replaceChildren(place);
  presigned = [];
  url = `${S3}/photos/a?X-Amz-Signature=1`;
  setLocale(["en"]);
});

afterEach(() => vi.unstubAllGlobals());

async function offer(contentType: string, entry: Entry, headers: Record<string, string> = {}): Promise<void> {
  const ctx = {
    can: () => true,
    api: {
      post: (_: string, { body }: { body: Record<string, unknown> }) => {
        presigned.push(body);
        return Promise.resolve({ url });
      },
    },
  } as unknown as Context;
  const all = new Headers({ "content-type": contentType, ...headers });
  render(
    html`<ose-preview-offer .ctx=${ctx} .bucket=${"photos"} .entry=${entry} .headers=${all}></ose-preview-offer>`,
    place,
  );
  await Promise.resolve();
  const button = place.querySelector<HTMLButtonElement>("button");
  expect(button?.getAttribute("aria-expanded") ?? "none").toBe(button ? "false" : "none");
  button?.click();
}

describe("previewOf", () => {
  it.each([
    ["image/png", "a", "image", "image/png"],
    ["TEXT/PLAIN; charset=utf-16", "a", "text", "text/plain"],
    ["application/octet-stream", "a/b.PDF", "pdf", "application/pdf"],
    ["binary/octet-stream", "clip.mp4", "video", "video/mp4"],
    ["", "song.mp3", "audio", "audio/mpeg"],
  ])("shows %s of %s as %s", (type, key, kind, asked) => expect(previewOf(type, key)).toEqual({ kind, type: asked }));

  it.each([
    ["text/html", "a.txt"],
    ["application/xhtml+xml", "a.png"],
    ["text/javascript", "a.txt"],
    ["application/x-shockwave-flash", "a.pdf"],
    ["application/octet-stream", "a.html"],
    ["application/octet-stream", "a"],
    ["application/octet-stream", "a.constructor"],
    ["constructor", "a.png"],
  ])("shows no %s of %s", (type, key) => expect(previewOf(type, key)).toBeUndefined());
});

describe("refusal", () => {
  it("is for what is too large, and for keys that only the client has", () => {
    const none = new Headers();
    expect(refusal({ kind: "image", type: "image/png" }, none, 20 * 1024 ** 2)).toBeUndefined();
    expect(refusal({ kind: "image", type: "image/png" }, none, 20 * 1024 ** 2 + 1)).toContain("Larger than 20 MiB");
    expect(refusal({ kind: "text", type: "text/plain" }, none, 5 * 1024 ** 4)).toBeUndefined();
    const own = new Headers({ "x-amz-server-side-encryption-customer-algorithm": "AES256" });
    expect(refusal({ kind: "text", type: "text/plain" }, own, 1)).toContain("key of the client");
  });
});

describe("ose-preview-offer", () => {
  it("asks S3 for the type that it shows, and names the image", async () => {
    await offer("image/png", { key: "a/<b>\u202Egnp", size: 9 });
    const image = await vi.waitUntil(() => place.querySelector("img"));
    expect(image.src).toBe(url);
    expect(image.alt).toBe("Preview of <b>[U+202E]gnp");
    expect(presigned[0]).toMatchObject({ responseContentType: "image/png", responseContentDisposition: "inline" });
    image.dispatchEvent(new Event("error"));
    await vi.waitFor(() => expect(place.querySelector("[role=alert]")?.textContent).toContain("cannot be shown"));
  });

  it("opens a PDF in a tab that does not reach the portal", async () => {
    await offer("application/pdf", { key: "a.pdf", size: 9 });
    const link = await vi.waitUntil(() => place.querySelector<HTMLAnchorElement>(".preview a"));
    expect([link.href, link.target, link.rel]).toEqual([url, "_blank", "noopener noreferrer"]);
    expect(link.textContent).toContain("a.pdf");
    expect(presigned[0]).toMatchObject({ responseContentType: "application/pdf" });
  });

  it.each(["audio", "video"])("does not play %s by itself", async (kind) => {
    await offer(kind + "/mp4", { key: "a", size: 9 });
    const media = await vi.waitUntil(() => place.querySelector(kind));
    expect(media.hasAttribute("controls")).toBe(true);
    expect(media.hasAttribute("autoplay")).toBe(false);
    expect(media.getAttribute("aria-label")).toBe("Preview of a");
  });

  it("shows markup in a text as text", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("<img src=x onerror=alert(1)>")));
    await offer("text/plain", { key: "a", size: 28 });
    const text = await vi.waitUntil(() => place.querySelector("pre"));
    expect(text.textContent).toBe("<img src=x onerror=alert(1)>");
    expect(place.querySelector("img")).toBeNull();
  });

  it("shows nothing from the origin of the portal", async () => {
    url = `${location.origin}/photos/a`;
    await offer("image/png", { key: "a", size: 9 });
    await vi.waitFor(() => expect(place.querySelector("[role=alert]")).not.toBeNull());
    expect(place.querySelector("img")).toBeNull();
  });

  it("offers nothing for HTML", async () => {
    await offer("text/html", { key: "a.html", size: 9 });
    expect(place.querySelector("button")).toBeNull();
    expect(place.textContent.trim()).toBe("");
  });
});

describe("ose-object", () => {
  it.each([
    ["", "key of the client"],
    ["InvalidArgument", "Bad version."],
  ])("whose HEAD is refused with code %j says why", async (code, text) => {
    const send = () => Promise.reject(new ApiError(400, code, "Bad version.", "r1"));
    const route = new Route(["buckets", "b", "object"], new URLSearchParams({ key: "a" }));
    const ctx = { can: () => false, href: (it: string) => it, route, api: { send } } as unknown as Context;
    render(html`<ose-object .ctx=${ctx} .bucket=${"b"}></ose-object>`, place);
    await vi.waitFor(() => expect(place.querySelector("[role=alert]")?.textContent).toContain(text));
  });
});

describe("beginningOf", () => {
  const signal = new AbortController().signal;

  it("reads 64 KiB without the cookie, and no half of a character", async () => {
    const asked: RequestInit[] = [];
    const bytes = new TextEncoder().encode("é".repeat(40_000));
    vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
      asked.push(init);
      return Promise.resolve(new Response(bytes.subarray(0, 65_537)));
    });
    const found = await beginningOf(url, bytes.length, signal);
    expect(found.isWhole).toBe(false);
    expect(found.text).toBe("é".repeat(32_768));
    expect(asked[0]).toMatchObject({ credentials: "omit", headers: { Range: "bytes=0-65535" } });
  });

  it("knows that an object is empty, and that bytes are no text", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("a\0b")));
    expect(await beginningOf(url, 0, signal)).toEqual({ text: "", isWhole: true });
    expect((await beginningOf(url, 3, signal)).text).toBeUndefined();
  });

  it("reports what S3 refuses", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("", { status: 403 })));
    await expect(beginningOf(url, 3, signal)).rejects.toThrow("preview");
  });
});
