/** The part of the browser's history that is used. */
export type BrowserHistory = Pick<History, "state" | "pushState" | "replaceState" | "go">;

const PLACE = "osePlace";

/**
 * The places of the portal in the browser's history, numbered: the browser tells of Back only once it is done, and not
 * how far it went. A number more than the present one is ahead.
 */
export class Trail {
  private at: number;
  private isReturning = false;

  constructor(private readonly history: BrowserHistory) {
    const number = numberOf(history.state);
    this.at = number ?? 0;
    if (number === undefined) {
      history.replaceState(this.stateOf(0), "");
    }
  }

  push(address: string): void {
    this.at++;
    this.history.pushState({ [PLACE]: this.at }, "", address);
  }

  replace(address: string): void {
    this.history.replaceState(this.stateOf(this.at), "", address);
  }

  /** Whether the browser has only come back, as `takeBack` wanted. */
  hasReturned(): boolean {
    const has = this.isReturning;
    this.isReturning = false;
    return has;
  }

  /** The browser is at another place now, and may stay there. */
  arrive(): void {
    this.at = numberOf(this.history.state) ?? this.at;
  }

  /**
   * Goes back to the place before the browser's last step; the returned function repeats that step. A place without a
   * number is of the host of the portal: what is known of it is its address only.
   *
   * @param present the address of the place before
   * @param wanted the address of the place that the browser is at
   */
  takeBack(present: string, wanted: string): () => void {
    const number = numberOf(this.history.state);
    const steps = number === undefined ? 0 : number - this.at;
    if (steps === 0) {
      this.push(present);
      return () => this.push(wanted);
    }
    this.isReturning = true;
    this.history.go(-steps);
    return () => this.history.go(steps);
  }

  private stateOf(number: number): Record<string, unknown> {
    const state: unknown = this.history.state;
    return { ...(typeof state === "object" ? state : {}), [PLACE]: number };
  }
}

function numberOf(state: unknown): number | undefined {
  const number = typeof state === "object" && state !== null ? (state as Record<string, unknown>)[PLACE] : undefined;
  return typeof number === "number" ? number : undefined;
}
