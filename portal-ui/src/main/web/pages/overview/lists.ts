import { html, type TemplateResult } from "lit";
import type { components } from "../../api/schema";
import type { AuditEntry, Job, Page } from "../../api/types";
import { type Context, tenantOf } from "../../context";
import { bytes, time } from "../../format";
import { t, word } from "../../i18n";
import { jobProgress, jobState, jobTarget, OPEN_JOBS } from "../../ui/job-row";
import { bucketLink } from "../bucket/bucket-list";
import type { Listed } from "./part";
import "./part";

type ListedBucket = components["schemas"]["ListedBucketView"];

const SHOWN = 10;

/** The lists that the caller may see: buckets by size, open jobs, and what was done last. */
export function listsOf(ctx: Context): TemplateResult[] {
  const part = <T>(isPermitted: boolean, list: (ctx: Context) => Listed<T>): TemplateResult[] =>
    isPermitted ? [html`<ose-overview-part .ctx=${ctx} .list=${list(ctx)}></ose-overview-part>`] : [];
  return [
    ...part(ctx.can("ListBuckets"), bucketList),
    ...part(ctx.can("ListTenantJobs") || ctx.can("ListUserJobs"), jobList),
    ...part(ctx.can("ListTenantAudit"), auditList),
  ];
}

function bucketList(ctx: Context): Listed<ListedBucket> {
  return {
    id: "overview-buckets",
    title: t("overview.buckets"),
    none: t("buckets.none.title"),
    all: { href: ctx.href("buckets"), text: t("page.buckets") },
    read: (signal) =>
      ctx.api.get("/api/v1/admin/tenants/{tenant}/buckets", {
        params: { tenant: tenantOf(ctx) },
        query: { order: "-storedBytes", limit: SHOWN },
        signal,
      }),
    row: (it) => html`${bucketLink(ctx, it.name)} <span class="minor">${bytes(it.storedBytes)}</span>`,
  };
}

function jobList(ctx: Context): Listed<Job> {
  const isOfAll = ctx.can("ListTenantJobs");
  return {
    id: "overview-jobs",
    title: t("overview.jobs"),
    none: t("overview.jobs.none"),
    all: { href: ctx.href("jobs"), text: t("page.jobs") },
    read: (signal): Promise<Page<Job>> =>
      ctx.api.get(isOfAll ? "/api/v1/admin/tenants/{tenant}/jobs" : "/api/v1/admin/tenants/{tenant}/users/{user}/jobs", {
        params: { tenant: tenantOf(ctx), user: ctx.me.user ?? "" },
        query: { filter: OPEN_JOBS, order: "-id", limit: SHOWN },
        signal,
      }),
    row: (it) => html`${word("job.kind", it.kind)} ${jobTarget(it)} ${jobState(it)} ${jobProgress(it)}`,
  };
}

function auditList(ctx: Context): Listed<AuditEntry> {
  return {
    id: "overview-audit",
    title: t("overview.audit"),
    none: t("audit.none"),
    all: { href: ctx.href("audit"), text: t("page.audit") },
    read: (signal) =>
      ctx.api.get("/api/v1/admin/tenants/{tenant}/audit", {
        params: { tenant: tenantOf(ctx) },
        query: { order: "-at", limit: SHOWN },
        signal,
      }),
    row: (it) => html`${it.operation} <bdi>${it.bucket ?? it.subject ?? ""}</bdi>
      <span class="minor"><bdi>${it.actor}</bdi>, ${time(it.at)}</span>`,
  };
}
