import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { type Entry, isAddressable, type Listing } from "../../api/s3";
import { bytes, count, time, visible } from "../../format";
import { t } from "../../i18n";
import { objectName } from "../../ui/name";
import { Element } from "../../ui/page";
import { rowButton } from "../../ui/row-button";
import { badge } from "../../ui/states";
import { windowOf } from "../../ui/window";

const ROW_PIXELS = 44;

export type Row = { folder: string } | { entry: Entry };

/** What the page of the list does for its rows. */
export interface RowActions {
  /** The address of a folder. */
  folderHref: (folder: string) => string;
  /** The address of an object's page. */
  objectHref: (entry: Entry) => string;
  /** Absent where the caller may make no links. */
  download?: (entry: Entry) => void;
  share?: (entry: Entry) => void;
  erase: (entry: Entry) => void;
  /** What can be done with a folder. */
  folder: (folder: string) => { text: string; does: () => void }[];
  select: (ids: readonly string[], isOn: boolean) => void;
  more: () => void;
}

/** Rows of a folder, of which only those in sight are drawn. */
@customElement("ose-object-list")
export class ObjectList extends Element {
  @property({ attribute: false }) rows: readonly Row[] = [];
  @property({ attribute: false }) selected: ReadonlySet<string> = new Set();
  @property({ attribute: false }) actions!: RowActions;
  @property() folder = "";
  @property({ type: Boolean }) versions = false;
  @property({ type: Boolean }) loading = false;
  /** Whether the last page could not be read: scrolling does not try again. */
  @property({ type: Boolean }) failed = false;
  /** Whether there are rows beyond. */
  @property({ type: Boolean }) partial = false;

  @state() private top = 0;
  @state() private height = 600;

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (changed.has("folder") || changed.has("versions")) {
      this.top = 0;
    }
  }

  protected override render(): TemplateResult {
    const shown = windowOf(this.rows.length, this.top, this.height, ROW_PIXELS);
    const columns = this.versions ? 7 : 6;
    const gap = (rows: number) =>
      rows === 0 ? nothing : html`<tr class="gap" aria-hidden="true"><td colspan=${columns} height=${rows * ROW_PIXELS}></td></tr>`;
    return html`<div class="scroll virtual" tabindex="0" role="region" aria-label=${t("objects.label")} @scroll=${this.scrolled}>
        <table aria-rowcount=${this.partial ? -1 : this.rows.length + 1} aria-busy=${this.loading ? "true" : "false"}>
          <caption class="visually-hidden">${t("objects.label")}</caption>
          <thead><tr aria-rowindex="1">
            <td>${this.selection()}</td>
            <th scope="col">${t("objects.name")}</th>
            <th scope="col" class="number">${t("objects.size")}</th>
            <th scope="col">${t("objects.changed")}</th>
            <th scope="col">${t("objects.class")}</th>
            ${this.versions ? html`<th scope="col">${t("objects.version")}</th>` : nothing}
            <th scope="col">${t("list.actions")}</th>
          </tr></thead>
          <tbody>
            ${gap(shown.first)}
            ${this.rows.slice(shown.first, shown.end).map((it, i) => this.row(it, shown.first + i + 2))}
            ${gap(this.rows.length - shown.end)}
          </tbody>
        </table>
      </div>
      <p role="status" class="minor">${this.partial
        ? t("objects.more", { count: count(this.rows.length) })
        : t("objects.all", { count: this.rows.length })}
        ${this.partial
          ? html`<button class="button small" @click=${this.actions.more} ?disabled=${this.loading}>${t("objects.load")}</button>`
          : nothing}</p>`;
  }

  /** Selects all objects that are loaded, or none. */
  private selection(): unknown {
    const ids = this.rows.flatMap((it) => ("entry" in it && isAddressable(it.entry.key) ? [idOf(it.entry)] : []));
    if (ids.length === 0) {
      return nothing;
    }
    const isAll = ids.every((it) => this.selected.has(it));
    return html`<input type="checkbox" aria-label=${t("objects.select.all", { count: ids.length })} .checked=${isAll}
      .indeterminate=${!isAll && this.selected.size > 0} @change=${() => this.actions.select(ids, !isAll)} />`;
  }

  private readonly scrolled = (event: Event): void => {
    const box = event.target as HTMLElement;
    this.top = box.scrollTop;
    this.height = box.clientHeight;
    if (box.scrollTop + 2 * box.clientHeight > box.scrollHeight && this.partial && !this.failed) {
      this.actions.more();
    }
  };

  private row(row: Row, index: number): TemplateResult {
    if ("folder" in row) {
      const { folder } = row;
      return html`<tr aria-rowindex=${index}>
        <td></td>
        <td colspan=${this.versions ? 5 : 4}><span aria-hidden="true">📁</span>
          <a href=${this.actions.folderHref(folder)}>${objectName(folder.slice(this.folder.length))}</a></td>
        <td>${this.actions.folder(folder).map((it) => rowButton(it.text, folder, it.does))}</td>
      </tr>`;
    }
    const { entry } = row;
    const name = entry.key.slice(this.folder.length);
    const id = idOf(entry);
    return html`<tr aria-rowindex=${index}>
      <td>${isAddressable(entry.key)
        ? html`<input type="checkbox" aria-label=${t("objects.select", { name: visible(name) })} .checked=${this.selected.has(id)}
            @change=${() => this.actions.select([id], !this.selected.has(id))} />`
        : nothing}</td>
      <td>${entry.isMarker || !isAddressable(entry.key)
        ? objectName(name)
        : html`<a href=${this.actions.objectHref(entry)}>${objectName(name)}</a>`}
        ${versionBadge(entry)}</td>
      <td class="number">${entrySize(entry)}</td>
      <td>${time(entry.lastModified)}</td>
      <td>${entry.storageClass ?? ""}</td>
      ${this.versions ? html`<td><code>${entry.versionId ?? ""}</code></td>` : nothing}
      <td>${this.buttons(entry, name)}</td>
    </tr>`;
  }

  private buttons(entry: Entry, name: string): unknown {
    if (!isAddressable(entry.key)) {
      return html`<span class="minor">${t("objects.unaddressable")}</span>`;
    }
    const { download, share, erase } = this.actions;
    return html`${download && !entry.isMarker ? rowButton(t("objects.download"), name, () => download(entry)) : nothing}
      ${share && !entry.isMarker ? rowButton(t("share.action"), name, () => share(entry)) : nothing}
      ${rowButton(t("action.delete"), name, () => erase(entry))}`;
  }
}

/** What distinguishes an entry of a list of versions. */
export function versionBadge(entry: Entry): unknown {
  return entry.isMarker ? badge(t("objects.marker")) : entry.latest ? badge(t("objects.latest"), "good") : nothing;
}

/** The size of an entry; a delete marker has none. */
export function entrySize(entry: Entry): unknown {
  return entry.size === undefined ? nothing : html`<span title="${count(entry.size)} B">${bytes(entry.size)}</span>`;
}

/** Distinguishes entries, versions of one key included. */
export function idOf(entry: Entry): string {
  return JSON.stringify([entry.key, entry.versionId ?? ""]);
}

/** The folder itself, an empty object of its name, is no row in itself. */
export function rowsOf(page: Listing, prefix: string): Row[] {
  return [
    ...page.folders.map((folder) => ({ folder })),
    ...page.entries.filter((it) => it.key !== prefix).map((entry) => ({ entry })),
  ];
}
