import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { isAddressable, S3 } from "../api/s3";
import { bytes } from "../format";
import { t } from "../i18n";
import { objectName } from "../ui/name";
import { Part } from "../ui/page";
import { problemText } from "../ui/states";

type State = "waiting" | "running" | "done" | "failed" | "cancelled";

interface Upload {
  id: number;
  file: File;
  key: string;
  state: State;
  sent: number;
  error: string;
  abort?: () => void;
}

const AT_ONCE = 3;
/** What S3 takes in one request. */
const MAX_BYTES = 5 * 1024 ** 3;

let ids = 0;

/** Uploads of files and folders into the folder that is shown, by the picker or dropped. */
@customElement("ose-uploads")
export class Uploads extends Part {
  @property() bucket = "";
  @property() folder = "";

  @state() private uploads: Upload[] = [];
  @state() private isOver = false;

  protected override render(): TemplateResult {
    return html`<div class=${this.isOver ? "drop" : ""} @dragover=${this.over} @dragleave=${() => (this.isOver = false)} @drop=${this.drop}>
      <div class="toolbar">
        <label class="button primary">${t("uploads.files")}
          <input class="visually-hidden" type="file" multiple @change=${this.pick} /></label>
        <span class="minor">${t("uploads.drop")}</span>
      </div>
      ${this.uploads.length > 0 ? this.panel() : nothing}
    </div>`;
  }

  private panel(): TemplateResult {
    const open = this.uploads.filter((it) => it.state === "waiting" || it.state === "running").length;
    return html`<section class="card" aria-label=${t("uploads.title")}>
      <p role="status">${open > 0 ? t("uploads.open", { count: open }) : t("uploads.ended")}</p>
      <ul class="plain">
        ${this.uploads.map(
          (it) => html`<li>${objectName(it.key, 60)} – ${t(`upload.${it.state}`)} ${it.error}
            ${it.state === "running"
              ? html`<progress max=${Math.max(it.file.size, 1)} value=${it.sent} aria-label=${t(`upload.${it.state}`)}></progress>
                  ${bytes(it.sent)} / ${bytes(it.file.size)}`
              : nothing}
            ${it.state === "waiting" || it.state === "running"
              ? html`<button class="button small" @click=${() => this.cancel(it)}>${t("action.cancel")}</button>`
              : it.state === "done"
                ? nothing
                : html`<button class="button small" @click=${() => this.retry(it)}>${t("action.retry")}</button>`}</li>`,
        )}
      </ul>
      ${open === 0 ? html`<button class="button" @click=${() => (this.uploads = [])}>${t("action.close")}</button>` : nothing}
    </section>`;
  }

  private readonly over = (event: DragEvent): void => {
    event.preventDefault();
    this.isOver = true;
  };

  private readonly drop = (event: DragEvent): void => {
    event.preventDefault();
    this.isOver = false;
    this.add([...(event.dataTransfer?.files ?? [])]);
  };

  private readonly pick = (event: Event): void => {
    const field = event.target as HTMLInputElement;
    this.add([...(field.files ?? [])]);
    field.value = "";
  };

  private add(files: File[]): void {
    const added = files.map((file): Upload => {
      const key = this.folder + (file.webkitRelativePath || file.name);
      const problem = wrong(file, key);
      return { id: ++ids, file, key, state: problem ? "failed" : "waiting", sent: 0, error: problem };
    });
    this.uploads = [...this.uploads, ...added];
    this.startNext();
  }

  private startNext(): void {
    const running = this.uploads.filter((it) => it.state === "running").length;
    const next = this.uploads.filter((it) => it.state === "waiting").slice(0, AT_ONCE - running);
    next.forEach((it) => void this.run(it));
  }

  private async run(upload: Upload): Promise<void> {
    this.change(upload, { state: "running", sent: 0, error: "" });
    try {
      await new S3(this.ctx.api).upload(this.bucket, upload.key, upload.file, {
        started: (abort) => this.change(upload, { abort }),
        sent: (bytes) => this.change(upload, { sent: bytes }),
      });
      this.change(upload, { state: "done" });
      this.dispatchEvent(new CustomEvent("done"));
    } catch (e) {
      const isCancelled = this.find(upload)?.state === "cancelled";
      this.change(upload, isCancelled ? {} : { state: "failed", error: problemText(e) });
    }
    this.startNext();
  }

  private cancel(upload: Upload): void {
    const abort = this.find(upload)?.abort;
    this.change(upload, { state: "cancelled" });
    abort?.();
  }

  private retry(upload: Upload): void {
    if (!wrong(upload.file, upload.key)) {
      this.change(upload, { state: "waiting", error: "" });
      this.startNext();
    }
  }

  private find(upload: Upload): Upload | undefined {
    return this.uploads.find((it) => it.id === upload.id);
  }

  private change(upload: Upload, changes: Partial<Upload>): void {
    this.uploads = this.uploads.map((it) => (it.id === upload.id ? { ...it, ...changes } : it));
  }
}

/** Why a file cannot be an object, or nothing. */
function wrong(file: File, key: string): string {
  if (new TextEncoder().encode(key).length > 1024) {
    return t("uploads.long");
  }
  if (file.size > MAX_BYTES) {
    return t("uploads.large", { size: bytes(MAX_BYTES) });
  }
  return isAddressable(key) ? "" : t("objects.unaddressable");
}
