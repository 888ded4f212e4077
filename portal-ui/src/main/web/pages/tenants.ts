import { html, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import type { Page, Tenant } from "../api/types";
import { time } from "../format";
import { t } from "../i18n";
import { Part } from "../ui/page";
import { empty } from "../ui/states";
import { status } from "../ui/status";
import { type Column, type ListPart, listQuery } from "../ui/table";

const LIST = "/api/v1/admin/tenants";

/** The tenants of the service. */
@customElement("ose-tenants")
export class TenantsPage extends Part {
  private readonly read = (part: ListPart): Promise<Page<Tenant>> =>
    this.ctx.api.get(LIST, {
      query: { ...listQuery(part, "name"), total: true },
      signal: part.signal,
    });

  private get columns(): Column<Tenant>[] {
    return [
      { label: t("tenants.name"), order: "name", cell: (it) => html`<a href=${this.ctx.href(`tenants/${it.id}`)}><bdi>${it.name}</bdi></a>` },
      { label: t("list.status"), order: "status", cell: (it) => status(it.status) },
      { label: t("list.created"), order: "createdAt", cell: (it) => time(it.createdAt) },
      { label: t("tenants.id"), cell: (it) => html`<code>${it.id}</code> <ose-copy .text=${it.id}></ose-copy>` },
    ];
  }

  protected override render(): TemplateResult {
    const create = html`<button class="button primary" @click=${this.create}>${t("tenants.create")}</button>`;
    return html`<h1>${t("page.tenants")}</h1>
      <ose-table .ctx=${this.ctx} .columns=${this.columns} .read=${this.read} .label=${t("page.tenants")}
        .filter=${t("tenants.filter")} usualOrder="name" .tools=${create}
        .none=${empty(t("tenants.none.title"), t("tenants.none"), create)}></ose-table>
      ${this.dialog()}`;
  }

  private readonly create = (): void => {
    this.ask({
      heading: t("tenants.create"),
      fields: [
        { name: "name", label: t("tenants.name"), required: true },
        { name: "platformTenant", label: t("tenants.platform"), help: t("tenants.platform.help") },
      ],
      action: t("tenants.create"),
      send: async ({ name, platformTenant }) => {
        const body = platformTenant ? { name, platformTenant } : { name };
        const made = await this.ctx.api.create<Tenant>(LIST, { body });
        this.ctx.toast(t("tenants.created"));
        this.ctx.go(`tenants/${made.id}`);
      },
    });
  };
}
