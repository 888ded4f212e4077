import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { components } from "../../api/schema";
import { tenantOf } from "../../context";
import { t, word } from "../../i18n";
import type { Field, Values } from "../../ui/form";
import "../../ui/form";
import { Part } from "../../ui/page";
import { badge } from "../../ui/states";

type Access = components["schemas"]["AccessView"];

const KIND = { ALLOW: "good", DENY: "bad", UNKNOWN: "plain" } as const;

/** Asks the node whether a principal may do something, by what is stored, and why. */
@customElement("ose-access-check")
export class AccessCheck extends Part {
  @property() bucket = "";
  @state() private access: Access | undefined;
  @state() private asked: Values = { principal: "", action: "s3:GetObject", key: "" };

  protected override render(): unknown {
    return this.ctx.can("CheckAccess")
      ? html`<section aria-labelledby="access-check"><h2 id="access-check">${t("settings.access")}</h2>
          <p>${t("settings.access.about")}</p>
          <ose-form .fields=${this.fields()} .action=${t("settings.access.action")} .send=${this.send}></ose-form>
          <div role="status">${this.access ? this.result(this.access) : nothing}</div></section>`
      : nothing;
  }

  private fields(): Field[] {
    return [
      { name: "principal", label: t("settings.access.principal"), help: t("settings.access.principal.help"), required: true },
      { name: "action", label: t("settings.access.what"), value: "s3:GetObject", required: true },
      { name: "key", label: t("settings.access.key") },
    ];
  }

  private readonly send = async (values: Values): Promise<void> => {
    this.access = undefined;
    const { principal = "", action = "", key = "" } = values;
    const body = { principal: principal.trim(), action: action.trim(), ...(key === "" ? {} : { key }) };
    const call = { params: { tenant: tenantOf(this.ctx), bucket: this.bucket }, body, signal: this.signal };
    this.access = await this.ctx.api.post<Access>("/api/v1/admin/tenants/{tenant}/buckets/{bucket}/access-check", call);
    this.asked = values;
  };

  private result({ decision, reasons }: Access): TemplateResult {
    return html`<p>${badge(word("settings.access", decision), KIND[decision])}
        <bdi>${this.asked["principal"]}</bdi> <code>${this.asked["action"]}</code> <bdi>${this.asked["key"]}</bdi></p>
      <ol>${reasons.map((it) => html`<li>${it.explanation} <code>${it.code}</code></li>`)}</ol>`;
  }
}
