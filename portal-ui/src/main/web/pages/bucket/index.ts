import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { ApiError } from "../../api/errors";
import type { Entry, Listing } from "../../api/s3";
import type { Job } from "../../api/types";
import { tenantOf } from "../../context";
import { t } from "../../i18n";
import "../../ui/dialog";
import "../../ui/form";
import { objectName } from "../../ui/name";
import type { Question } from "../../ui/page";
import { empty, gone, problem, skeleton } from "../../ui/states";
import "../uploads";
import { idOf, type Row, type RowActions, rowsOf } from "./list";
import { ObjectActions } from "./object-actions";
import { folderHref, objectHref } from "./places";
import "./jobs";
import type { BucketJobs } from "./jobs";
import { emptyQuestion, folderQuestion, keysOf, type NewJob, restoreQuestion, tooMany, transferQuestion } from "./transfer";

/** More objects are deleted by a job. */
const MAX_AT_ONCE = 20;

/** The objects of a bucket, as folders by slashes. */
@customElement("ose-bucket")
export class BucketPage extends ObjectActions {
  @state() private rows: Row[] = [];
  @state() private next: string | undefined;
  @state() private isLoading = false;
  @state() private isLoaded = false;
  @state() private error: unknown;
  @state() private selected: ReadonlySet<string> = new Set<string>();
  /** Whether the platform moves objects, as far as that is known. */
  @state() private canMove = true;
  private loadedKey = "";

  override connectedCallback(): void {
    super.connectedCallback();
    void this.loadCapabilities();
  }

  /** A platform without conditional deletions moves nothing. */
  private async loadCapabilities(): Promise<void> {
    const call = { params: { tenant: tenantOf(this.ctx) }, signal: this.signal };
    try {
      const found = await this.ctx.api.get<{ missing: string[] }>("/api/v1/admin/tenants/{tenant}/capabilities", call);
      this.canMove = !found.missing.includes("CONDITIONAL_DELETES");
    } catch {
      this.canMove = true;
    }
  }

  private get folder(): string {
    return this.ctx.route.query.get("prefix") ?? "";
  }

  /** What names in the folder begin with, by the filter. */
  private get begin(): string {
    return this.ctx.route.query.get("q") ?? "";
  }

  private get hasVersions(): boolean {
    return this.ctx.route.query.get("versions") === "true";
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const key = [this.bucket, this.folder, this.begin, this.hasVersions].join("\n");
    if (key !== this.loadedKey) {
      this.loadedKey = key;
      void this.restart();
    }
  }

  private readonly restart = async (): Promise<void> => {
    this.rows = [];
    this.next = undefined;
    this.isLoaded = false;
    this.isLoading = false;
    this.selected = new Set();
    await this.more();
  };

  protected override refresh(): void {
    void this.restart();
  }

  /** Reads the next page; rows that are there stay, also if it fails. */
  private readonly more = async (): Promise<void> => {
    if (this.isLoading) {
      return;
    }
    const key = this.loadedKey;
    this.isLoading = true;
    this.error = undefined;
    try {
      const page = await this.page();
      if (key === this.loadedKey) {
        this.rows = [...this.rows, ...rowsOf(page, this.folder)];
        this.next = page.next;
        this.isLoaded = true;
      }
    } catch (e) {
      if (key === this.loadedKey && !this.signal.aborted) {
        this.error = e;
        this.recover(e, this.more);
      }
    } finally {
      if (key === this.loadedKey) {
        this.isLoading = false;
      }
    }
  };

  private page(): Promise<Listing> {
    const prefix = this.folder + this.begin;
    return this.hasVersions
      ? this.s3.listVersions(this.bucket, prefix, this.next, this.signal)
      : this.s3.list(this.bucket, prefix, this.next, this.signal);
  }

  protected override render(): TemplateResult {
    if (this.error instanceof ApiError && this.error.isGone && !this.isLoaded) {
      return gone(this.ctx.href("buckets"), t("page.buckets"));
    }
    return html`<h1><bdi>${this.bucket}</bdi></h1>
      ${this.crumbs()} ${this.toolbar()}
      <ose-uploads .ctx=${this.ctx} .bucket=${this.bucket} .folder=${this.folder} @done=${this.restart}></ose-uploads>
      <ose-bucket-jobs .ctx=${this.ctx} .bucket=${this.bucket} @done=${this.restart}></ose-bucket-jobs>
      ${this.error ? problem(this.error, this.more) : nothing} ${this.content()} ${this.dialog()}`;
  }

  private crumbs(): TemplateResult {
    const parts = this.folder.split("/").slice(0, -1);
    return html`<nav aria-label=${t("frame.breadcrumb")}>
      <ol class="crumbs">
        <li><a href=${this.ctx.href("buckets")}>${t("page.buckets")}</a></li>
        <li><a href=${this.folderHref("")}><bdi>${this.bucket}</bdi></a></li>
        ${parts.map((it, i) => html`<li><a href=${this.folderHref(parts.slice(0, i + 1).join("/") + "/")}>${objectName(it || " ", 40)}</a></li>`)}
      </ol>
    </nav>`;
  }

  private readonly folderHref = (prefix: string): string =>
    folderHref(this.ctx, this.bucket, prefix, this.hasVersions);

  private toolbar(): TemplateResult {
    return html`<div class="toolbar">
      <form class="filter" role="search" @submit=${this.filter}>
        <label for="object-filter">${t("objects.filter")}</label>
        <input id="object-filter" name="q" type="search" .value=${this.begin} spellcheck="false" />
        <button class="button">${t("list.filter")}</button>
      </form>
      <label><input type="checkbox" .checked=${this.hasVersions} @change=${this.toggleVersions} /> ${t("objects.versions")}</label>
      ${this.selected.size > 0 ? this.bulk() : nothing} ${this.ctx.can("StartJob") ? this.wholesale() : nothing}
      ${this.ctx.can("ListShareLinks")
        ? html`<a class="button" href="${this.ctx.href("links")}?bucket=${this.bucket}">${t("page.links")}</a>`
        : nothing}
      <button class="button" @click=${this.restart} ?disabled=${this.isLoading}>${t("list.refresh")}</button>
      <a class="button" href=${this.ctx.href(`buckets/${encodeURIComponent(this.bucket)}/settings`)}>${t("settings.title")}</a>
    </div>`;
  }

  /** What can be done with all that the list is of. */
  private wholesale(): unknown {
    if (!this.isLoaded || this.rows.length === 0) {
      return nothing;
    }
    if (this.begin) {
      return html`<button class="button danger" @click=${() => this.removeBelow(this.folder + this.begin)}>${t("bulk.matching")}</button>`;
    }
    return this.folder
      ? nothing
      : html`<button class="button danger" @click=${() => this.ask(emptyQuestion(this.bucket, this.startJob))}>${t("buckets.empty")}</button>`;
  }

  /** What can be done with the selected ones. */
  private bulk(): TemplateResult {
    const button = (text: string, style: string, does: () => void) =>
      html`<button class="button ${style}" @click=${does}>${text}</button>`;
    const chosen = { count: this.selected.size };
    return html`${this.hasVersions
        ? button(t("objects.restore.selected", chosen), "", this.restoreSelected)
        : html`${button(t("objects.copy.selected", chosen), "", () => this.transferSelected("COPY_OBJECTS"))}
            ${this.canMove ? button(t("objects.move.selected", chosen), "", () => this.transferSelected("MOVE_OBJECTS")) : nothing}`}
      ${button(t("objects.delete.selected", chosen), "danger", this.removeSelected)}`;
  }

  private readonly filter = (event: Event): void => {
    event.preventDefault();
    const text = new FormData(event.target as HTMLFormElement).get("q");
    this.ctx.show({ q: String(text ?? "") });
  };

  private readonly toggleVersions = (event: Event): void => {
    this.ctx.show({ versions: (event.target as HTMLInputElement).checked ? "true" : undefined }, true);
  };

  private content(): unknown {
    if (!this.isLoaded) {
      return this.error ? nothing : skeleton(6);
    }
    if (this.rows.length === 0) {
      return this.begin
        ? empty(
            t("list.nomatch.title"),
            t("list.nomatch", { filter: this.begin }),
            html`<button class="button" @click=${() => this.ctx.show({ q: undefined })}>${t("list.clear")}</button>`,
          )
        : empty(t("objects.none.title"), t("objects.none"));
    }
    return html`<ose-object-list .rows=${this.rows} .selected=${this.selected} .actions=${this.actions} .folder=${this.folder}
      ?versions=${this.hasVersions} ?loading=${this.isLoading} ?failed=${this.error !== undefined}
      ?partial=${this.next !== undefined}></ose-object-list>`;
  }

  private get actions(): RowActions {
    const links = this.ctx.can("PresignObject")
      ? { download: (it: Entry) => this.download(it), share: (it: Entry) => this.share(it) }
      : {};
    return {
      ...links,
      folderHref: this.folderHref,
      objectHref: (entry) => objectHref(this.ctx, this.bucket, entry),
      erase: (entry) => this.erase([entry]),
      folder: (folder) => this.folderActions(folder),
      select: (ids, isOn) => this.select(ids, isOn),
      more: () => void this.more(),
    };
  }

  private folderActions(folder: string): { text: string; does: () => void }[] {
    const transfer = (kind: "COPY_OBJECTS" | "MOVE_OBJECTS") => () =>
      void this.ask(folderQuestion(kind, this.bucket, folder, this.startJob));
    if (!this.ctx.can("StartJob")) {
      return [];
    }
    return [
      { text: t("bulk.copy"), does: transfer("COPY_OBJECTS") },
      ...(this.canMove ? [{ text: t("bulk.move"), does: transfer("MOVE_OBJECTS") }] : []),
      { text: t("action.delete"), does: () => this.removeBelow(folder) },
    ];
  }

  private select(ids: readonly string[], isOn: boolean): void {
    const selected = new Set(this.selected);
    ids.forEach((it) => (isOn ? selected.add(it) : selected.delete(it)));
    this.selected = selected;
  }

  private get chosen(): Entry[] {
    return this.rows.flatMap((it) => ("entry" in it && this.selected.has(idOf(it.entry)) ? [it.entry] : []));
  }

  private readonly removeSelected = (): void => this.erase(this.chosen);

  private readonly restoreSelected = (): void => this.askJob(restoreQuestion(this.bucket, this.chosen, this.startJob));

  private transferSelected(kind: "COPY_OBJECTS" | "MOVE_OBJECTS"): void {
    this.askJob(transferQuestion(kind, this.bucket, this.folder, this.chosen, this.startJob));
  }

  /** Asks, unless the node would refuse so many. */
  private askJob(question: Question): void {
    const reason = tooMany(this.chosen);
    if (reason === undefined) {
      this.ask(question);
    } else {
      const body = html`<p role="alert">${reason}</p>
        <div class="buttons"><button class="button primary" @click=${this.close}>${t("action.close")}</button></div>`;
      this.open({ heading: question.heading, body });
    }
  }

  /** Its progress is shown above the list. */
  private readonly startJob = async (job: NewJob): Promise<void> => {
    const started = await this.ctx.api.create<Job>("/api/v1/admin/tenants/{tenant}/users/{user}/jobs", {
      params: { tenant: tenantOf(this.ctx), user: this.ctx.me.user ?? "" },
      body: job,
    });
    this.ctx.toast(t("jobs.started"));
    this.selected = new Set();
    this.querySelector<BucketJobs>("ose-bucket-jobs")?.watch(started);
  };

  private erase(entries: Entry[]): void {
    const first = entries[0];
    if (!first) {
      return;
    }
    this.ask({
      heading: t("objects.delete"),
      text: html`<p>${this.hasVersions ? t("objects.delete.versions", { count: entries.length }) : t("objects.delete.about", { count: entries.length })}</p>
        <ul class="plain">${entries.slice(0, 5).map((it) => html`<li>${objectName(it.key)}</li>`)}</ul>`,
      action: t("action.delete"),
      isDanger: true,
      send: async () => {
        // Versions have no names that a job takes.
        if (!this.hasVersions && entries.length > MAX_AT_ONCE && tooMany(entries) === undefined && this.ctx.can("StartJob")) {
          await this.startJob({ kind: "DELETE_OBJECTS", bucket: this.bucket, keys: keysOf(entries) });
          return;
        }
        // Six at once; the first refusal is shown, and what was deleted before it is gone from the list.
        const results = await Promise.allSettled(entries.map((it) => this.s3.deleteObject(this.bucket, it)));
        this.refresh();
        const failed = results.find((it) => it.status === "rejected");
        if (failed) {
          throw failed.reason;
        }
        this.ctx.toast(t("objects.deleted", { count: entries.length }));
      },
    });
  }

  /** All below it, which may be millions: a job. */
  private removeBelow(prefix: string): void {
    this.ask({
      heading: t("objects.delete.folder"),
      text: html`<p>${t("objects.delete.folder.about")} ${objectName(prefix)}</p>`,
      action: t("action.delete"),
      isDanger: true,
      send: () =>
        this.startJob({ kind: "DELETE_OBJECTS", bucket: this.bucket, prefix, versions: this.hasVersions }),
    });
  }
}
