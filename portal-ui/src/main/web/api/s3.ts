import type { Api, Sending, Stored } from "./client";
import { queryOf, S3_ROOT } from "./client";
import { ApiError } from "./errors";
import { byBytes } from "./order";
import { parseXml } from "./xml";

/** The caller's own buckets, those of the tenant for its administrators, or those that other tenants share. */
export type BucketScope = "own" | "all" | "shared";

/** A bucket in S3's JSON; what the caller may not know is absent. */
export interface Bucket {
  name: string;
  creationDate: string;
  region?: string;
  owner?: { id?: string; displayName?: string };
  objectCount?: number;
  usedBytes?: number;
}

export interface Buckets {
  buckets: Bucket[];
  pageInfo?: { offset: number; limit: number; total: number };
}

/** An object, a version of one, or a delete marker. */
export interface Entry {
  key: string;
  size?: number;
  lastModified?: string;
  etag?: string;
  storageClass?: string;
  versionId?: string;
  latest?: boolean;
  isMarker?: boolean;
}

/** A page of a folder; `next` continues it. */
export interface Listing {
  folders: string[];
  entries: Entry[];
  next?: string;
}

export interface Tag {
  key: string;
  value: string;
}

interface ListingDocument {
  commonPrefixes?: (string | { prefix: string })[];
  objectBrief?: Entry[];
  deleteMarkers?: Entry[];
  nextContinuationToken?: string;
  nextKeyMarker?: string;
  nextVersionIdMarker?: string;
  truncated?: boolean;
}

/** What a link is for; with a name browsers save the object as a file, otherwise they show it if they can. */
export interface Link {
  seconds: number;
  fileName?: string;
  /** The type that the object is answered with, to be shown in place. */
  shownAs?: string;
}

/** Has S3 pass over a retention of GOVERNANCE. */
export const BYPASS = { "x-amz-bypass-governance-retention": "true" };

/** Enough for a slow start of a download; it goes on beyond. */
export const DOWNLOAD_SECONDS = 300;

/** The most that S3 lists at once. */
export const PAGE = 1000;

/** S3 of the same origin, in JSON, with the portal's session. */
export class S3 {
  constructor(private readonly api: Api) {}

  /** Buckets of a scope; of those of other tenants neither owners nor sizes are known. */
  async buckets(query: Record<string, string | number | undefined>, scope: BucketScope, signal: AbortSignal): Promise<Buckets> {
    const suffix = queryOf(query);
    const address = `${S3_ROOT}/${scope === "own" ? suffix : `?${scope}${suffix.replace("?", "&")}`}`;
    return this.json(address, signal);
  }

  async createBucket(name: string, isVersioned: boolean): Promise<void> {
    await this.api.send("PUT", bucketPath(name), { body: {} });
    if (isVersioned) {
      await this.api.send("PUT", `${bucketPath(name)}?versioning`, { body: { status: "Enabled" } });
    }
  }

  async deleteBucket(name: string): Promise<void> {
    await this.api.send("DELETE", bucketPath(name), {});
  }

  /** Enabled, Suspended, or nothing if it was never enabled. */
  async versioning(bucket: string, signal: AbortSignal): Promise<string> {
    return (await this.json<{ status?: string }>(`${bucketPath(bucket)}?versioning`, signal)).status ?? "";
  }

  /** A page of the folder that a prefix names. */
  async list(bucket: string, prefix: string, next: string | undefined, signal: AbortSignal): Promise<Listing> {
    const query = queryOf({ "list-type": 2, prefix, delimiter: "/", "max-keys": PAGE, "continuation-token": next });
    const found = await this.json<ListingDocument>(bucketPath(bucket) + query, signal);
    return listing(found, found.nextContinuationToken);
  }

  /** The same with all versions. */
  async listVersions(bucket: string, prefix: string, next: string | undefined, signal: AbortSignal): Promise<Listing> {
    const [key, version] = next ? (JSON.parse(next) as [string, string]) : ["", ""];
    return this.versions(bucket, { prefix, delimiter: "/", "key-marker": key, "version-id-marker": version }, signal);
  }

  /** The first versions of a bucket, whatever the slashes of their keys. */
  versionsFrom(bucket: string, signal: AbortSignal): Promise<Listing> {
    return this.versions(bucket, {}, signal);
  }

  private async versions(bucket: string, place: Record<string, string | number>, signal: AbortSignal): Promise<Listing> {
    const query = queryOf({ "max-keys": PAGE, ...place });
    const found = await this.json<ListingDocument>(`${bucketPath(bucket)}?versions${query.replace("?", "&")}`, signal);
    const markers = (found.deleteMarkers ?? []).map((it) => ({ ...it, isMarker: true }));
    const entries = [...(found.objectBrief ?? []), ...markers].sort(byKeyAndTime);
    return listing(
      { ...found, objectBrief: entries },
      found.nextKeyMarker === undefined ? undefined : JSON.stringify([found.nextKeyMarker, found.nextVersionIdMarker ?? ""]),
    );
  }

  /** The headers of an object. */
  async head(bucket: string, entry: Entry, signal: AbortSignal): Promise<Headers> {
    return (await this.api.send("HEAD", objectPath(bucket, entry), { signal })).headers;
  }

  /**
   * Copies a version onto the top of its object. With metadata these take the place of all it has; without, all stays.
   * S3 may say only in the document that it failed.
   */
  async copyOntoItself(bucket: string, entry: Entry, metadata?: Record<string, string>): Promise<void> {
    const version = entry.versionId ? `?versionId=${encodeURIComponent(entry.versionId)}` : "";
    const source = `/${encodeURIComponent(bucket)}/${encodeKey(entry.key)}${version}`;
    const directive: Record<string, string> = metadata ? { "x-amz-metadata-directive": "REPLACE" } : {};
    const headers = { ...metadata, ...directive, Accept: "application/xml", "x-amz-copy-source": source };
    const answer = await this.api.send("PUT", objectPath(bucket, { key: entry.key }), { headers });
    if (parseXml(await answer.clone().text())?.name === "Error") {
      throw await ApiError.of(answer);
    }
  }

  /** A page of the versions and delete markers of one object, the newest first. */
  async versionsOf(bucket: string, key: string, after: string, limit: number, signal: AbortSignal): Promise<Listing> {
    const [marker, version] = after ? (JSON.parse(after) as [string, string]) : ["", ""];
    const place = { prefix: key, "key-marker": marker, "version-id-marker": version, "max-keys": limit };
    const { entries, next } = await this.versions(bucket, place, signal);
    const own = entries.filter((it) => it.key === key);
    // Keys that begin with this one come behind it.
    const isWhole = own.length < entries.length || next === undefined;
    return { folders: [], entries: own, ...(isWhole ? {} : { next }) };
  }

  /** Deletes an object or one version; a retention of GOVERNANCE only if that is bypassed, for which there is a permission. */
  async deleteObject(bucket: string, entry: Entry, isBypassing = false): Promise<void> {
    const headers: Record<string, string> = isBypassing ? BYPASS : {};
    await this.api.send("DELETE", objectPath(bucket, entry), { headers });
  }

  /** Stores a file; its bytes go in by the portal's origin, but never come out by it. */
  upload(bucket: string, key: string, file: Blob, sending: Sending): Promise<Stored> {
    return this.api.upload(objectPath(bucket, { key }), file, sending);
  }

  /** A page of objects with a prefix, whatever their slashes, behind a place in the order of S3. */
  async listFrom(bucket: string, prefix: string, startAfter: string): Promise<Listing> {
    const query = queryOf({ "list-type": 2, prefix, "max-keys": PAGE, "start-after": startAfter });
    const found = await this.json<ListingDocument>(bucketPath(bucket) + query);
    return listing(found, found.nextContinuationToken);
  }

  /** An address on the origin of S3 from which anyone can read the object for a while. */
  async link(bucket: string, entry: Entry, { seconds, fileName, shownAs }: Link): Promise<string> {
    const body = {
      method: "GET",
      bucket,
      key: entry.key,
      ...(isVersion(entry) ? { versionId: entry.versionId } : {}),
      expiresIn: seconds,
      ...(shownAs === undefined ? {} : { responseContentType: shownAs, responseContentDisposition: "inline" }),
      ...(fileName === undefined ? {} : { responseContentDisposition: `attachment; filename*=UTF-8''${encodeValue(fileName)}` }),
    };
    return (await this.api.post<{ url: string }>("/api/v1/admin/me/presign", { body })).url;
  }

  private async json<T>(address: string, signal?: AbortSignal): Promise<T> {
    return (await (await this.api.send("GET", address, signal ? { signal } : {})).json()) as T;
  }
}

/** Whether an entry is one version of a list of versions, and not whatever is the latest. */
export function isVersion(entry: Entry): boolean {
  return entry.versionId !== undefined && entry.versionId !== "" && entry.latest !== undefined;
}

/** The path of a bucket. */
export function bucketPath(bucket: string): string {
  return `${S3_ROOT}/${encodeURIComponent(bucket)}`;
}

/** The path of an object, of one version if the entry is one. */
export function objectPath(bucket: string, entry: Entry, subresource = ""): string {
  const version = entry.versionId && entry.latest !== undefined ? `versionId=${encodeURIComponent(entry.versionId)}` : "";
  const query = [subresource, version].filter(Boolean).join("&");
  return `${bucketPath(bucket)}/${encodeKey(entry.key)}${query ? `?${query}` : ""}`;
}

/** A key as a path: its slashes stay. */
export function encodeKey(key: string): string {
  return key.split("/").map(encodeURIComponent).join("/");
}

/** A value of RFC 8187: what encodeURIComponent leaves, it does not all permit. */
function encodeValue(text: string): string {
  return encodeURIComponent(text).replace(/['()*]/g, (it) => "%" + it.charCodeAt(0).toString(16).toUpperCase());
}

/** Whether a browser can name the key in an address: it removes segments of dots, encoded or not. */
export function isAddressable(key: string): boolean {
  return !key.split("/").some((it) => it === "." || it === "..");
}

function listing(found: ListingDocument, next: string | undefined): Listing {
  const folders = (found.commonPrefixes ?? []).map((it) => (typeof it === "string" ? it : it.prefix));
  const entries = found.objectBrief ?? [];
  return next === undefined || found.truncated === false ? { folders, entries } : { folders, entries, next };
}

/** S3's order: keys as bytes of UTF-8, and the latest version first. */
function byKeyAndTime(a: Entry, b: Entry): number {
  return byBytes(a.key, b.key) || (b.lastModified ?? "").localeCompare(a.lastModified ?? "");
}
