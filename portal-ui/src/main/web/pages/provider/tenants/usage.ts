import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Page, UsagePeriod, User } from "../../../api/types";
import { bytes, count } from "../../../format";
import { t, word } from "../../../i18n";
import { choice } from "../../../ui/choice";
import "../../../ui/csv-button";
import { Part } from "../../../ui/page";
import { empty } from "../../../ui/states";
import type { Column, ListPart } from "../../../ui/table";
import { valueOf, WINDOWS, windowOf, windowQuery } from "../billing/history";
import "../billing/usage-chart";

const PATH = "/api/v1/admin/tenants/{tenant}/usage/history";
const BY = ["USER", "BUCKET"] as const;
const MAX_USERS = 1000;

/** The usage of a tenant over time, and of each of its users or buckets in the whole window. */
@customElement("ose-tenant-usage")
export class TenantUsage extends Part {
  @property() tenant = "";

  private get by(): string {
    return BY.find((it) => it === this.ctx.route.query.get("by")) ?? "USER";
  }

  private get query() {
    return windowQuery(WINDOWS[windowOf(this.ctx.route.query.get("window"))]);
  }

  /** Names of users by their ids; those of removed ones are not known. */
  private names: Map<string, string> | undefined;

  private readonly read = async ({ after, limit, signal }: ListPart): Promise<Page<UsagePeriod>> => {
    const query = { from: this.query.from, step: "ALL", by: this.by, after, limit };
    const [page, names] = await Promise.all([
      this.ctx.api.get<Page<UsagePeriod>>(PATH, { params: { tenant: this.tenant }, query, signal }),
      this.names ?? this.readUsers(),
    ]);
    this.names = names;
    return page;
  };

  private async readUsers(): Promise<Map<string, string>> {
    const page = await this.ctx.api.get<Page<User>>("/api/v1/admin/tenants/{tenant}/users", {
      params: { tenant: this.tenant },
      query: { limit: MAX_USERS },
      signal: this.signal,
    });
    return new Map(page.items.map((it) => [it.id, it.name]));
  }

  private get columns(): Column<UsagePeriod>[] {
    const user = (it: UsagePeriod) => {
      const name = this.names?.get(it.user ?? "");
      return name === undefined ? html`<code>${it.user ?? "–"}</code>` : html`<bdi>${name}</bdi>`;
    };
    const stored = (it: UsagePeriod): string => {
      const value = valueOf(it, "stored");
      return value === undefined ? t("chart.unknown") : bytes(value);
    };
    return [
      this.by === "USER" ? { label: t("links.user"), cell: user } : { label: t("usage.bucket"), cell: (it) => html`<bdi>${it.bucket ?? "–"}</bdi>` },
      { label: t("billing.measure.stored"), isNumber: true, cell: stored },
      { label: t("billing.peak"), isNumber: true, cell: (it) => bytes(it.stored.peakBytes) },
      { label: t("billing.measure.requests"), isNumber: true, cell: (it) => count(valueOf(it, "requests") ?? 0) },
      { label: t("billing.measure.bytesIn"), isNumber: true, cell: (it) => bytes(it.traffic.bytesIn) },
      { label: t("billing.measure.bytesOut"), isNumber: true, cell: (it) => bytes(it.traffic.bytesOut) },
    ];
  }

  protected override render(): TemplateResult {
    const { ctx, by } = this;
    const call = { params: { tenant: this.tenant }, query: { ...this.query, by, limit: 1000 } };
    const tools = html`${choice(t("usage.by"), BY, by, (it) => word("usage.by", it), (it) => ctx.show({ by: it, after: undefined }, true))}
      ${ctx.can("ExportTenantUsageHistoryAsCsv")
        ? html`<ose-csv .ctx=${ctx} .csv=${{ path: `${PATH}.csv` as const, call, file: `usage-${by.toLowerCase()}.csv` }}></ose-csv>`
        : nothing}`;
    return html`<ose-usage-chart .ctx=${ctx} .tenant=${this.tenant}></ose-usage-chart>
      <ose-table .ctx=${ctx} .columns=${this.columns} .read=${this.read} .label=${t("billing.usage")} .tools=${tools}
        .subject=${`${this.tenant} ${by} ${ctx.route.query.get("window") ?? ""}`} .none=${empty(t("billing.none.title"), t("billing.none"))}></ose-table>`;
  }
}
