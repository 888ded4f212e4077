import { html, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { keyed } from "lit/directives/keyed.js";
import { ApiError } from "../api/errors";
import { t } from "../i18n";
import { difference, differenceView } from "./difference";
import "./form";
import type { Field, Values } from "./form";
import { Element } from "./page";

/** What a node stores, with the entity tag that a write names in If-Match. */
export interface Versioned<T> {
  value: T;
  tag: string;
}

/** A change of what others may change, too. */
export interface Change<T> {
  stored: Versioned<T>;
  /** Reads again what is stored. */
  read: () => Promise<Versioned<T>>;
  fields: (value: T) => Field[];
  /** What the values of the form say. */
  wanted: (values: Values) => T;
  /** Writes; fails with 412 if the tag is no longer that of what is stored. */
  write: (value: T, tag: string) => Promise<unknown>;
  /** The value in lines, to show differences. */
  lines: (value: T) => string[];
  done: () => unknown;
}

/**
 * A form whose value is written only over what it began with. If another editor has stored something else meanwhile,
 * both differences are shown, and one of them is chosen. Tells `close` if the user leaves it.
 */
@customElement("ose-change")
export class ChangeForm<T> extends Element {
  @property({ attribute: false }) change!: Change<T>;
  @property() action = "";
  @property({ type: Boolean }) cancels = false;
  @property({ type: Boolean }) danger = false;

  @state() private base!: Versioned<T>;
  @state() private mine: T | undefined;
  @state() private theirs: Versioned<T> | undefined;

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (changed.has("change")) {
      this.begin(this.change.stored);
    }
  }

  private begin(stored: Versioned<T>): void {
    this.base = stored;
    this.mine = undefined;
    this.theirs = undefined;
  }

  protected override render(): TemplateResult {
    return this.theirs && this.mine !== undefined ? this.conflict(this.theirs, this.mine) : this.form();
  }

  private form(): TemplateResult {
    return html`${keyed(
      this.base,
      html`<ose-form .fields=${this.change.fields(this.base.value)} .action=${this.action || t("action.save")} .send=${this.send}
        ?cancels=${this.cancels} ?danger=${this.danger} @close=${this.leave}></ose-form>`,
    )}`;
  }

  private readonly leave = (): void => {
    this.dispatchEvent(new CustomEvent("close"));
  };

  private readonly send = (values: Values): Promise<void> => this.store(this.change.wanted(values), this.base);

  private async store(wanted: T, over: Versioned<T>): Promise<void> {
    try {
      await this.change.write(wanted, over.tag);
    } catch (e) {
      if (!(e instanceof ApiError) || e.status !== 412) {
        throw e;
      }
      const theirs = await this.change.read();
      if (theirs.tag === over.tag) {
        throw e;
      }
      this.mine = wanted;
      this.theirs = theirs;
      await this.updateComplete;
      this.querySelector<HTMLElement>(".conflict")?.focus();
      return;
    }
    this.change.done();
  }

  private conflict(theirs: Versioned<T>, mine: T): TemplateResult {
    const { lines } = this.change;
    const base = lines(this.base.value);
    const overwrite = (): Promise<void> => this.store(mine, theirs);
    return html`<section class="alert error conflict" role="alert" tabindex="-1">
        <p><strong>${t("error.changed.title")}</strong> ${t("change.conflict")}</p>
        ${differenceView(t("settings.conflict.theirs"), difference(base, lines(theirs.value)))}
        ${differenceView(t("settings.conflict.mine"), difference(base, lines(mine)))}
        <div class="buttons">
          <button type="button" class="button" @click=${() => this.begin(theirs)}>${t("settings.conflict.take")}</button>
        </div>
      </section>
      <ose-form .action=${t("settings.conflict.overwrite")} .send=${overwrite} danger ?cancels=${this.cancels}
        @close=${this.leave}></ose-form>`;
  }
}
