import type { Page, Quota, User } from "../../../api/types";
import type { Context } from "../../../context";

const ONE = "/api/v1/admin/tenants/{tenant}";

/** What a tenant has, without which it can be removed or mapped to another tenant of the platform. */
export interface Content {
  users: number;
  buckets: number;
  objects: number;
  bytes: number;
}

export function isEmpty(content: Content): boolean {
  return content.users === 0 && content.buckets === 0;
}

/** Counts what a tenant has. */
export async function contentOf(ctx: Context, tenant: string, signal: AbortSignal): Promise<Content> {
  const call = { params: { tenant }, signal };
  const [users, quota] = await Promise.all([
    ctx.api.get<Page<User>>(`${ONE}/users`, { ...call, query: { limit: 1, total: true } }),
    ctx.api.get<Quota>(`${ONE}/quota`, call),
  ]);
  const { used } = quota;
  return {
    users: users.total ?? users.items.length,
    buckets: quota.buckets ?? 0,
    objects: used.objects + used.olderVersions,
    bytes: used.storedBytes + used.partBytes,
  };
}
