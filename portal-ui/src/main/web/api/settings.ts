import type { Api } from "./client";
import { ApiError } from "./errors";
import { bucketPath, type Entry, objectPath } from "./s3";

/** Codes of S3 for a setting that a bucket does not have. */
const NOT_SET = new Set([
  "NoSuchTagSet",
  "NoSuchTagSetError",
  "NoSuchCORSConfiguration",
  "NoSuchLifecycleConfiguration",
  "NoSuchBucketPolicy",
  "NoSuchObjectLockConfiguration",
  "NoSuchPublicAccessBlockConfiguration",
  "ObjectLockConfigurationNotFoundError",
  "ServerSideEncryptionConfigurationNotFoundError",
]);

/** What a form reads and writes: a document as text, empty if nothing is set. */
export interface StoredSetting {
  read: (signal: AbortSignal) => Promise<string>;
  /** Stores a document; an empty one removes the setting. */
  write: (document: string) => Promise<void>;
}

/** How a setting is written, where that is not as usual. */
export interface Writing {
  headers?: Record<string, string>;
  /** The document that removes a setting which cannot be deleted. */
  none?: string;
}

/** One setting of a bucket or an object: a sub-resource of S3 with its document. */
export class Setting implements StoredSetting {
  constructor(
    private readonly api: Api,
    private readonly address: string,
    private readonly writing: Writing = {},
  ) {}

  async read(signal: AbortSignal): Promise<string> {
    try {
      const answer = await this.api.send("GET", this.address, { headers: { Accept: "application/xml" }, signal });
      return await answer.text();
    } catch (e) {
      if (e instanceof ApiError && NOT_SET.has(e.code)) {
        return "";
      }
      throw e;
    }
  }

  async write(document: string): Promise<void> {
    const headers: Record<string, string> = { Accept: "application/xml", ...this.writing.headers };
    const body = document || this.writing.none;
    if (body === undefined) {
      await this.api.send("DELETE", this.address, { headers });
    } else {
      headers["Content-Type"] = body.startsWith("{") ? "application/json" : "application/xml";
      await this.api.send("PUT", this.address, { headers, body });
    }
  }
}

/** The address of a setting of a bucket, or of an object in it. */
export function settingAddress(bucket: string, entry: Entry | undefined, name: string): string {
  return entry ? objectPath(bucket, entry, name) : `${bucketPath(bucket)}?${name}`;
}

/** Whether the platform does not offer what was asked for. */
export function isUnsupported(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 501 || error.code === "NotImplemented");
}
