import { ApiError } from "../../main/web/api/errors";
import type { Part } from "../../main/web/api/multipart";
import { checksum, composite } from "../../main/web/upload/checksum";
import type { Remote } from "../../main/web/upload/remote";

const MIB = 1024 ** 2;

/** A file that says to be of many MiB, and takes no memory. */
export function bigFile(name: string, mebibytes: number, lastModified = 1): File {
  const file = sized(new File([name], name, { lastModified }), mebibytes * MIB);
  const slice = (from: number, end: number) => sized(new Blob([`${name} ${from}`]), end - from);
  return Object.assign(file, { slice });
}

function sized<T extends Blob>(blob: T, size: number): T {
  return Object.defineProperty(blob, "size", { value: size });
}

/** Uploads as S3 keeps them, with checksums that it compares. */
export class FakeStore {
  readonly objects = new Map<string, { size: number; etag: string; checksum?: string }>();
  readonly uploads = new Map<string, Map<number, Part>>();
  readonly log: string[] = [];
  /** Called before each request with its name; what it throws is the answer. */
  fault: (request: string) => void | Promise<void> = () => undefined;
  keepsChecksums = true;
  private ids = 0;
  running = 0;
  mostRunning = 0;

  readonly remoteOf = (_: string, key: string): Remote => ({
    put: (file, sending) =>
      this.request(`put ${key}`, sending.signal, async () => {
        sending.sent(file.size);
        await this.compare(file, sending.headers);
        this.objects.set(key, { size: file.size, etag: `"${key}"` });
        return { etag: `"${key}"` };
      }),
    create: (_, algorithm) =>
      this.request(`create ${key}`, undefined, () => {
        const uploadId = `u${++this.ids}`;
        this.uploads.set(uploadId, new Map());
        return Promise.resolve(this.keepsChecksums ? { uploadId, algorithm } : { uploadId });
      }),
    putPart: (uploadId, number, bytes, sending) =>
      this.request(`part ${number}`, sending.signal, async () => {
        sending.sent(bytes.size);
        const sum = await this.compare(bytes, sending.headers);
        const part = { number, size: bytes.size, etag: `"e${number}"`, ...(sum ? { checksum: sum } : {}) };
        this.upload(uploadId).set(number, part);
        return { etag: part.etag };
      }),
    parts: (uploadId) =>
      this.request("parts", undefined, () => {
        const found = this.uploads.get(uploadId);
        return Promise.resolve(found && [...found.values()]);
      }),
    complete: (uploadId, parts) =>
      this.request(`complete ${parts.map((it) => it.number).join()}`, undefined, async () => {
        const there = this.upload(uploadId);
        for (const it of parts) {
          if (JSON.stringify(there.get(it.number)) !== JSON.stringify({ ...it })) {
            throw new ApiError(400, "InvalidPart", `part ${it.number}`, "");
          }
        }
        const stored = { size: parts.reduce((sum, it) => sum + it.size, 0), etag: `"${uploadId}-${parts.length}"` };
        const sums = parts.map((it) => it.checksum ?? "");
        const sum = this.keepsChecksums ? { checksum: `${await composite(sums, "SHA256")}-${parts.length}` } : {};
        this.objects.set(key, { ...stored, ...sum });
        this.uploads.delete(uploadId);
        return { ...stored, ...sum };
      }),
    abort: (uploadId) =>
      this.request("abort", undefined, () => {
        this.uploads.delete(uploadId);
        return Promise.resolve();
      }),
    stored: () => this.request("head", undefined, () => Promise.resolve(this.objects.get(key))),
  });

  private upload(uploadId: string): Map<number, Part> {
    const found = this.uploads.get(uploadId);
    if (!found) {
      throw new ApiError(404, "NoSuchUpload", "gone", "");
    }
    return found;
  }

  private async request<T>(name: string, signal: AbortSignal | undefined, answer: () => Promise<T>): Promise<T> {
    this.log.push(name);
    this.running++;
    this.mostRunning = Math.max(this.mostRunning, this.running);
    try {
      await this.fault(name);
      signal?.throwIfAborted();
      return await answer();
    } finally {
      this.running--;
    }
  }

  private async compare(bytes: Blob, headers: Record<string, string> = {}): Promise<string> {
    const sum = headers["x-amz-checksum-sha256"] ?? "";
    if (sum && sum !== (await checksum(bytes, "SHA256"))) {
      throw new ApiError(400, "BadDigest", "checksum", "");
    }
    return sum;
  }
}
