import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, NetworkError } from "../../main/web/api/errors";
import { type Upload, UploadQueue } from "../../main/web/upload/queue";
import { SignInRefused } from "../../main/web/renewal";
import { type Begun, hold, Records } from "../../main/web/upload/records";
import { OutcomeUnknown } from "../../main/web/upload/sender";
import { bigFile, FakeStore } from "./fake-store";

let store: FakeStore;

beforeEach(() => {
  store = new FakeStore();
  localStorage.clear();
});

afterEach(() => vi.unstubAllGlobals());

/** Locks as browsers have them, of which a tab asks only for what is free. */
function stubLocks(): void {
  const held = new Set<string>();
  const request = async (name: string, _: unknown, action: (lock: unknown) => Promise<void>): Promise<void> => {
    await Promise.resolve();
    if (held.has(name)) {
      return action(null);
    }
    held.add(name);
    await action({}).finally(() => held.delete(name));
  };
  const query = () => Promise.resolve({ held: [...held].map((name) => ({ name })) });
  vi.stubGlobal("navigator", { locks: { request, query }, onLine: true });
}

function records(user = "acme/ann"): Records {
  return new Records(localStorage, user);
}

function queue(): UploadQueue {
  return new UploadQueue(store.remoteOf, records(), () => Promise.resolve());
}

function add(to: UploadQueue, key: string, file: File): Upload {
  to.add([{ file, bucket: "b", key }]);
  const added = to.uploads.at(-1);
  if (!added) {
    throw new Error("nothing added");
  }
  return added;
}

const reaches = (upload: Upload, state: Upload["state"]) =>
  vi.waitFor(() => expect(upload.state).toBe(state), { timeout: 5000 });
const queueOf = (remoteOf: typeof store.remoteOf) => new UploadQueue(remoteOf, records(), () => Promise.resolve());
/** Completes, and loses the answer so many times. */
const losingCompletion = (times: number) => (bucket: string, key: string) => {
  const remote = store.remoteOf(bucket, key);
  const complete = async (...call: Parameters<typeof remote.complete>) => {
    const stored = await remote.complete(...call);
    if (times-- > 0) {
      throw new NetworkError();
    }
    return stored;
  };
  return { ...remote, complete };
};
/** Answers parts once so many requests have been under way at the same time. */
const whenRunning = (requests: number) => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return (request: string) => {
    if (store.running >= requests) {
      open();
    }
    return request.startsWith("part") ? opened : undefined;
  };
};
/** Refuses requests of this name so many times. */
const failing = (name: string, times: number, error: unknown) => (request: string) => {
  if (request.startsWith(name) && times-- > 0) {
    throw error;
  }
};

describe("an upload", () => {
  it("of a small file is one request with its checksum", async () => {
    const upload = add(queue(), "a", new File(["abc"], "a"));
    await reaches(upload, "done");
    expect(store.log).toEqual(["put a"]);
    expect(upload.stored?.etag).toBe('"a"');
    expect(records().all()).toEqual([]);
  });

  it("of a large file is in parts, of which some are under way at once", async () => {
    store.fault = whenRunning(4);
    const upload = add(queue(), "big", bigFile("big", 150));
    await reaches(upload, "done");
    expect(store.log.at(-1)).toBe("complete 1,2,3,4,5,6,7,8,9,10");
    expect(store.objects.get("big")?.size).toBe(150 * 1024 ** 2);
    expect(store.mostRunning).toBe(4);
    expect(upload.sent).toBe(150 * 1024 ** 2);
    expect(records().all()).toEqual([]);
  });

  it("repeats only the part that the network lost", async () => {
    store.fault = failing("part 2", 2, new NetworkError());
    const upload = add(queue(), "big", bigFile("big", 40));
    await reaches(upload, "done");
    const parts = store.log.filter((it) => it.startsWith("part")).sort();
    expect(parts).toEqual(["part 1", "part 2", "part 2", "part 2", "part 3"]);
  });

  it("that is refused goes on by hand with what is missing", async () => {
    store.fault = failing("part 3", 1, new ApiError(403, "QuotaExceeded", "full", "r1"));
    const uploads = queue();
    const upload = add(uploads, "big", bigFile("big", 40));
    await reaches(upload, "failed");
    expect(upload.error).toMatchObject({ code: "QuotaExceeded" });
    const before = store.log.length;
    uploads.resume(upload);
    await reaches(upload, "done");
    expect(store.log.slice(before).filter((it) => it.startsWith("create"))).toEqual([]);
    expect(store.log.slice(before)).toContain("part 3");
    expect(store.objects.get("big")?.size).toBe(40 * 1024 ** 2);
  });

  it.each([true, false])("whose completion was answered into the void is found to be done: %s", async (isSummed) => {
    store.keepsChecksums = isSummed;
    store.objects.set("big", { size: 40 * 1024 ** 2, etag: '"older-3"' });
    const upload = add(queueOf(losingCompletion(1)), "big", bigFile("big", 40));
    await reaches(upload, "done");
    expect(upload.stored?.etag).toBe('"u1-3"');
    expect(store.log.slice(-2)).toEqual(["complete 1,2,3", "head"]);
  });

  it.each([true, false])("that vanished is not done by an older object of the same size: %s", async (isSummed) => {
    store.keepsChecksums = isSummed;
    store.objects.set("big", { size: 40 * 1024 ** 2, etag: '"older-3"', checksum: "other-3" });
    store.fault = (request) => (request.startsWith("complete") ? store.uploads.clear() : undefined);
    const uploads = queue();
    const upload = add(uploads, "big", bigFile("big", 40));
    await reaches(upload, "failed");
    expect(upload.error).toMatchObject({ code: "NoSuchUpload" });
    store.fault = () => undefined;
    uploads.resume(upload);
    await reaches(upload, "done");
    expect(store.objects.get("big")?.etag).toBe('"u2-3"');
  });

  it.each([true, false])("that the user may not read is of unknown outcome, and begins anew: %s", async (isSummed) => {
    store.keepsChecksums = isSummed;
    store.fault = failing("head", 9, new ApiError(403, "AccessDenied", "no", ""));
    const uploads = queueOf(losingCompletion(1));
    const upload = add(uploads, "big", bigFile("big", 40));
    await reaches(upload, "failed");
    expect(upload.error).toBeInstanceOf(OutcomeUnknown);
    expect(records().all()).toEqual([]);
    uploads.resume(upload);
    await reaches(upload, "done");
    expect(upload.stored?.etag).toBe('"u2-3"');
  });

  it("that another client has ended begins anew by hand", async () => {
    const uploads = queue();
    store.fault = (request) => {
      if (request === "part 3") {
        store.uploads.clear();
      }
    };
    const upload = add(uploads, "big", bigFile("big", 40));
    await reaches(upload, "failed");
    expect(upload.error).toMatchObject({ code: "NoSuchUpload" });
    store.fault = () => undefined;
    uploads.resume(upload);
    await reaches(upload, "done");
    expect(store.log.filter((it) => it.startsWith("create"))).toHaveLength(2);
  });

  it("to a platform without checksums states none", async () => {
    store.keepsChecksums = false;
    const upload = add(queue(), "big", bigFile("big", 40));
    await reaches(upload, "done");
    expect(upload.stored?.etag).toBe('"u1-3"');
  });
});

describe("the queue", () => {
  it("runs three files at once, and shows what is wrong with a key without a request", async () => {
    const release: (() => void)[] = [];
    store.fault = () => new Promise((resolve) => release.push(resolve));
    const uploads = queue();
    uploads.add(["1", "2", "3", "4", "a/../b"].map((key) => ({ file: new File([key], key), bucket: "b", key })));
    await vi.waitFor(() => expect(release).toHaveLength(3));
    expect(uploads.uploads.map((it) => it.state)).toEqual(["running", "running", "running", "waiting", "failed"]);
    expect(uploads.isBusy).toBe(true);
    release.forEach((it) => it());
    await vi.waitFor(() => expect(release).toHaveLength(4));
    release[3]?.();
    await vi.waitFor(() => expect(uploads.isBusy).toBe(false));
    await uploads.clear();
    expect(uploads.uploads).toEqual([]);
  });

  it("refuses more than it can show, once what is done is forgotten", async () => {
    const uploads = queue();
    const many = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ file: new File([], "x"), bucket: "b", key: `../${i}` }));
    await reaches(add(uploads, "a", new File([], "a")), "done");
    uploads.add(many(10_000));
    expect(uploads.uploads).toHaveLength(10_000);
    expect(() => uploads.add(many(1))).toThrow("many");
  });

  it("pauses and resumes without sending again what has arrived", async () => {
    let arrived: () => void = () => undefined;
    store.fault = (request) => (request === "part 5" ? new Promise((resolve) => (arrived = resolve)) : undefined);
    const uploads = queue();
    const upload = add(uploads, "big", bigFile("big", 80));
    await vi.waitFor(() => expect(store.uploads.get("u1")?.size).toBe(4));
    uploads.pauseAll();
    expect(upload.state).toBe("paused");
    expect(uploads.isBusy).toBe(true);
    store.fault = () => undefined;
    uploads.resumeAll("paused");
    arrived();
    await reaches(upload, "done");
    expect(store.log.filter((it) => it === "part 1")).toHaveLength(1);
    expect(store.log.filter((it) => it === "part 5")).toHaveLength(2);
  });

  it("sends nothing again that is paused and resumed while it is completed", async () => {
    let completed: () => void = () => undefined;
    store.fault = (request) =>
      request.startsWith("complete") ? new Promise((resolve) => (completed = resolve)) : undefined;
    const uploads = queue();
    const upload = add(uploads, "big", bigFile("big", 40));
    await vi.waitFor(() => expect(store.log).toContain("complete 1,2,3"));
    uploads.pause(upload);
    uploads.resume(upload);
    completed();
    await reaches(upload, "done");
    await upload.settled;
    expect(upload.state).toBe("done");
    expect(store.log.filter((it) => it.startsWith("create"))).toHaveLength(1);
  });

  it("takes nothing, and begins nothing, once it was stopped", async () => {
    let sent: () => void = () => undefined;
    store.fault = () => new Promise((resolve) => (sent = resolve));
    const uploads = queue();
    const upload = add(uploads, "a", new File(["a"], "a"));
    uploads.stop();
    uploads.add([{ file: new File(["b"], "b"), bucket: "b", key: "b" }]);
    uploads.resume(upload);
    sent();
    await upload.settled;
    expect(uploads.uploads).toEqual([]);
    expect(store.objects.size).toBe(0);
    expect(upload.state).not.toBe("running");
  });

  it("cancels all, of which none begins meanwhile, and tries all again that have failed", async () => {
    const uploads = queue();
    const release: (() => void)[] = [];
    store.fault = () => new Promise((resolve) => release.push(resolve));
    uploads.add(["1", "2", "3", "4", "5"].map((key) => ({ file: new File([key], key), bucket: "b", key })));
    await vi.waitFor(() => expect(release).toHaveLength(3));
    const cancelled = uploads.cancelAll();
    release.forEach((it) => it());
    await cancelled;
    expect(new Set(uploads.uploads.map((it) => it.state))).toEqual(new Set(["cancelled"]));
    expect(store.log).toHaveLength(3);
    expect(store.objects.size).toBe(0);

    store.fault = () => {
      throw new ApiError(403, "AccessDenied", "no", "");
    };
    uploads.uploads.forEach((it) => uploads.resume(it));
    await vi.waitFor(() => expect(uploads.uploads.every((it) => it.state === "failed")).toBe(true));
    store.fault = () => undefined;
    uploads.resumeAll("failed");
    await vi.waitFor(() => expect(store.objects.size).toBe(5));
  });

  it("removes the parts of what is cancelled, and keeps it in mind if that fails", async () => {
    const uploads = queue();
    store.fault = failing("part 1", 9, new ApiError(403, "AccessDenied", "no", ""));
    const upload = add(uploads, "big", bigFile("big", 40));
    await reaches(upload, "failed");
    store.fault = failing("abort", 1, new NetworkError());
    await uploads.cancel(upload);
    expect(upload.error).toBeInstanceOf(NetworkError);
    expect(uploads.unfinished.map((it) => it.uploadId)).toEqual(["u1"]);
    await uploads.discard(uploads.unfinished[0] as Begun);
    expect(store.uploads.size).toBe(0);
    expect(uploads.unfinished).toEqual([]);
  });
});

describe("uploads to one key", () => {
  const puts = (release: (() => void)[]) => (request: string) =>
    request.startsWith("put") ? new Promise<void>((resolve) => release.push(resolve)) : undefined;

  it("are one at a time, of which the newest file stays", async () => {
    const release: (() => void)[] = [];
    store.fault = puts(release);
    const uploads = queue();
    const older = add(uploads, "a", new File(["older"], "a"));
    await vi.waitFor(() => expect(release).toHaveLength(1));
    const newer = add(uploads, "a", new File(["a newer one"], "a"));
    expect([older.state, newer.state]).toEqual(["cancelled", "running"]);
    await new Promise((resolve) => setTimeout(resolve));
    expect(store.log).toEqual(["put a"]);
    release[0]?.();
    await vi.waitFor(() => expect(release).toHaveLength(2));
    release[1]?.();
    await reaches(newer, "done");
    expect(store.objects.get("a")?.size).toBe(11);
  });

  it("in one batch are the last one", async () => {
    const uploads = queue();
    const files = [new File(["first"], "a"), new File(["the second"], "a")];
    uploads.add(files.map((file) => ({ file, bucket: "b", key: "a" })));
    await vi.waitFor(() => expect(uploads.isBusy).toBe(false));
    expect(uploads.uploads.map((it) => it.state)).toEqual(["cancelled", "done"]);
    expect(store.log).toEqual(["put a"]);
  });

  it("of one file are one upload, which goes on where it has failed", async () => {
    stubLocks();
    store.fault = failing("part 3", 1, new ApiError(403, "AccessDenied", "no", ""));
    const uploads = queue();
    const upload = add(uploads, "big", bigFile("big", 40));
    await reaches(upload, "failed");
    const again = bigFile("big", 40);
    expect(add(uploads, "big", again)).toBe(upload);
    expect(upload.wanted.file).toBe(again);
    await reaches(upload, "done");
    expect(uploads.uploads).toHaveLength(1);
    expect(store.log.filter((it) => it.startsWith("create"))).toHaveLength(1);
  });
});

describe("a refusal", () => {
  const many = (...keys: string[]) => keys.map((key) => ({ file: new File([key], key), bucket: key[0] ?? "", key }));
  const states = (uploads: UploadQueue) => uploads.uploads.map((it) => it.state);

  it("of a new sign-in pauses all", async () => {
    store.fault = failing("put", 9, new SignInRefused());
    const uploads = queue();
    uploads.add(many("a1", "a2", "a3", "a4", "a5"));
    await vi.waitFor(() => expect(new Set(states(uploads))).toEqual(new Set(["paused"])));
    await Promise.all(uploads.uploads.map((it) => it.settled));
    expect(store.log.length).toBeLessThanOrEqual(3);
    expect(uploads.uploads.some((it) => it.error instanceof SignInRefused)).toBe(true);
    store.fault = () => undefined;
    uploads.resumeAll("paused");
    await vi.waitFor(() => expect(store.objects.size).toBe(5));
    expect(uploads.uploads.every((it) => it.error === undefined)).toBe(true);
  });

  it("for a quota pauses what waits to go to that bucket", async () => {
    store.fault = failing("put a", 3, new ApiError(403, "QuotaExceeded", "full", ""));
    const uploads = queue();
    uploads.add(many("a1", "a2", "a3", "a4", "b1", "a5"));
    await vi.waitFor(() => expect(states(uploads)).toEqual(["failed", "failed", "failed", "paused", "done", "paused"]));
  });
});

describe("an upload that has ended without an object", () => {
  it("begins with no part of the former if it is tried again at once", async () => {
    let sent: () => void = () => undefined;
    store.fault = (request) => (request === "part 3" ? new Promise((resolve) => (sent = resolve)) : undefined);
    const uploads = queue();
    const upload = add(uploads, "big", bigFile("big", 40));
    await vi.waitFor(() => expect(store.uploads.get("u1")?.size).toBe(2));
    void uploads.cancel(upload);
    uploads.resume(upload);
    store.fault = () => undefined;
    sent();
    await reaches(upload, "done");
    const later = store.log.slice(store.log.indexOf("abort"));
    expect(later.sort()).toEqual(["abort", "complete 1,2,3", "create big", "part 1", "part 2", "part 3"]);
    expect(upload.stored?.etag).toBe('"u2-3"');
  });

  it("leaves no parts if it is closed at once", async () => {
    let sent: () => void = () => undefined;
    store.fault = (request) => (request === "part 3" ? new Promise((resolve) => (sent = resolve)) : undefined);
    const uploads = queue();
    const upload = add(uploads, "big", bigFile("big", 40));
    await vi.waitFor(() => expect(store.uploads.get("u1")?.size).toBe(2));
    const ended = [uploads.cancel(upload), uploads.clear()];
    sent();
    await Promise.all(ended);
    expect(store.uploads.size).toBe(0);
    expect(records().all()).toEqual([]);
  });

  it("lists its parts if they are not what the page knows", async () => {
    store.fault = (request) => {
      if (request.startsWith("complete")) {
        store.uploads.get("u1")?.delete(2);
      }
    };
    const uploads = queue();
    const upload = add(uploads, "big", bigFile("big", 40));
    await reaches(upload, "failed");
    expect(upload.error).toMatchObject({ code: "InvalidPart" });
    store.fault = () => undefined;
    store.log.length = 0;
    uploads.resume(upload);
    await reaches(upload, "done");
    expect(store.log).toEqual(["parts", "part 2", "complete 1,2,3"]);
  });
});

describe("after a reload", () => {
  /** Two of three parts have arrived when the page is left. */
  async function leave(file: File): Promise<void> {
    store.fault = async (request) => {
      if (request === "part 3") {
        await vi.waitFor(() => expect([...store.uploads.values()].at(-1)?.size).toBe(2));
        throw new ApiError(403, "AccessDenied", "no", "");
      }
    };
    const uploads = queue();
    await reaches(add(uploads, "d/big", file), "failed");
    uploads.stop();
    store.fault = () => undefined;
    store.log.length = 0;
  }

  it("the same file goes on with what is missing", async () => {
    await leave(bigFile("big", 40));
    const uploads = queue();
    await uploads.search();
    const [begun] = uploads.unfinished;
    expect(begun).toMatchObject({ bucket: "b", key: "d/big", name: "big" });
    expect(uploads.continue(begun as Begun, bigFile("big", 40, 2))).toBe(false);
    expect(uploads.continue(begun as Begun, bigFile("other", 40))).toBe(false);
    expect(uploads.continue(begun as Begun, bigFile("big", 40))).toBe(true);
    await reaches(uploads.uploads[0] as Upload, "done");
    expect(store.log[0]).toBe("parts");
    expect(store.log).not.toContain("part 1");
    expect(store.log.at(-1)).toBe("complete 1,2,3");
    expect(uploads.unfinished).toEqual([]);
  });

  it("the same file added to the same key goes on, too; a part of another size is sent again", async () => {
    await leave(bigFile("big", 40));
    const part = store.uploads.get("u1")?.get(1);
    store.uploads.get("u1")?.set(1, { ...part, number: 1, size: 5, etag: '"e1"' });
    const upload = add(queue(), "d/big", bigFile("big", 40));
    await reaches(upload, "done");
    expect(store.log).toContain("part 1");
    expect(store.log).not.toContain("part 2");
    expect(store.log).not.toContain("create d/big");
  });

  it("an upload that is gone begins anew, whatever is under its key", async () => {
    await leave(bigFile("big", 40));
    store.uploads.clear();
    store.objects.set("d/big", { size: 40 * 1024 ** 2, etag: '"older-3"', checksum: "other-3" });
    const upload = add(queue(), "d/big", bigFile("big", 40));
    await reaches(upload, "done");
    expect(store.log).toContain("create d/big");
    expect(upload.stored?.etag).toBe('"u2-3"');
  });

  it("an upload that was completed is done", async () => {
    const uploads = queueOf(losingCompletion(9));
    store.fault = failing("head", 1, new ApiError(400, "InvalidRequest", "no", ""));
    await reaches(add(uploads, "d/big", bigFile("big", 40)), "failed");
    uploads.stop();
    store.log.length = 0;
    await reaches(add(queue(), "d/big", bigFile("big", 40)), "done");
    expect(store.log).toEqual(["parts", "head"]);
    expect(records().all()).toEqual([]);
  });

  it("an upload that another tab is at work on is neither taken nor aborted", async () => {
    stubLocks();
    await leave(bigFile("big", 40));
    const uploads = queue();
    const [begun] = records().all();
    const release = await vi.waitUntil(() => hold("u1"));
    expect(await hold("u1")).toBeUndefined();
    await uploads.discard(begun as Begun);
    expect([...store.uploads.keys()]).toEqual(["u1"]);
    expect(uploads.unfinished).toEqual([]);
    await reaches(add(queue(), "d/big", bigFile("big", 40)), "done");
    expect(store.log).toContain("create d/big");
    await release();
    await uploads.discard(begun as Begun);
    expect(store.uploads.size).toBe(0);
    expect(records().all()).toEqual([]);
  });

  it("an upload that the user may no longer end is forgotten", async () => {
    await leave(bigFile("big", 40));
    const uploads = queue();
    store.fault = failing("abort", 1, new ApiError(403, "AccessDenied", "no", ""));
    await expect(uploads.discard(records().all()[0] as Begun)).rejects.toThrow("no");
    expect(uploads.unfinished).toEqual([]);
    expect(records().all()).toEqual([]);
  });

  it("another user sees nothing of it, and no secret is kept", async () => {
    await leave(bigFile("big", 40));
    expect(records("acme/bob").all()).toEqual([]);
    const [kept] = JSON.parse(localStorage.getItem("ose-uploads:acme/ann") ?? "[]") as Record<string, unknown>[];
    const facts = "algorithm begunAt bucket key lastModified name partBytes size uploadId";
    expect(Object.keys(kept ?? {}).sort().join(" ")).toBe(facts);
  });

  it("what a user signs out of is forgotten, that of others is not", async () => {
    await leave(bigFile("big", 40));
    const [begun] = records().all();
    records("acme/bob").add({ ...(begun as Begun), key: "bobs" });
    queue().forget();
    expect(records().all()).toEqual([]);
    expect(Object.keys(localStorage)).toEqual(["ose-uploads:acme/bob"]);
    expect(records("acme/bob").all().map((it) => it.key)).toEqual(["bobs"]);
  });

  it("a request that ends after the sign-out leaves nothing", async () => {
    const uploads = queue();
    let end: () => void = () => undefined;
    store.fault = (request) => (request.startsWith("create") ? new Promise((resolve) => (end = resolve)) : undefined);
    const upload = add(uploads, "d/big", bigFile("big", 40));
    await vi.waitFor(() => expect(store.log).toEqual(["create d/big"]));
    uploads.forget();
    end();
    await upload.settled;
    expect(store.uploads.size).toBe(1);
    expect(localStorage).toHaveLength(0);
  });

  it("it is kept for seven days, and removed by any sign-in after that", async () => {
    await leave(bigFile("big", 40));
    const [begun] = records().all();
    const week = 7 * 24 * 3600 * 1000;
    const aged = (millis: number) => {
      const record = { ...(begun as Begun), begunAt: Date.now() - millis };
      localStorage.setItem("ose-uploads:acme/ann", JSON.stringify([record]));
    };
    aged(week - 60_000);
    records("acme/bob");
    expect(records().all()).toHaveLength(1);
    aged(week);
    expect(queue().unfinished).toEqual([]);
    records("acme/bob");
    expect(localStorage).toHaveLength(0);
  });

  it("what all users shared is removed", () => {
    localStorage.setItem("ose-uploads", '[{"user":"acme/bob","name":"private.pdf"}]');
    localStorage.setItem("ose-locale", "en");
    records();
    expect(Object.keys(localStorage)).toEqual(["ose-locale"]);
  });

  it("what another program has put into the storage does no harm", () => {
    localStorage.setItem("ose-uploads:acme/ann", '[{"bucket":"b"},5,null]');
    expect(records().all()).toEqual([]);
    localStorage.setItem("ose-uploads:acme/ann", "{");
    expect(records().all()).toEqual([]);
  });
});
