import { html, type TemplateResult } from "lit";

/** A button in a row of a list; its accessible name has the row's name behind the text. */
export function rowButton(text: string, row: string, does: () => void): TemplateResult {
  return html`<button class="button small" @click=${does}>${text}<span class="visually-hidden"> ${row}</span></button> `;
}
