import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Context } from "../../context";
import { t, type Key } from "../../i18n";
import { Loaded } from "../../ui/page";
import { badge, empty, loaded } from "../../ui/states";
import { type BucketFacts, type Capability, factsOf, isGuest, lacks } from "../bucket/facts";
import "./acl";
import "./cors";
import "./encryption";
import "./lifecycle";
import "./logging";
import "./notifications";
import "./object-lock";
import "./policy";
import "./public-access";
import "./tags";
import "./versioning";

interface Setting {
  path: string;
  title: Key;
  about: Key;
  /** What the platform must offer. */
  needs?: Capability;
  /** Its part of what is known of the bucket. */
  part: string;
  /** Whether only the owner may write it. */
  isOwners?: boolean;
  render: (ctx: Context, bucket: string, facts: BucketFacts | undefined) => TemplateResult;
}

const SETTINGS: Setting[] = [
  {
    path: "versioning",
    title: "settings.versioning",
    about: "settings.versioning.about",
    needs: "VERSIONING",
    part: "versioning",
    render: (ctx, bucket) => html`<ose-setting-versioning .ctx=${ctx} .bucket=${bucket}></ose-setting-versioning>`,
  },
  {
    path: "tags",
    title: "tags.title",
    about: "settings.tags.short",
    needs: "TAGGING",
    part: "tags",
    render: (ctx, bucket) => html`<ose-setting-tags .ctx=${ctx} .bucket=${bucket}></ose-setting-tags>`,
  },
  {
    path: "cors",
    title: "settings.cors",
    about: "settings.cors.about",
    needs: "CORS",
    part: "corsRuleCount",
    render: (ctx, bucket) => html`<ose-setting-cors .ctx=${ctx} .bucket=${bucket}></ose-setting-cors>`,
  },
  {
    path: "lifecycle",
    title: "settings.lifecycle",
    about: "settings.lifecycle.about",
    needs: "LIFECYCLE",
    part: "lifecycleRuleCount",
    render: (ctx, bucket, facts) => html`<ose-setting-lifecycle .ctx=${ctx} .bucket=${bucket}
      ?sizes=${!lacks(facts, "LIFECYCLE_SIZES")}></ose-setting-lifecycle>`,
  },
  {
    path: "policy",
    title: "settings.policy",
    about: "settings.policy.about",
    needs: "POLICY",
    part: "policyStatus",
    render: (ctx, bucket) => html`<ose-setting-policy .ctx=${ctx} .bucket=${bucket}></ose-setting-policy>`,
  },
  {
    path: "acl",
    title: "settings.acl",
    about: "settings.acl.about",
    needs: "ACL",
    part: "acl",
    render: (ctx, bucket) => html`<ose-setting-acl .ctx=${ctx} .bucket=${bucket}></ose-setting-acl>`,
  },
  {
    path: "public-access",
    title: "settings.block",
    about: "settings.block.about",
    part: "publicAccessBlock",
    render: (ctx, bucket) => html`<ose-setting-public-access .ctx=${ctx} .bucket=${bucket}></ose-setting-public-access>`,
  },
  {
    path: "encryption",
    title: "settings.encryption",
    about: "settings.encryption.about",
    needs: "SSE_S3",
    part: "encryption",
    render: (ctx, bucket) => html`<ose-setting-encryption .ctx=${ctx} .bucket=${bucket}></ose-setting-encryption>`,
  },
  {
    path: "object-lock",
    title: "settings.lock",
    about: "settings.lock.about",
    needs: "OBJECT_LOCK",
    part: "objectLock",
    render: (ctx, bucket) => html`<ose-setting-object-lock .ctx=${ctx} .bucket=${bucket}></ose-setting-object-lock>`,
  },
  {
    path: "logging",
    title: "settings.logging",
    about: "settings.logging.about",
    part: "logging",
    isOwners: true,
    render: (ctx, bucket) => html`<ose-setting-logging .ctx=${ctx} .bucket=${bucket}></ose-setting-logging>`,
  },
  {
    path: "notifications",
    title: "settings.events",
    about: "settings.events.about",
    part: "notifications",
    render: (ctx, bucket) => html`<ose-setting-notifications .ctx=${ctx} .bucket=${bucket}></ose-setting-notifications>`,
  },
];

/** What is known of the bucket, if anything is. */
interface Known {
  facts: BucketFacts | undefined;
}

/** The settings of a bucket, or one of them. */
@customElement("ose-settings")
export class SettingsPage extends Loaded<Known> {
  @property() bucket = "";

  protected override key(): string {
    return this.bucket;
  }

  protected override async load(): Promise<Known> {
    return { facts: await factsOf(this.ctx, this.bucket, this.signal) };
  }

  /** Whether the caller may change it, as far as that is known. */
  private isPermitted({ part, isOwners }: Setting, facts: BucketFacts | undefined): boolean {
    return (
      facts === undefined ||
      (!isGuest(facts) && !facts.notPermitted.includes(part) && (!isOwners || facts.owner === this.ctx.me.user))
    );
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
      ${one || path === undefined
        ? loaded(this.value, this.error, this.reload, ({ facts }) => (one ? this.one(one, facts) : this.all(home, facts)))
        : this.missing()}`;
  }

  private one(it: Setting, facts: BucketFacts | undefined): TemplateResult {
    return html`<h1>${t(it.title)} <span class="minor"><bdi>${this.bucket}</bdi></span></h1>
      ${lacks(facts, it.needs, it.part)
        ? empty(t("settings.unsupported"), t("settings.unsupported.about"))
        : this.isPermitted(it, facts)
          ? it.render(this.ctx, this.bucket, facts)
          : empty(t("error.refused.title"), t("settings.refused"))}`;
  }

  private all(home: string, facts: BucketFacts | undefined): TemplateResult {
    const offered = SETTINGS.filter((it) => this.isPermitted(it, facts));
    return html`<h1>${t("settings.title")} <span class="minor"><bdi>${this.bucket}</bdi></span></h1>
      ${offered.length === 0
        ? empty(t("error.refused.title"), t("settings.refused"))
        : html`<ul class="cards">${offered.map(
            (it) => html`<li class="card"><h2><a href=${this.ctx.href(`${home}/settings/${it.path}`)}>${t(it.title)}</a></h2>
              <p>${t(it.about)}</p>
              ${lacks(facts, it.needs, it.part) ? badge(t("settings.unsupported")) : nothing}</li>`,
          )}</ul>`}`;
  }

  private missing(): TemplateResult {
    return html`<h1>${t("page.missing")}</h1>${empty(t("page.missing.title"), t("page.missing.text"))}`;
  }
}
