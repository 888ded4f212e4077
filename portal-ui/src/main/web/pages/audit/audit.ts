import { html, nothing, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import type { AuditEntry, Page } from "../../api/types";
import { tenantOf } from "../../context";
import { time } from "../../format";
import { t, word } from "../../i18n";
import { choice } from "../../ui/choice";
import "../../ui/csv-button";
import { Part } from "../../ui/page";
import { rowButton } from "../../ui/row-button";
import { badge, empty } from "../../ui/states";
import type { Column, ListPart } from "../../ui/table";
import { auditFilter, isTime, OUTCOMES, SOURCES, type Wanted } from "./filter";

const FILTERS = ["outcome", "source", "tenant", "from", "to"] as const;

/** What was done, by whom, and how it ended. */
@customElement("ose-audit")
export class AuditPage extends Part {
  private get isMember(): boolean {
    return this.ctx.me.tenant !== undefined;
  }

  private of(name: string): string {
    return this.ctx.route.query.get(name) ?? "";
  }

  private get filter(): string | undefined {
    const time = (name: string) => (isTime(this.of(name)) ? this.of(name) : "");
    const wanted: Wanted = {
      text: this.of("q"),
      outcome: OUTCOMES.find((it) => it === this.of("outcome")) ?? "",
      source: SOURCES.find((it) => it === this.of("source")) ?? "",
      tenant: /^[0-9a-f-]{36}$/.test(this.of("tenant")) ? this.of("tenant") : "",
      from: time("from"),
      to: time("to"),
    };
    return auditFilter(wanted);
  }

  private readonly read = ({ order, after, limit, signal }: ListPart): Promise<Page<AuditEntry>> =>
    this.ctx.api.get(this.isMember ? "/api/v1/admin/tenants/{tenant}/audit" : "/api/v1/admin/audit", {
      params: { tenant: tenantOf(this.ctx) },
      query: { order, after, limit, filter: this.filter },
      signal,
    });

  private get columns(): Column<AuditEntry>[] {
    return [
      { label: t("audit.at"), order: "at", cell: (it) => time(it.at) },
      { label: t("audit.operation"), cell: (it) => it.operation },
      { label: t("audit.actor"), cell: (it) => html`<bdi>${it.actor}</bdi>` },
      { label: t("audit.address"), cell: (it) => it.address },
      { label: t("audit.target"), cell: (it) => html`<bdi>${it.bucket || it.subject || ""}</bdi>` },
      { label: t("audit.result"), isNumber: true, cell: (it) => this.result(it) },
      { label: t("list.actions"), cell: (it) => rowButton(t("audit.details"), it.operation ?? "", () => this.show(it)) },
    ];
  }

  private result(entry: AuditEntry): TemplateResult {
    if (entry.status === undefined) {
      return badge(t("audit.unknown"), "busy");
    }
    return badge(`${entry.status} ${entry.code ?? ""}`.trim(), entry.status < 400 ? "good" : "bad");
  }

  protected override render(): TemplateResult {
    const isFiltered = FILTERS.some((it) => this.of(it));
    return html`<h1>${t("page.audit")}</h1>
      <ose-table .ctx=${this.ctx} .columns=${this.columns} .read=${this.read} .label=${t("page.audit")}
        .filter=${t("audit.filter")} usualOrder="-at" .tools=${this.tools(isFiltered)} .subject=${FILTERS.map((it) => this.of(it)).join("\n")}
        .none=${isFiltered ? this.noMatch() : empty(t("audit.none.title"), t("audit.none"))}></ose-table>
      ${this.dialog()}`;
  }

  private tools(isFiltered: boolean): TemplateResult {
    const set = (name: string) => (value: string) => this.ctx.show({ [name]: value, after: undefined }, true);
    const outcome = (it: string) => (it === "" ? t("audit.any") : word("audit.outcome", it));
    const source = (it: string) => (it === "" ? t("audit.any") : word("audit.source", it));
    const time = (name: "from" | "to") => html`<label>${t(`audit.${name}`)}
      <input type="datetime-local" .value=${this.of(name)} @change=${(event: Event) => set(name)((event.target as HTMLInputElement).value)} /></label>`;
    return html`${choice(t("audit.outcome"), ["", ...OUTCOMES], this.of("outcome"), outcome, set("outcome"))}
      ${choice(t("audit.source"), ["", ...SOURCES], this.of("source"), source, set("source"))}
      ${time("from")} ${time("to")}
      ${isFiltered ? html`<button class="button" @click=${this.clear}>${t("list.clear")}</button>` : nothing}
      ${this.exports()}`;
  }

  private readonly clear = (): void =>
    this.ctx.show({ ...Object.fromEntries(FILTERS.map((it) => [it, undefined])), q: undefined, after: undefined });

  private exports(): TemplateResult {
    const call = { params: { tenant: tenantOf(this.ctx) }, query: { filter: this.filter } };
    const lines = { ...call, headers: { Accept: "application/x-ndjson, application/problem+json" } };
    const [csv, json] = this.isMember
      ? (["/api/v1/admin/tenants/{tenant}/audit.csv", "/api/v1/admin/tenants/{tenant}/audit.jsonl"] as const)
      : (["/api/v1/admin/audit.csv", "/api/v1/admin/audit.jsonl"] as const);
    const can = (name: string) => this.ctx.can(`Export${this.isMember ? "Tenant" : ""}AuditAs${name}`);
    return html`${can("Csv") ? html`<ose-csv .ctx=${this.ctx} .csv=${{ path: csv, call, file: "audit.csv" }}></ose-csv>` : nothing}
      ${can("JsonLines")
        ? html`<ose-csv .ctx=${this.ctx} .label=${t("audit.json")} .csv=${{ path: json, call: lines, file: "audit.jsonl" }}></ose-csv>`
        : nothing}`;
  }

  private noMatch(): TemplateResult {
    return empty(t("list.nomatch.title"), t("audit.nomatch"), html`<button class="button" @click=${this.clear}>${t("list.clear")}</button>`);
  }

  private show(entry: AuditEntry): void {
    const facts = Object.entries(entry).filter(([, value]) => value !== undefined && value !== "");
    this.open({
      heading: t("audit.entry"),
      body: html`<dl class="facts">${facts.map(([name, value]) => html`<dt><code>${name}</code></dt><dd><bdi>${String(value)}</bdi></dd>`)}</dl>
        <div class="buttons"><button class="button primary" @click=${this.close}>${t("action.close")}</button></div>`,
    });
  }
}
