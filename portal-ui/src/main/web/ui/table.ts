import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { containing } from "../api/client";
import type { Page } from "../api/types";
import { count } from "../format";
import { t } from "../i18n";
import { Part } from "./page";
import { empty, problem, skeleton } from "./states";

/** A column of a list; one with `order` sorts by that property. */
export interface Column<T> {
  label: string;
  order?: string;
  isNumber?: boolean;
  cell: (row: T) => unknown;
}

/** Which part of a list is wanted. */
export interface ListPart {
  text: string;
  order: string;
  after: string;
  limit: number;
  signal: AbortSignal;
}

/** The parameters of a list of the node for this part; the text is looked for in each of the properties. */
export function listQuery(part: ListPart, ...properties: string[]) {
  return {
    order: part.order,
    after: part.after,
    limit: part.limit,
    filter: part.text ? properties.map((it) => containing(it, part.text)).join(",") : undefined,
  };
}

const SIZES = [25, 50, 100, 200];
const USUAL_SIZE = 50;

/** A list with its filter, order and page in the address, so that a reload shows the same. */
@customElement("ose-table")
export class Table<T = unknown> extends Part {
  @property({ attribute: false }) columns: Column<T>[] = [];
  @property({ attribute: false }) read!: (part: ListPart) => Promise<Page<T>>;
  /** What the list is of: its accessible name. */
  @property() label = "";
  /** The label of the filter; no filter if empty. */
  @property() filter = "";
  @property() usualOrder = "";
  /** Shown where there is nothing yet. */
  @property({ attribute: false }) none: unknown = nothing;
  /** Beside the filter. */
  @property({ attribute: false }) tools: unknown = nothing;
  /** Distinguishes lists of one page that take turns. */
  @property() subject = "";

  @state() private page: Page<T> | undefined;
  @state() private error: unknown;
  @state() private isLoading = false;
  private loaded: string | undefined;

  private get query(): URLSearchParams {
    return this.ctx.route.query;
  }

  private get limit(): number {
    const asked = Number(this.query.get("limit"));
    return SIZES.includes(asked) ? asked : USUAL_SIZE;
  }

  private get order(): string {
    return this.query.get("order") ?? this.usualOrder;
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const key = [this.subject, this.query.get("q"), this.order, this.query.get("after"), this.limit].join("\n");
    if (key !== this.loaded) {
      if (this.loaded?.split("\n")[0] !== this.subject) {
        this.page = undefined;
      }
      this.loaded = key;
      void this.reload();
    }
  }

  /** Reads the page again; its rows stay until the answer is there. */
  readonly reload = async (): Promise<void> => {
    const key = this.loaded;
    this.error = undefined;
    this.isLoading = true;
    try {
      const page = await this.read({
        text: this.query.get("q") ?? "",
        order: this.order,
        after: this.query.get("after") ?? "",
        limit: this.limit,
        signal: this.signal,
      });
      if (key === this.loaded) {
        this.page = page;
      }
    } catch (e) {
      if (key === this.loaded && !this.signal.aborted) {
        this.error = e;
        this.recover(e, this.reload);
      }
    } finally {
      if (key === this.loaded) {
        this.isLoading = false;
      }
    }
  };

  protected override render(): TemplateResult {
    return html`${this.toolbar()} ${this.error ? problem(this.error, this.reload) : nothing} ${this.content()}`;
  }

  private toolbar(): TemplateResult {
    return html`<div class="toolbar">
      ${this.filter
        ? html`<form class="filter" role="search" @submit=${this.search}>
            <label for="list-filter">${this.filter}</label>
            <input id="list-filter" name="q" type="search" .value=${this.query.get("q") ?? ""} spellcheck="false" />
            <button class="button">${t("list.filter")}</button>
          </form>`
        : nothing}
      ${this.tools}
      <button class="button" @click=${this.reload} ?disabled=${this.isLoading}>${t("list.refresh")}</button>
    </div>`;
  }

  private content(): unknown {
    if (!this.page) {
      return this.error ? nothing : skeleton(5);
    }
    if (this.page.items.length === 0 && this.page.next) {
      return this.unfinished(this.page.next);
    }
    if (this.page.items.length === 0) {
      return this.query.get("q") || this.query.get("after") ? this.noMatch() : this.none;
    }
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${this.label}>
        <table aria-busy=${this.isLoading ? "true" : "false"}>
          <caption class="visually-hidden">${this.label}</caption>
          <thead><tr>${this.columns.map((it) => this.head(it))}</tr></thead>
          <tbody>${this.page.items.map(
            (row) => html`<tr>${this.columns.map((it) => html`<td class=${it.isNumber ? "number" : ""}>${it.cell(row)}</td>`)}</tr>`,
          )}</tbody>
        </table>
      </div>
      ${this.foot(this.page)}`;
  }

  /** A page that found nothing is not the end of a search. */
  private unfinished(next: string): TemplateResult {
    const on = html`<button class="button primary" @click=${() => this.ctx.show({ after: next })}>${t("list.on")}</button>`;
    return empty(t("list.unfinished.title"), t("list.unfinished"), on);
  }

  private noMatch(): TemplateResult {
    return empty(
      t("list.nomatch.title"),
      t("list.nomatch", { filter: this.query.get("q") ?? "" }),
      html`<button class="button" @click=${() => this.ctx.show({ q: undefined, after: undefined })}>
        ${t("list.clear")}
      </button>`,
    );
  }

  private head(column: Column<T>): TemplateResult {
    const className = column.isNumber ? "number" : "";
    if (!column.order) {
      return html`<th scope="col" class=${className}>${column.label}</th>`;
    }
    const direction =
      this.order === column.order ? "ascending" : this.order === "-" + column.order ? "descending" : "none";
    const arrow = direction === "ascending" ? "▲" : direction === "descending" ? "▼" : "";
    return html`<th scope="col" class=${className} aria-sort=${direction}>
      <button class="sort" @click=${() => this.sort(column.order ?? "", direction)}>
        ${column.label} <span aria-hidden="true">${arrow}</span>
      </button>
    </th>`;
  }

  private foot(page: Page<T>): TemplateResult {
    return html`<nav class="pages" aria-label=${t("list.pages")}>
      <label>${t("list.size")}
        <select @change=${this.resize}>
          ${SIZES.map((it) => html`<option ?selected=${it === this.limit}>${it}</option>`)}
        </select></label>
      <span role="status">${page.total === undefined
        ? t("list.shown", { count: page.items.length })
        : t("list.total", { count: page.items.length, total: count(page.total) })}</span>
      ${this.query.get("after")
        ? html`<button class="button" @click=${() => this.ctx.show({ after: undefined })}>${t("list.first")}</button>`
        : nothing}
      ${page.next
        ? html`<button class="button" @click=${() => this.ctx.show({ after: page.next })}>${t("list.next")}</button>`
        : nothing}
    </nav>`;
  }

  private sort(order: string, present: string): void {
    this.ctx.show({ order: present === "ascending" ? "-" + order : order, after: undefined }, true);
  }

  private readonly resize = (event: Event): void => {
    this.ctx.show({ limit: (event.target as HTMLSelectElement).value, after: undefined }, true);
  };

  private readonly search = (event: Event): void => {
    event.preventDefault();
    const text = new FormData(event.target as HTMLFormElement).get("q");
    this.ctx.show({ q: String(text ?? "").trim(), after: undefined });
  };
}
