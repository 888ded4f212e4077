import { html, nothing, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { t } from "../../i18n";
import { areaInput, checkInput, selectInput, textInput } from "../../ui/inputs";
import "./access-check";
import {
  checkStatements, type Condition, inLines, isPublic, lined, lines, newStatement, type PolicyForm, readPolicy, type Statement,
  type StatementForm, writePolicy, wrongPolicy,
} from "./policy-document";
import { SettingPage } from "./setting";

const MAX_STATEMENTS = 100;
const OPERATORS = [
  "IpAddress", "NotIpAddress", "Bool", "StringEquals", "StringNotEquals", "StringLike", "StringNotLike",
  "DateGreaterThan", "DateLessThan", "NumericLessThanEquals", "Null",
];
/** Actions that are wanted together. */
const PRESETS = {
  list: ["s3:ListBucket"],
  read: ["s3:GetObject", "s3:GetObjectVersion"],
  write: ["s3:PutObject", "s3:AbortMultipartUpload"],
  delete: ["s3:DeleteObject"],
} as const;

interface Policy {
  /** As JSON; what counts if there is no form. */
  text: string;
  form: PolicyForm | undefined;
}

/** The policy of a bucket, by a form or as JSON; S3 has the last word about what is in it. */
@customElement("ose-setting-policy")
export class PolicyPage extends SettingPage<Policy> {
  protected readonly subresource = "policy";

  /** Whether the user wants JSON, after a save, too. */
  private isAsJson = false;

  protected override read(document: string): Policy {
    return { text: inLines(document), form: this.isAsJson ? undefined : readPolicy(document) };
  }

  protected override write({ text, form }: Policy): string {
    return form ? writePolicy(form) : text.trim();
  }

  protected override lines(document: string): string[] {
    return document === "" ? [] : document.split("\n");
  }

  protected override check(policy: Policy): Record<string, string> {
    const errors = policy.form ? checkStatements(policy.form.statements) : {};
    const wrong = wrongPolicy(this.write(policy));
    return wrong === undefined || Object.keys(errors).length > 0 ? errors : { policy: wrong };
  }

  protected override warning(policy: Policy): string | undefined {
    return isPublic(this.write(policy)) ? t("settings.policy.public") : undefined;
  }

  protected override fields(policy: Policy): TemplateResult {
    const { form } = policy;
    // A document that is no policy is mended as JSON.
    const other = form ? { text: this.write(policy), form: undefined } : { text: policy.text, form: readPolicy(policy.text) };
    const toggle = (): void => {
      this.isAsJson = form !== undefined;
      this.edit(other);
    };
    const isPossible = form !== undefined || wrongPolicy(policy.text) === undefined;
    return html`<p>${t("settings.policy.about")}</p>
      <p><button type="button" class="button" ?disabled=${!isPossible} @click=${toggle}>
        ${form ? t("settings.policy.as.json") : t("settings.policy.as.form")}</button></p>
      ${form ? this.statementsForm(form) : this.jsonForm(policy)}`;
  }

  private jsonForm(policy: Policy): TemplateResult {
    const input = this.input("policy", t("settings.policy.document"), policy.text, (text) => this.edit({ text, form: undefined }));
    // While it is typed the error is shown at once: a document is not left before it is complete.
    return areaInput({ ...input, error: this.check(policy)["policy"], help: t("settings.policy.help"), rows: 18 });
  }

  private statementsForm(form: PolicyForm): TemplateResult {
    const { statements } = form;
    const edit = (changed: Statement[]) => this.edit({ text: "", form: { ...form, statements: changed } });
    const wrong = this.input("policy", "", "", () => undefined).error;
    return html`${statements.map((it, i) =>
        this.statement(it, i, (to) => edit(statements.map((old, at) => (at === i ? to : old))), () =>
          edit(statements.filter((_, at) => at !== i))))}
      ${wrong ? html`<p class="wrong" role="alert">${wrong}</p>` : nothing}
      ${this.addition(t("settings.policy.add"), statements.length < MAX_STATEMENTS, () =>
        edit([...statements, newStatement(this.bucket)]))}`;
  }

  private statement(statement: Statement, i: number, change: (to: Statement) => void, remove: () => void): TemplateResult {
    const legend = t("settings.policy.number", { number: i + 1 });
    const { raw, form } = statement;
    return html`<fieldset class="rule"><legend>${legend}</legend>
      ${form
        ? this.members(form, i, (to) => change({ raw, form: { ...form, ...to } }))
        : html`<p>${t("settings.policy.only.json")}</p><pre tabindex="0" aria-label=${legend}><code>${lined(raw)}</code></pre>`}
      ${this.removal(legend, remove)}</fieldset>`;
  }

  private members(form: StatementForm, i: number, change: (to: Partial<StatementForm>) => void): TemplateResult {
    const input = (name: string, label: string, value: string, does: (value: string) => void) =>
      this.input(`policy-${name}-${String(i)}`, label, value, does);
    const effects = ["Allow", "Deny"].map((value) => ({ value, label: value === "Allow" ? t("settings.policy.allow") : t("settings.policy.deny") }));
    return html`${textInput(input("sid", t("settings.policy.sid"), form.sid, (sid) => change({ sid })))}
      ${selectInput(input("effect", t("settings.policy.effect"), form.effect, (effect) => change({ effect })), effects)}
      ${checkInput(input("everyone", t("settings.policy.everyone"), form.isForEveryone ? "true" : "", (it) =>
        change({ isForEveryone: it === "true" })))}
      ${form.isForEveryone
        ? nothing
        : areaInput({
            ...input("principals", t("settings.policy.principals"), form.principals, (principals) => change({ principals })),
            help: t("settings.policy.principals.help"),
            rows: 2,
          })}
      ${areaInput({
        ...input("actions", t("settings.policy.actions"), form.actions, (actions) => change({ actions })),
        help: t("settings.policy.actions.help"),
      })}
      ${this.presets(form, change)}
      ${areaInput({
        ...input("resources", t("settings.policy.resources"), form.resources, (resources) => change({ resources })),
        help: t("settings.policy.resources.help", { bucket: this.bucket }),
        rows: 2,
      })}
      ${this.conditions(form, i, (conditions) => change({ conditions }))}`;
  }

  /** Adds actions that are wanted together. */
  private presets({ actions }: StatementForm, change: (to: Partial<StatementForm>) => void): TemplateResult {
    const add = (wanted: readonly string[]) => change({ actions: [...new Set([...lines(actions), ...wanted])].join("\n") });
    const names = Object.keys(PRESETS) as (keyof typeof PRESETS)[];
    return html`<p>${t("settings.policy.preset")} ${names.map(
      (it) => html`<button type="button" class="button small" @click=${() => add(PRESETS[it])}>${t(`settings.policy.preset.${it}`)}</button> `,
    )}</p>`;
  }

  private conditions({ conditions }: StatementForm, i: number, change: (to: Condition[]) => void): TemplateResult {
    const edit = (j: number, to: Partial<Condition>) => change(conditions.map((it, at) => (at === j ? { ...it, ...to } : it)));
    const one = (it: Condition, j: number): TemplateResult => {
      const id = `${String(i)}-${String(j)}`;
      const legend = t("settings.policy.condition", { number: j + 1 });
      const options = [...new Set([...OPERATORS, it.operator])].map((value) => ({ value, label: value }));
      return html`<fieldset class="rule"><legend>${legend}</legend>
        ${selectInput(this.input(`policy-operator-${id}`, t("settings.policy.operator"), it.operator, (operator) =>
          edit(j, { operator })), options)}
        ${textInput({
          ...this.input(`policy-key-${id}`, t("settings.policy.key"), it.key, (key) => edit(j, { key })),
          help: t("settings.policy.key.help"),
        })}
        ${areaInput({ ...this.input(`policy-values-${id}`, t("settings.policy.values"), it.values, (values) => edit(j, { values })), rows: 2 })}
        <button type="button" class="button small" @click=${() => change(conditions.filter((_, at) => at !== j))}>
          ${t("settings.remove")}<span class="visually-hidden"> ${legend}</span></button></fieldset>`;
    };
    const add = () => change([...conditions, { operator: "IpAddress", key: "aws:SourceIp", values: "" }]);
    return html`${conditions.map(one)}
      <p><button type="button" class="button small" @click=${add}>${t("settings.policy.condition.add")}</button></p>`;
  }

  protected override aside(): TemplateResult {
    return html`<ose-access-check .ctx=${this.ctx} .bucket=${this.bucket}></ose-access-check>`;
  }
}
