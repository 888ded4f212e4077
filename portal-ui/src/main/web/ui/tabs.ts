import { html, nothing, type TemplateResult } from "lit";

/** A part of a page with an address of its own. */
export interface Tab {
  path: string;
  title: string;
}

/** Links to the parts of a page, the present one marked. */
export function tabs(label: string, present: string, all: readonly Tab[], href: (path: string) => string): TemplateResult {
  return html`<nav class="tabs" aria-label=${label}><ul>
    ${all.map((it) => html`<li><a href=${href(it.path)} aria-current=${it.path === present ? "page" : nothing}>${it.title}</a></li>`)}
  </ul></nav>`;
}
