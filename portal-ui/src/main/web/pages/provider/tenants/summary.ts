import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { ApiError } from "../../../api/errors";
import type { Page, Quota, RatePlan, Tenant } from "../../../api/types";
import { time } from "../../../format";
import { t, word } from "../../../i18n";
import "../../../ui/change";
import type { Change, Versioned } from "../../../ui/change";
import { Loaded } from "../../../ui/page";
import { loaded } from "../../../ui/states";
import { usage } from "../../overview";
import { isUnlimited, limitFields, limitLines, type Limits, limitsIn, limitsOf } from "./quota";

const ONE = "/api/v1/admin/tenants/{tenant}";
const MAX_PLANS = 200;

interface Summary {
  quota: Versioned<Quota>;
  /** Nothing if the tenant has no prices, or the caller may not see them. */
  plan: RatePlan | undefined;
}

/** Who a tenant is, what it stores and may store, and its prices. */
@customElement("ose-tenant-summary")
export class TenantSummary extends Loaded<Summary> {
  @property({ attribute: false }) tenant!: Tenant;

  protected override key(): string {
    return this.tenant.id;
  }

  private get params() {
    return { tenant: this.tenant.id };
  }

  protected override async load(): Promise<Summary> {
    const call = { params: this.params, signal: this.signal };
    const [quota, plan] = await Promise.all([
      this.ctx.api.read<Quota>(`${ONE}/quota`, call),
      this.ctx.can("GetTenantRatePlan") ? this.ctx.api.get<RatePlan>(`${ONE}/rate-plan`, call).catch(noneIfMissing) : undefined,
    ]);
    return { quota, plan };
  }

  protected override render(): TemplateResult {
    const { tenant } = this;
    return html`<dl class="facts">
        <dt>${t("tenants.id")}</dt><dd><code>${tenant.id}</code> <ose-copy .text=${tenant.id}></ose-copy></dd>
        <dt>${t("tenants.canonical")}</dt><dd><code>${tenant.canonicalId}</code> <ose-copy .text=${tenant.canonicalId}></ose-copy></dd>
        ${tenant.platform ? html`<dt>${t("wish.platform")}</dt><dd>${this.platform(tenant.platform)}</dd>` : nothing}
        <dt>${t("list.created")}</dt><dd>${time(tenant.createdAt)}</dd>
        <dt>${t("tenants.access")}</dt><dd>${word("access", tenant.providerAccess)}</dd>
        <dt>${t("tenants.impersonation")}</dt><dd>${word("access", tenant.impersonation)}</dd>
      </dl>
      ${loaded(this.value, this.error, this.reload, (it) => html`${this.quota(it)} ${this.plan(it)}`)} ${this.dialog()}`;
  }

  private platform(name: string): TemplateResult {
    return this.ctx.can("GetPlatform")
      ? html`<a href=${this.ctx.href(`platforms/${encodeURIComponent(name)}`)}><bdi>${name}</bdi></a>`
      : html`<bdi>${name}</bdi>`;
  }

  private quota({ quota }: Summary): TemplateResult {
    return html`<section aria-labelledby="tenant-quota">
      <h2 id="tenant-quota">${t("tenants.quota")}</h2>
      ${usage(quota.value)}
      ${this.ctx.can("PutTenantQuota") ? html`<button class="button" @click=${() => this.changeQuota(quota)}>${t("quota.change")}</button>` : nothing}
    </section>`;
  }

  private plan({ plan }: Summary): TemplateResult {
    return html`<section aria-labelledby="tenant-plan">
      <h2 id="tenant-plan">${t("billing.plan")}</h2>
      <p>${plan ? html`<bdi>${plan.name}</bdi> (${plan.prices.currency ?? "–"})` : t("billing.plan.none")}</p>
      ${this.ctx.can("PutTenantRatePlan") && this.ctx.can("ListRatePlans")
        ? html`<button class="button" @click=${() => void this.choosePlan(plan)}>${t("tenants.plan.change")}</button>`
        : nothing}
    </section>`;
  }

  private changeQuota(quota: Versioned<Quota>): void {
    const params = this.params;
    const limits = ({ value, tag }: Versioned<Quota>) => ({ value: limitsIn(value), tag });
    const change: Change<Limits> = {
      stored: limits(quota),
      read: async () => limits(await this.ctx.api.read<Quota>(`${ONE}/quota`, { params })),
      fields: limitFields,
      wanted: limitsOf,
      write: (body, tag) => {
        const headers = tag ? { "If-Match": tag } : {};
        return isUnlimited(body)
          ? this.ctx.api.delete(`${ONE}/quota`, { params, headers })
          : this.ctx.api.put(`${ONE}/quota`, { params, headers, body });
      },
      lines: limitLines,
      done: () => {
        this.close();
        this.ctx.toast(t("quota.saved"));
        void this.reload();
      },
    };
    this.open({
      heading: t("quota.change"),
      body: html`<p>${t("quota.about")}</p><ose-change .change=${change} cancels @close=${this.close}></ose-change>`,
    });
  }

  private choosePlan(present: RatePlan | undefined): Promise<void> {
    return this.attempt(async () => {
      const plans = await this.ctx.api.get<Page<RatePlan>>("/api/v1/admin/rate-plans", { query: { limit: MAX_PLANS }, signal: this.signal });
      const none = { value: "", label: t("billing.plan.none") };
      void this.ask({
        heading: t("tenants.plan.change"),
        text: html`<p>${t("tenants.plan.about")}</p>`,
        fields: [
          {
            name: "plan",
            label: t("billing.plan"),
            type: "select",
            value: present?.name ?? "",
            options: [none, ...plans.items.map((it) => ({ value: it.name, label: it.name }))],
          },
        ],
        action: t("action.save"),
        send: async ({ plan }) => {
          await (plan
            ? this.ctx.api.put(`${ONE}/rate-plan`, { params: this.params, body: { plan } })
            : this.ctx.api.delete(`${ONE}/rate-plan`, { params: this.params }));
          this.ctx.toast(t("plans.saved"));
          await this.reload();
        },
      });
    });
  }
}

/** A tenant without prices is answered as missing. */
function noneIfMissing(error: unknown): undefined {
  if (error instanceof ApiError && error.isGone) {
    return undefined;
  }
  throw error;
}
