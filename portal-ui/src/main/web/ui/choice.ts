import { html, type TemplateResult } from "lit";

/** A choice of one of some words, such as a filter beside a list. */
export function choice(
  label: string,
  options: readonly string[],
  present: string,
  name: (option: string) => string,
  choose: (option: string) => void,
): TemplateResult {
  return html`<label>${label}
    <select @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
      ${options.map((it) => html`<option value=${it} .selected=${it === present}>${name(it)}</option>`)}
    </select></label>`;
}
