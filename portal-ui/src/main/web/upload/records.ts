import { type Algorithm } from "./checksum";

/** An upload in parts that has begun, as the browser remembers it. Nothing in it gives a right to anything. */
export interface Begun {
  bucket: string;
  key: string;
  uploadId: string;
  /** The file, as the browser shows files to pages: without its folder. */
  name: string;
  size: number;
  lastModified: number;
  partBytes: number;
  algorithm?: Algorithm;
  /** Once the object has been asked for: by what it is known. */
  completing?: Completing;
  /** Milliseconds since 1970. */
  begunAt: number;
}

/** What tells the object of an upload from any other under its key. */
export type Completing =
  /** The checksum of the checksums of its parts. */
  | { checksum: string }
  /** The ETag of the object that it replaces, empty without one, where the platform keeps no checksums. */
  | { replaces: string };

const PLACE = "ose-uploads";
const LOCK = "ose-upload-";
/** The oldest are forgotten beyond. */
const MAX_RECORDS = 200;
const MAX_AGE_MILLIS = 7 * 24 * 3600 * 1000;

/**
 * The uploads of a user that have begun and not ended, across reloads of the page, for seven days or until the user signs
 * out. A sign-in removes what is too old of all users of the browser.
 */
export class Records {
  private readonly place: string;
  private isForgotten = false;

  constructor(
    private readonly storage: Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">,
    user: string,
  ) {
    this.place = `${PLACE}:${user}`;
    this.expire();
  }

  all(): Begun[] {
    return this.read(this.place);
  }

  /** The upload that this file began under this key. */
  find(bucket: string, key: string, file: File): Begun | undefined {
    return this.all().find((it) => it.bucket === bucket && it.key === key && isOf(it, file));
  }

  add(begun: Begun): Begun {
    this.write(this.place, [...this.all(), begun]);
    return begun;
  }

  /** Remembers that the object has been asked for. */
  complete(uploadId: string, completing: Completing): void {
    this.write(
      this.place,
      this.all().map((it) => (it.uploadId === uploadId ? { ...it, completing } : it)),
    );
  }

  remove(uploadId: string): void {
    this.write(
      this.place,
      this.all().filter((it) => it.uploadId !== uploadId),
    );
  }

  /** Removes all of the user for good: requests that end later leave nothing. */
  forget(): void {
    this.write(this.place, []);
    this.isForgotten = true;
  }

  private expire(): void {
    try {
      const names = Array.from({ length: this.storage.length }, (_, i) => this.storage.key(i) ?? "");
      names.filter((it) => it.startsWith(`${PLACE}:`)).forEach((it) => this.write(it, this.read(it)));
      // Here builds of before kept the uploads of all users together.
      this.storage.removeItem(PLACE);
    } catch {
      return;
    }
  }

  private read(place: string): Begun[] {
    try {
      const found: unknown = JSON.parse(this.storage.getItem(place) ?? "[]");
      return Array.isArray(found) ? found.filter(isBegun).filter(isFresh) : [];
    } catch {
      return [];
    }
  }

  /** A browser that keeps nothing uploads all the same, but not across a reload. */
  private write(place: string, records: Begun[]): void {
    if (this.isForgotten) {
      return;
    }
    try {
      if (records.length === 0) {
        this.storage.removeItem(place);
      } else {
        this.storage.setItem(place, JSON.stringify(records.slice(-MAX_RECORDS)));
      }
    } catch {
      return;
    }
  }
}

/** Whether it is the same file, as far as a page can know without reading it. */
export function isOf(begun: Pick<File, "name" | "size" | "lastModified">, file: File): boolean {
  return begun.name === file.name && begun.size === file.size && begun.lastModified === file.lastModified;
}

function isBegun(it: unknown): it is Begun {
  const begun = it as Partial<Begun> | null;
  return (
    typeof begun === "object" &&
    begun !== null &&
    [begun.bucket, begun.key, begun.uploadId, begun.name].every((text) => typeof text === "string") &&
    [begun.size, begun.lastModified, begun.partBytes, begun.begunAt].every(Number.isFinite) &&
    (begun.completing === undefined || isCompleting(begun.completing))
  );
}

function isFresh(begun: Begun): boolean {
  return Date.now() - begun.begunAt < MAX_AGE_MILLIS;
}

function isCompleting(it: unknown): it is Completing {
  const completing = it as Partial<Record<string, unknown>> | null;
  return typeof (completing?.["checksum"] ?? completing?.["replaces"]) === "string";
}

/** Ends a hold. */
export type Release = () => Promise<void>;

/**
 * Shows other tabs that this one is at work on the upload, until the returned function is called or the tab closes;
 * undefined if another one is at work on it.
 */
export function hold(uploadId: string): Promise<Release | undefined> {
  const locks = globalThis.navigator.locks;
  const without: Release = () => Promise.resolve();
  return new Promise((resolve) => {
    if (!locks) {
      resolve(without);
      return;
    }
    const request: Promise<unknown> = locks.request(LOCK + uploadId, { ifAvailable: true }, async (lock) => {
      if (!lock) {
        resolve(undefined);
        return;
      }
      await new Promise<void>((end) =>
        resolve(async () => {
          end();
          await request;
        }),
      );
    });
    // A browser that refuses locks uploads all the same.
    request.catch(() => resolve(without));
  });
}

/** The uploads that any tab is at work on. */
export async function heldUploads(): Promise<Set<string>> {
  const found = await globalThis.navigator.locks?.query();
  return new Set((found?.held ?? []).map((it) => (it.name ?? "").slice(LOCK.length)));
}
