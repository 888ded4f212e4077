import { html, nothing, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import type { Credential, Page, Quota } from "../../api/types";
import { type Context, tenantOf } from "../../context";
import { bytes, count } from "../../format";
import { t } from "../../i18n";
import { Loaded } from "../../ui/page";
import { badge, loaded } from "../../ui/states";
import { listsOf } from "./lists";

interface Overview {
  quota: Quota;
  /** Whether the caller has a key pair of its own; undefined if that is not known. */
  hasKeys: boolean | undefined;
}

/** What is stored, how much may be, the first steps, and what is going on. */
@customElement("ose-overview")
export class OverviewPage extends Loaded<Overview> {
  protected override async load(): Promise<Overview> {
    const [quota, hasKeys] = await Promise.all([quotaOf(this.ctx, this.signal), hasKeyPair(this.ctx, this.signal)]);
    return { quota, hasKeys };
  }

  protected override render(): TemplateResult {
    return html`<h1>${t("page.overview")}</h1>
      ${loaded(this.value, this.error, this.reload, (it) => html`${usage(it.quota)} ${this.steps(it)}`)}
      <div class="columns">${listsOf(this.ctx)}</div>`;
  }

  /** Until there are a bucket and a key pair. */
  private steps({ quota, hasKeys }: Overview): unknown {
    const hasBuckets = (quota.buckets ?? 0) > 0;
    if (hasBuckets && hasKeys !== false) {
      return nothing;
    }
    const step = (path: string, title: string, text: string, isDone = false) =>
      html`<li class="card"><h3><a href=${this.ctx.href(path)}>${title}</a> ${isDone ? badge(t("start.done"), "good") : nothing}</h3>
        <p>${text}</p></li>`;
    return html`<section aria-labelledby="first-steps">
      <h2 id="first-steps">${t("start.title")}</h2>
      <ol class="cards">
        ${step("buckets", t("start.bucket"), t("start.bucket.text"), hasBuckets)}
        ${step("credentials", t("start.credentials"), t("start.credentials.text"), hasKeys)}
        ${step("connect", t("start.connect"), t("start.connect.text"))}
      </ol>
    </section>`;
  }
}

/** Reserved keys are of the service itself. */
async function hasKeyPair(ctx: Context, signal: AbortSignal): Promise<boolean | undefined> {
  if (!ctx.can("ListCredentials")) {
    return undefined;
  }
  try {
    const found = await ctx.api.get<Page<Credential>>("/api/v1/admin/tenants/{tenant}/users/{user}/credentials", {
      params: { tenant: tenantOf(ctx), user: ctx.me.user ?? "" },
      query: { limit: 100 },
      signal,
    });
    return found.items.some((it) => it.kind === "USER" || it.kind === "APPLICATION");
  } catch {
    return undefined;
  }
}

/** Quota and usage of the whole tenant for its administrators, and of oneself for others. */
function quotaOf(ctx: Context, signal: AbortSignal): Promise<Quota> {
  const params = { tenant: tenantOf(ctx), user: ctx.me.user ?? "" };
  return ctx.can("GetTenantQuota")
    ? ctx.api.get<Quota>("/api/v1/admin/tenants/{tenant}/quota", { params, signal })
    : ctx.api.get<Quota>("/api/v1/admin/tenants/{tenant}/users/{user}/quota", { params, signal });
}

/** Cards of a quota and what is used of it. */
export function usage(quota: Quota): TemplateResult {
  const { used } = quota;
  return html`<ul class="cards">
    ${measure(t("usage.bytes"), used.storedBytes + used.partBytes, quota.maxBytes, bytes)}
    ${measure(t("usage.objects"), used.objects, quota.maxObjects, count)}
    ${quota.buckets === undefined ? nothing : measure(t("usage.buckets"), quota.buckets, quota.maxBuckets, count)}
    ${used.olderVersions > 0 ? measure(t("usage.older"), used.olderBytes, undefined, bytes) : nothing}
  </ul>`;
}

function measure(
  label: string,
  used: number,
  limit: number | undefined,
  show: (value: number) => string,
): TemplateResult {
  const share = limit === undefined || limit === 0 ? 0 : used / limit;
  const hint = share >= 0.95 ? t("usage.full") : share >= 0.8 ? t("usage.nearly") : "";
  return html`<li class="card measure">
    <p class="label">${label}</p>
    <p class="value">${show(used)}</p>
    ${limit === undefined
      ? html`<p class="minor">${t("usage.unlimited")}</p>`
      : html`<meter min="0" max=${Math.max(limit, 1)} high=${limit * 0.8} .value=${used} aria-label=${label}></meter>
          <p class="minor">${t("usage.of", { limit: show(limit) })} ${hint}</p>`}
  </li>`;
}
