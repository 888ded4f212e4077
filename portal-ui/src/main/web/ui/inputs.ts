import { html, nothing, type TemplateResult } from "lit";

/** A labelled control that shows a value and says each change of it. */
export interface Input {
  id: string;
  label: string;
  value: string;
  change: (value: string) => void;
  help?: string;
  /** What is wrong with the value. */
  error?: string | undefined;
  /** The control was left. */
  left?: () => void;
  inputmode?: string;
  type?: "text" | "date" | "datetime-local";
  rows?: number;
  disabled?: boolean;
}

/** A line of text. */
export function textInput(it: Input): TemplateResult {
  return row(it, html`<input id=${it.id} type=${it.type ?? "text"} .value=${it.value} autocomplete="off" spellcheck="false"
    inputmode=${it.inputmode ?? nothing} aria-describedby=${described(it)} aria-invalid=${it.error ? "true" : "false"}
    ?disabled=${it.disabled ?? false} @input=${(event: Event) => it.change((event.target as HTMLInputElement).value)}
    @blur=${it.left} />`);
}

/** Several lines of text. */
export function areaInput(it: Input): TemplateResult {
  return row(it, html`<textarea id=${it.id} rows=${it.rows ?? 3} .value=${it.value} autocomplete="off" spellcheck="false"
    aria-describedby=${described(it)} aria-invalid=${it.error ? "true" : "false"}
    @input=${(event: Event) => it.change((event.target as HTMLTextAreaElement).value)} @blur=${it.left}></textarea>`);
}

/** One of several values. */
export function selectInput(it: Input, options: readonly { value: string; label: string }[]): TemplateResult {
  return row(it, html`<select id=${it.id} aria-describedby=${described(it)} aria-invalid=${it.error ? "true" : "false"}
    ?disabled=${it.disabled ?? false} @change=${(event: Event) => it.change((event.target as HTMLSelectElement).value)}>
    ${options.map((option) => html`<option value=${option.value} .selected=${option.value === it.value}>${option.label}</option>`)}
  </select>`);
}

/** Yes or no: `true` or empty. */
export function checkInput(it: Input): TemplateResult {
  return html`<div class="field check"><input id=${it.id} type="checkbox" .checked=${it.value === "true"} aria-invalid=${it.error ? "true" : "false"}
      aria-describedby=${described(it)} ?disabled=${it.disabled ?? false}
      @change=${(event: Event) => it.change((event.target as HTMLInputElement).checked ? "true" : "")} />
    <label for=${it.id}>${it.label}</label>${notes(it)}</div>`;
}

function row(it: Input, control: TemplateResult): TemplateResult {
  return html`<div class="field"><label for=${it.id}>${it.label}</label>${control}${notes(it)}</div>`;
}

function notes(it: Input): TemplateResult {
  return html`${it.help ? html`<p class="minor" id="${it.id}-help">${it.help}</p>` : nothing}
    ${it.error ? html`<p class="wrong" id="${it.id}-error">${it.error}</p>` : nothing}`;
}

function described(it: Input): unknown {
  return [it.help ? `${it.id}-help` : "", it.error ? `${it.id}-error` : ""].filter(Boolean).join(" ") || nothing;
}
