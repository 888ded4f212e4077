import { html, nothing, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import type { CorsPolicy } from "../../../api/types";
import { t, word } from "../../../i18n";
import "../../../ui/change";
import type { Change, Versioned } from "../../../ui/change";
import type { Field, Values } from "../../../ui/form";
import { Loaded } from "../../../ui/page";
import { badge, loaded } from "../../../ui/states";

const PATH = "/api/v1/admin/cors";
const MODES = ["BUCKET_RULES", "ANY_ORIGIN", "LISTED_ORIGINS"] as const;
const MAX_ORIGINS = 100;
/** As browsers send it: no path, no slash at the end, lower case. */
const ORIGIN = /^https?:\/\/([a-z0-9][a-z0-9._-]{0,252}|\[[0-9a-f:.]{2,45}\])(:[1-9]\d{0,4})?$/;

/** The origins of a text, one a line, each once. */
export function originsOf(text: string): string[] {
  return [...new Set(text.split(/\s+/).filter(Boolean))];
}

/** What is wrong with origins, by what a browser sends. */
export function wrongOrigins(text: string): string | undefined {
  const origins = originsOf(text);
  if (origins.length > MAX_ORIGINS) {
    return t("cors.origins.most", { most: MAX_ORIGINS });
  }
  const wrong = origins.find((it) => !ORIGIN.test(it) || isUsualPort(it));
  return wrong === undefined ? undefined : t("cors.origins.wrong", { origin: wrong });
}

/** Browsers leave the usual port out. */
function isUsualPort(origin: string): boolean {
  return /^http:.*:80$/.test(origin) || /^https:.*:443$/.test(origin);
}

/** The fields of the policy. */
export function corsFields({ mode, origins }: CorsPolicy): Field[] {
  return [
    {
      name: "mode",
      label: t("cors.mode"),
      type: "select",
      required: true,
      value: mode ?? "BUCKET_RULES",
      options: MODES.map((value) => ({ value, label: t(`cors.mode.${value}`) })),
      check: (value, all) => (value === "LISTED_ORIGINS" && originsOf(all["origins"] ?? "").length === 0 ? t("cors.origins.none") : undefined),
    },
    { name: "origins", label: t("cors.origins"), type: "textarea", value: (origins ?? []).join("\n"), help: t("cors.origins.help"), check: wrongOrigins },
  ];
}

/** The policy that a form says. */
export function corsOf({ mode, origins }: Values): CorsPolicy {
  return { mode: MODES.find((it) => it === mode) ?? "BUCKET_RULES", origins: originsOf(origins ?? "") };
}

/** Which pages may use S3 whatever the rules of buckets say. */
@customElement("ose-provider-cors")
export class ProviderCors extends Loaded<Versioned<CorsPolicy>> {
  protected override load(): Promise<Versioned<CorsPolicy>> {
    return this.ctx.api.read<CorsPolicy>(PATH, { signal: this.signal });
  }

  protected override render(): TemplateResult {
    return html`<p>${t("cors.about")}</p>
      ${loaded(this.value, this.error, this.reload, (it) =>
        this.ctx.can("PutCorsPolicy") && !this.ctx.isByToken ? this.form(it) : this.facts(it.value),
      )} ${this.dialog()}`;
  }

  private facts(it: CorsPolicy): TemplateResult {
    return html`<p>${word("cors.mode", it.mode ?? "BUCKET_RULES")}</p>
      <ul class="plain">${(it.origins ?? []).map((origin) => html`<li><bdi>${origin}</bdi></li>`)}</ul>`;
  }

  private form(stored: Versioned<CorsPolicy>): TemplateResult {
    const change: Change<CorsPolicy> = {
      stored,
      read: () => this.ctx.api.read<CorsPolicy>(PATH),
      fields: corsFields,
      wanted: corsOf,
      write: (body, tag) => this.write(body, tag),
      lines: ({ mode, origins }) => [t(`cors.mode.${mode ?? "BUCKET_RULES"}`), ...(origins ?? [])],
      done: () => {
        this.ctx.toast(t("cors.saved"));
        void this.reload();
      },
    };
    return html`${stored.value.mode === "ANY_ORIGIN" ? html`<p>${badge(t("cors.open"), "busy")}</p>` : nothing}
      <div class="slim"><ose-change .change=${change}></ose-change></div>`;
  }

  private write(body: CorsPolicy, tag: string): Promise<unknown> {
    return this.ctx.api.put(PATH, { body, headers: { "If-Match": tag } });
  }
}
