/** Lets so many requests be under way at once; further ones wait for their turn. */
export class Slots {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  /** Does it when it is its turn; rejects if it is aborted before. */
  async use<T>(signal: AbortSignal, action: () => Promise<T>): Promise<T> {
    if (this.free === 0) {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else {
      this.free--;
    }
    try {
      signal.throwIfAborted();
      return await action();
    } finally {
      const next = this.waiting.shift();
      if (next) {
        next();
      } else {
        this.free++;
      }
    }
  }
}
