import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { Entry } from "../../api/s3";
import { bytes } from "../../format";
import { t } from "../../i18n";
import "../../ui/lazy";
import { Part } from "../../ui/page";
import { MAX_BYTES, type Previewed, previewOf } from "./kinds";

const CUSTOMER_KEY = "x-amz-server-side-encryption-customer-algorithm";

const loadPreview = () => import("./preview");

/** Offers to show an object, or says why it cannot be shown. */
@customElement("ose-preview-offer")
export class PreviewOffer extends Part {
  @property() bucket = "";
  @property({ attribute: false }) entry!: Entry;
  @property({ attribute: false }) headers!: Headers;

  @state() private isOpen = false;

  protected override render(): unknown {
    const preview = previewOf(this.headers.get("content-type"), this.entry.key);
    if (!preview || !this.ctx.can("PresignObject")) {
      return nothing;
    }
    const reason = refusal(preview, this.headers, this.entry.size);
    return html`<section aria-labelledby="preview-title"><h2 id="preview-title">${t("preview.title")}</h2>
      ${reason === undefined ? this.offer(preview) : html`<p>${reason}</p>`}</section>`;
  }

  private offer(preview: Previewed): TemplateResult {
    const toggle = (): void => {
      this.isOpen = !this.isOpen;
    };
    return html`<button type="button" class="button" aria-expanded=${this.isOpen ? "true" : "false"} @click=${toggle}>
        ${this.isOpen ? t("preview.hide") : t("preview.show")}</button>
      ${this.isOpen
        ? html`<ose-lazy .load=${loadPreview} .content=${html`<ose-preview .ctx=${this.ctx} .bucket=${this.bucket}
            .entry=${this.entry} .preview=${preview}></ose-preview>`}></ose-lazy>`
        : nothing}`;
  }
}

/** Why an object of a kind that is shown is not; undefined if it is. */
export function refusal(preview: Previewed, headers: Headers, size: number | undefined): string | undefined {
  if (headers.has(CUSTOMER_KEY)) {
    return t("preview.encrypted");
  }
  const most = preview.kind === "text" ? Infinity : MAX_BYTES[preview.kind];
  return (size ?? 0) > most ? t("preview.large", { size: bytes(most) }) : undefined;
}
