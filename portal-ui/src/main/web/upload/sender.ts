import type { Stored } from "../api/client";
import { ApiError } from "../api/errors";
import { type Part, stated } from "../api/multipart";
import { algorithmFor, checksum, composite } from "./checksum";
import { partBytes, type Piece, pieces, SINGLE_BYTES } from "./plan";
import { type Begun, type Completing, hold, type Records, type Release } from "./records";
import type { Remote } from "./remote";
import { pause, persistently, type Patience } from "./retry";
import type { Slots } from "./slots";

const PARTS_AT_ONCE = 4;

/** What all uploads share. */
export interface Shared {
  records: Records;
  /** How many requests with bytes may be under way at once. */
  slots: Slots;
  /** How a retry waits. */
  pause?: Patience["pause"];
}

/** Who follows an upload, and ends it early. */
export interface Watch {
  signal: AbortSignal;
  changed: () => void;
}

/**
 * Uploads one file: at once, or in parts if it is large. After an error or an abort `send` goes on with the parts that
 * are still missing, also after a reload of the page if the records know the upload.
 */
export class Sender {
  private begun: Begun | undefined;
  private readonly arrived = new Map<number, Part>();
  /** Bytes of requests that are under way, by part. */
  private readonly sending = new Map<number, number>();
  private waits = 0;
  private release: Release = () => Promise.resolve();

  constructor(
    private readonly bucket: string,
    private readonly key: string,
    private file: File,
    private readonly remote: Remote,
    private readonly shared: Shared,
  ) {}

  /** Bytes that have arrived or are on their way. */
  get sent(): number {
    const arrived = [...this.arrived.values()].reduce((sum, it) => sum + it.size, 0);
    return Math.min(this.file.size, [...this.sending.values()].reduce((sum, it) => sum + it, arrived));
  }

  /** Whether a failed request waits for its repetition. */
  get isWaiting(): boolean {
    return this.waits > 0;
  }

  /** The upload in parts that has begun. */
  get uploadId(): string | undefined {
    return this.begun?.uploadId;
  }

  async send(watch: Watch): Promise<Stored> {
    watch.signal.throwIfAborted();
    try {
      return await (this.file.size > SINGLE_BYTES ? this.sendParts(watch) : this.sendWhole(watch));
    } finally {
      this.sending.clear();
    }
  }

  /** Goes on with the same file as the user has chosen it again: the browser may not read what was chosen before. */
  use(file: File): void {
    this.file = file;
  }

  /** Ends an upload in parts without an object. */
  async abandon(): Promise<void> {
    if (this.begun) {
      await this.remote.abort(this.begun.uploadId);
      await this.forget(this.begun);
    }
  }

  /** Leaves the upload as it is, for another visit or for a new look at what has arrived. */
  leave(): Promise<void> {
    const { release } = this;
    this.begun = undefined;
    this.arrived.clear();
    this.release = () => Promise.resolve();
    return release();
  }

  private async sendWhole(watch: Watch): Promise<Stored> {
    const algorithm = algorithmFor(this.file.size);
    const headers = stated(algorithm, await checksum(this.file, algorithm));
    return this.persist(watch, () =>
      this.counted(0, watch, (sent) => this.remote.put(this.file, { headers, signal: watch.signal, sent })),
    );
  }

  private async sendParts(watch: Watch): Promise<Stored> {
    const finished = this.begun ? undefined : await this.resume(watch);
    if (finished) {
      return finished;
    }
    const begun = this.begun ?? (await this.create(watch));
    try {
      await this.sendMissing(begun, watch);
      return await this.complete(begun, watch);
    } catch (e) {
      if (isNoSuchUpload(e) || e instanceof OutcomeUnknown) {
        // It is over, by another client, a lifecycle rule or its completion: a retry begins anew.
        await this.forget(begun);
      } else if (e instanceof ApiError && e.code === "InvalidPart") {
        // The parts are not those that this page knows: a retry lists them.
        await this.leave();
      }
      throw e;
    }
  }

  /** Finds what an earlier visit has uploaded; what it has completed is the answer. */
  private async resume(watch: Watch): Promise<Stored | undefined> {
    const begun = this.shared.records.find(this.bucket, this.key, this.file);
    const release = begun && (await hold(begun.uploadId));
    if (!begun || !release) {
      return undefined;
    }
    this.release = release;
    try {
      return await this.lookUp(begun, watch);
    } catch (e) {
      await (e instanceof OutcomeUnknown ? this.forget(begun) : this.leave());
      throw e;
    }
  }

  private async lookUp(begun: Begun, watch: Watch): Promise<Stored | undefined> {
    const parts = await this.persist(watch, () => this.remote.parts(begun.uploadId, watch.signal));
    if (!parts) {
      const stored = begun.completing && (await this.completed(begun, begun.completing, watch));
      await this.forget(begun);
      return stored;
    }
    const planned = new Map(pieces(this.file.size, begun.partBytes).map((it) => [it.number, it.end - it.from]));
    for (const part of parts) {
      if (planned.get(part.number) === part.size && (!begun.algorithm || part.checksum)) {
        this.arrived.set(part.number, part);
      }
    }
    this.begun = begun;
    watch.changed();
    return undefined;
  }

  private async create(watch: Watch): Promise<Begun> {
    const bytes = partBytes(this.file.size);
    const created = await this.persist(watch, () => this.remote.create(this.file.type, algorithmFor(bytes)));
    const { name, size, lastModified } = this.file;
    const file = { bucket: this.bucket, key: this.key, name, size, lastModified };
    this.arrived.clear();
    this.release = (await hold(created.uploadId)) ?? this.release;
    this.begun = this.shared.records.add({ ...created, ...file, partBytes: bytes, begunAt: Date.now() });
    return this.begun;
  }

  private forget(begun: Begun): Promise<void> {
    this.shared.records.remove(begun.uploadId);
    return this.leave();
  }

  /** All parts that are not there yet; the first that fails for good ends the others. */
  private async sendMissing(begun: Begun, watch: Watch): Promise<void> {
    const missing = pieces(this.file.size, begun.partBytes).filter((it) => !this.arrived.has(it.number));
    const failed = new AbortController();
    const part = { ...watch, signal: AbortSignal.any([watch.signal, failed.signal]) };
    let failure: unknown;
    const work = async (): Promise<void> => {
      for (let next = missing.shift(); next && !part.signal.aborted; next = missing.shift()) {
        await this.sendPart(begun, next, part);
      }
    };
    const workers = Array.from({ length: PARTS_AT_ONCE }, () =>
      work().catch((e: unknown) => {
        failure ??= e;
        failed.abort();
      }),
    );
    await Promise.all(workers);
    watch.signal.throwIfAborted();
    if (failure) {
      throw failure;
    }
  }

  private async sendPart(begun: Begun, { number, from, end }: Piece, watch: Watch): Promise<void> {
    const bytes = this.file.slice(from, end);
    const stored = await this.persist(watch, () =>
      this.counted(number, watch, async (sent) => {
        const sum = begun.algorithm && (await checksum(bytes, begun.algorithm));
        const headers = begun.algorithm && sum ? stated(begun.algorithm, sum) : {};
        const sending = { headers, signal: watch.signal, sent };
        const answer = await this.remote.putPart(begun.uploadId, number, bytes, sending);
        return { etag: answer.etag, ...(sum ? { checksum: sum } : {}) };
      }),
    );
    this.arrived.set(number, { number, size: bytes.size, ...stored });
    watch.changed();
  }

  private async complete(begun: Begun, watch: Watch): Promise<Stored> {
    const parts = [...this.arrived.values()].sort((a, b) => a.number - b.number);
    const completing = begun.completing ?? (await this.completing(begun, parts, watch));
    if (completing) {
      begun.completing = completing;
      this.shared.records.complete(begun.uploadId, completing);
    }
    try {
      // Not aborted once it is sent, so that it is known whether there is an object.
      const stored = await this.persist(watch, () => this.remote.complete(begun.uploadId, parts, begun.algorithm));
      await this.forget(begun);
      return stored;
    } catch (e) {
      // Perhaps the answer to an earlier attempt was lost.
      const stored = isNoSuchUpload(e) ? await this.completed(begun, completing, watch) : undefined;
      if (!stored) {
        throw e;
      }
      await this.forget(begun);
      return stored;
    }
  }

  /** By what the object will be known if the answer to its completion is lost; undefined if it cannot be known. */
  private async completing(begun: Begun, parts: Part[], watch: Watch): Promise<Completing | undefined> {
    if (begun.algorithm) {
      return { checksum: await composite(parts.map((it) => it.checksum ?? ""), begun.algorithm) };
    }
    try {
      return { replaces: (await this.stored(watch))?.etag ?? "" };
    } catch (e) {
      if (e instanceof OutcomeUnknown) {
        return undefined;
      }
      throw e;
    }
  }

  /**
   * The object, if it is the one that the upload has made. One of the same size and in as many parts may be that of
   * yesterday.
   */
  private async completed(
    begun: Begun,
    completing: Completing | undefined,
    watch: Watch,
  ): Promise<Stored | undefined> {
    if (!completing) {
      throw new OutcomeUnknown();
    }
    const stored = await this.stored(watch);
    if (stored?.size !== this.file.size) {
      return undefined;
    }
    if ("checksum" in completing) {
      return stored.checksum?.split("-")[0] === completing.checksum ? stored : undefined;
    }
    const suffix = `-${pieces(this.file.size, begun.partBytes).length}`;
    const isNew = stored.etag !== completing.replaces && stored.etag.replaceAll('"', "").endsWith(suffix);
    return isNew ? stored : undefined;
  }

  private async stored(watch: Watch): ReturnType<Remote["stored"]> {
    try {
      return await this.persist(watch, () => this.remote.stored(watch.signal));
    } catch (e) {
      // Who may write need not be permitted to read.
      throw e instanceof ApiError && e.isRefused ? new OutcomeUnknown() : e;
    }
  }

  /** A request with bytes, when it is its turn. */
  private counted<T>(number: number, watch: Watch, request: (sent: (bytes: number) => void) => Promise<T>): Promise<T> {
    return this.shared.slots.use(watch.signal, async () => {
      try {
        return await request((bytes) => {
          this.sending.set(number, bytes);
          watch.changed();
        });
      } finally {
        this.sending.delete(number);
      }
    });
  }

  private persist<T>(watch: Watch, action: () => Promise<T>): Promise<T> {
    return persistently(action, {
      signal: watch.signal,
      pause: this.shared.pause ?? pause,
      waiting: (isWaiting) => {
        this.waits += isWaiting ? 1 : -1;
        watch.changed();
      },
    });
  }
}

/** The upload is over, and the user may not read whether its object was stored. */
export class OutcomeUnknown extends Error {
  constructor() {
    super("outcome unknown");
    this.name = "OutcomeUnknown";
  }
}

function isNoSuchUpload(error: unknown): boolean {
  return error instanceof ApiError && error.code === "NoSuchUpload";
}
