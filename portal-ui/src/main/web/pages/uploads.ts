import { html, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { Entry } from "../api/s3";
import { visible } from "../format";
import { t } from "../i18n";
import { type Choice, divide, found, listed, renamed } from "../upload/conflicts";
import { chosenFiles, droppedFiles, hasFolderDialog, pickFolder, type Taken } from "../upload/dropped";
import { SINGLE_BYTES } from "../upload/plan";
import type { Upload, UploadQueue, Wanted } from "../upload/queue";
import { conflictQuestion, overwriteQuestion } from "../ui/conflict";
import { Part } from "../ui/page";
import { uploadProblem } from "../ui/upload-problem";

/** How many unreadable files a message names. */
const NAMED = 3;

/** Takes files and folders for the folder that is shown, by a dialog or dropped anywhere on the page. */
@customElement("ose-uploads")
export class Uploads extends Part {
  @property() bucket = "";
  @property() folder = "";

  @state() private isChecking = false;

  private place: HTMLElement = this;
  private unsubscribe: () => void = () => undefined;
  private stored = 0;
  /** What was taken before, with its question. */
  private taken = Promise.resolve();

  override connectedCallback(): void {
    super.connectedCallback();
    this.place = this.closest<HTMLElement>("main") ?? this;
    this.place.addEventListener("dragover", this.over);
    this.place.addEventListener("dragleave", this.left);
    this.place.addEventListener("drop", this.drop);
    this.unsubscribe = this.ctx.uploads.subscribe(this.changed);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.unsubscribe();
    this.left();
    this.place.removeEventListener("dragover", this.over);
    this.place.removeEventListener("dragleave", this.left);
    this.place.removeEventListener("drop", this.drop);
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (changed.has("bucket")) {
      this.stored = this.storedHere();
    }
  }

  protected override render(): TemplateResult {
    return html`<div class="toolbar">
        <label class="button primary">${t("uploads.files")}
          <input class="visually-hidden" type="file" multiple @change=${this.chosen} /></label>
        ${hasFolderDialog()
          ? html`<button class="button" @click=${this.pick}>${t("uploads.folder")}</button>`
          : html`<label class="button">${t("uploads.folder")}
              <input class="visually-hidden" type="file" webkitdirectory @change=${this.chosen} /></label>`}
        <span class="minor" role="status">${this.isChecking ? t("uploads.checking") : t("uploads.drop")}</span>
      </div>
      ${this.dialog()}`;
  }

  private readonly over = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes("Files")) {
      event.preventDefault();
      this.place.classList.add("drop");
    }
  };

  private readonly left = (): void => this.place.classList.remove("drop");

  private readonly drop = (event: DragEvent): void => {
    this.left();
    if (event.dataTransfer?.types.includes("Files")) {
      event.preventDefault();
      this.take(droppedFiles(event.dataTransfer));
    }
  };

  private readonly chosen = (event: Event): void => {
    const field = event.target as HTMLInputElement;
    const taken = chosenFiles(field.files ?? []);
    field.value = "";
    this.take(Promise.resolve(taken));
  };

  private readonly pick = (): void => this.take(pickFolder());

  private storedHere(): number {
    return this.ctx.uploads.uploads.filter((it) => it.state === "done" && it.wanted.bucket === this.bucket).length;
  }

  /** The list is read again when the small uploads to this bucket have ended, not for each of a thousand. */
  private readonly changed = (): void => {
    const isSmall = (it: Upload) => it.wanted.bucket === this.bucket && it.wanted.file.size <= SINGLE_BYTES;
    const stored = this.storedHere();
    if (!this.ctx.uploads.uploads.some((it) => it.isOpen && isSmall(it))) {
      const isMore = stored > this.stored;
      this.stored = stored;
      if (isMore) {
        this.dispatchEvent(new CustomEvent("done"));
      }
    }
  };

  /**
   * Uploads what is found, after the question about what is there already; also if the page is left meanwhile. What is
   * dropped while a question is open waits for its answer.
   */
  private take(finding: Promise<Taken>): void {
    const { bucket, folder } = this;
    const queue = this.ctx.uploads;
    const files = finding.then((taken) => {
      if (!queue.isStopped) {
        this.reportUnreadable(taken.unreadable);
      }
      return taken.files.map(({ file, path }): Wanted => ({ file, bucket, key: folder + path }));
    });
    // Reported when it is its turn.
    files.catch(() => undefined);
    this.taken = this.taken.then(() => this.check(bucket, files, queue));
  }

  private reportUnreadable(paths: string[]): void {
    if (paths.length > 0) {
      const names = paths.slice(0, NAMED).map(visible).join(", ") + (paths.length > NAMED ? " …" : "");
      this.ctx.toast(t("uploads.unreadable.some", { count: paths.length, names }), "error");
    }
  }

  private async check(bucket: string, finding: Promise<Wanted[]>, queue: UploadQueue): Promise<void> {
    let answered: Promise<void> | undefined;
    this.isChecking = true;
    try {
      const files = await finding;
      const there = await listed(this.ctx.api, bucket, files.map((it) => it.key));
      answered = this.addOrAsk(files, there, queue);
    } catch (e) {
      if (!queue.isStopped) {
        this.ctx.toast(uploadProblem(e), "error");
      }
    } finally {
      this.isChecking = false;
    }
    await answered;
  }

  private addOrAsk(
    files: Wanted[],
    there: Map<string, Entry> | undefined,
    queue: UploadQueue,
  ): Promise<void> | undefined {
    const queued = queue.openKeys(files[0]?.bucket ?? "");
    const { free, taken } = divide(files, (key) => there?.has(key) || queued.has(key));
    if (queue.isStopped) {
      return undefined;
    }
    if (taken.length === 0 && (there || files.length === 0)) {
      queue.add(files);
    } else if (this.isConnected) {
      return this.askAbout(free, taken, there, queue);
    } else {
      this.ctx.toast(t("uploads.left"), "error");
    }
    return undefined;
  }

  private askAbout(
    free: Wanted[],
    taken: Wanted[],
    there: Map<string, Entry> | undefined,
    queue: UploadQueue,
  ): Promise<void> {
    const question = there ? conflictQuestion(taken, there) : overwriteQuestion([...free, ...taken], there);
    // The question about a bucket that cannot be listed has no choice but to overwrite.
    const send = async ({ choice = "overwrite" }): Promise<void> => {
      const chosen = await this.chosenOf(choice as Choice, free, taken, queue);
      try {
        queue.add([...free, ...chosen]);
      } catch (e) {
        this.ctx.toast(uploadProblem(e), "error");
      }
    };
    return this.ask({ ...question, send });
  }

  private async chosenOf(choice: Choice, free: Wanted[], taken: Wanted[], queue: UploadQueue): Promise<Wanted[]> {
    const bucket = taken[0]?.bucket ?? this.bucket;
    switch (choice) {
      case "overwrite":
        return taken.map((it) => ({ ...it, replaces: true }));
      case "both": {
        const used = new Set([...queue.openKeys(bucket), ...free.map((it) => it.key)]);
        return renamed(taken, used, (keys) => found(this.ctx.api, bucket, keys));
      }
      case "skip":
        return [];
    }
  }
}
