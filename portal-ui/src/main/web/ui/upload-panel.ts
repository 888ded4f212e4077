import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { bytes, duration, time, visible } from "../format";
import { t } from "../i18n";
import { listed } from "../upload/conflicts";
import { type Upload } from "../upload/queue";
import { remainingSeconds } from "../upload/rate";
import { type Begun, isOf } from "../upload/records";
import { overwriteQuestion } from "./conflict";
import { objectName } from "./name";
import { Part } from "./page";
import { rowButton } from "./row-button";
import { badge } from "./states";
import { uploadProblem } from "./upload-problem";

/** More rows cost a browser much. */
const SHOWN = 50;
const REDRAW_MILLIS = 1000;
/** Which uploads are shown if there are more. */
const RANK = { running: 0, failed: 1, paused: 2, waiting: 3, cancelled: 4, done: 5 } as const;

/** The uploads of the user, below every page. */
@customElement("ose-upload-panel")
export class UploadPanel extends Part {
  @state() private wrongFile: string | undefined;

  private unsubscribe: () => void = () => undefined;
  private timer: ReturnType<typeof setInterval> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.unsubscribe();
    clearInterval(this.timer);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.unsubscribe = this.ctx.uploads.subscribe(() => this.requestUpdate());
    // Rates fall also while nothing is reported.
    this.timer = setInterval(() => (this.ctx.uploads.isBusy ? this.requestUpdate() : undefined), REDRAW_MILLIS);
    void this.ctx.uploads.search();
  }

  protected override render(): unknown {
    const { uploads, unfinished } = this.ctx.uploads;
    if (uploads.length === 0 && unfinished.length === 0) {
      return this.spoken("");
    }
    const headline = this.headline();
    return html`${this.spoken(headline)}<section class="uploads" aria-label=${t("uploads.title")}>
      <details open>
        <summary><span class="label">${t("uploads.title")}</span> <span>${headline}</span></summary>
        <p class="minor">${this.totals()}</p>
        <div class="scroll" tabindex="0" role="group" aria-label=${t("uploads.files.label")}>
          ${uploads.length > 0 ? this.queued() : nothing} ${unfinished.length > 0 ? this.earlier() : nothing}
        </div>
        ${this.buttons()}
      </details>
    </section>
    ${this.dialog()}`;
  }

  /** Always there: screen readers follow only what they know. A summary is a button to them, and not read aloud. */
  private spoken(headline: string): TemplateResult {
    return html`<p class="visually-hidden" role="status">${headline}</p>`;
  }

  /** Changes with states only, not with each byte: it is read aloud. */
  private headline(): string {
    const { uploads } = this.ctx.uploads;
    const open = uploads.filter((it) => it.isOpen).length;
    const paused = uploads.filter((it) => it.state === "paused").length;
    const failed = uploads.filter((it) => it.state === "failed").length;
    const parts = [
      open > 0 ? t("uploads.open", { count: open }) : "",
      paused > 0 ? t("uploads.paused", { count: paused }) : "",
      failed > 0 ? t("uploads.failed", { count: failed }) : "",
    ].filter(Boolean);
    return parts.join(" ") || (uploads.length > 0 ? t("uploads.ended") : "");
  }

  private totals(): string {
    const open = this.ctx.uploads.uploads.filter((it) => it.isOpen);
    if (open.length === 0) {
      return "";
    }
    const sent = open.reduce((sum, it) => sum + it.sent, 0);
    const all = open.reduce((sum, it) => sum + it.wanted.file.size, 0);
    const rate = open.reduce((sum, it) => sum + (rateOf(it) ?? 0), 0);
    return progressText(sent, all, rate);
  }

  private queued(): TemplateResult {
    const all = [...this.ctx.uploads.uploads].sort((a, b) => RANK[a.state] - RANK[b.state] || a.id - b.id);
    const more = all.length - SHOWN;
    // A row keeps its place and its elements while states change: the focus stays with its upload.
    const shown = all.slice(0, SHOWN).sort((a, b) => a.id - b.id);
    return html`<ul class="plain">
      ${repeat(shown, (it) => it.id, (it) => this.row(it))}
      ${more > 0 ? html`<li>${t("uploads.further", { count: more })}</li>` : nothing}
    </ul>`;
  }

  private row(upload: Upload): TemplateResult {
    const { bucket, key, file, replaces } = upload.wanted;
    const isShown = upload.state === "running" || upload.state === "paused";
    const label = `${t(`upload.${upload.state}`)} ${visible(key)}`;
    return html`<li><bdi>${bucket}</bdi> / ${objectName(key, 60)} – ${t(`upload.${upload.state}`)}
      ${replaces ? badge(t("uploads.overwrites"), "busy") : nothing}
      ${upload.state === "running" && upload.sender.isWaiting ? badge(t("uploads.retrying"), "busy") : nothing}
      ${upload.error ? html`<span class="wrong">${uploadProblem(upload.error)}</span>` : nothing}
      ${isShown
        ? html`<progress max=${Math.max(file.size, 1)} value=${upload.sent} aria-label=${label}></progress>
            <span class="minor">${progressText(upload.sent, file.size, rateOf(upload))}</span>`
        : nothing}
      ${this.actions(upload)}</li>`;
  }

  private actions(upload: Upload): unknown {
    const queue = this.ctx.uploads;
    const button = (text: string, does: () => void) => rowButton(text, upload.wanted.key, does);
    const { state } = upload;
    const goOn = () => button(state === "paused" ? t("uploads.resume") : t("action.retry"), () => queue.resume(upload));
    const first = upload.isOpen ? button(t("uploads.pause"), () => queue.pause(upload)) : goOn();
    return html`${state === "done" ? nothing : first}
      ${upload.isCurrent ? button(t("action.cancel"), () => void queue.cancel(upload)) : nothing}`;
  }

  /** Uploads in parts of an earlier visit: the page has lost their files. */
  private earlier(): TemplateResult {
    return html`<h2>${t("uploads.earlier")}</h2>
      <p class="minor">${t("uploads.earlier.about")}</p>
      <ul class="plain">
        ${repeat(this.ctx.uploads.unfinished.slice(0, SHOWN), (it) => it.uploadId, (it) => this.begun(it))}
      </ul>`;
  }

  private begun(it: Begun): TemplateResult {
    const at = (millis: number) => time(new Date(millis).toISOString());
    const size = bytes(it.size);
    return html`<li><bdi>${it.bucket}</bdi> / ${objectName(it.key, 60)}
      <span class="minor">${t("uploads.earlier.facts", { size, time: at(it.begunAt) })}</span>
      <label class="button small">${t("uploads.choose")}<bdi class="visually-hidden"> ${visible(it.key)}</bdi>
        <input class="visually-hidden" type="file" @change=${(event: Event) => this.choose(it, event)} /></label>
      ${rowButton(t("uploads.discard"), it.key, () => void this.attempt(() => this.ctx.uploads.discard(it)))}
      ${this.wrongFile === it.uploadId
        ? html`<p class="wrong" role="alert">
            ${t("uploads.other", { name: visible(it.name), size, time: at(it.lastModified) })}</p>`
        : nothing}</li>`;
  }

  private choose(begun: Begun, event: Event): void {
    const field = event.target as HTMLInputElement;
    const file = field.files?.[0];
    field.value = "";
    if (file) {
      this.wrongFile = isOf(begun, file) ? undefined : begun.uploadId;
      void (this.wrongFile ? undefined : this.attempt(() => this.continue(begun, file)));
    }
  }

  /** There may be a newer object since the upload began. */
  private async continue(begun: Begun, file: File): Promise<void> {
    const { api, uploads } = this.ctx;
    const { bucket, key } = begun;
    const there = await listed(api, bucket, [key]);
    if (there?.size === 0) {
      uploads.continue(begun, file);
    } else {
      const send = () => Promise.resolve(uploads.continue(begun, file, true));
      void this.ask({ ...overwriteQuestion([{ file, bucket, key }], there), send });
    }
  }

  /** For all at once; what one button does for a single upload is in its row. */
  private buttons(): TemplateResult {
    const queue = this.ctx.uploads;
    const has = (...states: Upload["state"][]) => queue.uploads.some((it) => states.includes(it.state));
    const button = (isThere: boolean, text: string, does: () => unknown) =>
      isThere ? html`<button class="button" @click=${() => void does()}>${text}</button>` : nothing;
    return html`<div class="buttons">
      ${button(has("waiting", "running"), t("uploads.pause.all"), () => queue.pauseAll())}
      ${button(has("paused"), t("uploads.resume.all"), () => queue.resumeAll("paused"))}
      ${button(has("failed"), t("job.action.retry"), () => queue.resumeAll("failed"))}
      ${button(queue.isBusy, t("uploads.cancel.all"), () => queue.cancelAll())}
      ${button(!queue.isBusy && queue.uploads.length > 0, t("action.close"), () => queue.clear())}
    </div>`;
  }
}

function rateOf(upload: Upload): number | undefined {
  return upload.state === "running" ? upload.rate.perSecond(performance.now()) : undefined;
}

/** How much of it is sent, how fast, and how long the rest takes. */
function progressText(sent: number, all: number, perSecond: number | undefined): string {
  const seconds = remainingSeconds(all - sent, perSecond);
  const amount = `${bytes(sent)} / ${bytes(all)}`;
  return seconds === undefined
    ? amount
    : `${amount}, ${t("uploads.rate", { rate: bytes(perSecond ?? 0), time: duration(seconds) })}`;
}
