import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { ApiError } from "../api/errors";
import { t } from "../i18n";
import { Element } from "./page";
import { problem } from "./states";

/** A field of a form; its name is that of the request's member. */
export interface Field {
  name: string;
  label: string;
  type?: "text" | "password" | "number" | "select" | "checkbox" | "textarea" | "datetime-local";
  value?: string;
  help?: string;
  required?: boolean;
  autocomplete?: string;
  inputmode?: string;
  options?: { value: string; label: string }[];
  /** What is wrong with a value, or nothing. */
  check?: (value: string, all: Values) => string | undefined;
}

export type Values = Record<string, string>;

let ids = 0;

/** Fields with their errors, the node's among them, and the buttons. */
@customElement("ose-form")
export class Form extends Element {
  @property({ attribute: false }) fields: Field[] = [];
  @property({ attribute: false }) send: (values: Values) => Promise<unknown> = () => Promise.resolve();
  /** The text of the button that sends. */
  @property() action = "";
  @property({ type: Boolean }) danger = false;
  /** Whether there is a button that leaves the form, which fires `close`. */
  @property({ type: Boolean }) cancels = false;
  /** The text of that button, if it is another than usual. */
  @property() cancelText = "";
  @property({ attribute: false }) extra: unknown = nothing;

  @state() private errors: Record<string, string> = {};
  @state() private failure: unknown;
  @state() private isBusy = false;

  private readonly idPrefix = `form-${++ids}-`;

  protected override render(): TemplateResult {
    return html`<form @submit=${this.submit} novalidate>
      ${this.failure ? problem(this.failure) : nothing} ${this.fields.map((field) => this.row(field))} ${this.extra}
      <div class="buttons">
        ${this.cancels
          ? html`<button type="button" class="button" ?data-first=${this.danger} @click=${this.leave}>
              ${this.cancelText || t("action.cancel")}
            </button>`
          : nothing}
        <button class="button ${this.danger ? "danger" : "primary"}" ?disabled=${this.isBusy}>
          ${this.isBusy ? t("state.working") : this.action}
        </button>
      </div>
    </form>`;
  }

  private row(field: Field): TemplateResult {
    const id = this.idPrefix + field.name;
    const error = this.errors[field.name];
    const described = [field.help ? `${id}-help` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
    const label = html`<label for=${id}>${field.label}${field.required ? nothing : field.type === "checkbox" ? nothing
      : html` <span class="minor">${t("form.optional")}</span>`}</label>`;
    const control = this.control(field, id, described, error !== undefined);
    return html`<div class="field ${field.type === "checkbox" ? "check" : ""}">
      ${field.type === "checkbox" ? html`${control}${label}` : html`${label}${control}`}
      ${field.help ? html`<p class="minor" id="${id}-help">${field.help}</p>` : nothing}
      ${error ? html`<p class="wrong" id="${id}-error">${error}</p>` : nothing}
    </div>`;
  }

  private control(field: Field, id: string, described: string, isWrong: boolean): TemplateResult {
    const invalid = isWrong ? "true" : "false";
    const about = described || nothing;
    switch (field.type) {
      case "select":
        return html`<select id=${id} name=${field.name} aria-describedby=${about} aria-invalid=${invalid}>
          ${field.options?.map(
            (it) => html`<option value=${it.value} ?selected=${it.value === field.value}>${it.label}</option>`,
          )}
        </select>`;
      case "checkbox":
        return html`<input type="checkbox" id=${id} name=${field.name} value="true" aria-describedby=${about}
          ?checked=${field.value === "true"} />`;
      case "textarea":
        return html`<textarea id=${id} name=${field.name} rows="3" aria-describedby=${about} aria-invalid=${invalid}
          .defaultValue=${field.value ?? ""} @input=${() => this.typed(field)} @blur=${(event: FocusEvent) => this.left(field, event)}></textarea>`;
      default:
        return html`<input id=${id} name=${field.name} type=${field.type ?? "text"} value=${field.value ?? ""}
          autocomplete=${field.autocomplete ?? "off"} inputmode=${field.inputmode ?? nothing} spellcheck="false"
          aria-describedby=${about} aria-invalid=${invalid} aria-required=${field.required ? "true" : "false"}
          @input=${() => this.typed(field)} @blur=${(event: FocusEvent) => this.left(field, event)} />`;
    }
  }

  private values(): Values {
    const form = this.querySelector("form");
    const data = form ? new FormData(form) : new FormData();
    return Object.fromEntries(this.fields.map((it) => [it.name, String(data.get(it.name) ?? "")]));
  }

  private wrong(field: Field, values: Values): string | undefined {
    const value = values[field.name] ?? "";
    if (field.required && value.trim() === "") {
      return t("form.required");
    }
    return value === "" ? undefined : field.check?.(value, values);
  }

  /** Not if something is being pressed, which would move away from under the pointer. */
  private left(field: Field, event: FocusEvent): void {
    const next = event.relatedTarget;
    if (!(next instanceof HTMLButtonElement) && !(next instanceof HTMLInputElement && next.type === "checkbox")) {
      this.checkOne(field);
    }
  }

  /** An error goes as soon as it is mended. */
  private typed(field: Field): void {
    if (this.errors[field.name]) {
      this.checkOne(field);
    }
  }

  private checkOne(field: Field): void {
    const values = this.values();
    // An empty field that is only passed through is not wrong yet.
    const error = values[field.name] ? this.wrong(field, values) : undefined;
    const { [field.name]: _, ...others } = this.errors;
    this.errors = error ? { ...others, [field.name]: error } : others;
  }

  private readonly submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (this.isBusy) {
      return;
    }
    const values = this.values();
    const found = this.fields.map((it) => [it.name, this.wrong(it, values)] as const).filter(([, error]) => error);
    this.errors = Object.fromEntries(found) as Record<string, string>;
    this.failure = undefined;
    if (found.length > 0) {
      await this.focusFirstError();
      return;
    }
    this.isBusy = true;
    try {
      await this.send(values);
    } catch (e) {
      await this.report(e);
    } finally {
      this.isBusy = false;
    }
  };

  /** What the node says of a field is shown there, all else above the form. */
  private async report(error: unknown): Promise<void> {
    const known = new Set(this.fields.map((it) => it.name));
    const fields = error instanceof ApiError ? error.fields : [];
    const own = fields.map((it) => [it.field.split(".").pop() ?? "", it.message] as const).filter(([it]) => known.has(it));
    if (own.length > 0) {
      this.errors = Object.fromEntries(own);
      await this.focusFirstError();
    } else {
      this.failure = error;
    }
  }

  private async focusFirstError(): Promise<void> {
    await this.updateComplete;
    this.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }

  private readonly leave = (): void => {
    this.dispatchEvent(new CustomEvent("close"));
  };
}
