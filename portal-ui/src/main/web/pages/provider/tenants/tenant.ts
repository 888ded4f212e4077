import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { ApiError } from "../../../api/errors";
import type { Console, Tenant } from "../../../api/types";
import { t } from "../../../i18n";
import type { Versioned } from "../../../ui/change";
import { Loaded } from "../../../ui/page";
import { empty, gone, loaded } from "../../../ui/states";
import { status } from "../../../ui/status";
import { tabs, type Tab } from "../../../ui/tabs";
import { openConsole } from "../console";
import "../../users";
import "./buckets";
import "./mapping";
import "./removal";
import "./settings";
import "./summary";
import { suspension } from "./suspension";
import "./usage";

const ONE = "/api/v1/admin/tenants/{tenant}";

type Whole = Versioned<Tenant>;

/** One tenant, for the provider. */
@customElement("ose-tenant")
export class TenantPage extends Loaded<Whole> {
  @property() tenant = "";

  protected override key(): string {
    return this.tenant;
  }

  protected override load(): Promise<Whole> {
    return this.ctx.api.read<Tenant>(ONE, { params: { tenant: this.tenant }, signal: this.signal });
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

  private tabs({ value: tenant, tag }: Whole): (Tab & { view: () => unknown })[] {
    const { ctx } = this;
    const isClosed = tenant.providerAccess === "DISALLOW";
    const all = [
      { path: "", title: t("page.overview"), view: () => html`<ose-tenant-summary .ctx=${ctx} .tenant=${tenant}></ose-tenant-summary>` },
      { path: "users", title: t("page.users"), needs: "ListUsers", view: () => html`<ose-users .ctx=${ctx} .tenant=${tenant.id} ?closed=${isClosed}></ose-users>` },
      { path: "buckets", title: t("page.buckets"), needs: "ListBuckets", view: () => html`<ose-tenant-buckets .ctx=${ctx} .tenant=${tenant.id}></ose-tenant-buckets>` },
      { path: "usage", title: t("billing.usage"), needs: "ExportTenantUsageHistory", view: () => html`<ose-tenant-usage .ctx=${ctx} .tenant=${tenant.id}></ose-tenant-usage>` },
      { path: "settings", title: t("page.service"), view: () => html`<ose-tenant-settings .ctx=${ctx} .tenant=${tenant} .tag=${tag} .done=${this.reload}></ose-tenant-settings>` },
      { path: "mapping", title: t("mapping.title"), needs: "RemapTenant", view: () => html`<ose-tenant-mapping .ctx=${ctx} .tenant=${tenant.id} .tag=${tag} .done=${this.reload}></ose-tenant-mapping>` },
      { path: "removal", title: t("tenants.delete"), needs: "DeleteTenant", view: () => html`<ose-tenant-removal .ctx=${ctx} .tenant=${tenant} .tag=${tag}></ose-tenant-removal>` },
    ];
    return all.filter((it) => it.needs === undefined || ctx.can(it.needs));
  }

  private whole(it: Whole): TemplateResult {
    const { value: tenant } = it;
    const path = this.ctx.route.path[2] ?? "";
    const all = this.tabs(it);
    const home = `tenants/${tenant.id}`;
    return html`<h1><bdi>${tenant.name}</bdi> ${status(tenant.status)}</h1>
      ${tenant.suspensionReason ? html`<p class="alert">${t("tenants.reason")}: <bdi>${tenant.suspensionReason}</bdi></p>` : nothing}
      <div class="toolbar">${this.actions(it)}</div>
      ${tabs(tenant.name, path, all, (part) => this.ctx.href(part ? `${home}/${part}` : home))}
      ${all.find((tab) => tab.path === path)?.view() ?? empty(t("page.missing.title"), t("page.missing.text"))}`;
  }

  private actions(it: Whole): TemplateResult {
    const { ctx } = this;
    const isActive = it.value.status === "ACTIVE";
    const canConsole = ctx.can("GetTenantConsole") && !ctx.isByToken && it.value.providerAccess === "ALLOW";
    return html`
      ${ctx.can("UpdateTenant")
        ? isActive
          ? html`<button class="button" @click=${() => this.suspend(it)}>${t("tenants.suspend")}</button>`
          : html`<button class="button" @click=${() => this.suspend(it)}>${t("tenants.reason.change")}</button>
              <button class="button" @click=${() => this.resume(it.value)}>${t("tenants.resume")}</button>`
        : nothing}
      ${ctx.can("ListAudit") ? html`<a class="button" href=${ctx.href(`audit?tenant=${it.value.id}`)}>${t("page.audit")}</a>` : nothing}
      ${canConsole ? html`<button class="button" @click=${() => this.console(it.value)}>${t("console.open")}</button>` : nothing}`;
  }

  private suspend(it: Whole): void {
    const isActive = it.value.status === "ACTIVE";
    const done = (): void => {
      this.close();
      this.ctx.toast(isActive ? t("tenants.suspended") : t("tenants.reason.saved"));
      void this.reload();
    };
    this.open({
      heading: isActive ? t("tenants.suspend") : t("tenants.reason.change"),
      body: html`${isActive ? html`<p>${t("tenants.suspend.about")} <bdi>${it.value.name}</bdi></p>` : nothing}
        <ose-change .change=${suspension(this.ctx, it, done)} .action=${isActive ? t("tenants.suspend") : t("action.save")} cancels
          ?danger=${isActive} @close=${this.close}></ose-change>`,
    });
  }

  private resume(tenant: Tenant): void {
    void this.ask({
      heading: t("tenants.resume"),
      text: html`<p>${t("tenants.resume.about")} <bdi>${tenant.name}</bdi></p>`,
      action: t("tenants.resume"),
      send: async () => {
        await this.ctx.api.patch(ONE, { params: { tenant: tenant.id }, body: { status: "ACTIVE" } });
        this.ctx.toast(t("tenants.resumed"));
        await this.reload();
      },
    });
  }

  private console(tenant: Tenant): void {
    const read = () => this.ctx.api.get<Console>(`${ONE}/console`, { params: { tenant: tenant.id } });
    void this.ask(openConsole(tenant.name, read));
  }
}
