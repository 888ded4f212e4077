/** Enough to smooth what parts and retries do to the rate. */
const WINDOW_MILLIS = 10_000;
const MIN_MILLIS = 500;

/** How fast bytes go, over the last seconds. */
export class Rate {
  private readonly samples: { at: number; bytes: number }[] = [];

  /** Bytes have been sent up to now, all in all. A smaller number than before begins anew. */
  add(bytes: number, at: number): void {
    const last = this.samples.at(-1);
    if (last && bytes < last.bytes) {
      this.samples.length = 0;
    }
    this.samples.push({ at, bytes });
    while (this.samples.length > 2 && at - (this.samples[0]?.at ?? at) > WINDOW_MILLIS) {
      this.samples.shift();
    }
  }

  reset(): void {
    this.samples.length = 0;
  }

  /** Bytes in a second; undefined until there is something to measure, and once nothing has been sent for long. */
  perSecond(now: number): number | undefined {
    const first = this.samples[0];
    const last = this.samples.at(-1);
    if (!first || !last || now - last.at > WINDOW_MILLIS || now - first.at < MIN_MILLIS) {
      return undefined;
    }
    return ((last.bytes - first.bytes) * 1000) / (now - first.at);
  }
}

/** Seconds until the rest is sent; undefined if that cannot be said. */
export function remainingSeconds(bytes: number, perSecond: number | undefined): number | undefined {
  return perSecond ? Math.ceil(bytes / perSecond) : undefined;
}
