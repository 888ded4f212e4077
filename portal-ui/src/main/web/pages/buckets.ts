import { html, nothing, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { type Bucket, S3 } from "../api/s3";
import type { Page } from "../api/types";
import { checkBucketName } from "../bucket-name";
import { tenantOf } from "../context";
import { bytes, count, time } from "../format";
import { t } from "../i18n";
import { Part } from "../ui/page";
import { rowButton } from "../ui/row-button";
import { empty } from "../ui/states";
import type { Column, ListPart } from "../ui/table";
import "../ui/table";
import { bucketLink, bucketsOf } from "./bucket/bucket-list";
import { typedName } from "./bucket/transfer";

const ALL = "all";

/** The buckets of the caller, or of the whole tenant for its administrators. */
@customElement("ose-buckets")
export class BucketsPage extends Part {
  private get isAdministrator(): boolean {
    return this.ctx.me.role === "TENANT_ADMIN";
  }

  private get isAll(): boolean {
    return this.isAdministrator && this.ctx.route.query.get("of") !== "mine";
  }

  private get s3(): S3 {
    return new S3(this.ctx.api);
  }

  private readonly read = (part: ListPart): Promise<Page<Bucket>> => bucketsOf(this.s3, this.isAll ? "all" : "own", part);

  private get columns(): Column<Bucket>[] {
    return [
      { label: t("buckets.name"), order: "name", cell: (it) => bucketLink(this.ctx, it.name) },
      ...(this.isAll
        ? [{ label: t("buckets.owner"), order: "owner", cell: (it: Bucket) => html`<bdi>${it.owner?.displayName ?? ""}</bdi>` }]
        : []),
      { label: t("buckets.region"), order: "region", cell: (it) => it.region ?? "" },
      { label: t("usage.objects"), order: "objectCount", isNumber: true, cell: (it) => (it.objectCount === undefined ? "" : count(it.objectCount)) },
      { label: t("buckets.size"), order: "usedBytes", isNumber: true, cell: (it) => this.size(it) },
      { label: t("list.created"), order: "creationDate", cell: (it) => time(it.creationDate) },
      { label: t("list.actions"), cell: (it) => this.actions(it) },
    ];
  }

  private size(bucket: Bucket): unknown {
    return bucket.usedBytes === undefined
      ? nothing
      : html`<span title="${count(bucket.usedBytes)} B">${bytes(bucket.usedBytes)}</span>`;
  }

  private actions(bucket: Bucket): TemplateResult {
    return rowButton(t("action.delete"), bucket.name, () => this.erase(bucket));
  }

  protected override render(): TemplateResult {
    const create = html`<button class="button primary" @click=${this.create}>${t("buckets.create")}</button>`;
    const whose = this.isAdministrator
      ? html`<label>${t("buckets.whose")}
          <select @change=${this.choose}>
            <option value=${ALL} ?selected=${this.isAll}>${t("buckets.all")}</option>
            <option value="mine" ?selected=${!this.isAll}>${t("buckets.mine")}</option>
          </select></label>`
      : nothing;
    return html`<h1>${t("page.buckets")}</h1>
      <ose-table .ctx=${this.ctx} .columns=${this.columns} .read=${this.read} .label=${t("page.buckets")}
        .filter=${t("buckets.filter")} usualOrder="name" .tools=${html`${whose}${create}`} .subject=${this.isAll ? ALL : "mine"}
        .none=${empty(t("buckets.none.title"), t("buckets.none"), create)}></ose-table>
      ${this.dialog()}`;
  }

  private readonly choose = (event: Event): void => {
    const chosen = (event.target as HTMLSelectElement).value;
    this.ctx.show({ of: chosen === ALL ? undefined : chosen, after: undefined }, true);
  };

  private readonly create = (): void => {
    this.ask({
      heading: t("buckets.create"),
      fields: [
        { name: "name", label: t("buckets.name"), required: true, help: t("buckets.name.help"), check: checkBucketName },
        { name: "versioning", label: t("buckets.versioning"), type: "checkbox", help: t("buckets.versioning.help") },
      ],
      action: t("buckets.create"),
      send: async ({ name = "", versioning }) => {
        await this.s3.createBucket(name, versioning === "true");
        this.ctx.toast(t("buckets.created"));
        this.refresh();
      },
    });
  };

  private erase(bucket: Bucket): void {
    const isFull = (bucket.objectCount ?? 0) > 0;
    this.ask({
      heading: t("buckets.delete"),
      text: html`<p>${t("buckets.delete.about")} <bdi>${bucket.name}</bdi></p>
        ${isFull ? html`<p>${t("buckets.delete.full", { count: bucket.objectCount ?? 0, size: bytes(bucket.usedBytes ?? 0) })}</p>` : nothing}`,
      fields: isFull
        ? [typedName(bucket.name)]
        : [],
      action: isFull ? t("buckets.empty") : t("action.delete"),
      isDanger: true,
      send: async () => {
        if (isFull) {
          await this.empty(bucket);
        } else {
          await this.s3.deleteBucket(bucket.name);
          this.ctx.toast(t("buckets.deleted"));
        }
        this.refresh();
      },
    });
  }

  /** A job in the caller's name, which may go on after the page was left. */
  private async empty(bucket: Bucket): Promise<void> {
    await this.ctx.api.create("/api/v1/admin/tenants/{tenant}/users/{user}/jobs", {
      params: { tenant: tenantOf(this.ctx), user: this.ctx.me.user ?? "" },
      body: { kind: "EMPTY_BUCKET", bucket: bucket.name },
    });
    this.ctx.toast(t("jobs.started"));
    this.ctx.go("jobs");
  }
}
