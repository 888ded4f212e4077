import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { containing } from "../../../api/client";
import type { Page, Tenant } from "../../../api/types";
import { time } from "../../../format";
import { t, word } from "../../../i18n";
import { choice } from "../../../ui/choice";
import { Part } from "../../../ui/page";
import { empty } from "../../../ui/states";
import { status } from "../../../ui/status";
import type { Column, ListPart } from "../../../ui/table";
import { manyActions } from "./many";

const LIST = "/api/v1/admin/tenants";
/** The most that are acted on at once. */
const MAX_SELECTED = 1000;
const STATES = ["ACTIVE", "DISABLED"] as const;

/** The filter of tenants whose names contain a text, in a state. */
export function tenantFilter(text: string, state: string): string | undefined {
  const parts = [...(text ? [containing("name", text)] : []), ...(state ? [`status==${state}`] : [])];
  return parts.length === 0 ? undefined : parts.join(";");
}

/** The tenants of the service. */
@customElement("ose-tenants")
export class TenantsPage extends Part {
  private get state(): string {
    return STATES.find((it) => it === this.ctx.route.query.get("state")) ?? "";
  }

  /** By id, in the order of their selection; over all pages. */
  @state() private selected: ReadonlyMap<string, Tenant> = new Map();
  /** What the list shows. */
  private listed: readonly Tenant[] = [];

  private readonly read = async (part: ListPart): Promise<Page<Tenant>> => {
    const page = await this.ctx.api.get<Page<Tenant>>(LIST, {
      query: { order: part.order, after: part.after, limit: part.limit, filter: tenantFilter(part.text, this.state), total: true },
      signal: part.signal,
    });
    this.listed = page.items;
    return page;
  };

  private select(tenants: readonly Tenant[], isSelected: boolean): void {
    const selected = new Map(this.selected);
    tenants.forEach((it) => (isSelected ? selected.set(it.id, it) : selected.delete(it.id)));
    this.selected = selected;
  }

  /** All that match the filter, as far as one call lists them. */
  private readonly selectMatching = (): void => {
    void this.attempt(async () => {
      const filter = tenantFilter(this.ctx.route.query.get("q") ?? "", this.state);
      const page = await this.ctx.api.get<Page<Tenant>>(LIST, { query: { filter, limit: MAX_SELECTED }, signal: this.signal });
      this.select(page.items, true);
      if (page.next) {
        this.ctx.toast(t("tenants.selected.cut", { most: MAX_SELECTED }), "error");
      }
    });
  };

  private selection(): Column<Tenant> {
    return {
      label: t("tenants.select"),
      cell: (it) => html`<input type="checkbox" aria-label=${t("tenants.select.one", { name: it.name })} .checked=${this.selected.has(it.id)}
        @change=${(event: Event) => this.select([it], (event.target as HTMLInputElement).checked)} />`,
    };
  }

  private get columns(): Column<Tenant>[] {
    const canSelect = manyActions(this.ctx, this.signal).length > 0;
    return [
      ...(canSelect ? [this.selection()] : []),
      { label: t("tenants.name"), order: "name", cell: (it) => html`<a href=${this.ctx.href(`tenants/${it.id}`)}><bdi>${it.name}</bdi></a>` },
      { label: t("list.status"), order: "status", cell: (it) => this.status(it) },
      { label: t("wish.platform"), cell: (it) => html`<bdi>${it.platform ?? "–"}</bdi>` },
      { label: t("tenants.access"), cell: (it) => word("access", it.providerAccess) },
      { label: t("list.created"), order: "createdAt", cell: (it) => time(it.createdAt) },
      { label: t("tenants.id"), cell: (it) => html`<code>${it.id}</code> <ose-copy .text=${it.id}></ose-copy>` },
    ];
  }

  private status(it: Tenant): TemplateResult {
    return html`${status(it.status)} ${it.suspensionReason ? html`<p class="minor"><bdi>${it.suspensionReason}</bdi></p>` : nothing}`;
  }

  protected override render(): TemplateResult {
    const { ctx, state } = this;
    const create = ctx.can("CreateTenant")
      ? html`<a class="button primary" href=${ctx.href("tenants/new")}>${t("tenants.create")}</a>`
      : nothing;
    const name = (it: string) => (it === "" ? t("alerts.state.any") : word("status", it));
    const tools = html`${choice(t("list.status"), ["", ...STATES], state, name, (it) => ctx.show({ state: it, after: undefined }, true))}
      ${manyActions(ctx, this.signal).length > 0
        ? html`<button class="button" @click=${() => this.select(this.listed, true)}>${t("tenants.select.page")}</button>
            <button class="button" @click=${this.selectMatching}>${t("tenants.select.matching")}</button>`
        : nothing} ${create}`;
    return html`<h1>${t("page.tenants")}</h1>
      <ose-many-tenants .ctx=${ctx} .tenants=${[...this.selected.values()]} .clear=${() => (this.selected = new Map())}
        .done=${() => this.refresh()}></ose-many-tenants>
      <ose-table .ctx=${ctx} .columns=${this.columns} .read=${this.read} .label=${t("page.tenants")}
        .filter=${t("tenants.filter")} usualOrder="name" .tools=${tools} .subject=${state}
        .none=${state ? this.noneInState() : empty(t("tenants.none.title"), t("tenants.none"), create)}></ose-table>`;
  }

  private noneInState(): TemplateResult {
    const clear = html`<button class="button" @click=${() => this.ctx.show({ state: undefined })}>${t("list.clear")}</button>`;
    return empty(t("list.nomatch.title"), t("tenants.none.state"), clear);
  }
}
