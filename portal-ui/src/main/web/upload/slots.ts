/** Lets so many requests be under way at once; further ones wait for their turn. */
export class Slots {
  private readonly waiting = new Set<() => void>();

  constructor(private free: number) {}

  /** Does it when it is its turn; rejects as soon as it is aborted before. */
  async use<T>(signal: AbortSignal, action: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (this.free === 0) {
      await this.turn(signal);
    } else {
      this.free--;
    }
    try {
      return await action();
    } finally {
      this.release();
    }
  }

  private turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = (): void => {
        this.waiting.delete(begin);
        reject(new DOMException("cancelled", "AbortError"));
      };
      this.waiting.add(begin);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  private release(): void {
    const [next] = this.waiting;
    if (next) {
      this.waiting.delete(next);
      next();
    } else {
      this.free++;
    }
  }
}
