import { type Entry, isVersion } from "../../api/s3";
import type { Context } from "../../context";

/** The address of a folder of a bucket; of the bucket itself for an empty prefix. */
export function folderHref(ctx: Context, bucket: string, prefix: string, hasVersions = false): string {
  const query = new URLSearchParams({ ...(prefix ? { prefix } : {}), ...(hasVersions ? { versions: "true" } : {}) }).toString();
  return ctx.href(`buckets/${encodeURIComponent(bucket)}`) + (query ? `?${query}` : "");
}

/** The address of an object's page, or of a part of it; that of one version if the entry is one. */
export function objectHref(ctx: Context, bucket: string, entry: Entry, part = ""): string {
  const query = new URLSearchParams({ key: entry.key, ...(isVersion(entry) ? { version: entry.versionId ?? "" } : {}) });
  return ctx.href(`buckets/${encodeURIComponent(bucket)}/object${part ? `/${part}` : ""}?${query.toString()}`);
}
