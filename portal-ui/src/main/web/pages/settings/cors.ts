import { html, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { childrenOf, element, parseXml, textOf, writeXml, type XmlElement } from "../../api/xml";
import { t } from "../../i18n";
import { areaInput, checkInput, textInput } from "../../ui/inputs";
import { SettingPage } from "./setting";

const METHODS = ["GET", "PUT", "POST", "DELETE", "HEAD"] as const;
const MAX_RULES = 100;
const MAX_AGE = 86400;
const ORIGIN = /^(\*|(https?:\/\/|[a-z][\w+.-]*:\/\/)?[^\s/]*[^\s/])$/i;
const HEADER = /^[\w!#$%&'*+.^`|~-]+$/;

/** A rule; lists are texts with an entry a line, as they are typed. */
interface Rule {
  id: string;
  origins: string;
  methods: readonly string[];
  headers: string;
  exposed: string;
  age: string;
}

const NEW_RULE: Rule = { id: "", origins: "", methods: ["GET", "HEAD"], headers: "", exposed: "", age: "" };

/** Which pages of other origins may use a bucket. */
@customElement("ose-setting-cors")
export class CorsPage extends SettingPage<Rule[]> {
  protected readonly subresource = "cors";

  protected override read(document: string): Rule[] {
    return childrenOf(parseXml(document), "CORSRule").map(ruleOf);
  }

  protected override write(rules: Rule[]): string {
    return rules.length === 0 ? "" : writeXml(element("CORSConfiguration", rules.map(elementOf)));
  }

  protected override check(rules: Rule[]): Record<string, string> {
    return Object.assign({}, ...rules.map(wrong)) as Record<string, string>;
  }

  protected override fields(rules: Rule[]): TemplateResult {
    return html`<p>${t("settings.cors.about")}</p>
      ${rules.map((it, i) => this.rule(it, i, (to) => this.edit(rules.map((old, at) => (at === i ? { ...old, ...to } : old))), () =>
        this.edit(rules.filter((_, at) => at !== i))))}
      ${this.addition(t("settings.rule.add"), rules.length < MAX_RULES, () => this.edit([...rules, NEW_RULE]))}`;
  }

  private rule(rule: Rule, i: number, change: (to: Partial<Rule>) => void, remove: () => void): TemplateResult {
    const legend = t("settings.rule", { number: i + 1 });
    const toggle = (method: string, isOn: boolean) =>
      change({ methods: METHODS.filter((it) => (it === method ? isOn : rule.methods.includes(it))) });
    const noMethod = this.input(`cors-methods-${i}`, "", "", () => undefined).error;
    const text = (name: "origins" | "headers" | "exposed", label: string, help: string) =>
      areaInput({ ...this.input(`cors-${name}-${i}`, label, rule[name], (it) => change({ [name]: it })), help, rows: 2 });
    return html`<fieldset class="rule"><legend>${legend}</legend>
      ${text("origins", t("settings.cors.origins"), t("settings.cors.origins.help"))}
      <fieldset class="choices"><legend>${t("settings.cors.methods")}</legend>
        ${METHODS.map((it) =>
          checkInput({
            ...this.input(`cors-${it}-${i}`, it, rule.methods.includes(it) ? "true" : "", (value) => toggle(it, value === "true")),
            error: it === "GET" ? noMethod : undefined,
          }),
        )}</fieldset>
      ${text("headers", t("settings.cors.headers"), t("settings.cors.headers.help"))}
      ${text("exposed", t("settings.cors.exposed"), t("settings.cors.exposed.help"))}
      ${textInput({
        ...this.input(`cors-age-${i}`, t("settings.cors.age"), rule.age, (age) => change({ age })),
        help: t("settings.cors.age.help", { most: MAX_AGE }),
        inputmode: "numeric",
      })}
      ${this.removal(legend, remove)}</fieldset>`;
  }
}

function ruleOf(rule: XmlElement): Rule {
  const texts = (name: string) => childrenOf(rule, name).map((it) => it.text);
  return {
    id: textOf(rule, "ID"),
    origins: texts("AllowedOrigin").join("\n"),
    methods: METHODS.filter((it) => texts("AllowedMethod").includes(it)),
    headers: texts("AllowedHeader").join("\n"),
    exposed: texts("ExposeHeader").join("\n"),
    age: textOf(rule, "MaxAgeSeconds"),
  };
}

function elementOf(rule: Rule): XmlElement {
  const each = (name: string, text: string) => entries(text).map((it) => element(name, it));
  return element("CORSRule", [
    rule.id ? element("ID", rule.id) : undefined,
    ...rule.methods.map((it) => element("AllowedMethod", it)),
    ...each("AllowedOrigin", rule.origins),
    ...each("AllowedHeader", rule.headers),
    ...each("ExposeHeader", rule.exposed),
    rule.age ? element("MaxAgeSeconds", rule.age.trim()) : undefined,
  ]);
}

function wrong(rule: Rule, i: number): Record<string, string> {
  const errors: Record<string, string> = {};
  const origins = entries(rule.origins);
  const bad = origins.find((it) => !ORIGIN.test(it) || stars(it) > 1);
  if (origins.length === 0) {
    errors[`cors-origins-${i}`] = t("form.required");
  } else if (bad !== undefined) {
    errors[`cors-origins-${i}`] = t("settings.cors.origins.wrong", { origin: bad });
  }
  if (rule.methods.length === 0) {
    errors[`cors-methods-${i}`] = t("settings.cors.methods.none");
  }
  for (const name of ["headers", "exposed"] as const) {
    const header = entries(rule[name]).find((it) => !HEADER.test(it) || stars(it) > (name === "headers" ? 1 : 0));
    if (header !== undefined) {
      errors[`cors-${name}-${i}`] = t("settings.cors.headers.wrong", { header });
    }
  }
  if (rule.age.trim() !== "" && !(/^\d{1,5}$/.test(rule.age.trim()) && Number(rule.age) <= MAX_AGE)) {
    errors[`cors-age-${i}`] = t("settings.cors.age.help", { most: MAX_AGE });
  }
  return errors;
}

function entries(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}

function stars(text: string): number {
  return text.split("*").length - 1;
}
