import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Page } from "../../api/types";
import { Loaded } from "../../ui/page";
import { loaded } from "../../ui/states";

/** What a part of the overview lists. */
export interface Listed<T> {
  id: string;
  title: string;
  /** Said if there is nothing. */
  none: string;
  /** Leads to the page of all. */
  all: { href: string; text: string };
  read: (signal: AbortSignal) => Promise<Page<T>>;
  row: (item: T) => TemplateResult;
}

/** A short list of the overview, which fails without the others. */
@customElement("ose-overview-part")
export class OverviewPart<T = unknown> extends Loaded<Page<T>> {
  @property({ attribute: false }) list!: Listed<T>;

  protected override key(): string {
    return this.list.id;
  }

  protected override load(): Promise<Page<T>> {
    return this.list.read(this.signal);
  }

  protected override render(): TemplateResult {
    const { id, title, none, all, row } = this.list;
    return html`<section class="card" aria-labelledby=${id}><h2 id=${id}>${title}</h2>
      ${loaded(this.value, this.error, this.reload, ({ items }) =>
        items.length === 0 ? html`<p class="minor">${none}</p>` : html`<ul class="plain">${items.map((it) => html`<li>${row(it)}</li>`)}</ul>`)}
      ${this.value && this.value.items.length > 0 ? html`<p><a href=${all.href}>${all.text}</a></p>` : nothing}</section>`;
  }
}
