import { type Algorithm, checksumHeader } from "../upload/checksum";
import { type Api, CHECKSUMS, type Sending, type Stored } from "./client";
import { ApiError } from "./errors";
import { objectPath } from "./s3";
import { element, parseXml, textOf, writeXml, type XmlElement } from "./xml";

/** A part that S3 has. */
export interface Part extends Stored {
  number: number;
  size: number;
}

/** Pages of parts that are read: 10,000 parts are ten. */
const MAX_PAGES = 20;

/** The uploads in parts of one object; their documents are XML, also for pages. */
export class Multipart {
  constructor(
    private readonly api: Api,
    private readonly bucket: string,
    private readonly key: string,
  ) {}

  /** Begins an upload; a platform that keeps no checksums returns no algorithm. */
  async create(type: string, algorithm: Algorithm): Promise<{ uploadId: string; algorithm?: Algorithm }> {
    const headers = { "Content-Type": type || "application/octet-stream", "x-amz-checksum-algorithm": algorithm };
    const answer = await this.api.send("POST", objectPath(this.bucket, { key: this.key }, "uploads"), { headers });
    const uploadId = textOf(await documentOf(answer, "InitiateMultipartUploadResult"), "UploadId");
    return answer.headers.get("x-amz-checksum-algorithm") === algorithm ? { uploadId, algorithm } : { uploadId };
  }

  putPart(uploadId: string, number: number, bytes: Blob, sending: Sending): Promise<Stored> {
    return this.api.upload(this.path(uploadId, `partNumber=${number}&`), bytes, sending);
  }

  /** The parts that are there; undefined if there is no such upload any more. */
  async parts(uploadId: string, signal: AbortSignal): Promise<Part[] | undefined> {
    const found: Part[] = [];
    let after = "";
    for (let page = 0; page < MAX_PAGES; page++) {
      const answer = await missing(this.api.send("GET", this.path(uploadId) + after, { signal }));
      if (!answer) {
        return undefined;
      }
      const root = await documentOf(answer, "ListPartsResult");
      found.push(...root.children.filter((it) => it.name === "Part").map(partOf));
      if (textOf(root, "IsTruncated") !== "true") {
        break;
      }
      after = `&part-number-marker=${encodeURIComponent(textOf(root, "NextPartNumberMarker"))}`;
    }
    return found;
  }

  async complete(uploadId: string, parts: Part[], algorithm: Algorithm | undefined): Promise<Stored> {
    const body = completion(parts, algorithm);
    const headers = { "Content-Type": "application/xml" };
    const answer = await this.api.send("POST", this.path(uploadId), { body, headers });
    const root = await documentOf(answer, "CompleteMultipartUploadResult");
    const checksum = algorithm ? textOf(root, `Checksum${algorithm}`) : "";
    return { etag: textOf(root, "ETag"), ...(checksum ? { checksum } : {}) };
  }

  /** Ends the upload without an object; one that has ended already is fine. */
  async abort(uploadId: string): Promise<void> {
    await missing(this.api.send("DELETE", this.path(uploadId), {}));
  }

  /** What is stored under the key now; undefined if nothing is. */
  async stored(signal: AbortSignal): Promise<(Stored & { size: number }) | undefined> {
    const headers = { "x-amz-checksum-mode": "ENABLED" };
    const path = objectPath(this.bucket, { key: this.key });
    const answer = await missing(this.api.send("HEAD", path, { headers, signal }));
    if (!answer) {
      return undefined;
    }
    const checksum = CHECKSUMS.map((it) => answer.headers.get(it)).find((it) => it);
    const size = Number(answer.headers.get("Content-Length"));
    return { etag: answer.headers.get("ETag") ?? "", size, ...(checksum ? { checksum } : {}) };
  }

  private path(uploadId: string, before = ""): string {
    return objectPath(this.bucket, { key: this.key }, `${before}uploadId=${encodeURIComponent(uploadId)}`);
  }
}

/** The headers that state the checksum of a body. */
export function stated(algorithm: Algorithm, checksum: string): Record<string, string> {
  return { [checksumHeader(algorithm)]: checksum };
}

/** The document that names the parts. */
function completion(parts: Part[], algorithm: Algorithm | undefined): string {
  const rows = parts.map((it) => {
    const checksum = algorithm && it.checksum ? element(`Checksum${algorithm}`, it.checksum) : undefined;
    return element("Part", [element("PartNumber", String(it.number)), element("ETag", it.etag), checksum]);
  });
  return writeXml(element("CompleteMultipartUpload", rows));
}

async function missing(answer: Promise<Response>): Promise<Response | undefined> {
  try {
    return await answer;
  } catch (e) {
    if (e instanceof ApiError && e.isGone) {
      return undefined;
    }
    throw e;
  }
}

/** The document of an answer. S3 may refuse behind a 200, once the work of an upload's end has begun. */
async function documentOf(answer: Response, name: string): Promise<XmlElement> {
  const root = parseXml(await answer.text());
  if (root?.name !== name) {
    const requestId = textOf(root, "RequestId") || (answer.headers.get("x-amz-request-id") ?? "");
    throw new ApiError(500, textOf(root, "Code"), textOf(root, "Message") || `no ${name}`, requestId);
  }
  return root;
}

function partOf(part: XmlElement): Part {
  const checksum = textOf(part, "ChecksumSHA256") || textOf(part, "ChecksumCRC32");
  return {
    number: Number(textOf(part, "PartNumber")),
    size: Number(textOf(part, "Size")),
    etag: textOf(part, "ETag"),
    ...(checksum ? { checksum } : {}),
  };
}
