import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { DOWNLOAD_SECONDS, type Entry, S3 } from "../../api/s3";
import { bytes, visible } from "../../format";
import { t } from "../../i18n";
import { Loaded } from "../../ui/page";
import { loaded } from "../../ui/states";
import { type Previewed, TEXT_BYTES } from "./kinds";
import { type Beginning, beginningOf, RefusedPreview } from "./text";

/** Media are read while they play. */
const MEDIA_SECONDS = 6 * 3600;

interface Preview {
  url: string;
  beginning?: Beginning;
}

/**
 * Shows an object by its bytes, which come from the origin of S3 and are no part of the portal: as an image, as media,
 * as text, or in a tab that the portal cannot be reached from.
 */
@customElement("ose-preview")
export class PreviewPart extends Loaded<Preview> {
  @property() bucket = "";
  @property({ attribute: false }) entry!: Entry;
  @property({ attribute: false }) preview!: Previewed;

  @state() private isBroken = false;

  protected override async load(): Promise<Preview> {
    const { kind, type } = this.preview;
    this.isBroken = false;
    const seconds = kind === "audio" || kind === "video" ? MEDIA_SECONDS : DOWNLOAD_SECONDS;
    const url = await new S3(this.ctx.api).link(this.bucket, this.entry, { seconds, shownAs: type });
    if (new URL(url).origin === location.origin) {
      this.isBroken = true;
      return { url: "" };
    }
    try {
      const { size = Infinity } = this.entry;
      return kind === "text" ? { url, beginning: await beginningOf(url, size, this.signal) } : { url };
    } catch (e) {
      if (!(e instanceof RefusedPreview)) {
        throw e;
      }
      this.isBroken = true;
      return { url: "" };
    }
  }

  protected override render(): TemplateResult {
    const failed = html`<p role="alert">${t("preview.failed")}</p>`;
    return html`<div class="preview">
      ${loaded(this.value, this.error, this.reload, (it) => (this.isBroken ? failed : this.view(it)))}
    </div>`;
  }

  private view({ url, beginning }: Preview): TemplateResult {
    const name = t("preview.of", { name: visible(this.entry.key.split("/").pop() || this.entry.key) });
    switch (this.preview.kind) {
      case "image":
        return html`<img src=${url} alt=${name} referrerpolicy="no-referrer" @error=${this.fail} />`;
      case "audio":
        return html`<audio src=${url} controls preload="metadata" aria-label=${name} @error=${this.fail}></audio>`;
      case "video":
        return html`<video src=${url} controls preload="metadata" aria-label=${name} @error=${this.fail}></video>`;
      case "pdf":
        // Chromium shows no PDF in a frame with a sandbox, and one without would be less apart than a tab is.
        return html`<a class="button" href=${url} target="_blank" rel="noopener noreferrer">
          ${t("preview.open")}<span class="visually-hidden"> ${name}</span></a>`;
      case "text":
        return this.text(name, beginning);
    }
  }

  private text(name: string, beginning: Beginning | undefined): TemplateResult {
    if (beginning?.text === undefined) {
      return html`<p role="alert">${t("preview.binary")}</p>`;
    }
    const part = html`<p class="minor">${t("preview.beginning", { size: bytes(TEXT_BYTES) })}</p>`;
    return html`${beginning.isWhole ? nothing : part}
      <pre tabindex="0" role="region" aria-label=${name} dir="auto">${beginning.text}</pre>`;
  }

  private readonly fail = (): void => {
    this.isBroken = true;
  };
}
