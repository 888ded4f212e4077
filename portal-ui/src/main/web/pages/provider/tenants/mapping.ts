import { html, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { ApiError } from "../../../api/errors";
import { t } from "../../../i18n";
import type { Values } from "../../../ui/form";
import { Loaded } from "../../../ui/page";
import { badge, loaded } from "../../../ui/states";
import { type Content, contentOf, isEmpty } from "./content";

const PATH = "/api/v1/admin/tenants/{tenant}/platform-tenant";

/** Maps a tenant without users and buckets to another tenant of the platform, after a check and a plan. */
@customElement("ose-tenant-mapping")
export class TenantMapping extends Loaded<Content> {
  @property() tenant = "";
  @property() tag = "";
  @property({ attribute: false }) done: () => unknown = () => undefined;

  /** The tenant of the platform that was checked. */
  @state() private target = "";

  protected override key(): string {
    return this.tenant;
  }

  protected override load(): Promise<Content> {
    return contentOf(this.ctx, this.tenant, this.signal);
  }

  protected override render(): TemplateResult {
    return html`<section aria-labelledby="mapping"><h2 id="mapping">${t("mapping.title")}</h2>
      <p>${t("mapping.about")}</p>
      ${loaded(this.value, this.error, this.reload, (it) => (isEmpty(it) ? (this.target ? this.plan() : this.form()) : this.impossible(it)))}
    </section>`;
  }

  private form(): TemplateResult {
    return html`<div class="slim"><ose-form .fields=${[{ name: "platformTenant", label: t("mapping.target"), required: true, help: t("mapping.target.help") }]}
      .action=${t("wish.check")} .send=${this.check}></ose-form></div>`;
  }

  private readonly check = async ({ platformTenant = "" }: Values): Promise<void> => {
    const content = await contentOf(this.ctx, this.tenant, this.signal);
    this.value = content;
    this.target = isEmpty(content) ? platformTenant.trim() : "";
    await this.updateComplete;
    this.querySelector<HTMLElement>("#mapping-plan")?.focus();
  };

  private plan(): TemplateResult {
    return html`<div class="alert"><h3 id="mapping-plan" tabindex="-1">${t("wish.plan")}</h3>
        <ul class="plain">
          <li>${badge(t("wish.fine"), "good")} ${t("mapping.empty")}</li>
          <li>${t("mapping.plan.to")} <code>${this.target}</code></li>
          <li>${t("mapping.plan.before")}</li>
          <li>${t("mapping.plan.data")}</li>
        </ul></div>
      <ose-form .action=${t("mapping.save")} .send=${this.save} cancels @close=${() => (this.target = "")}></ose-form>`;
  }

  private readonly save = async (): Promise<void> => {
    try {
      await this.ctx.api.put(PATH, {
        params: { tenant: this.tenant },
        body: { platformTenant: this.target },
        headers: { "If-Match": this.tag },
      });
    } catch (e) {
      if (e instanceof ApiError && e.status === 412) {
        // The tag of the page is old; the next attempt has the new one.
        this.done();
      }
      throw e;
    }
    this.target = "";
    this.ctx.toast(t("mapping.saved"));
    this.done();
  };

  private impossible(it: Content): TemplateResult {
    return html`<p>${badge(t("mapping.not"), "busy")} ${t("mapping.not.about", { users: it.users, buckets: it.buckets })}</p>
      <button class="button" @click=${this.reload}>${t("list.refresh")}</button>`;
  }
}
