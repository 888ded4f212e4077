import { html, type TemplateResult } from "lit";
import { visible } from "../format";

/** A button in a row of a list; its accessible name has the row's name behind the text. */
export function rowButton(text: string, row: string, does: () => void): TemplateResult {
  const name = html`<bdi class="visually-hidden"> ${visible(row)}</bdi>`;
  return html`<button class="button small" @click=${does}>${text}${name}</button> `;
}
