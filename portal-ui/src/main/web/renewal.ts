/** Lets all calls that found the session ended wait for one sign-in. */
export class Renewal {
  private waiting: { resolve: () => void; reject: (why: Error) => void }[] = [];

  /** @param changed called when a sign-in begins or ends to be wanted */
  constructor(private readonly changed: () => void) {}

  get isAsked(): boolean {
    return this.waiting.length > 0;
  }

  /** Ends when the user has signed in; rejects if the user will not. */
  ask(): Promise<void> {
    const answer = new Promise<void>((resolve, reject) => this.waiting.push({ resolve, reject }));
    this.changed();
    return answer;
  }

  done(): void {
    this.end((it) => it.resolve());
  }

  giveUp(): void {
    this.end((it) => it.reject(new SignInRefused()));
  }

  private end(how: (call: { resolve: () => void; reject: (why: Error) => void }) => void): void {
    const calls = this.waiting;
    this.waiting = [];
    calls.forEach(how);
    this.changed();
  }
}

/** The user did not sign in again, or the browser did not keep the sign-in. */
export class SignInRefused extends Error {
  constructor(readonly isKept = true) {
    super("not signed in");
    this.name = "SignInRefused";
  }
}

/** The host has no token that the node takes. */
export class TokenEnded extends Error {
  constructor() {
    super("no token");
    this.name = "TokenEnded";
  }
}
