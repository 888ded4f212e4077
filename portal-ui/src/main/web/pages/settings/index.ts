import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Context } from "../../context";
import { tenantOf } from "../../context";
import { t, type Key } from "../../i18n";
import { Loaded } from "../../ui/page";
import { badge, empty } from "../../ui/states";
import "./acl";
import "./cors";
import "./encryption";
import "./lifecycle";
import "./policy";
import "./tags";
import "./versioning";

interface Setting {
  path: string;
  title: Key;
  about: Key;
  /** What the platform must offer. */
  needs?: string;
  render: (ctx: Context, bucket: string) => TemplateResult;
}

const SETTINGS: Setting[] = [
  {
    path: "versioning",
    title: "settings.versioning",
    about: "settings.versioning.about",
    needs: "VERSIONING",
    render: (ctx, bucket) => html`<ose-setting-versioning .ctx=${ctx} .bucket=${bucket}></ose-setting-versioning>`,
  },
  {
    path: "tags",
    title: "tags.title",
    about: "settings.tags.short",
    needs: "TAGGING",
    render: (ctx, bucket) => html`<ose-setting-tags .ctx=${ctx} .bucket=${bucket}></ose-setting-tags>`,
  },
  {
    path: "cors",
    title: "settings.cors",
    about: "settings.cors.about",
    needs: "CORS",
    render: (ctx, bucket) => html`<ose-setting-cors .ctx=${ctx} .bucket=${bucket}></ose-setting-cors>`,
  },
  {
    path: "lifecycle",
    title: "settings.lifecycle",
    about: "settings.lifecycle.about",
    needs: "LIFECYCLE",
    render: (ctx, bucket) => html`<ose-setting-lifecycle .ctx=${ctx} .bucket=${bucket}></ose-setting-lifecycle>`,
  },
  {
    path: "policy",
    title: "settings.policy",
    about: "settings.policy.about",
    needs: "POLICY",
    render: (ctx, bucket) => html`<ose-setting-policy .ctx=${ctx} .bucket=${bucket}></ose-setting-policy>`,
  },
  {
    path: "acl",
    title: "settings.acl",
    about: "settings.acl.about",
    needs: "ACL",
    render: (ctx, bucket) => html`<ose-setting-acl .ctx=${ctx} .bucket=${bucket}></ose-setting-acl>`,
  },
  {
    path: "encryption",
    title: "settings.encryption",
    about: "settings.encryption.about",
    needs: "SSE_S3",
    render: (ctx, bucket) => html`<ose-setting-encryption .ctx=${ctx} .bucket=${bucket}></ose-setting-encryption>`,
  },
];

/** What the platform lacks; nothing is known of it if that cannot be read. */
type Missing = ReadonlySet<string>;

/** The settings of a bucket, or one of them. */
@customElement("ose-settings")
export class SettingsPage extends Loaded<Missing> {
  @property() bucket = "";

  protected override async load(): Promise<Missing> {
    const call = { params: { tenant: tenantOf(this.ctx) }, signal: this.signal };
    try {
      const found = await this.ctx.api.get<{ missing: string[] }>("/api/v1/admin/tenants/{tenant}/capabilities", call);
      return new Set(found.missing);
    } catch {
      return new Set();
    }
  }

  protected override render(): TemplateResult {
    const path = this.ctx.route.path[3];
    const one = SETTINGS.find((it) => it.path === path);
    const home = `buckets/${encodeURIComponent(this.bucket)}`;
    return html`<nav aria-label=${t("frame.breadcrumb")}><ol class="crumbs">
        <li><a href=${this.ctx.href("buckets")}>${t("page.buckets")}</a></li>
        <li><a href=${this.ctx.href(home)}><bdi>${this.bucket}</bdi></a></li>
        ${path === undefined ? nothing : html`<li><a href=${this.ctx.href(`${home}/settings`)}>${t("settings.title")}</a></li>`}
      </ol></nav>
      ${one ? this.one(one) : path === undefined ? this.all(home) : this.missing()}`;
  }

  private one(it: Setting): TemplateResult {
    return html`<h1>${t(it.title)} <span class="minor"><bdi>${this.bucket}</bdi></span></h1>
      ${it.needs && this.value?.has(it.needs)
        ? empty(t("settings.unsupported"), t("settings.unsupported.about"))
        : it.render(this.ctx, this.bucket)}`;
  }

  private all(home: string): TemplateResult {
    return html`<h1>${t("settings.title")} <span class="minor"><bdi>${this.bucket}</bdi></span></h1>
      <ul class="cards">${SETTINGS.map(
        (it) => html`<li class="card"><h2><a href=${this.ctx.href(`${home}/settings/${it.path}`)}>${t(it.title)}</a></h2>
          <p>${t(it.about)}</p>
          ${it.needs && this.value?.has(it.needs) ? badge(t("settings.unsupported")) : nothing}</li>`,
      )}</ul>`;
  }

  private missing(): TemplateResult {
    return html`<h1>${t("page.missing")}</h1>${empty(t("page.missing.title"), t("page.missing.text"))}`;
  }
}
