import { html, nothing, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import type { Health, Job, Node, Page, Platform, QuotaAlert, Tenant } from "../../../api/types";
import { bytes, count, time } from "../../../format";
import { t, word } from "../../../i18n";
import { jobState, jobTarget } from "../../../ui/job-row";
import { Loaded, Part } from "../../../ui/page";
import { badge, loaded } from "../../../ui/states";
import { alertText } from "../billing/alerts";
import { pointsOf, readHistory, type History, WINDOWS } from "../billing/history";
import { TenantNames } from "../names";
import { capacityView } from "../platforms/capacity";
import { probeBadge } from "../platforms/list";
import { nodeState } from "../nodes";
import { type Warning, warningsOfHealth, warningsOfNodes, warningsOfPlatforms } from "./attention";

const SHOWN = 5;
const MAX_NODES = 200;

/** The state of the whole service: what needs attention first. Each part loads, and fails, for itself. */
@customElement("ose-provider-overview")
export class ProviderOverview extends Part {
  protected override render(): TemplateResult {
    const { ctx } = this;
    return html`<h1>${t("page.overview")}</h1>
      <ose-overview-attention .ctx=${ctx}></ose-overview-attention>
      ${ctx.can("ListTenants") ? html`<ose-overview-tenants .ctx=${ctx}></ose-overview-tenants>` : nothing}
      ${ctx.can("ExportUsageHistory") ? html`<ose-overview-growth .ctx=${ctx}></ose-overview-growth>` : nothing}
      ${ctx.can("ListQuotaAlerts") ? html`<ose-overview-alerts .ctx=${ctx}></ose-overview-alerts>` : nothing}
      ${ctx.can("ListJobs") ? html`<ose-overview-jobs .ctx=${ctx}></ose-overview-jobs>` : nothing}`;
  }
}

interface State {
  nodes: Node[];
  platforms: Platform[];
  health: Health | undefined;
}

/** Nodes, platforms and what of them needs attention. */
@customElement("ose-overview-attention")
export class OverviewAttention extends Loaded<State> {
  protected override async load(): Promise<State> {
    const { api, can } = { api: this.ctx.api, can: this.ctx.can.bind(this.ctx) };
    const call = { signal: this.signal };
    const [nodes, platforms, health] = await Promise.all([
      can("ListNodes") ? api.get<Page<Node>>("/api/v1/admin/nodes", { ...call, query: { limit: MAX_NODES } }) : undefined,
      can("ListPlatforms") ? api.get<Page<Platform>>("/api/v1/admin/platforms", call) : undefined,
      can("ShowHealth") ? api.get<Health>("/api/v1/admin/health", call) : undefined,
    ]);
    return { nodes: nodes?.items ?? [], platforms: platforms?.items ?? [], health };
  }

  protected override render(): unknown {
    return loaded(this.value, this.error, this.reload, (it) => html`${this.warnings(it)} ${this.nodes(it.nodes)} ${this.platforms(it.platforms)}`);
  }

  private warnings({ nodes, platforms, health }: State): TemplateResult {
    const all = [...warningsOfNodes(nodes, Date.now()), ...warningsOfPlatforms(platforms), ...(health ? warningsOfHealth(health) : [])];
    const row = (it: Warning) => html`<li>${it.text} <a href=${this.ctx.href(it.path)}>${t("overview.look")}<span
      class="visually-hidden"> ${it.text}</span></a></li>`;
    return html`<section aria-labelledby="attention"><h2 id="attention">${t("overview.attention")}</h2>
      ${all.length === 0
        ? html`<p>${badge(t("overview.attention.none"), "good")}</p>`
        : html`<ul class="alert error plain">${all.map(row)}</ul>`}
    </section>`;
  }

  private nodes(nodes: readonly Node[]): TemplateResult {
    return html`<section aria-labelledby="overview-nodes"><h2 id="overview-nodes"><a href=${this.ctx.href("nodes")}>${t("page.nodes")}</a></h2>
      <ul class="cards">${nodes.map(
        (it) => html`<li class="card"><h3><bdi>${it.report?.host ?? it.name}</bdi></h3>${nodeState(it)}
          <p class="minor"><bdi>${it.version}</bdi></p>
          ${it.report ? html`<p class="minor">${t("overview.requests", { count: it.report.openRequests })}</p>` : nothing}</li>`,
      )}</ul></section>`;
  }

  private platforms(platforms: readonly Platform[]): TemplateResult {
    return html`<section aria-labelledby="overview-platforms"><h2 id="overview-platforms">${t("page.platforms")}</h2>
      <ul class="cards">${platforms.map(
        (it) => html`<li class="card"><h3><a href=${this.ctx.href(`platforms/${encodeURIComponent(it.name)}`)}><bdi>${it.name}</bdi></a></h3>
          ${capacityView(it.capacity, it.name)} ${probeBadge(it)}</li>`,
      )}</ul></section>`;
  }
}

interface Tenants {
  all: number;
  suspended: number;
}

/** How many tenants there are; the first steps while there is none. */
@customElement("ose-overview-tenants")
export class OverviewTenants extends Loaded<Tenants> {
  protected override async load(): Promise<Tenants> {
    const total = async (filter?: string): Promise<number> => {
      const page = await this.ctx.api.get<Page<Tenant>>("/api/v1/admin/tenants", {
        query: { filter, limit: 1, total: true },
        signal: this.signal,
      });
      return page.total ?? page.items.length;
    };
    const [all, suspended] = await Promise.all([total(), total("status==DISABLED")]);
    return { all, suspended };
  }

  protected override render(): TemplateResult {
    return html`<section aria-labelledby="overview-tenants">
      <h2 id="overview-tenants"><a href=${this.ctx.href("tenants")}>${t("page.tenants")}</a></h2>
      ${loaded(this.value, this.error, this.reload, (it) => (it.all === 0 ? this.firstSteps() : this.numbers(it)))}
    </section>`;
  }

  private numbers(it: Tenants): TemplateResult {
    return html`<ul class="cards">
      <li class="card measure"><p class="label">${word("status", "ACTIVE")}</p><p class="value">${count(it.all - it.suspended)}</p></li>
      <li class="card measure"><p class="label">${word("status", "DISABLED")}</p><p class="value">${it.suspended === 0
        ? count(0)
        : html`<a href=${this.ctx.href("tenants?state=DISABLED")}>${count(it.suspended)}</a>`}</p></li>
    </ul>`;
  }

  private firstSteps(): TemplateResult {
    const step = (path: string, title: string, text: string) =>
      html`<li class="card"><h3><a href=${this.ctx.href(path)}>${title}</a></h3><p>${text}</p></li>`;
    return html`<h3>${t("start.title")}</h3>
      <ol class="cards">
        ${step("platforms", t("overview.step.platform"), t("overview.step.platform.text"))}
        ${this.ctx.can("CreateTenant") ? step("tenants/new", t("tenants.create"), t("overview.step.tenant.text")) : nothing}
        ${this.ctx.can("PutRatePlan") ? step("billing/plans", t("billing.plans"), t("overview.step.plan.text")) : nothing}
      </ol>`;
  }
}

/** What all tenants store, over the last 30 days. */
@customElement("ose-overview-growth")
export class OverviewGrowth extends Loaded<History> {
  protected override load(): Promise<History> {
    return readHistory(this.ctx.api, WINDOWS["30d"], this.signal);
  }

  protected override render(): TemplateResult {
    return html`<section aria-labelledby="overview-growth">
      <h2 id="overview-growth"><a href=${this.ctx.href("billing")}>${t("billing.usage")}</a></h2>
      ${loaded(this.value, this.error, this.reload, (it) =>
        it.isWhole
          ? html`<ose-chart .label=${t("billing.measure.stored")} .points=${pointsOf(it, "stored")} .show=${bytes} binary
              .period=${t("billing.period")}></ose-chart>`
          : html`<p class="minor">${t("billing.large")}</p>`,
      )}
    </section>`;
  }
}

/** Alerts of quotas that are open. */
@customElement("ose-overview-alerts")
export class OverviewAlerts extends Loaded<Page<QuotaAlert>> {
  private names!: TenantNames;

  protected override async load(): Promise<Page<QuotaAlert>> {
    this.names = new TenantNames(this.ctx, this.signal);
    const page = await this.ctx.api.get<Page<QuotaAlert>>("/api/v1/admin/quota-alerts", {
      query: { filter: "state==OPEN", order: "-id", limit: SHOWN, total: true },
      signal: this.signal,
    });
    await this.names.read(page.items.map((it) => it.tenant));
    return page;
  }

  protected override render(): TemplateResult {
    return html`<section aria-labelledby="overview-alerts">
      <h2 id="overview-alerts"><a href=${this.ctx.href("billing/alerts")}>${t("billing.alerts")}</a></h2>
      ${loaded(this.value, this.error, this.reload, (it) =>
        it.items.length === 0
          ? html`<p>${t("overview.alerts.none")}</p>`
          : html`<ul class="plain">${it.items.map((alert) => html`<li>${this.names.link(alert.tenant)}: ${alertText(alert)}</li>`)}</ul>
              ${more(it)}`,
      )}
    </section>`;
  }
}

/** Jobs that have failed, the latest first. */
@customElement("ose-overview-jobs")
export class OverviewJobs extends Loaded<Page<Job>> {
  protected override load(): Promise<Page<Job>> {
    return this.ctx.api.get("/api/v1/admin/jobs", {
      query: { filter: "state=in=(FAILED,COMPLETED_WITH_ERRORS)", order: "-id", limit: SHOWN, total: true },
      signal: this.signal,
    });
  }

  protected override render(): TemplateResult {
    return html`<section aria-labelledby="overview-jobs">
      <h2 id="overview-jobs"><a href=${this.ctx.href("jobs")}>${t("overview.failed")}</a></h2>
      ${loaded(this.value, this.error, this.reload, (it) =>
        it.items.length === 0
          ? html`<p>${t("overview.failed.none")}</p>`
          : html`<ul class="plain">${it.items.map(
              (job) => html`<li><a href=${this.ctx.href(`jobs/${job.tenant}/${job.user}/${job.id}`)}>${word("job.kind", job.kind)}</a>
                ${jobTarget(job)} ${jobState(job)} <span class="minor">${time(job.finishedAt)}</span></li>`,
            )}</ul>
            ${more(it)}`,
      )}
    </section>`;
  }
}

function more({ items, total }: { items: unknown[]; total?: number }): unknown {
  const further = (total ?? 0) - items.length;
  return further > 0 ? html`<p class="minor">${t("overview.more", { count: further })}</p>` : nothing;
}
