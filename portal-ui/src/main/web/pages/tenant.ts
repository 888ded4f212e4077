import { html, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { ApiError } from "../api/errors";
import type { Quota, Tenant } from "../api/types";
import { time } from "../format";
import { t, word } from "../i18n";
import type { Field } from "../ui/form";
import { Loaded } from "../ui/page";
import { gone, loaded } from "../ui/states";
import { status } from "../ui/status";
import { usage } from "./overview";
import "./users";

const ONE = "/api/v1/admin/tenants/{tenant}";

interface Whole {
  tenant: Tenant;
  tag: string;
  quota: Quota;
  quotaTag: string;
}

/** One tenant, for the provider. */
@customElement("ose-tenant")
export class TenantPage extends Loaded<Whole> {
  @property() tenant = "";

  protected override key(): string {
    return this.tenant;
  }

  protected override async load(): Promise<Whole> {
    const call = { params: { tenant: this.tenant }, signal: this.signal };
    const [tenant, quota] = await Promise.all([
      this.ctx.api.read<Tenant>(ONE, call),
      this.ctx.api.read<Quota>(`${ONE}/quota`, call),
    ]);
    return { tenant: tenant.value, tag: tenant.tag, quota: quota.value, quotaTag: quota.tag };
  }

  protected override refresh(): void {
    void this.reload();
  }

  protected override render(): TemplateResult {
    if (this.error instanceof ApiError && this.error.isGone) {
      return gone(this.ctx.href("tenants"), t("page.tenants"));
    }
    return html`<nav aria-label=${t("frame.breadcrumb")}><a href=${this.ctx.href("tenants")}>${t("page.tenants")}</a></nav>
      ${loaded(this.value, this.error, this.reload, (it) => this.whole(it))} ${this.dialog()}`;
  }

  private whole(it: Whole): TemplateResult {
    const { tenant } = it;
    const isActive = tenant.status === "ACTIVE";
    return html`<h1><bdi>${tenant.name}</bdi></h1>
      <dl class="facts">
        <dt>${t("list.status")}</dt><dd>${status(tenant.status)}</dd>
        <dt>${t("tenants.id")}</dt><dd><code>${tenant.id}</code> <ose-copy .text=${tenant.id}></ose-copy></dd>
        <dt>${t("list.created")}</dt><dd>${time(tenant.createdAt)}</dd>
        <dt>${t("tenants.access")}</dt><dd>${word("access", tenant.providerAccess)}</dd>
        <dt>${t("tenants.impersonation")}</dt><dd>${word("access", tenant.impersonation)}</dd>
      </dl>
      <div class="toolbar">
        ${isActive
          ? html`<button class="button" @click=${() => this.disable(tenant)}>${t("action.disable")}</button>`
          : html`<button class="button" @click=${this.enable}>${t("action.enable")}</button>`}
        <button class="button" @click=${() => this.erase(it)}>${t("action.delete")}</button>
      </div>
      <section aria-labelledby="tenant-quota">
        <h2 id="tenant-quota">${t("tenants.quota")}</h2>
        ${usage(it.quota)}
        <button class="button" @click=${() => this.setQuota(it)}>${t("quota.change")}</button>
      </section>
      <section aria-labelledby="tenant-users">
        <h2 id="tenant-users">${t("page.users")}</h2>
        <ose-users .ctx=${this.ctx} .tenant=${tenant.id} ?closed=${tenant.providerAccess === "DISALLOW"}></ose-users>
      </section>`;
  }

  private disable(tenant: Tenant): void {
    this.ask({
      heading: t("tenants.disable"),
      text: html`<p>${t("tenants.disable.about")} <bdi>${tenant.name}</bdi></p>`,
      action: t("action.disable"),
      isDanger: true,
      send: async () => {
        await this.ctx.api.post(`${ONE}/disable`, { params: { tenant: tenant.id } });
        await this.reload();
      },
    });
  }

  private readonly enable = (): void => {
    void this.act(t("action.enabled"), () => this.ctx.api.post(`${ONE}/enable`, { params: { tenant: this.tenant } }));
  };

  private erase({ tenant, tag }: Whole): void {
    this.ask({
      heading: t("tenants.delete"),
      text: html`<p>${t("tenants.delete.about")} <bdi>${tenant.name}</bdi></p>`,
      fields: [
        { name: "typed", label: t("confirm.name", { name: tenant.name }), required: true, check: (it) => (it === tenant.name ? undefined : t("confirm.differs")) },
      ],
      action: t("action.delete"),
      isDanger: true,
      send: async () => {
        await this.ctx.api.delete(ONE, { params: { tenant: tenant.id }, headers: { "If-Match": tag } });
        this.ctx.toast(t("tenants.deleted"));
        this.ctx.go("tenants", {}, true);
      },
    });
  }

  private setQuota({ quota, quotaTag }: Whole): void {
    const field = (name: "maxBytes" | "maxObjects" | "maxBuckets", label: string): Field => ({
      name,
      label,
      inputmode: "numeric",
      value: quota[name] === undefined ? "" : String(quota[name]),
      check: (it) => (/^\d{1,15}$/.test(it) ? undefined : t("quota.number")),
    });
    this.ask({
      heading: t("quota.change"),
      text: html`<p>${t("quota.about")}</p>`,
      fields: [
        field("maxBytes", t("quota.bytes")),
        field("maxObjects", t("usage.objects")),
        field("maxBuckets", t("usage.buckets")),
      ],
      action: t("action.save"),
      send: async (values) => {
        const limits = Object.entries(values).filter(([, it]) => it !== "").map(([name, it]) => [name, Number(it)] as const);
        const call = { params: { tenant: this.tenant }, ...(quotaTag ? { headers: { "If-Match": quotaTag } } : {}) };
        if (limits.length === 0) {
          await this.ctx.api.delete(`${ONE}/quota`, call);
        } else {
          await this.ctx.api.put(`${ONE}/quota`, { ...call, body: Object.fromEntries(limits) });
        }
        await this.reload();
      },
    });
  }
}
