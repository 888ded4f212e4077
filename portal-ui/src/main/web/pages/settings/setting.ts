import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import { ApiError } from "../../api/errors";
import type { Entry } from "../../api/s3";
import { isUnsupported, Setting, settingAddress, type StoredSetting, type Writing } from "../../api/settings";
import { parseXml, xmlLines } from "../../api/xml";
import { t } from "../../i18n";
import { difference, differenceView } from "../../ui/difference";
import "../../ui/dialog";
import "../../ui/form";
import type { Input } from "../../ui/inputs";
import { Part } from "../../ui/page";
import { empty, gone, problem, skeleton } from "../../ui/states";

/**
 * The form of one setting of a bucket or of an object in it. S3 has no entity tags for settings: what is stored is read again before it is
 * written, and a difference from what was loaded is shown first.
 */
export abstract class SettingPage<M> extends Part {
  @property() bucket = "";
  /** The object whose setting it is; that of the bucket if absent. */
  @property({ attribute: false }) entry: Entry | undefined;

  /** What the form shows. */
  @state() protected draft: M | undefined;
  /** The document that the form began with. */
  @state() private base: string | undefined;
  /** What another editor has stored meanwhile. */
  @state() private theirs: string | undefined;
  @state() private error: unknown;
  @state() private failure: unknown;
  @state() private isBusy = false;
  /** Controls that were left, whose errors are shown. */
  @state() private touched: ReadonlySet<string> = new Set();
  @state() private isChecked = false;
  private loadedPlace: string | undefined;
  /** Ends the guard of what was typed. */
  private release: () => void = () => undefined;

  /** The sub-resource of S3. */
  protected abstract readonly subresource: string;

  /** What a document says; of an empty one what holds without. */
  protected abstract read(document: string): M;

  /** The document of a model; empty if nothing is set. */
  protected abstract write(model: M): string;

  /** What is wrong, by the ids of controls. */
  protected abstract check(model: M): Record<string, string>;

  protected abstract fields(model: M): unknown;

  /** What has to be confirmed before it is stored. */
  protected warning(_: M): string | undefined {
    return undefined;
  }

  /** Beside the form, such as what the stored setting does. */
  protected aside(_: M): unknown {
    return nothing;
  }

  /** A document in lines, to show differences. */
  protected lines(document: string): string[] {
    const root = parseXml(document);
    return root ? xmlLines(root) : [];
  }

  private get isChanged(): boolean {
    return this.draft !== undefined && this.base !== undefined && this.write(this.draft) !== this.base;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.release = this.ctx.guard({ isUnsaved: () => this.isChanged, discard: this.reset });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.release();
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (this.place !== this.loadedPlace) {
      this.loadedPlace = this.place;
      this.draft = undefined;
      void this.reload();
    }
  }

  protected edit(draft: M): void {
    this.draft = draft;
  }

  /** The common members of a control. */
  protected input(id: string, label: string, value: string, change: (value: string) => void): Input {
    const isShown = this.isChecked || this.touched.has(id);
    const error = isShown && this.draft !== undefined ? this.check(this.draft)[id] : undefined;
    return { id, label, value, change, error, left: () => (this.touched = new Set([...this.touched, id])) };
  }

  /** The button that removes one of several entries; the focus goes to the button that adds one. */
  protected removal(entry: string, remove: () => void): TemplateResult {
    const does = (): void => {
      remove();
      this.querySelector<HTMLElement>("[data-add]")?.focus();
    };
    return html`<button type="button" class="button small" @click=${does}>${t("settings.remove")}<span
      class="visually-hidden"> ${entry}</span></button>`;
  }

  /** The button that adds an entry; the focus goes to its first control. */
  protected addition(text: string, isPossible: boolean, add: () => void): TemplateResult {
    const does = async (): Promise<void> => {
      add();
      await this.updateComplete;
      this.querySelector<HTMLElement>("fieldset.rule:last-of-type :is(input, select, textarea)")?.focus();
    };
    return html`<button type="button" class="button" data-add ?disabled=${!isPossible} @click=${does}>${text}</button>`;
  }

  /** Distinguishes buckets, objects and versions. */
  private get place(): string {
    return JSON.stringify([this.bucket, this.entry?.key, this.entry?.versionId]);
  }

  /** How the setting is written, if that is not as usual. */
  protected get writing(): Writing {
    return {};
  }

  protected get setting(): StoredSetting {
    return new Setting(this.ctx.api, settingAddress(this.bucket, this.entry, this.subresource), this.writing);
  }

  /** The stored document as the form would write it. */
  private async stored(): Promise<string> {
    return this.write(this.read(await this.setting.read(this.signal)));
  }

  private readonly reload = async (): Promise<void> => {
    const place = this.place;
    this.error = undefined;
    try {
      const document = await this.stored();
      if (place === this.place) {
        this.begin(document);
      }
    } catch (e) {
      if (place === this.place && !this.signal.aborted) {
        this.error = e;
        this.recover(e, this.reload);
      }
    }
  };

  private begin(document: string): void {
    this.base = document;
    this.draft = this.read(document);
    this.theirs = undefined;
    this.failure = undefined;
    this.touched = new Set();
    this.isChecked = false;
  }

  protected override render(): TemplateResult {
    if (this.draft !== undefined) {
      return html`${this.form(this.draft)} ${this.aside(this.draft)} ${this.dialog()}`;
    }
    if (this.error instanceof ApiError && this.error.isGone) {
      return this.entry
        ? gone(this.ctx.href(`buckets/${encodeURIComponent(this.bucket)}`), this.bucket)
        : gone(this.ctx.href("buckets"), t("page.buckets"));
    }
    if (isUnsupported(this.error)) {
      return empty(t("settings.unsupported"), t("settings.unsupported.about"));
    }
    return html`${this.error ? problem(this.error, this.reload) : skeleton()}`;
  }

  private form(draft: M): TemplateResult {
    return html`<form @submit=${this.submit} novalidate>
      ${this.failure ? problem(this.failure) : nothing} ${this.theirs === undefined ? nothing : this.conflict(this.theirs)}
      ${this.fields(draft)}
      <div class="buttons">
        <button type="button" class="button" ?disabled=${this.isBusy || !this.isChanged} @click=${this.reset}>
          ${t("settings.reset")}
        </button>
        <button class="button primary" ?disabled=${this.isBusy || !this.isChanged}>
          ${this.isBusy ? t("state.working") : t("action.save")}
        </button>
      </div>
    </form>`;
  }

  /** Two editors meet: nothing is written before one of them decides. */
  private conflict(theirs: string): TemplateResult {
    const base = this.lines(this.base ?? "");
    const mine = this.lines(this.draft === undefined ? "" : this.write(this.draft));
    return html`<section class="alert error conflict" role="alert" tabindex="-1">
      <p><strong>${t("error.changed.title")}</strong> ${t("settings.conflict")}</p>
      ${differenceView(t("settings.conflict.theirs"), difference(base, this.lines(theirs)))}
      ${differenceView(t("settings.conflict.mine"), difference(base, mine))}
      <div class="buttons">
        <button type="button" class="button" @click=${() => this.begin(theirs)}>${t("settings.conflict.take")}</button>
        <button type="button" class="button danger" @click=${() => this.overwrite(theirs)}>${t("settings.conflict.overwrite")}</button>
      </div>
    </section>`;
  }

  private overwrite(theirs: string): void {
    this.base = theirs;
    this.theirs = undefined;
    void this.store();
  }

  private readonly reset = (): void => this.begin(this.base ?? "");

  private readonly submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const draft = this.draft;
    if (draft === undefined || this.isBusy || !this.isChanged) {
      return;
    }
    this.isChecked = true;
    if (Object.keys(this.check(draft)).length > 0) {
      await this.updateComplete;
      this.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
      return;
    }
    const warning = this.warning(draft);
    if (warning === undefined) {
      await this.store();
      return;
    }
    void this.ask({
      heading: t("settings.confirm"),
      text: html`<p>${warning}</p>`,
      action: t("action.save"),
      isDanger: true,
      send: () => {
        this.close();
        return this.store();
      },
    });
  };

  private async store(): Promise<void> {
    const draft = this.draft;
    if (draft === undefined) {
      return;
    }
    this.isBusy = true;
    this.failure = undefined;
    try {
      const now = await this.stored();
      if (now !== this.base) {
        this.theirs = now;
        await this.updateComplete;
        this.querySelector<HTMLElement>(".conflict")?.focus();
        return;
      }
      const document = this.write(draft);
      await this.setting.write(document);
      this.begin(this.write(this.read(document)));
      this.ctx.toast(t("settings.saved"));
      await this.reload();
    } catch (e) {
      if (!this.signal.aborted) {
        this.failure = e;
      }
    } finally {
      this.isBusy = false;
    }
  }
}
