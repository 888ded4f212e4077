import { html, nothing, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import type { Quota } from "../api/types";
import { tenantOf } from "../context";
import { bytes, count } from "../format";
import { t } from "../i18n";
import { Loaded } from "../ui/page";
import { loaded } from "../ui/states";
import type { Context } from "../context";

/** What is stored, how much may be, and the first steps. */
@customElement("ose-overview")
export class OverviewPage extends Loaded<Quota> {
  protected override load(): Promise<Quota> {
    return quotaOf(this.ctx, this.signal);
  }

  protected override render(): TemplateResult {
    return html`<h1>${t("page.overview")}</h1>
      ${loaded(this.value, this.error, this.reload, (it) => html`${usage(it)} ${this.steps(it)}`)}`;
  }

  private steps(quota: Quota): unknown {
    if ((quota.buckets ?? 0) > 0) {
      return nothing;
    }
    const step = (path: string, title: string, text: string) =>
      html`<li class="card"><h3><a href=${this.ctx.href(path)}>${title}</a></h3><p>${text}</p></li>`;
    return html`<section aria-labelledby="first-steps">
      <h2 id="first-steps">${t("start.title")}</h2>
      <ol class="cards">
        ${step("buckets", t("start.bucket"), t("start.bucket.text"))}
        ${step("credentials", t("start.credentials"), t("start.credentials.text"))}
        ${step("connect", t("start.connect"), t("start.connect.text"))}
      </ol>
    </section>`;
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
