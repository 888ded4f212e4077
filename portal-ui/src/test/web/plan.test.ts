import { describe, expect, it, vi } from "vitest";
import { ApiError, NetworkError } from "../../main/web/api/errors";
import { algorithmFor, checksum } from "../../main/web/upload/checksum";
import { MAX_BYTES, partBytes, pieces } from "../../main/web/upload/plan";
import { Rate, remainingSeconds } from "../../main/web/upload/rate";
import { delayMillis, isTransient, persistently } from "../../main/web/upload/retry";
import { Slots } from "../../main/web/upload/slots";

const MIB = 1024 ** 2;

describe("pieces", () => {
  it("cover the file without gaps, the last one with what is left", () => {
    expect(pieces(40 * MIB, 16 * MIB)).toEqual([
      { number: 1, from: 0, end: 16 * MIB },
      { number: 2, from: 16 * MIB, end: 32 * MIB },
      { number: 3, from: 32 * MIB, end: 40 * MIB },
    ]);
    expect(pieces(32 * MIB, 16 * MIB)).toHaveLength(2);
  });

  const sizes = [17 * MIB, 156 * 1024 * MIB, 156.25 * 1024 * MIB + 1, MAX_BYTES];

  it.each(sizes)("are at most 10,000 of %i bytes, and at most 5 GiB each", (size) => {
    const bytes = partBytes(size);
    expect(Math.ceil(size / bytes)).toBeLessThanOrEqual(10_000);
    expect(bytes).toBeGreaterThanOrEqual(16 * MIB);
    expect(bytes).toBeLessThanOrEqual(5 * 1024 * MIB);
    expect(bytes % MIB).toBe(0);
  });
});

describe("checksum", () => {
  it("is that of S3 in Base64", async () => {
    expect(await checksum(new Blob(["123456789"]), "CRC32")).toBe("y/Q5Jg==");
    expect(await checksum(new Blob([]), "CRC32")).toBe("AAAAAA==");
    expect(await checksum(new Blob(["abc"]), "SHA256")).toBe("ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
  });

  it("of more than one chunk is that of all bytes", async () => {
    const bytes = new Uint8Array(2 * MIB + 7).map((_, i) => i % 251);
    const { crc32 } = await import("node:zlib");
    const expected = Buffer.alloc(4);
    expected.writeUInt32BE(crc32(bytes));
    expect(await checksum(new Blob([bytes]), "CRC32")).toBe(expected.toString("base64"));
  });

  it("is a CRC for parts that do not fit into memory, and without Web Crypto", () => {
    expect(algorithmFor(16 * MIB)).toBe("SHA256");
    expect(algorithmFor(partBytes(MAX_BYTES))).toBe("CRC32");
    vi.stubGlobal("crypto", {});
    expect(algorithmFor(16 * MIB)).toBe("CRC32");
    vi.unstubAllGlobals();
  });
});

describe("Rate", () => {
  it("is that of the last seconds, and begins anew if bytes are sent again", () => {
    const rate = new Rate();
    rate.add(0, 0);
    expect(rate.perSecond(0)).toBeUndefined();
    for (let second = 1; second <= 30; second++) {
      rate.add(second * (second <= 15 ? 1000 : 2000), second * 1000);
    }
    expect(rate.perSecond(30_000)).toBe(2000);
    expect(remainingSeconds(5000, 2000)).toBe(3);
    expect(remainingSeconds(5000, undefined)).toBeUndefined();
    rate.add(100, 31_000);
    expect(rate.perSecond(31_000)).toBeUndefined();
  });

  it("falls while nothing is sent, and is unknown in the end", () => {
    const rate = new Rate();
    rate.add(0, 0);
    rate.add(10_000, 1000);
    expect([1000, 2000, 10_000, 11_001].map((it) => rate.perSecond(it))).toEqual([10_000, 5000, 1000, undefined]);
  });
});

const patience = (pause = () => Promise.resolve()) => ({
  signal: new AbortController().signal,
  waiting: () => undefined,
  pause,
});

describe("persistently", () => {
  it.each([new NetworkError(), new ApiError(503, "SlowDown", "", ""), new ApiError(400, "BadDigest", "", "")])(
    "repeats after %s",
    async (error) => {
      const answers: (() => Promise<string>)[] = [() => Promise.reject(error), () => Promise.resolve("stored")];
      const next = () => answers.shift()?.() ?? Promise.reject(new Error("too many"));
      expect(await persistently(next, patience())).toBe("stored");
    },
  );

  it.each([new ApiError(403, "AccessDenied", "", ""), new ApiError(501, "NotImplemented", "", ""), new RangeError()])(
    "does not repeat after %s",
    async (error) => {
      let calls = 0;
      await expect(persistently(() => (calls++, Promise.reject(error)), patience())).rejects.toBe(error);
      expect(calls).toBe(1);
    },
  );

  it("gives up after eight attempts", async () => {
    let calls = 0;
    const fail = () => (calls++, Promise.reject(new NetworkError()));
    await expect(persistently(fail, patience())).rejects.toThrow("network");
    expect(calls).toBe(8);
  });

  it("waits twice as long each time, up to a minute, and as long as the node asks", () => {
    expect([1, 2, 3, 10].map((it) => delayMillis(it, new NetworkError(), 1))).toEqual([1000, 2000, 4000, 60_000]);
    expect(delayMillis(1, new NetworkError(), 0)).toBe(500);
    expect(delayMillis(1, new ApiError(503, "SlowDown", "", "", [], 20), 1)).toBe(20_000);
    expect(isTransient(new DOMException("", "AbortError"))).toBe(false);
  });
});

describe("Slots", () => {
  it("give turns in order, and none to what was aborted while it waited", async () => {
    const slots = new Slots(1);
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const use = (name: string, signal = new AbortController().signal) =>
      slots.use(signal, () => (begun.push(name), new Promise<void>((resolve) => ends.push(resolve))));
    const controller = new AbortController();
    const first = use("first");
    const aborted = use("aborted", controller.signal);
    const last = use("last");
    controller.abort();
    await expect(aborted).rejects.toMatchObject({ name: "AbortError" });
    await expect(use("late", controller.signal)).rejects.toMatchObject({ name: "AbortError" });
    expect(begun).toEqual(["first"]);
    ends[0]?.();
    await first;
    await vi.waitFor(() => expect(begun).toEqual(["first", "last"]));
    ends[1]?.();
    await last;
  });
});
