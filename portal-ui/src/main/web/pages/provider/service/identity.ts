import { html, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import type { Page, ProviderIdentity } from "../../../api/types";
import { t } from "../../../i18n";
import { Part } from "../../../ui/page";
import { empty } from "../../../ui/states";
import { type Column, type ListPart, listQuery } from "../../../ui/table";

/** The identity providers by which administrators of the provider sign in. */
@customElement("ose-provider-identity")
export class ProviderIdentityPage extends Part {
  private readonly read = (part: ListPart): Promise<Page<ProviderIdentity>> =>
    this.ctx.api.get("/api/v1/admin/identity-providers", { query: { ...listQuery(part, "name", "issuer"), total: true }, signal: part.signal });

  private get columns(): Column<ProviderIdentity>[] {
    return [
      { label: t("users.name"), order: "name", cell: (it) => html`<bdi>${it.name}</bdi>` },
      { label: t("identity.issuer"), order: "issuer", cell: (it) => html`<bdi>${it.issuer}</bdi>` },
      { label: t("identity.client"), cell: (it) => html`<code>${it.clientId}</code>` },
      { label: t("identity.roles"), cell: (it) => html`<bdi>${it.administrators.join(", ")}</bdi> <span class="minor">${it.roleClaim}</span>` },
    ];
  }

  protected override render(): TemplateResult {
    return html`<p>${t("identity.about")}</p>
      <ose-table .ctx=${this.ctx} .columns=${this.columns} .read=${this.read} .label=${t("identity.title")} usualOrder="name"
        .filter=${t("tenants.filter")} .none=${empty(t("identity.none.title"), t("identity.none"))}></ose-table>`;
  }
}
