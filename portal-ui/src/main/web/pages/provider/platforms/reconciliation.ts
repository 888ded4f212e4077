import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import type { ReconciliationReport, ReconciliationRun } from "../../../api/types";
import { count, time } from "../../../format";
import { t, word } from "../../../i18n";
import { Loaded } from "../../../ui/page";
import { badge, loaded } from "../../../ui/states";
import { TenantNames } from "../names";

const PATH = "/api/v1/admin/reconciliation";
const AT_ONCE = 100;
/** Pages of one comparison by hand; the scheduled one goes on where it ends. */
const MAX_PAGES = 100;

type Finding = ReconciliationReport["findings"][number];

/** What a comparison by hand has found so far. */
interface Comparison {
  checked: number;
  findings: Finding[];
  isOver: boolean;
}

/** Whether the platform's users are as the node's records say: the last scheduled comparison, and one by hand. */
@customElement("ose-reconciliation")
export class Reconciliation extends Loaded<ReconciliationRun> {
  @state() private comparison: Comparison | undefined;
  private names!: TenantNames;

  protected override load(): Promise<ReconciliationRun> {
    this.names = new TenantNames(this.ctx, this.signal);
    return this.ctx.api.get(PATH, { signal: this.signal });
  }

  protected override render(): TemplateResult {
    return html`<section aria-labelledby="reconciliation">
      <h2 id="reconciliation">${t("reconciliation.title")}</h2>
      <p>${t("reconciliation.about")}</p>
      ${loaded(this.value, this.error, this.reload, (it) => lastRun(it))}
      ${this.ctx.can("Reconcile")
        ? html`<div class="toolbar">
            <button class="button" ?disabled=${this.isBusy} @click=${() => this.compare(false)}>
              ${this.isBusy ? t("state.working") : t("reconciliation.compare")}</button>
            ${this.comparison?.isOver && this.comparison.findings.some((it) => !it.repaired)
              ? html`<button class="button" @click=${this.repair}>${t("reconciliation.repair")}</button>`
              : nothing}
          </div>`
        : nothing}
      ${this.comparison ? this.found(this.comparison) : nothing} ${this.dialog()}
    </section>`;
  }

  private get isBusy(): boolean {
    return this.comparison !== undefined && !this.comparison.isOver;
  }

  private found(it: Comparison): TemplateResult {
    return html`<p role="status">${t("reconciliation.found", { checked: it.checked, found: it.findings.length })}</p>
      ${it.findings.length === 0
        ? nothing
        : html`<div class="scroll" tabindex="0" role="region" aria-label=${t("reconciliation.differing")}><table>
            <caption class="visually-hidden">${t("reconciliation.differing")}</caption>
            <thead><tr><th scope="col">${t("tenants.name")}</th><th scope="col">${t("links.user")}</th>
              <th scope="col">${t("reconciliation.difference")}</th><th scope="col">${t("list.status")}</th></tr></thead>
            <tbody>${it.findings.map(
              (row) => html`<tr><td>${this.names.link(row.tenant)}</td><td><code>${row.user}</code></td>
                <td>${word("reconciliation.drift", row.drift)}</td>
                <td>${row.repaired ? badge(t("reconciliation.repaired"), "good") : badge(t("reconciliation.open"), "bad")}</td></tr>`,
            )}</tbody></table></div>`}`;
  }

  private readonly repair = (): void => {
    void this.ask({
      heading: t("reconciliation.repair"),
      text: html`<p>${t("reconciliation.repair.about")}</p>`,
      action: t("reconciliation.repair"),
      send: () => {
        this.close();
        return this.compare(true);
      },
    });
  };

  private async compare(repair: boolean): Promise<void> {
    let so: Comparison = { checked: 0, findings: [], isOver: false };
    this.comparison = so;
    await this.attempt(async () => {
      let after: string | undefined;
      for (let page = 0; page < MAX_PAGES; page++) {
        const report: ReconciliationReport = await this.ctx.api.post(PATH, {
          body: { limit: AT_ONCE, repair, ...(after === undefined ? {} : { after }) },
          signal: this.signal,
        });
        await this.names.read(report.findings.map((it) => it.tenant));
        so = { checked: so.checked + report.checked, findings: [...so.findings, ...report.findings], isOver: false };
        this.comparison = so;
        after = report.next;
        if (after === undefined) {
          break;
        }
      }
    });
    this.comparison = { ...so, isOver: true };
  }
}

function lastRun(it: ReconciliationRun): TemplateResult {
  if (it.startedAt === undefined) {
    return html`<p>${t("reconciliation.never")}</p>`;
  }
  return html`<dl class="facts">
      <dt>${t("reconciliation.last")}</dt><dd>${time(it.finishedAt ?? it.startedAt)}</dd>
      <dt>${t("reconciliation.checked")}</dt><dd>${count(it.checked)}</dd>
      <dt>${t("reconciliation.differing")}</dt><dd>${count(it.found)}</dd>
      <dt>${t("reconciliation.repaired")}</dt><dd>${count(it.repaired)}</dd>
      ${it.notCompared > 0 ? html`<dt>${t("reconciliation.skipped")}</dt><dd>${count(it.notCompared)}</dd>` : nothing}
    </dl>
    ${it.problem ? html`<p class="wrong">${it.problem}</p>` : nothing}`;
}
