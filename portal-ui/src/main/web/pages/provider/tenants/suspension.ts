import type { Tenant } from "../../../api/types";
import type { Context } from "../../../context";
import { t, word } from "../../../i18n";
import type { Change, Versioned } from "../../../ui/change";

const ONE = "/api/v1/admin/tenants/{tenant}";
const MAX_REASON = 500;

/** Whether a tenant may act, and if not, why. */
export interface Suspension {
  status: Tenant["status"];
  reason: string;
}

/** What is wrong with a reason. */
export function wrongReason(text: string): string | undefined {
  return Array.from(text).length > MAX_REASON ? t("settings.long", { most: MAX_REASON }) : undefined;
}

/** The suspension of a tenant with its reason, or another reason. */
export function suspension(ctx: Context, stored: Versioned<Tenant>, done: () => unknown): Change<Suspension> {
  const params = { tenant: stored.value.id };
  const of = ({ value, tag }: Versioned<Tenant>) => ({ value: { status: value.status, reason: value.suspensionReason ?? "" }, tag });
  return {
    stored: of(stored),
    read: async () => of(await ctx.api.read<Tenant>(ONE, { params })),
    fields: ({ reason }) => [
      { name: "reason", label: t("tenants.reason"), value: reason, help: t("tenants.reason.help"), check: wrongReason },
    ],
    wanted: ({ reason }) => ({ status: "DISABLED", reason: (reason ?? "").trim() }),
    write: ({ status, reason }, tag) =>
      ctx.api.patch(ONE, { params, body: { status, suspensionReason: reason || null }, headers: { "If-Match": tag } }),
    lines: ({ status, reason }) => [word("status", status), ...(reason ? [reason] : [])],
    done,
  };
}
