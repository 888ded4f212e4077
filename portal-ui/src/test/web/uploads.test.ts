import { html, nothing, render } from "lit";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Api } from "../../main/web/api/client";
import { ApiError, NetworkError } from "../../main/web/api/errors";
import type { Context } from "../../main/web/context";
import { duration } from "../../main/web/format";
import { setLocale, t } from "../../main/web/i18n";
import "../../main/web/pages/uploads";
import type { Uploads } from "../../main/web/pages/uploads";
import "../../main/web/ui/dialog";
import "../../main/web/ui/form";
import "../../main/web/ui/upload-panel";
import { uploadProblem } from "../../main/web/ui/upload-problem";
import { Unfit } from "../../main/web/upload/fitness";
import { UploadQueue } from "../../main/web/upload/queue";
import { Records } from "../../main/web/upload/records";
import { OutcomeUnknown } from "../../main/web/upload/sender";
import { bigFile, FakeStore } from "./fake-store";

let place: HTMLElement;
let store: FakeStore;
let queue: UploadQueue;
let records: Records;

beforeEach(() => {
  place = document.createElement("main");
  document.body.replaceChildren(place);
  store = new FakeStore();
  localStorage.clear();
  records = new Records(localStorage, "acme/ann");
  queue = new UploadQueue(store.remoteOf, records, () => Promise.resolve());
  setLocale(["en"]);
});

afterEach(() => vi.unstubAllGlobals());

const ctx = () => ({ api: new Api({ origin: "" }), uploads: queue, toast: vi.fn() }) as unknown as Context;
const nameOf = (element: Element) => element.textContent.replace(/\s+/g, " ").trim();
const button = (name: string) => [...place.querySelectorAll("button")].find((it) => nameOf(it) === name);

describe("ose-upload-panel", () => {
  beforeEach(() => render(html`<ose-upload-panel .ctx=${ctx()}></ose-upload-panel>`, place));

  it("is not there without uploads, but for what is read aloud", async () => {
    await vi.waitFor(() => expect(place.querySelector("[role=status]")).not.toBeNull());
    expect(place.querySelector("section, summary [role=status]")).toBeNull();
  });

  it("shows what has failed, why and what to do, and tries again", async () => {
    store.fault = () => {
      throw new ApiError(403, "AccessDenied", "Access Denied", "r1");
    };
    queue.add([{ file: new File(["a"], "a"), bucket: "b", key: "a", replaces: true }]);
    await vi.waitFor(() => expect(place.querySelector("[role=status]")?.textContent).toBe("1 upload has failed."));
    expect(place.querySelector("li .wrong")?.textContent).toContain("Access Denied Ask the owner of the bucket");
    expect(place.querySelector("li")?.textContent).toContain("overwrites");
    store.fault = () => undefined;
    button("Try again a")?.click();
    await vi.waitFor(() => expect(place.textContent).toContain("All uploads have ended."));
    button("Close")?.click();
    await vi.waitFor(() => expect(place.querySelector("section")).toBeNull());
  });

  it("reads aloud how many are under way, and not each byte", async () => {
    let end: () => void = () => undefined;
    store.fault = (request) => (request === "part 3" ? new Promise((resolve) => (end = resolve)) : undefined);
    queue.add([{ file: bigFile("big", 40), bucket: "b", key: "big" }]);
    await vi.waitFor(() => expect(place.textContent).toContain("32 MiB / 40 MiB"));
    expect(place.querySelector("[role=status]")?.textContent).toBe("1 upload is under way.");
    expect(place.querySelector("progress")?.getAttribute("aria-label")).toBe("uploading big");
    button("Pause big")?.click();
    await vi.waitFor(() => expect(place.querySelector("[role=status]")?.textContent).toBe("1 is paused."));
    store.fault = () => undefined;
    end();
    button("Resume big")?.click();
    await vi.waitFor(() => expect(place.textContent).toContain("All uploads have ended."));
  });

  it("keeps the focus at its upload while others end", async () => {
    const release = new Map<string, () => void>();
    store.fault = (request) => new Promise((resolve) => release.set(request, resolve));
    queue.add(["1", "2"].map((key) => ({ file: new File([key], key), bucket: "b", key })));
    await vi.waitFor(() => expect(release.size).toBe(2));
    const cancel = await vi.waitUntil(() => button("Cancel 2"));
    cancel.focus();
    release.get("put 1")?.();
    await vi.waitFor(() => expect(place.querySelector("li")?.textContent).toContain("done"));
    expect(document.activeElement).toBe(cancel);
    expect(nameOf(cancel)).toBe("Cancel 2");
    const pause = button("Pause 2");
    pause?.focus();
    pause?.click();
    await vi.waitFor(() => expect(nameOf(pause as Element)).toBe("Resume 2"));
    expect(document.activeElement).toBe(pause);
  });

  it("shows names of files that cannot mislead", async () => {
    queue.add([{ file: bigFile("a", 40), bucket: "b", key: "a\u202Egpj.exe" }]);
    queue.pauseAll();
    await vi.waitFor(() => expect(button("Resume a[U+202E]gpj.exe")).toBeDefined());
    expect(place.querySelector("progress")?.getAttribute("aria-label")).not.toContain("\u202E");
  });

  it("asks before an upload of an earlier visit overwrites an object", async () => {
    const file = bigFile("big", 40);
    const { name, size, lastModified } = file;
    const facts = { bucket: "b", key: "big", uploadId: "u9", name, size, lastModified, partBytes: 1, begunAt: Date.now() };
    records.add(facts);
    await queue.search();
    const choose = async () => {
      const field = await vi.waitUntil(() => place.querySelector<HTMLInputElement>("input[type=file]"));
      Object.defineProperty(field, "files", { value: [file], configurable: true });
      field.dispatchEvent(new Event("change"));
    };
    vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ objectBrief: [{ key: "big", size: 2048 }] })));
    await choose();
    await vi.waitFor(() => expect(place.querySelector("dialog")?.textContent).toContain("2 KiB"));
    expect(queue.uploads).toEqual([]);
    button("Cancel")?.click();
    await vi.waitFor(() => expect(place.querySelector("dialog")).toBeNull());
    await choose();
    await vi.waitFor(() => expect(place.querySelector("form")).not.toBeNull());
    place.querySelector("form")?.dispatchEvent(new Event("submit", { cancelable: true }));
    await vi.waitFor(() => expect(queue.uploads.map((it) => it.wanted.replaces)).toEqual([true]));
  });

  it("draws few of many", async () => {
    queue.add(Array.from({ length: 500 }, (_, i) => ({ file: new File([], "x"), bucket: "b", key: `../${i}` })));
    await vi.waitFor(() => expect(place.textContent).toContain("and 450 more"));
    expect(place.querySelectorAll("progress, li")).toHaveLength(51);
  });
});

describe("ose-uploads", () => {
  const listed = (...keys: string[]) => {
    const listing = JSON.stringify({ objectBrief: keys.map((key) => ({ key, size: 2048 })) });
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(listing)));
  };

  async function choose(...names: string[]): Promise<Uploads> {
    render(nothing, place);
    render(html`<ose-uploads .ctx=${ctx()} bucket="b" folder="d/"></ose-uploads>`, place);
    const element = place.querySelector<Uploads>("ose-uploads");
    await element?.updateComplete;
    if (!element?.querySelector("input")) {
      throw new Error("no field");
    }
    chooseMore(element, ...names);
    return element;
  }

  function chooseMore(element: Uploads, ...names: string[]): void {
    const field = element.querySelector("input");
    Object.defineProperty(field, "files", { value: names.map((it) => new File(["new"], it)), configurable: true });
    field?.dispatchEvent(new Event("change"));
  }

  async function answer(choice: string): Promise<void> {
    const select = place.querySelector("select");
    if (select) {
      select.value = choice;
    }
    const form = place.querySelector("form");
    form?.dispatchEvent(new Event("submit", { cancelable: true }));
    await vi.waitFor(() => expect(form?.isConnected).toBe(false));
  }

  it("uploads to the folder that is shown without a question if nothing is there", async () => {
    listed();
    await choose("a.txt", "b.txt");
    await vi.waitFor(() => expect([...store.objects.keys()].sort()).toEqual(["d/a.txt", "d/b.txt"]));
  });

  it("reads the list again when small files have arrived, also while a large one is on its way", async () => {
    listed();
    const element = await choose("a.txt", "b.txt");
    let done = 0;
    element.addEventListener("done", () => done++);
    const release: (() => void)[] = [];
    store.fault = () => new Promise((resolve) => release.push(resolve));
    queue.add([{ file: bigFile("big", 40), bucket: "b", key: "big" }]);
    await vi.waitFor(() => expect(release.length).toBeGreaterThan(2));
    expect(done).toBe(0);
    release.filter((_, i) => store.log[i]?.startsWith("put")).forEach((it) => it());
    await vi.waitFor(() => expect(done).toBe(1));
    expect(queue.isBusy).toBe(true);
  });

  it.each([
    ["skip", ["d/b.txt"], [false]],
    ["both", ["d/a (1).txt", "d/b.txt"], [false, false]],
    ["overwrite", ["d/a.txt", "d/b.txt"], [false, true]],
  ])("asks about names that are taken, and does: %s", async (choice, keys, replaced) => {
    listed("d/a.txt");
    await choose("a.txt", "b.txt");
    await vi.waitFor(() => expect(place.querySelector("dialog")?.textContent).toContain("2 KiB"));
    expect(queue.uploads).toEqual([]);
    await answer(choice);
    await vi.waitFor(() => expect([...store.objects.keys()].sort()).toEqual(keys));
    expect(queue.uploads.map((it) => it.wanted.replaces ?? false).sort()).toEqual(replaced);
  });

  it("keeps both under a name that no other file of the batch has", async () => {
    listed("d/a.txt");
    await choose("a.txt", "a (1).txt");
    await vi.waitFor(() => expect(place.querySelector("select")).not.toBeNull());
    await answer("both");
    await vi.waitFor(() => expect([...store.objects.keys()].sort()).toEqual(["d/a (1).txt", "d/a (2).txt"]));
  });

  it("asks about what is dropped while a question is open behind that question", async () => {
    listed("d/a.txt", "d/b.txt");
    const element = await choose("a.txt");
    await vi.waitFor(() => expect(place.querySelector("dialog")?.textContent).toContain("d/a.txt"));
    chooseMore(element, "b.txt");
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(place.querySelector("dialog")?.textContent).not.toContain("d/b.txt");
    await answer("overwrite");
    await vi.waitFor(() => expect(place.querySelector("dialog")?.textContent).toContain("d/b.txt"));
    await answer("both");
    await vi.waitFor(() => expect([...store.objects.keys()].sort()).toEqual(["d/a.txt", "d/b (1).txt"]));
  });

  it("goes on with the next files after a question that was left", async () => {
    listed("d/a.txt");
    const element = await choose("a.txt");
    await vi.waitFor(() => expect(button("Cancel")).toBeDefined());
    button("Cancel")?.click();
    chooseMore(element, "b.txt");
    await vi.waitFor(() => expect([...store.objects.keys()]).toEqual(["d/b.txt"]));
  });

  it("uploads nothing once the user has signed out", async () => {
    let answered: (listing: Response) => void = () => undefined;
    vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answered = resolve)));
    const element = await choose("a.txt");
    await new Promise((resolve) => setTimeout(resolve, 20));
    queue.stop();
    element.remove();
    answered(new Response(JSON.stringify({ objectBrief: [{ key: "d/a.txt" }] })));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(queue.uploads).toEqual([]);
    expect(element.ctx.toast).not.toHaveBeenCalled();
  });

  it("uploads what was chosen although the page is left, unless there is a question", async () => {
    listed();
    const element = await choose("a.txt");
    element.remove();
    await vi.waitFor(() => expect([...store.objects.keys()]).toEqual(["d/a.txt"]));
    listed("d/b.txt");
    const other = await choose("b.txt");
    other.remove();
    await vi.waitFor(() => expect(other.ctx.toast).toHaveBeenCalledWith(expect.stringContaining("Nothing was"), "error"));
    expect([...store.objects.keys()]).toEqual(["d/a.txt"]);
  });

  it("asks whether to overwrite what a user may not list", async () => {
    const refusal = () => new Response('{"code":"AccessDenied"}', { status: 403 });
    vi.stubGlobal("fetch", (url: string) => Promise.resolve(url.includes("/s3/") ? refusal() : new Response("{}")));
    queue.add([{ file: bigFile("a", 40), bucket: "b", key: "d/a.txt" }]);
    queue.pauseAll();
    await choose("a.txt", "b.txt");
    await vi.waitFor(() => expect(place.querySelector("dialog")?.textContent).toContain("You may not list"));
    await answer("");
    await vi.waitFor(() => expect([...store.objects.keys()].sort()).toEqual(["d/a.txt", "d/b.txt"]));
  });
});

describe("texts", () => {
  it.each([
    [new NetworkError(), "“Try again” goes on with what is still missing."],
    [new ApiError(403, "QuotaExceeded", "The quota", ""), "ask your administrator for a larger quota"],
    [new ApiError(404, "NoSuchUpload", "gone", ""), "begins anew"],
    [new DOMException("", "NotReadableError"), "Choose it again."],
    [new OutcomeUnknown(), "uploads the file once more"],
    [new Unfit("large"), "Larger than 5 TiB"],
  ])("of %s say what to do", (error, text) => expect(uploadProblem(error)).toContain(text));

  it("say how many files could not be read", () => {
    const names = "a, b";
    expect(t("uploads.unreadable.some", { count: 1, names })).toBe("1 file could not be read and was left out: a, b");
    expect(t("uploads.unreadable.some", { count: 2, names })).toBe("2 files could not be read and were left out: a, b");
  });

  it("say how long it takes", () => {
    expect([5, 59, 61, 3600, 9000].map(duration)).toEqual(["5 sec", "59 sec", "2 min", "1 hr 0 min", "2 hr 30 min"]);
  });
});
