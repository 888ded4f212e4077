import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { type Entry, type Listing, S3 } from "../../api/s3";
import { bytes, time } from "../../format";
import { t } from "../../i18n";
import { areaInput, checkInput, type Input, textInput } from "../../ui/inputs";
import { objectName } from "../../ui/name";
import { problem } from "../../ui/states";
import {
  checkLifecycle, isBySight, isRemoving, type LifecycleRule, NEW_LIFECYCLE_RULE, readLifecycle, removals, writeLifecycle,
} from "./lifecycle-rules";
import { SettingPage } from "./setting";

const MAX_RULES = 1000;
const SHOWN = 50;

/** Which objects and versions the platform removes after some days. */
@customElement("ose-setting-lifecycle")
export class LifecyclePage extends SettingPage<LifecycleRule[]> {
  protected readonly subresource = "lifecycle";

  /** Whether the platform heeds sizes, and the number of versions to keep. */
  @property({ type: Boolean }) sizes = false;
  /** The first versions of the bucket, once they were asked for. */
  @state() private sample: Listing | undefined;
  @state() private sampleError: unknown;
  @state() private isSampling = false;

  protected override read(document: string): LifecycleRule[] {
    return readLifecycle(document);
  }

  protected override write(rules: LifecycleRule[]): string {
    return writeLifecycle(rules);
  }

  protected override check(rules: LifecycleRule[]): Record<string, string> {
    return checkLifecycle(rules);
  }

  protected override warning(rules: LifecycleRule[]): string | undefined {
    return isRemoving(rules) ? t("settings.lifecycle.warning") : undefined;
  }

  protected override fields(rules: LifecycleRule[]): TemplateResult {
    const change = (i: number, to: Partial<LifecycleRule>) =>
      this.edit(rules.map((it, at) => (at === i ? { ...it, ...to } : it)));
    return html`<p>${t("settings.lifecycle.about")}</p>
      ${rules.map((it, i) => this.rule(it, i, (to) => change(i, to), () => this.edit(rules.filter((_, at) => at !== i))))}
      ${this.addition(t("settings.rule.add"), rules.length < MAX_RULES, () => this.edit([...rules, NEW_LIFECYCLE_RULE]))}`;
  }

  private rule(rule: LifecycleRule, i: number, change: (to: Partial<LifecycleRule>) => void, remove: () => void): TemplateResult {
    const legend = t("settings.rule", { number: i + 1 });
    const input = (name: keyof LifecycleRule, label: string, value: string, does: (value: string) => void) =>
      this.input(`lifecycle-${name}-${i}`, label, value, does);
    const days = (name: "days" | "noncurrentDays" | "newer" | "abortDays", label: string) =>
      textInput({ ...input(name, label, rule[name], (it) => change({ [name]: it })), inputmode: "numeric" });
    return html`<fieldset class="rule"><legend>${legend}</legend>
      ${textInput(input("id", t("settings.lifecycle.id"), rule.id, (id) => change({ id })))}
      ${checkInput(input("isOn", t("settings.lifecycle.on"), rule.isOn ? "true" : "", (it) => change({ isOn: it === "true" })))}
      ${textInput({
        ...input("prefix", t("settings.lifecycle.prefix"), rule.prefix, (prefix) => change({ prefix })),
        help: rule.filter ? t("settings.lifecycle.filter") : t("settings.lifecycle.prefix.help"),
        disabled: rule.filter !== undefined,
      })}
      ${rule.filter ? nothing : this.filters(rule, input, change)}
      ${days("days", t("settings.lifecycle.days"))} ${days("noncurrentDays", t("settings.lifecycle.noncurrent"))}
      ${this.sizes || rule.newer ? days("newer", t("settings.lifecycle.newer")) : nothing} ${days("abortDays", t("settings.lifecycle.abort"))}
      ${checkInput(input("markers", t("settings.lifecycle.markers"), rule.markers ? "true" : "", (it) =>
        change({ markers: it === "true" })))}
      ${rule.rest.length > 0
        ? html`<p class="minor">${t("settings.lifecycle.rest")} ${[...new Set(rule.rest.map((it) => it.name))].join(", ")}</p>`
        : nothing}
      ${this.removal(legend, remove)}</fieldset>`;
  }

  /** By tags, and by sizes where the platform heeds them or the rule has them. */
  private filters(
    rule: LifecycleRule,
    input: (name: keyof LifecycleRule, label: string, value: string, does: (value: string) => void) => Input,
    change: (to: Partial<LifecycleRule>) => void,
  ): TemplateResult {
    const size = (name: "larger" | "smaller", label: string) =>
      this.sizes || rule[name]
        ? textInput({ ...input(name, label, rule[name], (it) => change({ [name]: it })), inputmode: "numeric" })
        : nothing;
    return html`${areaInput({
        ...input("tags", t("settings.lifecycle.tags"), rule.tags, (tags) => change({ tags })),
        help: t("settings.lifecycle.tags.help"),
        rows: 2,
      })}
      ${size("larger", t("settings.lifecycle.larger"))} ${size("smaller", t("settings.lifecycle.smaller"))}`;
  }

  protected override aside(rules: LifecycleRule[]): TemplateResult {
    return html`<section aria-labelledby="lifecycle-preview"><h2 id="lifecycle-preview">${t("settings.lifecycle.preview")}</h2>
      <p>${t("settings.lifecycle.preview.about")}</p>
      <button type="button" class="button" ?disabled=${this.isSampling} @click=${this.take}>
        ${this.isSampling ? t("state.working") : t("settings.lifecycle.preview.action")}</button>
      ${this.sampleError ? problem(this.sampleError, this.take) : nothing}
      <div role="status">${this.sample ? this.preview(rules, this.sample) : nothing}</div></section>`;
  }

  private readonly take = async (): Promise<void> => {
    this.isSampling = true;
    this.sampleError = undefined;
    try {
      this.sample = await new S3(this.ctx.api).versionsFrom(this.bucket, this.signal);
    } catch (e) {
      if (!this.signal.aborted) {
        this.sampleError = e;
      }
    } finally {
      this.isSampling = false;
    }
  };

  private preview(rules: LifecycleRule[], { entries, next }: Listing): TemplateResult {
    if (Object.keys(this.check(rules)).length > 0) {
      return html`<p class="wrong">${t("settings.lifecycle.preview.wrong")}</p>`;
    }
    const found = removals(rules, entries, Date.now());
    const size = found.reduce((sum, it) => sum + (it.entry.size ?? 0), 0);
    const facts = { count: found.length, size: bytes(size), of: entries.length };
    return html`<p>${t("settings.lifecycle.preview.found", facts)}
        ${next === undefined ? t("settings.lifecycle.preview.all") : t("settings.lifecycle.preview.sample", { count: entries.length })}</p>
      ${rules.some((it) => !isBySight(it)) ? html`<p>${t("settings.lifecycle.preview.filter")}</p>` : nothing}
      <ul class="plain">${found.slice(0, SHOWN).map((it) => row(it.entry, it.rule))}</ul>
      ${found.length > SHOWN ? html`<p>${t("uploads.further", { count: found.length - SHOWN })}</p>` : nothing}`;
  }
}

function row(entry: Entry, rule: number): TemplateResult {
  return html`<li>${objectName(entry.key)} <span class="minor">${bytes(entry.size ?? 0)}, ${time(entry.lastModified)},
    ${t("settings.rule", { number: rule + 1 })}</span></li>`;
}
