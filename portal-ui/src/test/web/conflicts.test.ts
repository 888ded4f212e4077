import { describe, expect, it, vi } from "vitest";
import { byBytes } from "../../main/web/api/order";
import { divide, existing, numbered, type Reader, renamed } from "../../main/web/upload/conflicts";
import { chosenFiles, droppedFiles, hasFolderDialog, pickFolder } from "../../main/web/upload/dropped";
import { whyUnfit } from "../../main/web/upload/fitness";
import type { Wanted } from "../../main/web/upload/queue";

/** A bucket that lists as S3 does, a few keys at a time. */
function bucket(keys: string[], page = 3): { read: Reader; calls: string[] } {
  const sorted = [...keys].sort(byBytes);
  const calls: string[] = [];
  const read: Reader = (prefix, startAfter) => {
    calls.push(startAfter);
    const behind = sorted.filter((it) => it.startsWith(prefix) && byBytes(it, startAfter) > 0);
    const entries = behind.slice(0, page).map((key) => ({ key, size: 1 }));
    return Promise.resolve({ folders: [], entries, ...(behind.length > page ? { next: "more" } : {}) });
  };
  return { read, calls };
}

const wanted = (key: string): Wanted => ({ file: new File([key], key), bucket: "b", key });

describe("existing", () => {
  it("finds the keys that are taken", async () => {
    const { read } = bucket(["a", "d/1", "d/2", "d/3", "d/😀", "d/\uFF5E", "z"]);
    const found = await existing(["d/1", "d/3", "d/4", "d/😀", "d/\uFF5E", "d/ "], read);
    expect([...found.keys()].sort(byBytes)).toEqual(["d/1", "d/3", "d/\uFF5E", "d/😀"]);
    expect((await existing([], read)).size).toBe(0);
  });

  it("asks once for one key, and leaves out what is between many", async () => {
    const many = Array.from({ length: 1000 }, (_, i) => `photos/${String(i).padStart(4, "0")}`);
    const { read, calls } = bucket(many);
    expect([...(await existing(["photos/0500"], read)).keys()]).toEqual(["photos/0500"]);
    expect(calls).toHaveLength(1);
    const keys = ["photos/0003", "photos/0999", "photos/0998", "photos/none"];
    expect((await existing(keys, read)).size).toBe(3);
    expect(calls.length).toBeLessThan(6);
  });
});

describe("conflicts", () => {
  it("are keys that are taken, also by another file of the same batch", () => {
    const { free, taken } = divide(["a", "b", "a"].map(wanted), (key) => key === "b");
    expect(free.map((it) => it.key)).toEqual(["a"]);
    expect(taken.map((it) => it.key)).toEqual(["b", "a"]);
  });

  it.each([
    ["d.e/a.txt", "d.e/a (2).txt"],
    ["d.e/a", "d.e/a (2)"],
    [".profile", ".profile (2)"],
    ["a.tar.gz", "a.tar (2).gz"],
  ])("of %s have a number before the extension", (key, expected) => expect(numbered(key, 2)).toBe(expected));

  it("are resolved by names that neither the bucket, nor the queue, nor the batch has", async () => {
    const { read } = bucket(["a.txt", "a (1).txt"]);
    const files = ["a.txt", "a.txt", "c.txt"].map(wanted);
    const result = await renamed(files, new Set(["c (1).txt"]), (keys) => existing(keys, read));
    expect(result.map((it) => it.key).sort()).toEqual(["a (2).txt", "a (3).txt", "c (2).txt"]);
    expect(result.every((it) => it.file.name === it.key.replace(/ \(\d\)/, ""))).toBe(true);
  });
});

describe("files", () => {
  interface Entry {
    isFile: boolean;
    fullPath: string;
    file?: (found: (file: File) => void, failed: (e: unknown) => void) => void;
    createReader?: () => { readEntries: (found: (entries: Entry[]) => void) => void };
  }
  const file = (fullPath: string): Entry => ({ isFile: true, fullPath, file: (found) => found(new File(["x"], "x")) });
  const folder = (fullPath: string, pages: Entry[][]): Entry => ({
    isFile: false,
    fullPath,
    createReader: () => ({ readEntries: (found) => found(pages.shift() ?? []) }),
  });
  const dropped = (entries: Entry[]) => {
    const items = entries.map((it) => ({ kind: "file", webkitGetAsEntry: () => it }));
    return droppedFiles({ items, files: [] } as unknown as DataTransfer);
  };

  it("of a dropped folder have its path, and come page by page", async () => {
    const tree = folder("/trip", [[file("/trip/a"), folder("/trip/day", [[file("/trip/day/b")]])], [file("/trip/c")]]);
    const { files } = await dropped([tree, file("/d")]);
    expect(files.map((it) => it.path)).toEqual(["trip/a", "trip/day/b", "trip/c", "d"]);
  });

  it("that cannot be read leave out only themselves", async () => {
    const broken = { ...file("/trip/b"), file: (_: unknown, failed: (e: unknown) => void) => failed(new Error("no")) };
    const { files, unreadable } = await dropped([folder("/trip", [[file("/trip/a"), broken, file("/trip/c")]])]);
    expect(files.map((it) => it.path)).toEqual(["trip/a", "trip/c"]);
    expect(unreadable).toEqual(["trip/b"]);
  });

  it("are at most 10,000", async () => {
    const pageOf = (page: number) => Array.from({ length: 100 }, (_, i) => file(`/f/${page}-${i}`));
    const pages = Array.from({ length: 101 }, (_, page) => pageOf(page));
    await expect(dropped([folder("/f", pages)])).rejects.toThrow("many");
  });

  it("of a field have their names, or their paths below the chosen folder", () => {
    const below = Object.defineProperty(new File([], "b"), "webkitRelativePath", { value: "trip/b" });
    expect(chosenFiles([new File([], "a"), below]).files.map((it) => it.path)).toEqual(["a", "trip/b"]);
  });

  it("of the browser's dialog for folders have the same paths, and there are none if the user leaves it", async () => {
    expect(hasFolderDialog()).toBe(false);
    const handle = (name: string) => ({ kind: "file", name, getFile: () => Promise.resolve(new File(["x"], name)) });
    const day = { kind: "directory", name: "day", values: () => [handle("b")] };
    const answers = [Promise.resolve({ kind: "directory", name: "trip", values: () => [handle("a"), day] })];
    vi.stubGlobal("showDirectoryPicker", () => answers.shift() ?? Promise.reject(new DOMException("", "AbortError")));
    expect(hasFolderDialog()).toBe(true);
    expect((await pickFolder()).files.map((it) => it.path)).toEqual(["trip/a", "trip/day/b"]);
    expect((await pickFolder()).files).toEqual([]);
    vi.unstubAllGlobals();
  });

  it("that cannot be objects are known before they are sent", () => {
    expect(whyUnfit(new Blob(["x"]), "ok/a")).toBeUndefined();
    expect(whyUnfit(new Blob(["x"]), "ü".repeat(513))?.reason).toBe("long");
    expect(whyUnfit(new Blob(["x"]), "a/../b")?.reason).toBe("unaddressable");
    expect(whyUnfit({ size: 5 * 1024 ** 4 + 1 } as Blob, "a")?.reason).toBe("large");
  });
});
