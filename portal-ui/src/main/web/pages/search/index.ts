import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import type { components } from "../../api/schema";
import { isAddressable } from "../../api/s3";
import { tenantOf } from "../../context";
import { bytes, count, time } from "../../format";
import { t } from "../../i18n";
import type { Field, Values } from "../../ui/form";
import "../../ui/form";
import { objectName } from "../../ui/name";
import { Part } from "../../ui/page";
import { empty } from "../../ui/states";
import type { Column, ListPart } from "../../ui/table";
import "../../ui/table";
import { bucketLink } from "../bucket/bucket-list";
import { objectHref } from "../bucket/places";
import { CRITERIA, type Criteria, searchFilter } from "./filter";

type Found = components["schemas"]["FoundView"];
type FoundPage = components["schemas"]["FoundPage"];

/** The node searches for two seconds a page, which may have found nothing yet. */
const MAX_ROUNDS = 5;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** Objects of all buckets that the caller owns, or of the tenant for its administrators. */
@customElement("ose-search")
export class SearchPage extends Part {
  /** Buckets that were looked into without knowing all labels of their objects. */
  @state() private unlabelled: readonly string[] = [];

  private get isAdministrator(): boolean {
    return this.ctx.me.role === "TENANT_ADMIN";
  }

  private get criteria(): Criteria {
    return Object.fromEntries(CRITERIA.map((it) => [it, this.ctx.route.query.get(it) ?? ""])) as Criteria;
  }

  /** As it was typed, or as the criteria say. */
  private get filter(): string {
    return this.ctx.route.query.get("rsql") ?? searchFilter(this.criteria);
  }

  private readonly read = async (part: ListPart): Promise<FoundPage> => {
    const { filter } = this;
    const call = (after: string) => ({
      params: { tenant: tenantOf(this.ctx) },
      query: { filter, after, limit: part.limit },
      signal: part.signal,
    });
    const page = (after: string) =>
      this.ctx.api.get<FoundPage>("/api/v1/admin/tenants/{tenant}/objects", call(after));
    let found = await page(part.after);
    const unlabelled = new Set(found.unlabelled);
    for (let round = 1; found.items.length === 0 && found.next !== undefined && round < MAX_ROUNDS; round++) {
      found = await page(found.next);
      found.unlabelled?.forEach((it) => unlabelled.add(it));
    }
    this.unlabelled = [...unlabelled];
    return found;
  };

  private get columns(): Column<Found>[] {
    const owner: Column<Found> = { label: t("buckets.owner"), cell: (it) => html`<bdi>${it.owner}</bdi>` };
    return [
      { label: t("objects.name"), cell: (it) => this.object(it) },
      { label: t("search.bucket"), cell: (it) => bucketLink(this.ctx, it.bucket) },
      ...(this.isAdministrator ? [owner] : []),
      { label: t("objects.size"), isNumber: true, cell: (it) => html`<span title="${count(it.size)} B">${bytes(it.size)}</span>` },
      { label: t("objects.changed"), cell: (it) => time(it.modified) },
    ];
  }

  private object({ bucket, key }: Found): TemplateResult {
    const name = objectName(key);
    return isAddressable(key) ? html`<a href=${objectHref(this.ctx, bucket, { key })}>${name}</a>` : name;
  }

  protected override render(): TemplateResult {
    const { filter } = this;
    return html`<h1>${t("page.search")}</h1>
      <p>${this.isAdministrator ? t("search.about.all") : t("search.about")}</p>
      <ose-form .fields=${this.fields()} .action=${t("search.action")} .send=${this.search}></ose-form>
      <details ?open=${this.ctx.route.query.has("rsql")}><summary>${t("search.rsql")}</summary>
        <ose-form .fields=${this.expert(filter)} .action=${t("search.action")} .send=${this.searchBy}></ose-form></details>
      ${filter === ""
        ? empty(t("search.start.title"), t("search.start"))
        : html`${this.unlabelled.length > 0 ? this.incomplete() : nothing}
            <ose-table .ctx=${this.ctx} .columns=${this.columns} .read=${this.read} .label=${t("page.search")} .subject=${filter}
              .none=${empty(t("list.nomatch.title"), t("list.nomatch", { filter }), this.clearing())}></ose-table>`}
      ${this.dialog()}`;
  }

  private clearing(): TemplateResult {
    return html`<button class="button" @click=${() => this.show({})}>${t("list.clear")}</button>`;
  }

  private incomplete(): TemplateResult {
    return html`<p class="alert" role="status">${t("search.unlabelled")}
      ${this.unlabelled.map((it, i) => html`${i > 0 ? ", " : nothing}<bdi>${it}</bdi>`)}</p>`;
  }

  private fields(): Field[] {
    const { criteria } = this;
    const number = (value: string) => (/^\d{1,15}$/.test(value) ? undefined : t("quota.number"));
    const date = (value: string) => (DATE.test(value) && !Number.isNaN(Date.parse(value)) ? undefined : t("search.date"));
    return [
      { name: "words", label: t("search.words"), value: criteria.words, help: t("search.words.help") },
      { name: "prefix", label: t("search.prefix"), value: criteria.prefix },
      { name: "bucket", label: t("search.bucket"), value: criteria.bucket },
      ...(this.isAdministrator ? [{ name: "owner", label: t("buckets.owner"), value: criteria.owner }] : []),
      { name: "larger", label: t("search.larger"), value: criteria.larger, inputmode: "numeric", check: number },
      { name: "smaller", label: t("search.smaller"), value: criteria.smaller, inputmode: "numeric", check: number },
      { name: "since", label: t("search.since"), value: criteria.since, help: t("search.date"), check: date },
      { name: "until", label: t("search.until"), value: criteria.until, help: t("search.date"), check: date },
      { name: "type", label: t("objects.type"), value: criteria.type, help: t("search.type.help") },
      { name: "tag", label: t("search.tag"), value: criteria.tag, help: t("search.tag.help") },
    ];
  }

  private expert(filter: string): Field[] {
    return [{ name: "rsql", label: t("search.filter"), type: "textarea", value: filter, help: t("search.filter.help") }];
  }

  private readonly search = (values: Values): Promise<void> => {
    this.show(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()])));
    return Promise.resolve();
  };

  private readonly searchBy = ({ rsql = "" }: Values): Promise<void> => {
    this.show({ ...this.criteria, rsql: rsql.trim() });
    return Promise.resolve();
  };

  /** In the address, so that a search can be kept and sent. */
  private show(wanted: Record<string, string>): void {
    const none = Object.fromEntries([...CRITERIA, "rsql", "after"].map((it) => [it, undefined]));
    this.unlabelled = [];
    this.ctx.show({ ...none, ...wanted });
  }
}
