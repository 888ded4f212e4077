import { html, LitElement, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { keyed } from "lit/directives/keyed.js";
import { Element } from "./page";

/** Elements are within each other that deep. */
const MAX_DEPTH = 3;

let ids = 0;

/**
 * A modal dialog. The browser keeps the focus inside and closes it by Escape; the focus then goes back to what opened it.
 * Tells `close` if the user leaves it.
 */
@customElement("ose-dialog")
export class Dialog extends Element {
  @property() heading = "";
  @property({ attribute: false }) body: unknown;
  /** Whether the content is lost by closing, as a secret that is shown once: then Escape does nothing. */
  @property({ type: Boolean }) kept = false;

  private readonly id_ = `dialog-${++ids}`;
  private opener: HTMLElement | undefined;

  protected override render(): TemplateResult {
    return html`<dialog aria-labelledby=${this.id_} @cancel=${this.cancel}>
      <h2 id=${this.id_}>${this.heading}</h2>
      ${keyed(this.heading, this.body)}
    </dialog>`;
  }

  protected override firstUpdated(): void {
    // A host may keep the portal in a shadow tree, of which the document sees only the outside.
    const focused = (this.getRootNode() as Document | ShadowRoot).activeElement;
    this.opener = focused instanceof HTMLElement ? focused : undefined;
    this.querySelector("dialog")?.showModal();
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has("heading")) {
      void this.focusFirst();
    }
  }

  /** Once the elements within, and those within them, are there. */
  private async focusFirst(): Promise<void> {
    for (let depth = 0; depth < MAX_DEPTH; depth++) {
      const parts = [...this.querySelectorAll("*")].filter((it) => it instanceof LitElement);
      await Promise.all(parts.map((it) => it.updateComplete));
    }
    const first = this.querySelector<HTMLElement>("[data-first]") ?? this.querySelector<HTMLElement>("input, select, textarea");
    (first ?? this.querySelector<HTMLElement>(".button.primary"))?.focus();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    if (this.opener?.isConnected) {
      this.opener.focus();
    }
  }

  private readonly cancel = (event: Event): void => {
    event.preventDefault();
    if (!this.kept) {
      this.dispatchEvent(new CustomEvent("close"));
    }
  };
}
