/** What would be lost if its page were left. */
export interface Unsaved {
  isUnsaved: () => boolean;
  /** Forgets what was typed. */
  discard: () => void;
}

/** Asks before what was typed is lost. One question at a time: who asks meanwhile is told to stay. */
export class Leaving {
  private readonly kept = new Set<Unsaved>();
  private answer: ((leaves: boolean) => void) | undefined;

  /** @param changed called when the question appears and when it is answered */
  constructor(private readonly changed: () => void) {}

  /** Guards a part of the page until the returned function is called. */
  guard(part: Unsaved): () => void {
    this.kept.add(part);
    return () => this.kept.delete(part);
  }

  get isUnsaved(): boolean {
    return [...this.kept].some((it) => it.isUnsaved());
  }

  get isAsking(): boolean {
    return this.answer !== undefined;
  }

  /** Whether the page may be left: at once if nothing would be lost, otherwise as the user decides. */
  ask(): Promise<boolean> {
    if (this.isAsking) {
      return Promise.resolve(false);
    }
    if (!this.isUnsaved) {
      return Promise.resolve(true);
    }
    const answer = new Promise<boolean>((resolve) => (this.answer = resolve));
    this.changed();
    return answer;
  }

  readonly leave = (): void => {
    this.kept.forEach((it) => it.discard());
    this.end(true);
  };

  readonly stay = (): void => this.end(false);

  private end(leaves: boolean): void {
    const answer = this.answer;
    this.answer = undefined;
    answer?.(leaves);
    this.changed();
  }
}
