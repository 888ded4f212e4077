import { html, type TemplateResult } from "lit";
import { containing } from "../../api/client";
import type { Bucket, BucketScope, S3 } from "../../api/s3";
import type { Page } from "../../api/types";
import type { Context } from "../../context";
import type { ListPart } from "../../ui/table";

/** A page of buckets. S3 counts pages by an offset, which the address has as what to read after. */
export async function bucketsOf(s3: S3, scope: BucketScope, part: ListPart): Promise<Page<Bucket>> {
  const offset = Number(part.after) || 0;
  const found = await s3.buckets(
    {
      order: part.order.startsWith("-") ? `${part.order.slice(1)} DESC` : `${part.order} ASC`,
      offset,
      limit: part.limit,
      filter: part.text ? containing("name", part.text) : undefined,
    },
    scope,
    part.signal,
  );
  const total = found.pageInfo?.total ?? found.buckets.length;
  const end = offset + found.buckets.length;
  return { items: found.buckets, total, ...(end < total ? { next: String(end) } : {}) };
}

export function bucketLink(ctx: Context, name: string): TemplateResult {
  return html`<a href=${ctx.href(`buckets/${encodeURIComponent(name)}`)}><bdi>${name}</bdi></a>`;
}
