import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { NetworkError } from "../api/errors";
import { Element } from "./page";
import { problem, skeleton } from "./states";

/** A script that is being loaded; without it the node could not be reached. */
export async function loadedScript<T>(script: Promise<T>): Promise<T> {
  try {
    return await script;
  } catch {
    throw new NetworkError();
  }
}

/** What needs a script that a first visit does not load; it is loaded when this is shown. */
@customElement("ose-lazy")
export class Lazy extends Element {
  /** Loads the script; the same function each time. */
  @property({ attribute: false }) load: () => Promise<unknown> = () => Promise.resolve();
  @property({ attribute: false }) content: unknown = nothing;

  @state() private isLoaded = false;
  @state() private error: unknown;

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (changed.has("load")) {
      this.isLoaded = false;
      void this.begin();
    }
  }

  protected override render(): TemplateResult {
    return html`${this.error ? problem(this.error, this.begin) : this.isLoaded ? this.content : skeleton()}`;
  }

  private readonly begin = async (): Promise<void> => {
    const { load } = this;
    this.error = undefined;
    try {
      await loadedScript(load());
      if (load === this.load) {
        this.isLoaded = true;
      }
    } catch (e) {
      if (load === this.load) {
        this.error = e;
      }
    }
  };
}
