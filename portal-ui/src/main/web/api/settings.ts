import type { Api } from "./client";
import { ApiError } from "./errors";
import { bucketPath } from "./s3";

/** Codes of S3 for a setting that a bucket does not have. */
const NOT_SET = new Set([
  "NoSuchTagSet",
  "NoSuchTagSetError",
  "NoSuchCORSConfiguration",
  "NoSuchLifecycleConfiguration",
  "NoSuchBucketPolicy",
  "NoSuchPublicAccessBlockConfiguration",
  "ObjectLockConfigurationNotFoundError",
  "ServerSideEncryptionConfigurationNotFoundError",
]);

/** One setting of a bucket: a sub-resource of S3 with its document. */
export class BucketSetting {
  private readonly address: string;

  constructor(
    private readonly api: Api,
    bucket: string,
    name: string,
  ) {
    this.address = `${bucketPath(bucket)}?${name}`;
  }

  /** The document as it is stored; empty if nothing is set. */
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

  /** Stores a document; an empty one removes the setting. */
  async write(document: string): Promise<void> {
    const headers: Record<string, string> = { Accept: "application/xml" };
    if (document === "") {
      await this.api.send("DELETE", this.address, { headers });
    } else {
      headers["Content-Type"] = document.startsWith("{") ? "application/json" : "application/xml";
      await this.api.send("PUT", this.address, { headers, body: document });
    }
  }
}

/** Whether the platform does not offer what was asked for. */
export function isUnsupported(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 501 || error.code === "NotImplemented");
}
