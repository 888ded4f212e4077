import { html, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { t } from "../i18n";
import { Element } from "./page";

/** Copies a text as it is. */
@customElement("ose-copy")
export class Copy extends Element {
  @property() text = "";
  @property() label = "";
  @state() private done = false;

  protected override render(): TemplateResult {
    return html`<button type="button" class="button small" @click=${this.copy} aria-label=${this.label || t("action.copy")}>
        ${this.done ? t("action.copied") : t("action.copy")}</button
      ><span class="visually-hidden" role="status">${this.done ? t("action.copied") : ""}</span>`;
  }

  private readonly copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(this.text);
    this.done = true;
    setTimeout(() => (this.done = false), 2000);
  };
}

/** A piece of text for a terminal or a file. */
@customElement("ose-snippet")
export class Snippet extends Element {
  @property() text = "";
  @property() label = "";

  protected override render(): TemplateResult {
    return html`<figure class="snippet"><figcaption>${this.label} <ose-copy .text=${this.text}
      .label=${t("action.copy.what", { what: this.label })}></ose-copy></figcaption>
      <pre tabindex="0" aria-label=${this.label}><code>${this.text}</code></pre></figure>`;
  }
}
