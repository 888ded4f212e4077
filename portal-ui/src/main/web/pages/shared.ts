import { html, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { type Bucket, S3 } from "../api/s3";
import type { Page } from "../api/types";
import { time } from "../format";
import { t } from "../i18n";
import { Part } from "../ui/page";
import { empty } from "../ui/states";
import type { Column, ListPart } from "../ui/table";
import "../ui/table";
import { bucketLink, bucketsOf } from "./bucket/bucket-list";

/** Buckets of other tenants that their policies or ACLs share with the caller. */
@customElement("ose-shared")
export class SharedPage extends Part {
  private readonly read = (part: ListPart): Promise<Page<Bucket>> => bucketsOf(new S3(this.ctx.api), "shared", part);

  private get columns(): Column<Bucket>[] {
    return [
      { label: t("buckets.name"), order: "name", cell: (it) => bucketLink(this.ctx, it.name) },
      { label: t("buckets.region"), order: "region", cell: (it) => it.region ?? "" },
      { label: t("list.created"), order: "creationDate", cell: (it) => time(it.creationDate) },
    ];
  }

  protected override render(): TemplateResult {
    return html`<h1>${t("page.shared")}</h1><p>${t("shared.about")}</p>
      <ose-table .ctx=${this.ctx} .columns=${this.columns} .read=${this.read} .label=${t("page.shared")}
        .filter=${t("buckets.filter")} usualOrder="name" .none=${empty(t("shared.none.title"), t("shared.none"))}></ose-table>`;
  }
}
