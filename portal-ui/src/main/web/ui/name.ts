import { html, type TemplateResult } from "lit";
import { shortened, visible } from "../format";

/** The name of an object: isolated from the direction of its surroundings, with visible controls. */
export function objectName(name: string, most = 80): TemplateResult {
  const text = visible(name);
  return html`<bdi class="name" title=${text}>${shortened(text, most)}</bdi>`;
}
