import type { Stored } from "../api/client";
import { ApiError } from "../api/errors";
import { SignInRefused } from "../renewal";
import { Unfit, whyUnfit } from "./fitness";
import { Rate } from "./rate";
import { type Begun, heldUploads, hold, isOf, type Records } from "./records";
import type { Remote } from "./remote";
import { Sender, type Shared } from "./sender";
import { Slots } from "./slots";

const FILES_AT_ONCE = 3;
/** Browsers have six connections to a node without HTTP/2; the portal needs the others. */
const REQUESTS_AT_ONCE = 4;
const MAX_UPLOADS = 10_000;
const PROGRESS_MILLIS = 200;

export type State = "waiting" | "running" | "paused" | "done" | "failed" | "cancelled";

/** A file, and where it goes. */
export interface Wanted {
  file: File;
  bucket: string;
  key: string;
  /** Whether it overwrites an object. */
  replaces?: boolean;
}

/** An upload of the queue. */
export class Upload {
  state: State = "waiting";
  error: unknown;
  stored: Stored | undefined;
  readonly rate = new Rate();
  controller = new AbortController();
  /** Ends when the last run of it has ended. */
  settled = Promise.resolve();

  constructor(
    readonly id: number,
    public wanted: Wanted,
    readonly sender: Sender,
  ) {}

  /** Whether another one goes to the same object. */
  isBeside({ bucket, key }: Pick<Wanted, "bucket" | "key">): boolean {
    return this.wanted.key === key && this.wanted.bucket === bucket;
  }

  get sent(): number {
    return this.state === "done" ? this.wanted.file.size : this.sender.sent;
  }

  /** Whether it is to go on by itself. */
  get isOpen(): boolean {
    return this.state === "waiting" || this.state === "running";
  }

  /** Whether it is still to be the object of its key: it is on its way, or may be tried again. */
  get isCurrent(): boolean {
    return this.state !== "done" && this.state !== "cancelled";
  }

  /** Whether it is over, well or not. */
  get isEnded(): boolean {
    return !this.isOpen && this.state !== "paused";
  }
}

/** Uploads of one user, whatever page is shown. */
export class UploadQueue {
  private all: Upload[] = [];
  private found: Begun[] = [];
  private ids = 0;
  private stopped = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = new Set<() => void>();
  private readonly shared: Shared;

  constructor(
    private readonly remoteOf: (bucket: string, key: string) => Remote,
    records: Records,
    pause?: Shared["pause"],
  ) {
    this.shared = { records, slots: new Slots(REQUESTS_AT_ONCE), ...(pause ? { pause } : {}) };
  }

  get uploads(): readonly Upload[] {
    return this.all;
  }

  /** Uploads in parts of earlier visits, as the last search has found them. */
  get unfinished(): readonly Begun[] {
    return this.found;
  }

  /** Whether the user has left: nothing is uploaded any more. */
  get isStopped(): boolean {
    return this.stopped;
  }

  /** Whether something is lost or stops if the page is left. */
  get isBusy(): boolean {
    return this.all.some((it) => !it.isEnded);
  }

  /** Calls the listener after changes, until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * Refuses more than a browser can show; does nothing once the queue was stopped. What is on its way to a key ends in
   * favour of a newer file; the same file goes on where it was.
   */
  add(files: Wanted[]): void {
    if (this.stopped) {
      return;
    }
    const kept = this.all.length + files.length > MAX_UPLOADS ? this.all.filter((it) => it.state !== "done") : this.all;
    if (kept.length + files.length > MAX_UPLOADS) {
      throw new Unfit("many");
    }
    const current = new Map<string, Upload>();
    const placeOf = ({ bucket, key }: Wanted): string => `${bucket}/${key}`;
    kept.filter((it) => it.isCurrent).forEach((it) => current.set(placeOf(it.wanted), it));
    const older: Upload[] = [];
    const added: Upload[] = [];
    for (const it of files) {
      const before = current.get(placeOf(it));
      if (before && isOf(before.wanted.file, it.file)) {
        this.reviveBy(before, it);
        continue;
      }
      const upload = this.uploadOf(it);
      current.set(placeOf(it), upload);
      added.push(upload);
      older.push(...(before ? [before] : []));
    }
    this.all = [...kept, ...added];
    void this.cancel(...older);
  }

  pause(upload: Upload): void {
    if (upload.isOpen) {
      this.end(upload, "paused");
      this.startNext();
    }
  }

  /** Goes on with one that is paused or has failed, where it was. */
  resume(upload: Upload): void {
    this.revive(upload);
    this.startNext();
  }

  /** Ends uploads, and removes their parts. */
  async cancel(...uploads: Upload[]): Promise<void> {
    // All of them before the next one begins.
    uploads.forEach((it) => this.end(it, "cancelled"));
    // A new attempt begins behind the end of the old one.
    uploads.forEach((it) => (it.settled = it.settled.then(() => this.abandon(it))));
    const settled = uploads.map((it) => it.settled);
    this.startNext();
    await Promise.all(settled);
    await this.search();
  }

  cancelAll(): Promise<void> {
    return this.cancel(...this.all.filter((it) => !it.isEnded));
  }

  pauseAll(): void {
    this.all.filter((it) => it.isOpen).forEach((it) => this.end(it, "paused"));
    this.startNext();
  }

  /** Goes on with all that are paused, or with all that have failed. */
  resumeAll(state: "paused" | "failed"): void {
    this.all.filter((it) => it.state === state).forEach((it) => this.revive(it));
    this.startNext();
  }

  /** Forgets those that have ended. */
  async clear(): Promise<void> {
    const ended = this.all.filter((it) => it.isEnded);
    this.all = this.all.filter((it) => !it.isEnded);
    await Promise.all(ended.map((it) => this.leave(it)));
    await this.search();
  }

  /** Stops all for good; what has begun in parts can be resumed by another queue of the user. */
  stop(): void {
    this.stopped = true;
    this.pauseAll();
    this.all.forEach((it) => void this.leave(it));
    this.all = [];
    this.found = [];
    this.notify();
  }

  /** Stops all, and forgets what has begun: the next user of the browser is not to see it. */
  forget(): void {
    this.shared.records.forget();
    this.stop();
  }

  /** Looks for uploads in parts that no tab is at work on. */
  async search(): Promise<void> {
    const held = await heldUploads();
    const own = new Set(this.all.filter((it) => it.state !== "cancelled").map((it) => it.sender.uploadId));
    const isTaken = (begun: Begun) =>
      held.has(begun.uploadId) ||
      own.has(begun.uploadId) ||
      this.all.some((it) => !it.isEnded && it.isBeside(begun));
    this.found = this.shared.records.all().filter((it) => !isTaken(it));
    this.notify();
  }

  /** Goes on with an upload of an earlier visit; false if the file is another one. */
  continue(begun: Begun, file: File, replaces = false): boolean {
    if (!isOf(begun, file)) {
      return false;
    }
    this.add([{ file, bucket: begun.bucket, key: begun.key, replaces }]);
    return true;
  }

  /** Ends an upload of an earlier visit, and removes its parts; what the user may no longer end is only forgotten. */
  async discard(begun: Begun): Promise<void> {
    const release = await hold(begun.uploadId);
    try {
      // Another tab may have gone on with it since the search.
      if (release) {
        await this.remoteOf(begun.bucket, begun.key).abort(begun.uploadId);
        this.shared.records.remove(begun.uploadId);
      }
    } catch (e) {
      if (e instanceof ApiError && e.isRefused) {
        this.shared.records.remove(begun.uploadId);
      }
      throw e;
    } finally {
      await release?.();
      await this.search();
    }
  }

  /** The keys of a bucket that uploads go to which have not ended. */
  openKeys(bucket: string): Set<string> {
    const open = this.all.filter((it) => !it.isEnded && it.wanted.bucket === bucket);
    return new Set(open.map((it) => it.wanted.key));
  }

  private uploadOf(wanted: Wanted): Upload {
    const { bucket, key, file } = wanted;
    const sender = new Sender(bucket, key, file, this.remoteOf(bucket, key), this.shared);
    const upload = new Upload(++this.ids, wanted, sender);
    upload.error = whyUnfit(file, key);
    if (upload.error) {
      upload.state = "failed";
    }
    return upload;
  }

  private startNext(): void {
    if (this.stopped) {
      return;
    }
    const running = this.all.filter((it) => it.state === "running").length;
    const next = this.all.filter((it) => it.state === "waiting").slice(0, Math.max(0, FILES_AT_ONCE - running));
    next.forEach((it) => this.run(it));
    this.notify();
  }

  /** Behind earlier runs that may still be ending, also of other uploads to its key. */
  private run(upload: Upload): void {
    const controller = new AbortController();
    upload.controller = controller;
    upload.state = "running";
    const before = this.all.filter((it) => it.isBeside(upload.wanted)).map((it) => it.settled);
    upload.settled = Promise.all(before).then(() => this.send(upload, controller.signal));
  }

  private async send(upload: Upload, signal: AbortSignal): Promise<void> {
    // Ended meanwhile, or stored by the run before, whose completion could no longer be aborted.
    if (upload.state !== "running" || signal.aborted) {
      return;
    }
    upload.error = undefined;
    upload.rate.reset();
    const changed = (): void => {
      upload.rate.add(upload.sent, performance.now());
      this.progress();
    };
    try {
      upload.stored = await upload.sender.send({ signal, changed });
      upload.state = "done";
    } catch (e) {
      if (!signal.aborted) {
        this.fail(upload, e);
      }
    }
    this.startNext();
  }

  /** Spares others a refusal that awaits them as well. */
  private fail(upload: Upload, error: unknown): void {
    upload.error = error;
    if (error instanceof SignInRefused) {
      this.pauseAll();
      return;
    }
    upload.state = "failed";
    if (error instanceof ApiError && error.code === "QuotaExceeded") {
      const { bucket } = upload.wanted;
      const others = this.all.filter((it) => it.state === "waiting" && it.wanted.bucket === bucket);
      others.forEach((it) => this.end(it, "paused"));
    }
  }

  private reviveBy(upload: Upload, wanted: Wanted): void {
    if (!upload.isOpen) {
      upload.wanted = wanted;
      upload.sender.use(wanted.file);
      this.revive(upload);
    }
  }

  private revive(upload: Upload): void {
    if (!(upload.error instanceof Unfit) && !upload.isOpen && upload.state !== "done") {
      upload.state = "waiting";
      upload.error = undefined;
    }
  }

  private end(upload: Upload, state: "paused" | "cancelled"): void {
    upload.state = state;
    upload.controller.abort();
  }

  private async abandon(upload: Upload): Promise<void> {
    try {
      await upload.sender.abandon();
    } catch (e) {
      upload.error = e;
      await upload.sender.leave();
    }
  }

  /** Not before its last run, or its abort, has ended. */
  private async leave(upload: Upload): Promise<void> {
    await upload.settled;
    await upload.sender.leave();
  }

  private progress(): void {
    this.timer ??= setTimeout(() => this.notify(), PROGRESS_MILLIS);
  }

  private notify(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.listeners.forEach((it) => it());
  }
}
