import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import type { Page, Platform, RatePlan } from "../../../api/types";
import { t, word } from "../../../i18n";
import type { Field, Values } from "../../../ui/form";
import { Loaded } from "../../../ui/page";
import { checkPassword } from "../../../ui/password";
import { badge, loaded, problem } from "../../../ui/states";
import { limitFields } from "./quota";
import { checkWish, type Finding, type Made, type Step, stepsOf, type Wish, wishOf } from "./wish";

const MAX_PLANS = 200;
/** The platform of tenants for which none is chosen. */
const MAIN = "main";

/** What was checked, and the steps that carry it out. */
interface Plan {
  wish: Wish;
  findings: Finding[];
  steps: Step[];
  /** Steps that are done. */
  done: number;
  isBusy: boolean;
  failure?: unknown;
}

/** What can be chosen for a tenant. */
interface Choices {
  plans: readonly RatePlan[];
  platforms: readonly Platform[];
}

/** Makes a tenant: what is to be made is checked and shown before it is. */
@customElement("ose-new-tenant")
export class NewTenantPage extends Loaded<Choices> {
  @state() private plan: Plan | undefined;
  private values: Values = {};
  private made: Made = {};

  protected override async load(): Promise<Choices> {
    const { api, can } = this.ctx;
    const { signal } = this;
    const none = { items: [] };
    const [plans, platforms] = await Promise.all([
      can("ListRatePlans") && can("PutTenantRatePlan")
        ? api.get<Page<RatePlan>>("/api/v1/admin/rate-plans", { query: { limit: MAX_PLANS }, signal })
        : none,
      can("ListPlatforms") ? api.get<Page<Platform>>("/api/v1/admin/platforms", { signal }) : none,
    ]);
    return { plans: plans.items, platforms: platforms.items };
  }

  protected override render(): TemplateResult {
    return html`<nav aria-label=${t("frame.breadcrumb")}><a href=${this.ctx.href("tenants")}>${t("page.tenants")}</a></nav>
      <h1>${t("tenants.create")}</h1>
      ${this.plan ? this.planned(this.plan) : loaded(this.value, this.error, this.reload, (it) => this.form(it))}
      ${this.dialog()}`;
  }

  private form(choices: Choices): TemplateResult {
    const fields = this.fields(choices).map((it) => ({ ...it, value: this.values[it.name] ?? it.value ?? "" }));
    return html`<p>${t("wish.about")}</p>
      <div class="slim"><ose-form .fields=${fields} .action=${t("wish.check")} .send=${this.check}></ose-form></div>`;
  }

  private fields({ plans, platforms }: Choices): Field[] {
    const plan: Field = {
      name: "plan",
      label: t("billing.plan"),
      type: "select",
      options: [{ value: "", label: t("billing.plan.none") }, ...plans.map((it) => ({ value: it.name, label: it.name }))],
    };
    const platform: Field = {
      name: "platform",
      label: t("wish.platform"),
      type: "select",
      required: true,
      value: MAIN,
      help: t("wish.platform.help"),
      options: platforms.map((it) => ({ value: it.name, label: `${it.name} (${word("platforms.kind", it.kind)})` })),
    };
    const administrator: Field[] = [
      {
        name: "administrator",
        label: t("wish.administrator"),
        help: t("wish.administrator.help"),
        check: (_, all) => (all["password"] ? undefined : t("wish.administrator.password")),
      },
      {
        name: "password",
        label: t("users.first"),
        type: "password",
        help: t("users.first.change"),
        autocomplete: "new-password",
        check: (value, all) => (all["administrator"] ? checkPassword(all["administrator"])(value) : t("wish.password.unused")),
      },
    ];
    return [
      { name: "name", label: t("tenants.name"), required: true },
      ...(platforms.length > 1 ? [platform] : []),
      { name: "platformTenant", label: t("tenants.platform"), help: t("tenants.platform.help") },
      ...(this.ctx.can("PutTenantQuota") ? limitFields({}) : []),
      ...(plans.length > 0 ? [plan] : []),
      // A token makes no administrators: the key in the answer would outlive it.
      ...(this.ctx.can("CreateUser") && !this.ctx.isByToken ? administrator : []),
    ];
  }

  private readonly check = async (values: Values): Promise<void> => {
    this.values = values;
    const wish = wishOf(values);
    const findings = await checkWish(this.ctx, wish, this.signal);
    this.made = {};
    this.plan = { wish, findings, steps: stepsOf(this.ctx, wish), done: 0, isBusy: false };
    await this.updateComplete;
    this.querySelector<HTMLElement>("#plan")?.focus();
  };

  private planned(plan: Plan): TemplateResult {
    const isFine = plan.findings.every((it) => it.isFine);
    const isBegun = plan.done > 0 || plan.isBusy;
    return html`<section aria-labelledby="plan">
      <h2 id="plan" tabindex="-1">${t("wish.plan")}</h2>
      ${plan.failure ? problem(plan.failure) : nothing}
      <ul class="plain">${plan.findings.map((it) => html`<li>${badge(it.isFine ? t("wish.fine") : t("wish.wrong"), it.isFine ? "good" : "bad")} ${it.text}</li>`)}</ul>
      <ol class="plain" aria-live="polite">${plan.steps.map((it, i) => html`<li>${it.text} ${stepState(plan, i)}</li>`)}</ol>
      ${plan.wish.platformTenant ? html`<p class="minor">${t("wish.shared")}</p>` : nothing}
      <div class="buttons">
        ${isBegun
          ? nothing
          : html`<button class="button" @click=${() => (this.plan = undefined)}>${t("wish.back")}</button>`}
        ${this.made.tenant && !plan.isBusy
          ? html`<a class="button" href=${this.ctx.href(`tenants/${this.made.tenant.id}`)}>${t("wish.open")}</a>`
          : nothing}
        <button class="button primary" ?disabled=${!isFine || plan.isBusy} @click=${this.run}>
          ${plan.isBusy ? t("state.working") : isBegun ? t("action.retry") : t("tenants.create")}</button>
      </div>
    </section>`;
  }

  private readonly run = async (): Promise<void> => {
    let { plan } = this;
    if (!plan || plan.isBusy) {
      return;
    }
    const { failure: _, ...rest } = plan;
    this.plan = plan = { ...rest, isBusy: true };
    try {
      for (const step of plan.steps.slice(plan.done)) {
        await step.run(this.made);
        this.plan = plan = { ...plan, done: plan.done + 1 };
      }
    } catch (failure) {
      this.plan = { ...plan, isBusy: false, failure };
      return;
    }
    this.ctx.toast(t("tenants.created"));
    this.finish();
  };

  /** The secret of the administrator's reserved key is shown this once. */
  private finish(): void {
    const { tenant, administrator } = this.made;
    const leave = (): void => {
      this.close();
      this.ctx.go(`tenants/${tenant?.id ?? ""}`, {}, true);
    };
    if (!administrator) {
      leave();
      return;
    }
    this.open({
      heading: t("users.created"),
      isKept: true,
      body: html`<p><bdi>${administrator.name}</bdi></p><p>${t("users.created.about")}</p>
        <ose-snippet .label=${t("credentials.key")} .text=${administrator.reservedCredential.accessKey}></ose-snippet>
        <ose-snippet .label=${t("credentials.secret")} .text=${administrator.reservedCredential.secretKey}></ose-snippet>
        <div class="buttons"><button class="button primary" @click=${leave}>${t("action.saved")}</button></div>`,
    });
  }
}

function stepState(plan: Plan, step: number): unknown {
  if (step < plan.done) {
    return badge(t("wish.done"), "good");
  }
  if (step > plan.done) {
    return nothing;
  }
  return plan.isBusy ? badge(t("state.working"), "busy") : plan.failure ? badge(t("wish.failed"), "bad") : nothing;
}
