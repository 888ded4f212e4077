import type { Api, Sending, Stored } from "../api/client";
import { Multipart } from "../api/multipart";
import { S3 } from "../api/s3";

/** What S3 does with the uploads of one object. */
export type Remote = Pick<Multipart, "create" | "putPart" | "parts" | "complete" | "abort" | "stored"> & {
  /** Stores a file by one request. */
  put: (file: Blob, sending: Sending) => Promise<Stored>;
};

/** S3 of the node, for one object. */
export function remoteOf(api: Api, bucket: string, key: string): Remote {
  const multipart = new Multipart(api, bucket, key);
  const put = (file: Blob, sending: Sending) => new S3(api).upload(bucket, key, file, sending);
  return Object.assign(multipart, { put });
}
