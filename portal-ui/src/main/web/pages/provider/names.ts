import { html, type TemplateResult } from "lit";
import { ApiError } from "../../api/errors";
import type { Page, Tenant } from "../../api/types";
import type { Context } from "../../context";

const LIST = "/api/v1/admin/tenants";
/** Tenants whose names are read by one call; those beyond are asked for one by one. */
const AT_ONCE = 1000;

/** Names of tenants for lists that have their ids. Removed tenants have none. */
export class TenantNames {
  private all: Promise<void> | undefined;
  private readonly names = new Map<string, string>();
  private readonly missing = new Set<string>();

  constructor(
    private readonly ctx: Context,
    private readonly signal: AbortSignal,
  ) {}

  /** Reads the names of these tenants. */
  async read(ids: Iterable<string>): Promise<void> {
    this.all ??= this.readAll();
    await this.all;
    const unknown = [...new Set(ids)].filter((it) => !this.names.has(it) && !this.missing.has(it));
    await Promise.all(unknown.map((it) => this.readOne(it)));
  }

  /** The name of a tenant that was read, or nothing if it is removed. */
  name(id: string): string | undefined {
    return this.names.get(id);
  }

  /** A link to the tenant by its name; the id of one that is removed. */
  link(id: string, part = ""): TemplateResult {
    const name = this.names.get(id);
    return name === undefined
      ? html`<code>${id}</code>`
      : html`<a href=${this.ctx.href(`tenants/${id}${part}`)}><bdi>${name}</bdi></a>`;
  }

  private async readAll(): Promise<void> {
    const page = await this.ctx.api.get<Page<Tenant>>(LIST, { query: { limit: AT_ONCE }, signal: this.signal });
    page.items.forEach((it) => this.names.set(it.id, it.name));
  }

  private async readOne(id: string): Promise<void> {
    try {
      const tenant = await this.ctx.api.get<Tenant>(`${LIST}/{tenant}`, { params: { tenant: id }, signal: this.signal });
      this.names.set(id, tenant.name);
    } catch (e) {
      if (!(e instanceof ApiError) || !e.isGone) {
        throw e;
      }
      this.missing.add(id);
    }
  }
}
