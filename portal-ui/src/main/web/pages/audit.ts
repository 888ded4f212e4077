import { html, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import type { AuditEntry, Page } from "../api/types";
import { tenantOf } from "../context";
import { time } from "../format";
import { t } from "../i18n";
import { Part } from "../ui/page";
import { badge, empty } from "../ui/states";
import { type Column, type ListPart, listQuery } from "../ui/table";

/** What was done, by whom, and how it ended. */
@customElement("ose-audit")
export class AuditPage extends Part {
  private readonly read = (part: ListPart): Promise<Page<AuditEntry>> =>
    this.ctx.api.get(this.ctx.me.tenant ? "/api/v1/admin/tenants/{tenant}/audit" : "/api/v1/admin/audit", {
      params: { tenant: tenantOf(this.ctx) },
      query: listQuery(part, "operation", "actor", "bucket", "subject", "requestId"),
      signal: part.signal,
    });

  private get columns(): Column<AuditEntry>[] {
    return [
      { label: t("audit.at"), order: "at", cell: (it) => time(it.at) },
      { label: t("audit.operation"), cell: (it) => it.operation },
      { label: t("audit.actor"), cell: (it) => html`<bdi>${it.actor}</bdi>` },
      { label: t("audit.address"), cell: (it) => it.address },
      { label: t("audit.target"), cell: (it) => html`<bdi>${it.bucket || it.subject || ""}</bdi>` },
      { label: t("audit.result"), isNumber: true, cell: (it) => this.result(it) },
      { label: t("audit.request"), cell: (it) => html`<code>${it.requestId}</code>` },
    ];
  }

  private result(entry: AuditEntry): TemplateResult {
    if (entry.status === undefined) {
      return badge(t("audit.unknown"), "busy");
    }
    return badge(`${entry.status} ${entry.code ?? ""}`.trim(), entry.status < 400 ? "good" : "bad");
  }

  protected override render(): TemplateResult {
    return html`<h1>${t("page.audit")}</h1>
      <ose-table .ctx=${this.ctx} .columns=${this.columns} .read=${this.read} .label=${t("page.audit")}
        .filter=${t("audit.filter")} usualOrder="-at" .none=${empty(t("audit.none.title"), t("audit.none"))}></ose-table>`;
  }
}
