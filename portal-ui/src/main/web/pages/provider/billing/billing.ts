import { html, nothing, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import type { Page, UsagePeriod } from "../../../api/types";
import { bytes, count } from "../../../format";
import { t } from "../../../i18n";
import "../../../ui/csv-button";
import { Part } from "../../../ui/page";
import { empty } from "../../../ui/states";
import type { Column, ListPart } from "../../../ui/table";
import { tabs, type Tab } from "../../../ui/tabs";
import { TenantNames } from "../names";
import "./alerts";
import "./bills";
import { valueOf, WINDOWS, windowOf, windowQuery } from "./history";
import "./plans";
import "./usage-chart";

/** What tenants used, and what it costs. */
@customElement("ose-billing")
export class BillingPage extends Part {
  private get tabs(): (Tab & { view: () => unknown })[] {
    const { ctx } = this;
    const all = [
      { path: "", title: t("billing.usage"), needs: "ExportUsageHistory", view: () => html`<ose-usage-by-tenant .ctx=${ctx}></ose-usage-by-tenant>` },
      { path: "bills", title: t("billing.bills"), needs: "ExportBills", view: () => html`<ose-bills .ctx=${ctx}></ose-bills>` },
      { path: "plans", title: t("billing.plans"), needs: "ListRatePlans", view: () => html`<ose-plans .ctx=${ctx}></ose-plans>` },
      { path: "alerts", title: t("billing.alerts"), needs: "ListQuotaAlerts", view: () => html`<ose-alerts .ctx=${ctx}></ose-alerts>` },
    ];
    return all.filter((it) => ctx.can(it.needs));
  }

  protected override render(): TemplateResult {
    const path = this.ctx.route.path[1] ?? "";
    const present = this.tabs.find((it) => it.path === path);
    return html`<h1>${t("page.billing")}</h1>
      ${tabs(t("page.billing"), path, this.tabs, (it) => this.ctx.href(it ? `billing/${it}` : "billing"))}
      ${present?.view() ?? empty(t("page.missing.title"), t("page.missing.text"))}`;
  }
}

/** Usage of all tenants over time, and of each of them in the whole window. */
@customElement("ose-usage-by-tenant")
export class UsageByTenant extends Part {
  private names!: TenantNames;

  override connectedCallback(): void {
    super.connectedCallback();
    this.names = new TenantNames(this.ctx, this.signal);
  }

  private get query() {
    return windowQuery(WINDOWS[windowOf(this.ctx.route.query.get("window"))]);
  }

  private readonly read = async ({ after, limit, signal }: ListPart): Promise<Page<UsagePeriod>> => {
    const page = await this.ctx.api.get<Page<UsagePeriod>>("/api/v1/admin/usage/history", {
      query: { from: this.query.from, step: "ALL", after, limit },
      signal,
    });
    await this.names.read(page.items.map((it) => it.tenant));
    return page;
  };

  private get columns(): Column<UsagePeriod>[] {
    const stored = (it: UsagePeriod): string => {
      const value = valueOf(it, "stored");
      return value === undefined ? t("chart.unknown") : bytes(value);
    };
    return [
      { label: t("tenants.name"), cell: (it) => this.names.link(it.tenant, "/usage") },
      { label: t("billing.measure.stored"), isNumber: true, cell: stored },
      { label: t("billing.peak"), isNumber: true, cell: (it) => bytes(it.stored.peakBytes) },
      { label: t("billing.peak.objects"), isNumber: true, cell: (it) => count(it.stored.peakObjects) },
      { label: t("billing.measure.requests"), isNumber: true, cell: (it) => count(valueOf(it, "requests") ?? 0) },
      { label: t("billing.measure.bytesIn"), isNumber: true, cell: (it) => bytes(it.traffic.bytesIn) },
      { label: t("billing.measure.bytesOut"), isNumber: true, cell: (it) => bytes(it.traffic.bytesOut) },
    ];
  }

  protected override render(): TemplateResult {
    const { ctx } = this;
    const { from, step } = this.query;
    const csv = ctx.can("ExportUsageHistoryAsCsv")
      ? html`<ose-csv .ctx=${ctx} .label=${t("billing.usage.csv")}
          .csv=${{ path: "/api/v1/admin/usage/history.csv", call: { query: { from, step, limit: 1000 } }, file: "usage.csv" }}></ose-csv>`
      : nothing;
    return html`<ose-usage-chart .ctx=${ctx}></ose-usage-chart>
      <h2>${t("billing.tenants")}</h2>
      <ose-table .ctx=${ctx} .columns=${this.columns} .read=${this.read} .label=${t("billing.tenants")} .tools=${csv}
        .subject=${ctx.route.query.get("window") ?? ""} .none=${empty(t("billing.none.title"), t("billing.none"))}></ose-table>`;
  }
}
