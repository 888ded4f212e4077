import type { Api } from "../api/client";
import { ApiError } from "../api/errors";
import { type Entry, type Listing, S3 } from "../api/s3";
import { byBytes } from "../api/order";
import type { Wanted } from "./queue";

/** What becomes of files whose keys are taken. */
export type Choice = "overwrite" | "both" | "skip";

/** Reads a page of objects with a prefix behind a place, as `S3.listFrom`. */
export type Reader = (prefix: string, startAfter: string) => Promise<Listing>;

/** More copies of one name are a mistake. */
const MAX_COPIES = 1000;

/** The objects of these keys that there are. Reads only where keys are, not all between them. */
export async function existing(keys: readonly string[], read: Reader): Promise<Map<string, Entry>> {
  const sorted = [...new Set(keys)].sort(byBytes);
  const wanted = new Set(sorted);
  const prefix = commonPrefix(sorted);
  const found = new Map<string, Entry>();
  for (let next = sorted[0]; next !== undefined; ) {
    const page = await read(prefix, before(next));
    page.entries.filter((it) => wanted.has(it.key)).forEach((it) => found.set(it.key, it));
    const last = page.next === undefined ? undefined : page.entries.at(-1)?.key;
    next = last === undefined ? undefined : sorted.find((it) => byBytes(it, last) > 0);
  }
  return found;
}

/** The objects of these keys in a bucket of the node. */
export function found(api: Api, bucket: string, keys: readonly string[]): Promise<Map<string, Entry>> {
  const s3 = new S3(api);
  return existing(keys, (prefix, startAfter) => s3.listFrom(bucket, prefix, startAfter));
}

/** The same; undefined if the user may not list the bucket. */
export async function listed(
  api: Api,
  bucket: string,
  keys: readonly string[],
): Promise<Map<string, Entry> | undefined> {
  try {
    return await found(api, bucket, keys);
  } catch (e) {
    if (e instanceof ApiError && e.isRefused) {
      return undefined;
    }
    throw e;
  }
}

/** A key that is less than this one, with hardly any between them. */
function before(key: string): string {
  const signs = Array.from(key);
  const last = signs.pop()?.codePointAt(0) ?? 0;
  const less = last - 1;
  // What cannot be part of a text, or of a query, is left out: then there is more between.
  const isPlain = less > 0x20 && !(less >= 0xd800 && less < 0xe000);
  return signs.join("") + (isPlain ? String.fromCodePoint(less) + "\u{10FFFD}" : "");
}

function commonPrefix(sorted: readonly string[]): string {
  const first = Array.from(sorted[0] ?? "");
  const last = Array.from(sorted.at(-1) ?? "");
  const end = first.findIndex((sign, i) => sign !== last[i]);
  return (end < 0 ? first : first.slice(0, end)).join("");
}

/** The same files under keys that are free and not yet used, such as `a (1).txt` for `a.txt`. */
export async function renamed(
  files: readonly Wanted[],
  taken: ReadonlySet<string>,
  find: (keys: string[]) => Promise<ReadonlyMap<string, Entry>>,
): Promise<Wanted[]> {
  const done: Wanted[] = [];
  const used = new Set(taken);
  for (let copy = 1, open = [...files]; open.length > 0 && copy <= MAX_COPIES; copy++) {
    const candidates = open.map((it) => ({ ...it, key: numbered(it.key, copy) }));
    const there = await find(candidates.map((it) => it.key));
    open = open.filter((_, i) => {
      const candidate = candidates[i];
      if (!candidate || there.has(candidate.key) || used.has(candidate.key)) {
        return true;
      }
      used.add(candidate.key);
      done.push(candidate);
      return false;
    });
  }
  return done;
}

/** A key with a number before its extension. */
export function numbered(key: string, copy: number): string {
  const name = key.lastIndexOf("/") + 1;
  const dot = key.lastIndexOf(".");
  const end = dot > name ? dot : key.length;
  return `${key.slice(0, end)} (${copy})${key.slice(end)}`;
}

/** Files whose keys are free, and those whose keys are not. */
export function divide(
  files: readonly Wanted[],
  isTaken: (key: string) => boolean,
): { free: Wanted[]; taken: Wanted[] } {
  const seen = new Set<string>();
  const free: Wanted[] = [];
  const taken: Wanted[] = [];
  for (const it of files) {
    // Two files of one batch may have one name, from different folders.
    (isTaken(it.key) || seen.has(it.key) ? taken : free).push(it);
    seen.add(it.key);
  }
  return { free, taken };
}
