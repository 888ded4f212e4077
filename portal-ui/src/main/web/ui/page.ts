import { html, LitElement, nothing, type PropertyValues } from "lit";
import { property, state } from "lit/decorators.js";
import { ApiError, NetworkError } from "../api/errors";
import type { Context } from "../context";
import type { Field, Values } from "./form";
import { problemText } from "./states";

/** An element without a shadow, so that labels and descriptions refer to each other across elements. */
export abstract class Element extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}

/** Who is to wait longer is better asked. */
const MAX_WAIT_SECONDS = 60;

/** What a dialog shows. */
export interface Shown {
  heading: string;
  body: unknown;
  /** Whether Escape does nothing, because the content is shown once. */
  isKept?: boolean;
}

/** A question with a form. */
export interface Question {
  heading: string;
  text?: unknown;
  fields?: Field[];
  action: string;
  isDanger?: boolean;
  send: (values: Values) => Promise<unknown>;
}

/** A part of the portal that calls the node. */
export abstract class Part extends Element {
  @property({ attribute: false }) ctx!: Context;

  @state() private shown: Shown | undefined;

  private controller = new AbortController();
  /** Ends the wait for another attempt. */
  private waiting = new AbortController();
  /** Ends the wait for the open question. */
  private answered: () => void = () => undefined;

  /** Aborts with the element, which no longer shows the answer. */
  protected get signal(): AbortSignal {
    return this.controller.signal;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.controller = new AbortController();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.controller.abort();
    this.answered();
  }

  protected open(shown: Shown): void {
    this.answered();
    this.shown = shown;
  }

  protected readonly close = (): void => {
    this.shown = undefined;
    this.answered();
  };

  /**
   * Asks by a form; the dialog ends when the answer was carried out, unless that opened another one. The promise ends
   * with the dialog, answered or not.
   */
  protected ask(question: Question): Promise<void> {
    const shown: Shown = { heading: question.heading, body: nothing };
    const send = async (values: Values): Promise<void> => {
      await question.send(values);
      if (this.shown === shown) {
        this.close();
      }
    };
    shown.body = html`${question.text ?? nothing}
      <ose-form .fields=${question.fields ?? []} .action=${question.action} .send=${send} cancels
        ?danger=${question.isDanger ?? false} @close=${this.close}></ose-form>`;
    this.open(shown);
    return new Promise((resolve) => (this.answered = resolve));
  }

  /** The open dialog; part of what each part renders. */
  protected dialog(): unknown {
    return this.shown
      ? html`<ose-dialog .heading=${this.shown.heading} .body=${this.shown.body} ?kept=${this.shown.isKept ?? false}
          @close=${this.close}></ose-dialog>`
      : nothing;
  }

  /** Reads again what failed and passes by itself: once the network is back, or after the time that the node says. */
  protected recover(error: unknown, again: () => unknown): void {
    this.waiting.abort();
    this.waiting = new AbortController();
    const signal = AbortSignal.any([this.signal, this.waiting.signal]);
    if (error instanceof NetworkError) {
      window.addEventListener("online", () => void again(), { once: true, signal });
    } else if (error instanceof ApiError && error.retryAfterSeconds > 0 && error.retryAfterSeconds <= MAX_WAIT_SECONDS) {
      const timer = setTimeout(again, error.retryAfterSeconds * 1000);
      signal.addEventListener("abort", () => clearTimeout(timer));
    }
  }

  /** Does something, and reports what went wrong. */
  protected async attempt(action: () => Promise<unknown>): Promise<void> {
    try {
      await action();
    } catch (e) {
      if (!this.signal.aborted) {
        this.ctx.toast(problemText(e), "error");
      }
    }
  }

  /** The same, and reads again. */
  protected async act(done: string, action: () => Promise<unknown>): Promise<void> {
    await this.attempt(async () => {
      await action();
      this.ctx.toast(done);
    });
    this.refresh();
  }

  /** Reads again what the list or page shows. */
  protected refresh(): void {
    void this.querySelector<Element & { reload?: () => Promise<void> }>("ose-table")?.reload?.();
  }
}

/** A part that shows what one call returned. */
export abstract class Loaded<T> extends Part {
  @state() protected value: T | undefined;
  @state() protected error: unknown;

  /** Calls the node. */
  protected abstract load(): Promise<T>;

  /** What the value depends on: another one is read if this changes. */
  protected key(): string {
    return "";
  }

  private loadedKey: string | undefined;

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const key = this.key();
    if (key !== this.loadedKey) {
      this.loadedKey = key;
      this.value = undefined;
      void this.reload();
    }
  }

  /** Reads again; what is shown stays until the answer is there. */
  readonly reload = async (): Promise<void> => {
    const key = this.loadedKey;
    this.error = undefined;
    try {
      const value = await this.load();
      if (key === this.loadedKey) {
        this.value = value;
      }
    } catch (e) {
      if (key === this.loadedKey && !this.signal.aborted) {
        this.error = e;
        this.recover(e, this.reload);
      }
    }
  };
}
