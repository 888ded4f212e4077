import { ApiError, NetworkError } from "../api/errors";

const MAX_ATTEMPTS = 8;
const FIRST_MILLIS = 1000;
const MAX_MILLIS = 60_000;
/** Refusals with a status of their own that a repetition mends. */
const MENDED = new Set(["BadDigest", "IncompleteBody", "RequestTimeout", "XAmzContentChecksumMismatch"]);

/** Whether the same request may succeed later. */
export function isTransient(error: unknown): boolean {
  if (error instanceof ApiError) {
    // What a node does not offer it will not offer in a minute.
    const isBusy = error.status === 408 || error.status === 429 || (error.status >= 500 && error.status !== 501);
    return isBusy || MENDED.has(error.code);
  }
  return error instanceof NetworkError;
}

/** How long to wait after so many failures: twice as long each time, half of it by chance, or what the node asks for. */
export function delayMillis(failures: number, error: unknown, chance = Math.random()): number {
  const longest = Math.min(MAX_MILLIS, FIRST_MILLIS * 2 ** (failures - 1));
  const asked = error instanceof ApiError ? Math.min(MAX_MILLIS, error.retryAfterSeconds * 1000) : 0;
  return Math.max(asked, (longest * (1 + chance)) / 2);
}

/** How a retry waits, and who follows it. */
export interface Patience {
  signal: AbortSignal;
  /** Called with true before a wait, and with false behind it. */
  waiting: (isWaiting: boolean) => void;
  pause: (millis: number, signal: AbortSignal) => Promise<void>;
}

/** Does it until it succeeds, is refused for good, or has failed too often. */
export async function persistently<T>(action: () => Promise<T>, patience: Patience): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await action();
    } catch (e) {
      if (failures >= MAX_ATTEMPTS || !isTransient(e) || patience.signal.aborted) {
        throw e;
      }
      patience.waiting(true);
      try {
        await patience.pause(delayMillis(failures, e), patience.signal);
      } finally {
        patience.waiting(false);
      }
    }
  }
}

/** Ends after the time, but not while the browser has no network; as soon as the network is back it ends early. */
export function pause(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      removeEventListener("online", end);
      signal.removeEventListener("abort", end);
      if (signal.aborted) {
        reject(new DOMException("cancelled", "AbortError"));
      } else {
        resolve();
      }
    };
    const timer = setTimeout(() => (navigator.onLine ? end() : undefined), millis);
    addEventListener("online", end);
    signal.addEventListener("abort", end);
    if (signal.aborted) {
      end();
    }
  });
}
