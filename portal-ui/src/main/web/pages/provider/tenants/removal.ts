import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Tenant } from "../../../api/types";
import { bytes, count } from "../../../format";
import { t } from "../../../i18n";
import { Loaded } from "../../../ui/page";
import { loaded } from "../../../ui/states";
import { type Content, contentOf, isEmpty } from "./content";
import "./purge";

const ONE = "/api/v1/admin/tenants/{tenant}";

/** Removes a tenant that has nothing; of another one it says what is in the way. */
@customElement("ose-tenant-removal")
export class TenantRemoval extends Loaded<Content> {
  @property({ attribute: false }) tenant!: Tenant;
  @property() tag = "";

  protected override key(): string {
    return this.tenant.id;
  }

  protected override load(): Promise<Content> {
    return contentOf(this.ctx, this.tenant.id, this.signal);
  }

  protected override render(): TemplateResult {
    return html`<section aria-labelledby="removal"><h2 id="removal">${t("tenants.delete")}</h2>
      ${loaded(this.value, this.error, this.reload, (it) => (isEmpty(it) ? this.possible() : this.impossible(it)))}
    </section>${this.dialog()}`;
  }

  private possible(): TemplateResult {
    return html`<p>${t("removal.about")}</p>
      <ul class="plain"><li>${t("removal.goes")}</li><li>${t("removal.stays")}</li></ul>
      <button class="button danger" @click=${this.erase}>${t("tenants.delete")}</button>`;
  }

  private impossible(it: Content): TemplateResult {
    const home = `tenants/${this.tenant.id}`;
    return html`<p>${t("removal.not")}</p>
      <ul class="plain">
        <li><a href=${this.ctx.href(`${home}/users`)}>${t("removal.users", { count: it.users })}</a></li>
        <li><a href=${this.ctx.href(`${home}/buckets`)}>${t("removal.buckets", { count: it.buckets })}</a>:
          ${t("removal.objects", { count: count(it.objects), size: bytes(it.bytes) })}</li>
      </ul>
      <button class="button" @click=${this.reload}>${t("list.refresh")}</button>
      ${this.ctx.can("GetTenantPurge") ? html`<ose-tenant-purge .ctx=${this.ctx} .tenant=${this.tenant} .content=${it}></ose-tenant-purge>` : nothing}`;
  }

  private readonly erase = (): void => {
    const { id, name } = this.tenant;
    void this.ask({
      heading: t("tenants.delete"),
      text: html`<p>${t("tenants.delete.about")} <bdi>${name}</bdi></p>
        <ul class="plain"><li>${t("removal.goes")}</li><li>${t("removal.stays")}</li></ul>`,
      fields: [
        { name: "typed", label: t("confirm.name", { name }), required: true, check: (it) => (it === name ? undefined : t("confirm.differs")) },
      ],
      action: t("action.delete"),
      isDanger: true,
      send: async () => {
        await this.ctx.api.delete(ONE, { params: { tenant: id }, headers: { "If-Match": this.tag } });
        this.ctx.toast(t("tenants.deleted"));
        this.ctx.go("tenants", {}, true);
      },
    });
  };
}
