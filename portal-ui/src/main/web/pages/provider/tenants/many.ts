import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { ApiError } from "../../../api/errors";
import type { Page, RatePlan, Tenant } from "../../../api/types";
import type { Context } from "../../../context";
import { t } from "../../../i18n";
import { Part } from "../../../ui/page";
import { badge, problemText } from "../../../ui/states";
import { isUnlimited, limitFields, limitsOf } from "./quota";
import { wrongReason } from "./suspension";

const ONE = "/api/v1/admin/tenants/{tenant}";
const AT_ONCE = 4;
const MAX_PLANS = 200;
/** A node that is busy says how long; the same tenant is tried so often. */
const MAX_ATTEMPTS = 3;
const MAX_WAIT_SECONDS = 60;
/** Names that a question lists; the rest is a number. */
const MAX_NAMES = 20;

/** What is done to each tenant. */
export interface Action {
  title: string;
  run: (tenant: Tenant) => Promise<unknown>;
}

/** What came of an action on a tenant. */
export interface Result {
  tenant: Tenant;
  state: "WAITING" | "DONE" | "FAILED" | "STOPPED";
  problem: string;
}

/**
 * Does something to each tenant by a call of its own, a few at a time: each has its own result and its own entry in the
 * audit log. Waits as long as a busy node says.
 */
export async function runMany(
  tenants: readonly Tenant[],
  action: Action,
  tell: (result: Result) => void,
  signal: AbortSignal,
  wait: (seconds: number) => Promise<void> = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000)),
): Promise<void> {
  const queue = [...tenants];
  const work = async (): Promise<void> => {
    for (let tenant = queue.shift(); tenant !== undefined; tenant = queue.shift()) {
      if (signal.aborted) {
        tell({ tenant, state: "STOPPED", problem: "" });
        continue;
      }
      tell(await attempt(tenant, action, signal, wait));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function attempt(tenant: Tenant, action: Action, signal: AbortSignal, wait: (seconds: number) => Promise<void>): Promise<Result> {
  for (let count = 1; ; count++) {
    try {
      await action.run(tenant);
      return { tenant, state: "DONE", problem: "" };
    } catch (e) {
      const seconds = e instanceof ApiError ? e.retryAfterSeconds : 0;
      if (seconds === 0 || seconds > MAX_WAIT_SECONDS || count >= MAX_ATTEMPTS || signal.aborted) {
        return { tenant, state: "FAILED", problem: problemText(e) };
      }
      await wait(seconds);
    }
  }
}

/** What can be done to many tenants, as far as the caller may. */
export function manyActions(ctx: Context, signal: AbortSignal) {
  const params = (tenant: Tenant) => ({ tenant: tenant.id });
  return [
    {
      title: t("tenants.suspend.many"),
      needs: "UpdateTenant",
      about: t("tenants.suspend.about"),
      isDanger: true,
      fields: () => Promise.resolve([{ name: "reason", label: t("tenants.reason"), help: t("tenants.reason.help"), check: wrongReason }]),
      run: (values: Record<string, string>) => (tenant: Tenant) =>
        ctx.api.patch(ONE, { params: params(tenant), body: { status: "DISABLED", suspensionReason: values["reason"]?.trim() || null } }),
    },
    {
      title: t("tenants.resume.many"),
      needs: "UpdateTenant",
      about: t("tenants.resume.about"),
      isDanger: false,
      fields: () => Promise.resolve([]),
      run: () => (tenant: Tenant) => ctx.api.patch(ONE, { params: params(tenant), body: { status: "ACTIVE" } }),
    },
    {
      title: t("quota.change.many"),
      needs: "PutTenantQuota",
      about: t("quota.change.many.about"),
      isDanger: false,
      fields: () => Promise.resolve(limitFields({})),
      run: (values: Record<string, string>) => {
        const body = limitsOf(values);
        return (tenant: Tenant) =>
          isUnlimited(body)
            ? ctx.api.delete(`${ONE}/quota`, { params: params(tenant) })
            : ctx.api.put(`${ONE}/quota`, { params: params(tenant), body });
      },
    },
    {
      title: t("tenants.plan.many"),
      needs: "PutTenantRatePlan",
      about: t("tenants.plan.about"),
      isDanger: false,
      fields: async () => {
        const plans = await ctx.api.get<Page<RatePlan>>("/api/v1/admin/rate-plans", { query: { limit: MAX_PLANS }, signal });
        const options = [{ value: "", label: t("billing.plan.none") }, ...plans.items.map((it) => ({ value: it.name, label: it.name }))];
        return [{ name: "plan", label: t("billing.plan"), type: "select" as const, options }];
      },
      run: ({ plan }: Record<string, string>) => (tenant: Tenant) =>
        plan
          ? ctx.api.put(`${ONE}/rate-plan`, { params: params(tenant), body: { plan } })
          : ctx.api.delete(`${ONE}/rate-plan`, { params: params(tenant) }),
    },
  ].filter((it) => ctx.can(it.needs));
}

/** Acts on the selected tenants, and shows what came of each. Tells `done` once an action is over. */
@customElement("ose-many-tenants")
export class ManyTenants extends Part {
  @property({ attribute: false }) tenants: readonly Tenant[] = [];
  @property({ attribute: false }) clear: () => unknown = () => undefined;
  @property({ attribute: false }) done: () => unknown = () => undefined;

  @state() private action: Action | undefined;
  @state() private results: readonly Result[] = [];
  private stopping = new AbortController();

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopping.abort();
  }

  private get isRunning(): boolean {
    return this.results.some((it) => it.state === "WAITING");
  }

  protected override render(): TemplateResult {
    return html`${this.tenants.length > 0 && !this.isRunning ? this.offers() : nothing}
      ${this.action && this.results.length > 0 ? this.report(this.action) : nothing} ${this.dialog()}`;
  }

  private offers(): TemplateResult {
    return html`<div class="toolbar" role="group" aria-label=${t("tenants.selected.actions")}>
      <p role="status">${t("tenants.selected", { count: this.tenants.length })}</p>
      ${manyActions(this.ctx, this.signal).map(
        (it) => html`<button class="button ${it.isDanger ? "danger" : ""}" @click=${() => void this.offer(it)}>${it.title}</button>`,
      )}
      <button class="button" @click=${this.clear}>${t("tenants.selected.clear")}</button>
    </div>`;
  }

  private offer(it: ReturnType<typeof manyActions>[number]): Promise<void> {
    const tenants = this.tenants;
    return this.attempt(async () => {
      const fields = await it.fields();
      const more = tenants.length - MAX_NAMES;
      void this.ask({
        heading: it.title,
        text: html`<p>${it.about}</p>
          <ul class="plain">${tenants.slice(0, MAX_NAMES).map((tenant) => html`<li><bdi>${tenant.name}</bdi></li>`)}</ul>
          ${more > 0 ? html`<p>${t("tenants.selected.more", { count: more })}</p>` : nothing}`,
        fields,
        action: it.title,
        isDanger: it.isDanger,
        send: (values) => {
          void this.run({ title: it.title, run: it.run(values) }, tenants);
          return Promise.resolve();
        },
      });
    });
  }

  private async run(action: Action, tenants: readonly Tenant[]): Promise<void> {
    this.stopping = new AbortController();
    this.action = action;
    this.results = tenants.map((tenant) => ({ tenant, state: "WAITING", problem: "" }));
    await runMany(
      tenants,
      action,
      (result) => (this.results = this.results.map((it) => (it.tenant.id === result.tenant.id ? result : it))),
      this.stopping.signal,
    );
    this.done();
  }

  private report(action: Action): TemplateResult {
    const count = (state: Result["state"]) => this.results.filter((it) => it.state === state).length;
    const left = this.results.filter((it) => it.state === "FAILED" || it.state === "STOPPED");
    const shown = this.isRunning ? left.filter((it) => it.state === "FAILED") : this.results;
    return html`<section aria-labelledby="many-report">
      <h2 id="many-report">${action.title}</h2>
      <p role="status">${t("many.progress", { done: count("DONE"), failed: count("FAILED"), total: this.results.length })}</p>
      <div class="toolbar">
        ${this.isRunning
          ? html`<button class="button" @click=${() => this.stopping.abort()}>${t("many.stop")}</button>`
          : html`${left.length > 0
                ? html`<button class="button" @click=${() => void this.run(action, left.map((it) => it.tenant))}>${t("many.again", { count: left.length })}</button>`
                : nothing}
              <button class="button" @click=${() => (this.results = [])}>${t("many.close")}</button>`}
      </div>
      ${shown.length === 0 ? nothing : html`<div class="scroll" tabindex="0" role="region" aria-label=${t("many.results")}><table>
        <caption class="visually-hidden">${t("many.results")}</caption>
        <thead><tr><th scope="col">${t("tenants.name")}</th><th scope="col">${t("list.status")}</th></tr></thead>
        <tbody>${shown.map(resultRow)}</tbody></table></div>`}
    </section>`;
  }
}

function resultRow({ tenant, state, problem }: Result): TemplateResult {
  const label = state === "DONE" ? badge(t("wish.done"), "good") : state === "FAILED" ? badge(t("wish.failed"), "bad") : badge(t("many.stopped"));
  return html`<tr><td><bdi>${tenant.name}</bdi></td><td>${label} ${problem}</td></tr>`;
}
