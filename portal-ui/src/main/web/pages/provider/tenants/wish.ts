import type { Context } from "../../../context";
import type { NewUser, Page, RatePlan, Tenant } from "../../../api/types";
import { t } from "../../../i18n";
import type { Values } from "../../../ui/form";
import { isUnlimited, type Limits, limitLines, limitsOf } from "./quota";

const TENANTS = "/api/v1/admin/tenants";
const ONE = "/api/v1/admin/tenants/{tenant}";

/** The tenant that is wanted, with what it is given at once. */
export interface Wish {
  name: string;
  /** Where its buckets are; empty if there is one platform only. */
  platform: string;
  /** A tenant of the platform that is there already; empty for a new one. */
  platformTenant: string;
  limits: Limits;
  plan: string;
  administrator: string;
  password: string;
}

export function wishOf(values: Values): Wish {
  const text = (name: string) => (values[name] ?? "").trim();
  return {
    name: text("name"),
    platform: text("platform"),
    platformTenant: text("platformTenant"),
    limits: limitsOf(values),
    plan: text("plan"),
    administrator: text("administrator"),
    password: values["password"] ?? "",
  };
}

/** What a check of a wish has found. */
export interface Finding {
  text: string;
  isFine: boolean;
}

/** Looks up what can be known before anything is created. */
export async function checkWish(ctx: Context, wish: Wish, signal: AbortSignal): Promise<Finding[]> {
  const named = await ctx.api.get<Page<Tenant>>(TENANTS, { query: { name: wish.name }, signal });
  const findings: Finding[] = [
    named.items.length === 0
      ? { text: t("wish.name.free"), isFine: true }
      : { text: t("wish.name.taken", { name: wish.name }), isFine: false },
  ];
  if (wish.plan) {
    const plans = await ctx.api.get<Page<RatePlan>>("/api/v1/admin/rate-plans", { query: { limit: 1, filter: `name=="${wish.plan}"` }, signal });
    findings.push(
      plans.items.length > 0
        ? { text: t("wish.plan.there", { plan: wish.plan }), isFine: true }
        : { text: t("wish.plan.gone", { plan: wish.plan }), isFine: false },
    );
  }
  if (wish.platform) {
    findings.push({ text: t("wish.platform.forever", { platform: wish.platform }), isFine: true });
  }
  return findings;
}

/** A step of the creation. */
export interface Step {
  text: string;
  /** Carries it out; the first step says which tenant the others are about. */
  run: (made: Made) => Promise<void>;
}

/** What steps have made. */
export interface Made {
  tenant?: Tenant;
  administrator?: NewUser;
}

/** The steps that fulfil a wish, in their order. */
export function stepsOf(ctx: Context, wish: Wish): Step[] {
  const params = (made: Made) => ({ tenant: made.tenant?.id ?? "" });
  const steps: Step[] = [
    {
      text: wish.platformTenant
        ? t("wish.step.shared", { name: wish.name, platform: wish.platformTenant })
        : t("wish.step.tenant", { name: wish.name }),
      run: async (made) => {
        const body = {
          name: wish.name,
          ...(wish.platform ? { platform: wish.platform } : {}),
          ...(wish.platformTenant ? { platformTenant: wish.platformTenant } : {}),
        };
        made.tenant = await ctx.api.create<Tenant>(TENANTS, { body });
      },
    },
  ];
  if (!isUnlimited(wish.limits)) {
    steps.push({
      text: t("wish.step.quota", { limits: limitLines(wish.limits).join(", ") }),
      run: (made) => ctx.api.put(`${ONE}/quota`, { params: params(made), body: wish.limits }),
    });
  }
  if (wish.plan) {
    steps.push({
      text: t("wish.step.plan", { plan: wish.plan }),
      run: (made) => ctx.api.put(`${ONE}/rate-plan`, { params: params(made), body: { plan: wish.plan } }),
    });
  }
  if (wish.administrator) {
    steps.push({
      text: t("wish.step.administrator", { name: wish.administrator }),
      run: async (made) => {
        const body = { name: wish.administrator, role: "TENANT_ADMIN" };
        made.administrator ??= await ctx.api.create<NewUser>(`${ONE}/users`, { params: params(made), body });
        await ctx.api.put(`${ONE}/users/{user}/login`, {
          params: { ...params(made), user: made.administrator.id },
          body: { password: wish.password, mustChange: true },
        });
      },
    });
  }
  return steps;
}
