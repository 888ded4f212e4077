import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { ApiError } from "../api/errors";
import { DOWNLOAD_SECONDS, type Entry, isAddressable, type Listing, S3 } from "../api/s3";
import { tenantOf } from "../context";
import { bytes, count, time, visible } from "../format";
import { t } from "../i18n";
import { loadedScript } from "../ui/lazy";
import { objectName } from "../ui/name";
import { Part, type Question } from "../ui/page";
import { badge, empty, gone, problem, skeleton } from "../ui/states";
import { windowOf } from "../ui/window";
import { showProperties } from "./object";
import { sharedLink, shareQuestion } from "./share";
import { type JobOnKeys, restoreQuestion, tooMany, transferQuestion } from "./transfer";
import "./uploads";

const ROW_PIXELS = 44;

/** A job on all below a folder. */
interface JobOnPrefix {
  kind: "DELETE_OBJECTS";
  bucket: string;
  prefix: string;
  versions: boolean;
}

type Row = { folder: string } | { entry: Entry };

/** The objects of a bucket, as folders by slashes. */
@customElement("ose-bucket")
export class BucketPage extends Part {
  @property() bucket = "";

  @state() private rows: Row[] = [];
  @state() private next: string | undefined;
  @state() private isLoading = false;
  @state() private isLoaded = false;
  @state() private error: unknown;
  @state() private selected = new Set<string>();
  @state() private top = 0;
  @state() private height = 600;
  private loadedKey = "";

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

  private get s3(): S3 {
    return new S3(this.ctx.api);
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
    this.top = 0;
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
      ${this.error ? problem(this.error, this.more) : nothing} ${this.content()} ${this.dialog()}`;
  }

  private crumbs(): TemplateResult {
    const parts = this.folder.split("/").slice(0, -1);
    const target = (prefix: string) => this.folderHref(prefix);
    return html`<nav aria-label=${t("frame.breadcrumb")}>
      <ol class="crumbs">
        <li><a href=${this.ctx.href("buckets")}>${t("page.buckets")}</a></li>
        <li><a href=${target("")}><bdi>${this.bucket}</bdi></a></li>
        ${parts.map((it, i) => html`<li><a href=${target(parts.slice(0, i + 1).join("/") + "/")}>${objectName(it || " ", 40)}</a></li>`)}
      </ol>
    </nav>`;
  }

  private folderHref(prefix: string): string {
    const query = new URLSearchParams();
    if (prefix) {
      query.set("prefix", prefix);
    }
    if (this.hasVersions) {
      query.set("versions", "true");
    }
    const text = query.toString();
    return this.ctx.href(`buckets/${this.bucket}`) + (text ? `?${text}` : "");
  }

  private toolbar(): TemplateResult {
    return html`<div class="toolbar">
      <form class="filter" role="search" @submit=${this.filter}>
        <label for="object-filter">${t("objects.filter")}</label>
        <input id="object-filter" name="q" type="search" .value=${this.begin} spellcheck="false" />
        <button class="button">${t("list.filter")}</button>
      </form>
      <label><input type="checkbox" .checked=${this.hasVersions} @change=${this.toggleVersions} /> ${t("objects.versions")}</label>
      ${this.selected.size > 0 ? this.bulk() : nothing}
      ${this.ctx.can("ListShareLinks")
        ? html`<a class="button" href="${this.ctx.href("links")}?bucket=${this.bucket}">${t("page.links")}</a>`
        : nothing}
      <button class="button" @click=${this.restart} ?disabled=${this.isLoading}>${t("list.refresh")}</button>
      <a class="button" href=${this.ctx.href(`buckets/${encodeURIComponent(this.bucket)}/settings`)}>${t("settings.title")}</a>
    </div>`;
  }

  /** What can be done with the selected ones. */
  private bulk(): TemplateResult {
    const button = (text: string, style: string, does: () => void) =>
      html`<button class="button ${style}" @click=${does}>${text}</button>`;
    const chosen = { count: this.selected.size };
    return html`${this.hasVersions
        ? button(t("objects.restore.selected", chosen), "", this.restoreSelected)
        : html`${button(t("objects.copy.selected", chosen), "", () => this.transferSelected("COPY_OBJECTS"))}
            ${button(t("objects.move.selected", chosen), "", () => this.transferSelected("MOVE_OBJECTS"))}`}
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
    const shown = windowOf(this.rows.length, this.top, this.height, ROW_PIXELS);
    const columns = this.hasVersions ? 7 : 6;
    const gap = (rows: number) =>
      rows === 0 ? nothing : html`<tr class="gap" aria-hidden="true"><td colspan=${columns} height=${rows * ROW_PIXELS}></td></tr>`;
    return html`<div class="scroll virtual" tabindex="0" role="region" aria-label=${t("objects.label")} @scroll=${this.scrolled}>
        <table aria-rowcount=${this.next ? -1 : this.rows.length + 1} aria-busy=${this.isLoading ? "true" : "false"}>
          <caption class="visually-hidden">${t("objects.label")}</caption>
          <thead><tr aria-rowindex="1">
            <td></td>
            <th scope="col">${t("objects.name")}</th>
            <th scope="col" class="number">${t("objects.size")}</th>
            <th scope="col">${t("objects.changed")}</th>
            <th scope="col">${t("objects.class")}</th>
            ${this.hasVersions ? html`<th scope="col">${t("objects.version")}</th>` : nothing}
            <th scope="col">${t("list.actions")}</th>
          </tr></thead>
          <tbody>
            ${gap(shown.first)}
            ${this.rows.slice(shown.first, shown.end).map((it, i) => this.row(it, shown.first + i))}
            ${gap(this.rows.length - shown.end)}
          </tbody>
        </table>
      </div>
      <p role="status" class="minor">${this.next ? t("objects.more", { count: count(this.rows.length) }) : t("objects.all", { count: this.rows.length })}
        ${this.next ? html`<button class="button small" @click=${this.more} ?disabled=${this.isLoading}>${t("objects.load")}</button>` : nothing}</p>`;
  }

  private readonly scrolled = (event: Event): void => {
    const box = event.target as HTMLElement;
    this.top = box.scrollTop;
    this.height = box.clientHeight;
    const isNearEnd = box.scrollTop + 2 * box.clientHeight > box.scrollHeight;
    if (isNearEnd && this.next && !this.error) {
      void this.more();
    }
  };

  private row(row: Row, index: number): TemplateResult {
    if ("folder" in row) {
      return html`<tr aria-rowindex=${index + 2}>
        <td></td>
        <td colspan=${this.hasVersions ? 5 : 4}><span aria-hidden="true">📁</span>
          <a href=${this.folderHref(row.folder)}>${objectName(row.folder.slice(this.folder.length))}</a></td>
        <td><button class="button small" @click=${() => this.removeFolder(row.folder)}>${t("action.delete")}${hidden(row.folder)}</button></td>
      </tr>`;
    }
    const { entry } = row;
    const name = entry.key.slice(this.folder.length);
    const id = idOf(entry);
    return html`<tr aria-rowindex=${index + 2}>
      <td>${isAddressable(entry.key)
        ? html`<input type="checkbox" aria-label=${t("objects.select", { name: visible(name) })} .checked=${this.selected.has(id)}
            @change=${() => this.select(id)} />`
        : nothing}</td>
      <td>${entry.isMarker || !isAddressable(entry.key)
        ? objectName(name)
        : html`<button class="link" @click=${() => this.showObject(entry)}>${objectName(name)}</button>`}
        ${entry.isMarker ? badge(t("objects.marker")) : entry.latest ? badge(t("objects.latest"), "good") : nothing}</td>
      <td class="number">${entry.size === undefined ? "" : html`<span title="${count(entry.size)} B">${bytes(entry.size)}</span>`}</td>
      <td>${time(entry.lastModified)}</td>
      <td>${entry.storageClass ?? ""}</td>
      ${this.hasVersions ? html`<td><code>${entry.versionId ?? ""}</code></td>` : nothing}
      <td>${this.actions(entry, name)}</td>
    </tr>`;
  }

  private actions(entry: Entry, name: string): unknown {
    if (!isAddressable(entry.key)) {
      return html`<span class="minor">${t("objects.unaddressable")}</span>`;
    }
    const hasLinks = !entry.isMarker && this.ctx.can("PresignObject");
    return html`${hasLinks
        ? html`<button class="button small" @click=${() => this.download(entry)}>${t("objects.download")}${hidden(name)}</button>
            <button class="button small" @click=${() => this.share(entry)}>${t("share.action")}${hidden(name)}</button> `
        : nothing}
      <button class="button small" @click=${() => this.erase([entry])}>${t("action.delete")}${hidden(name)}</button>`;
  }

  private select(id: string): void {
    const selected = new Set(this.selected);
    if (!selected.delete(id)) {
      selected.add(id);
    }
    this.selected = selected;
  }

  private showObject(entry: Entry): void {
    this.open({
      heading: t("objects.properties"),
      body: showProperties(this.ctx, this.bucket, entry, this.close),
    });
  }

  /** From the origin of S3. What is refused is shown here: there it would be a document in place of the portal. */
  private download(entry: Entry): void {
    void this.attempt(async () => {
      await this.s3.head(this.bucket, entry, this.signal);
      const link = document.createElement("a");
      const fileName = entry.key.split("/").pop() || this.bucket;
      link.href = await this.s3.link(this.bucket, entry, { seconds: DOWNLOAD_SECONDS, fileName });
      link.rel = "noopener noreferrer";
      link.click();
    });
  }

  /** By a link that can be revoked, or by a signed one. */
  private share(entry: Entry): void {
    if (!this.ctx.can("CreateShareLink")) {
      this.shareSigned(entry);
      return;
    }
    void this.attempt(async () => {
      const { linkQuestion, madeLink } = await loadedScript(import("./links/create"));
      const question = linkQuestion(this.ctx, this.bucket, entry, (link) =>
        this.open({ heading: t("links.created"), isKept: true, body: madeLink(link, this.close) }),
      );
      const others = new URLSearchParams({ bucket: this.bucket, key: entry.key }).toString();
      const signed = html`<p><a href="${this.ctx.href("links")}?${others}">${t("links.of.object")}</a>
        · <button type="button" class="link" @click=${() => this.shareSigned(entry)}>${t("links.signed")}</button></p>`;
      void this.ask({ ...question, text: html`${question.text}${signed}` });
    });
  }

  private shareSigned(entry: Entry): void {
    void this.ask(
      shareQuestion(this.s3, this.bucket, entry, (url, until) =>
        this.open({ heading: t("share.link"), body: sharedLink(url, until, this.close) }),
      ),
    );
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

  private readonly startJob = async (job: JobOnKeys | JobOnPrefix): Promise<void> => {
    await this.ctx.api.create("/api/v1/admin/tenants/{tenant}/users/{user}/jobs", {
      params: { tenant: tenantOf(this.ctx), user: this.ctx.me.user ?? "" },
      body: job,
    });
    this.ctx.toast(t("jobs.started"));
    this.ctx.go("jobs");
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
  private removeFolder(folder: string): void {
    this.ask({
      heading: t("objects.delete.folder"),
      text: html`<p>${t("objects.delete.folder.about")} ${objectName(folder)}</p>`,
      action: t("action.delete"),
      isDanger: true,
      send: () =>
        this.startJob({ kind: "DELETE_OBJECTS", bucket: this.bucket, prefix: folder, versions: this.hasVersions }),
    });
  }
}

function hidden(name: string): TemplateResult {
  return html`<span class="visually-hidden"> ${visible(name)}</span>`;
}

function idOf(entry: Entry): string {
  return JSON.stringify([entry.key, entry.versionId ?? ""]);
}

/** The folder itself, an empty object of its name, is no row in itself. */
function rowsOf(page: Listing, prefix: string): Row[] {
  return [
    ...page.folders.map((folder) => ({ folder })),
    ...page.entries.filter((it) => it.key !== prefix).map((entry) => ({ entry })),
  ];
}
