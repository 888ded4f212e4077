import { html, nothing, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import type { Bill, BillLine, Page } from "../../../api/types";
import { t, word } from "../../../i18n";
import { choice } from "../../../ui/choice";
import "../../../ui/csv-button";
import { Part } from "../../../ui/page";
import { rowButton } from "../../../ui/row-button";
import { badge, empty } from "../../../ui/states";
import type { Column, ListPart } from "../../../ui/table";
import { TenantNames } from "../names";
import { periodName } from "./history";

const MONTHS = 13;

/** The months for which bills are offered, the present one first, as `2026-11`. */
export function months(now: number): string[] {
  const date = new Date(now);
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
}

/** How final a bill is: each of these is a reason not to send it yet. */
export function openPoints({ isOver, coverage }: Bill): string[] {
  const missing = coverage.hours.all - coverage.hours.recorded;
  return [
    ...(isOver ? [] : [t("billing.open.month")]),
    ...(isOver && missing > 0 ? [t("billing.open.hours", { count: missing })] : []),
    ...(coverage.hours.filled > 0 ? [t("billing.open.filled", { count: coverage.hours.filled })] : []),
    ...(coverage.requestsComplete ? [] : [t("billing.open.requests")]),
  ];
}

/** The bills of a month. */
@customElement("ose-bills")
export class BillsPage extends Part {
  private names!: TenantNames;

  override connectedCallback(): void {
    super.connectedCallback();
    this.names = new TenantNames(this.ctx, this.signal);
  }

  private get month(): string {
    const all = months(Date.now());
    const asked = this.ctx.route.query.get("month");
    return all.find((it) => it === asked) ?? all[0] ?? "";
  }

  private readonly read = async ({ after, limit, signal }: ListPart): Promise<Page<Bill>> => {
    const page = await this.ctx.api.get<Page<Bill>>("/api/v1/admin/bills", { query: { month: this.month, after, limit }, signal });
    await this.names.read(page.items.map((it) => it.tenant));
    return page;
  };

  private get columns(): Column<Bill>[] {
    return [
      { label: t("tenants.name"), cell: (it) => this.names.link(it.tenant) },
      { label: t("billing.plan"), cell: (it) => (it.plan === undefined ? t("billing.plan.none") : html`<bdi>${it.plan}</bdi>`) },
      { label: t("billing.total"), isNumber: true, cell: (it) => (it.total === undefined ? "–" : `${it.total} ${it.currency ?? ""}`) },
      { label: t("list.status"), cell: (it) => state(it) },
      { label: t("list.actions"), cell: (it) => (it.lines.length > 0 ? rowButton(t("billing.lines"), this.names.name(it.tenant) ?? it.tenant, () => this.showLines(it)) : nothing) },
    ];
  }

  protected override render(): TemplateResult {
    const { ctx, month } = this;
    const name = (it: string) => periodName(Date.parse(it + "-01T00:00:00Z"), "MONTH");
    const tools = html`${choice(t("billing.month"), months(Date.now()), month, name, (it) => ctx.show({ month: it, after: undefined }, true))}
      ${ctx.can("ExportBillsAsCsv")
        ? html`<ose-csv .ctx=${ctx} .csv=${{ path: "/api/v1/admin/bills.csv", call: { query: { month, limit: 1000 } }, file: `bills-${month}.csv` }}></ose-csv>`
        : nothing}`;
    return html`<p>${t("billing.bills.about")}</p>
      <ose-table .ctx=${ctx} .columns=${this.columns} .read=${this.read} .label=${t("billing.bills")} .tools=${tools} .subject=${month}
        .none=${empty(t("billing.bills.none.title"), t("billing.bills.none"))}></ose-table>
      ${this.dialog()}`;
  }

  private showLines(bill: Bill): void {
    this.open({
      heading: t("billing.lines"),
      body: html`<p>${this.names.link(bill.tenant)}, ${bill.month}</p>
        ${billLines(bill)}
        <div class="buttons"><button class="button primary" @click=${this.close}>${t("action.close")}</button></div>`,
    });
  }
}

function state(bill: Bill): TemplateResult {
  const open = openPoints(bill);
  return open.length === 0
    ? badge(t("billing.final"), "good")
    : html`${badge(t("billing.preliminary"), "busy")}<ul class="plain minor">${open.map((it) => html`<li>${it}</li>`)}</ul>`;
}

/** The lines of a bill with their sum. */
export function billLines(bill: Bill): TemplateResult {
  const name = (it: BillLine): string =>
    it.category === undefined ? word("billing.item", it.item) : `${word("billing.item", it.item)}: ${word("billing.category", it.category)}`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${t("billing.lines")}><table>
    <caption class="visually-hidden">${t("billing.lines")}</caption>
    <thead><tr><th scope="col">${t("billing.line")}</th><th scope="col" class="number">${t("billing.quantity")}</th>
      <th scope="col" class="number">${t("billing.price")}</th><th scope="col" class="number">${t("billing.amount")}</th></tr></thead>
    <tbody>${bill.lines.map(
      (it) => html`<tr><td>${name(it)}</td><td class="number">${it.quantity}</td><td class="number">${it.price}</td>
        <td class="number">${it.amount}</td></tr>`,
    )}</tbody>
    <tfoot><tr><th scope="row" colspan="3">${t("billing.total")}</th><td class="number">${bill.total ?? "–"} ${bill.currency ?? ""}</td></tr></tfoot>
  </table></div>`;
}
