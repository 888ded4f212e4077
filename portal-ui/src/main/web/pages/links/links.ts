import { html, nothing, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import type { Page, ShareLink } from "../../api/types";
import { tenantOf } from "../../context";
import { count, time } from "../../format";
import { t, word } from "../../i18n";
import { objectName } from "../../ui/name";
import { Part } from "../../ui/page";
import { rowButton } from "../../ui/row-button";
import { badge, empty } from "../../ui/states";
import type { Column, ListPart } from "../../ui/table";
import { linkFilter } from "./filter";

const LIST = "/api/v1/admin/tenants/{tenant}/links";
const STATES = ["ACTIVE", "EXPIRED", "EXHAUSTED", "REVOKED"];

/** Links by which objects are shared: the caller's own, and for administrators all of the tenant. */
@customElement("ose-links")
export class LinksPage extends Part {
  private of(name: "bucket" | "key" | "state"): string {
    return this.ctx.route.query.get(name) ?? "";
  }

  private readonly read = (part: ListPart): Promise<Page<ShareLink>> => {
    const wanted = { bucket: this.of("bucket"), key: this.of("key"), state: this.of("state"), text: part.text };
    return this.ctx.api.get(LIST, {
      params: { tenant: tenantOf(this.ctx) },
      query: { order: part.order, after: part.after, limit: part.limit, filter: linkFilter(wanted), total: true },
      signal: part.signal,
    });
  };

  private get columns(): Column<ShareLink>[] {
    const isOfAll = this.ctx.me.role === "TENANT_ADMIN";
    const user: Column<ShareLink> = { label: t("links.user"), order: "user", cell: (it) => html`<bdi>${it.user}</bdi>` };
    return [
      { label: t("links.object"), order: "key", cell: (it) => this.object(it) },
      ...(isOfAll ? [user] : []),
      { label: t("links.state"), order: "state", cell: (it) => this.state(it) },
      { label: t("links.uses"), order: "uses", isNumber: true, cell: (it) => uses(it) },
      { label: t("links.used"), order: "lastUsedAt", cell: (it) => time(it.lastUsedAt) },
      { label: t("credentials.expires"), order: "expiresAt", cell: (it) => time(it.validity.expiresAt) },
      { label: t("list.created"), order: "createdAt", cell: (it) => time(it.validity.createdAt) },
      { label: t("list.actions"), cell: (it) => this.actions(it) },
    ];
  }

  private object({ object }: ShareLink): TemplateResult {
    return html`<a href=${this.ctx.href(`buckets/${object.bucket}`)}><bdi>${object.bucket}</bdi></a>
      ${objectName(object.key)}
      ${object.versionId === undefined
        ? nothing
        : html`<span class="minor">${t("objects.version")} <code>${object.versionId}</code></span>`}`;
  }

  private state({ validity, hasPassword }: ShareLink): TemplateResult {
    const { state, revokedAt } = validity;
    return html`${badge(word("links.state", state), state === "ACTIVE" ? "good" : "plain")}
      ${hasPassword ? badge(t("links.protected")) : nothing}
      ${revokedAt === undefined ? nothing : html`<span class="minor">${time(revokedAt)}</span>`}`;
  }

  private actions(link: ShareLink): unknown {
    return link.validity.state === "ACTIVE" && this.ctx.can("RevokeShareLink")
      ? rowButton(t("tokens.revoke"), link.object.key, () => this.revoke(link))
      : nothing;
  }

  protected override render(): TemplateResult {
    const [bucket, key, state] = [this.of("bucket"), this.of("key"), this.of("state")];
    return html`<h1>${t("page.links")}</h1>
      ${bucket ? this.place(bucket, key) : nothing}
      <ose-table .ctx=${this.ctx} .columns=${this.columns} .read=${this.read} .label=${t("page.links")}
        .filter=${t("links.filter")} usualOrder="-createdAt" .tools=${this.stateFilter(state)}
        .subject=${JSON.stringify([bucket, key, state])} .none=${this.none(state !== "")}></ose-table>
      ${this.dialog()}`;
  }

  /** Of which bucket or object the links are. */
  private place(bucket: string, key: string): TemplateResult {
    const all = (): void => this.ctx.show({ bucket: undefined, key: undefined, after: undefined });
    return html`<p>${t("links.of")} <bdi>${bucket}</bdi> ${key ? objectName(key) : nothing}
      <button class="button small" @click=${all}>${t("links.all")}</button></p>`;
  }

  private stateFilter(chosen: string): TemplateResult {
    const choose = (event: Event): void =>
      this.ctx.show({ state: (event.target as HTMLSelectElement).value, after: undefined }, true);
    return html`<label>${t("links.state")}
      <select @change=${choose}>
        <option value="" ?selected=${chosen === ""}>${t("links.state.any")}</option>
        ${STATES.map((it) => html`<option value=${it} ?selected=${it === chosen}>${word("links.state", it)}</option>`)}
      </select></label>`;
  }

  private none(isFiltered: boolean): TemplateResult {
    if (!isFiltered) {
      const buckets = html`<a class="button" href=${this.ctx.href("buckets")}>${t("page.buckets")}</a>`;
      return empty(t("links.none.title"), t("links.none"), buckets);
    }
    const clear = (): void => this.ctx.show({ state: undefined });
    const button = html`<button class="button" @click=${clear}>${t("list.clear")}</button>`;
    return empty(t("list.nomatch.title"), t("links.none.state"), button);
  }

  private revoke(link: ShareLink): void {
    void this.ask({
      heading: t("links.revoke"),
      text: html`<p>${t("links.revoke.about")} <bdi>${link.object.bucket}</bdi> ${objectName(link.object.key)}</p>`,
      action: t("tokens.revoke"),
      isDanger: true,
      send: async () => {
        await this.ctx.api.delete(`${LIST}/{link}`, { params: { tenant: tenantOf(this.ctx), link: link.id } });
        this.ctx.toast(t("links.revoked"));
        this.refresh();
      },
    });
  }
}

function uses(link: ShareLink): string {
  return link.maximumUses === undefined
    ? count(link.uses)
    : t("links.uses.of", { count: link.uses, most: link.maximumUses });
}
