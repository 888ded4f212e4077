import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { ApiError } from "../../api/errors";
import { type Entry, isAddressable, isVersion } from "../../api/s3";
import type { Context } from "../../context";
import { t, type Key } from "../../i18n";
import "../../ui/copy";
import "../../ui/dialog";
import "../../ui/form";
import { objectName } from "../../ui/name";
import { empty, gone, loaded } from "../../ui/states";
import { type BucketFacts, factsOf, isGuest, lacks } from "../bucket/facts";
import { ObjectActions } from "../bucket/object-actions";
import { folderHref, objectHref } from "../bucket/places";
import "../settings/acl";
import "../settings/tags";
import "./legal-hold";
import "./metadata";
import { propertiesView } from "./properties";
import "./retention";
import "./versions";

/** What S3 copies by one request. */
const MAX_COPY_BYTES = 5 * 1024 ** 3;

/** What the page knows of its object. */
export interface Known {
  ctx: Context;
  bucket: string;
  entry: Entry;
  headers: Headers;
  facts: BucketFacts | undefined;
}

interface Tab {
  path: string;
  title: Key;
  /** Whether platform, bucket and caller have it, as far as that is known. */
  isOffered: (known: Known) => boolean;
  render: (known: Known) => TemplateResult;
}

const TABS: Tab[] = [
  { path: "", title: "object.properties", isOffered: () => true, render: propertiesView },
  {
    path: "versions",
    title: "object.versions",
    isOffered: ({ facts }) => !lacks(facts, "VERSIONING", "versioning") && facts?.versioning !== "DISABLED",
    render: ({ ctx, bucket, entry }) =>
      html`<ose-object-versions .ctx=${ctx} .bucket=${bucket} .key=${entry.key}></ose-object-versions>`,
  },
  {
    path: "metadata",
    title: "object.metadata",
    isOffered: ({ entry }) => !isVersion(entry),
    render: ({ ctx, bucket, entry, headers, facts }) =>
      Number(headers.get("content-length")) > MAX_COPY_BYTES
        ? html`<p>${t("object.metadata.large")}</p>`
        : html`<ose-object-metadata .ctx=${ctx} .bucket=${bucket} .entry=${entry}
            ?versioned=${facts?.versioning === "ENABLED"}></ose-object-metadata>`,
  },
  {
    path: "tags",
    title: "tags.title",
    isOffered: ({ facts }) => !lacks(facts, "TAGGING"),
    render: ({ ctx, bucket, entry }) =>
      html`<ose-setting-tags .ctx=${ctx} .bucket=${bucket} .entry=${entry}></ose-setting-tags>`,
  },
  {
    path: "lock",
    title: "object.lock",
    isOffered: ({ facts }) => !lacks(facts, "OBJECT_LOCK", "objectLock") && facts?.objectLock?.enabled !== false,
    render: ({ ctx, bucket, entry }) => html`<h2>${t("object.retention")}</h2>
      <ose-object-retention .ctx=${ctx} .bucket=${bucket} .entry=${entry}></ose-object-retention>
      <h2>${t("object.hold")}</h2>
      <ose-object-hold .ctx=${ctx} .bucket=${bucket} .entry=${entry}></ose-object-hold>`,
  },
  {
    path: "acl",
    title: "settings.acl",
    // Guests cannot share further, and where ACLs are off S3 refuses each of them.
    isOffered: ({ facts }) =>
      !lacks(facts, "ACL", "acl") && !isGuest(facts) && facts?.objectOwnership !== "BUCKET_OWNER_ENFORCED",
    render: ({ ctx, bucket, entry }) =>
      html`<ose-setting-acl .ctx=${ctx} .bucket=${bucket} .entry=${entry}></ose-setting-acl>`,
  },
];

/** An object, or one version of it: a page for each of its parts. */
@customElement("ose-object")
export class ObjectPage extends ObjectActions {
  @state() private headers: Headers | undefined;
  @state() private facts: BucketFacts | undefined;
  @state() private error: unknown;
  private shownObject = "";
  private shownTab = "";
  private factsOfBucket = "";

  private get key(): string {
    return this.ctx.route.query.get("key") ?? "";
  }

  private get entry(): Entry {
    const versionId = this.ctx.route.query.get("version");
    return versionId ? { key: this.key, versionId, latest: false } : { key: this.key };
  }

  private get tab(): string {
    return this.ctx.route.path[3] ?? "";
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const object = JSON.stringify([this.bucket, this.entry]);
    if (object !== this.shownObject) {
      this.headers = undefined;
    }
    if (object !== this.shownObject || this.tab !== this.shownTab) {
      this.shownObject = object;
      this.shownTab = this.tab;
      void this.reload();
    }
  }

  /** Reads again what another page may have changed; what is shown stays until the answer is there. */
  private readonly reload = async (): Promise<void> => {
    const object = this.shownObject;
    const { bucket } = this;
    this.error = undefined;
    if (!isAddressable(this.key)) {
      return;
    }
    try {
      const [headers, facts] = await Promise.all([
        this.s3.head(bucket, this.entry, this.signal),
        this.factsOfBucket === bucket ? this.facts : factsOf(this.ctx, bucket, this.signal),
      ]);
      if (object === this.shownObject) {
        this.headers = headers;
        this.facts = facts;
        this.factsOfBucket = bucket;
      }
    } catch (e) {
      if (object === this.shownObject && !this.signal.aborted) {
        this.error = e;
        this.recover(e, this.reload);
      }
    }
  };

  protected override render(): TemplateResult {
    const folder = this.key.slice(0, this.key.lastIndexOf("/", this.key.length - 2) + 1);
    const back = folderHref(this.ctx, this.bucket, folder);
    if (this.key === "" || (this.error instanceof ApiError && this.error.isGone)) {
      return gone(back, this.bucket);
    }
    return html`<nav aria-label=${t("frame.breadcrumb")}><ol class="crumbs">
        <li><a href=${this.ctx.href("buckets")}>${t("page.buckets")}</a></li>
        <li><a href=${folderHref(this.ctx, this.bucket, "")}><bdi>${this.bucket}</bdi></a></li>
        ${folder ? html`<li><a href=${back}>${objectName(folder, 40)}</a></li>` : nothing}
      </ol></nav>
      <h1>${objectName(this.key.slice(folder.length))} <ose-copy .text=${this.key} .label=${t("objects.copy")}></ose-copy></h1>
      ${this.content()} ${this.dialog()}`;
  }

  private content(): unknown {
    if (!isAddressable(this.key)) {
      return html`<p>${t("objects.unaddressable")}</p>`;
    }
    if (needsKey(this.error)) {
      return html`<p role="alert">${t("preview.encrypted")}</p>`;
    }
    return loaded(this.headers, this.error, this.reload, (headers) => this.object(headers));
  }

  private object(headers: Headers): TemplateResult {
    const size = Number(headers.get("content-length"));
    const entry = { ...this.entry, size };
    const known: Known = { ctx: this.ctx, bucket: this.bucket, entry, headers, facts: this.facts };
    const offered = TABS.filter((it) => it.isOffered(known));
    const tab = offered.find((it) => it.path === this.tab);
    return html`${isVersion(entry) ? this.fixed(entry) : nothing} ${this.buttons(entry)}
      <nav class="tabs" aria-label=${t("object.parts")}><ul>${offered.map(
        (it) => html`<li><a href=${objectHref(this.ctx, this.bucket, entry, it.path)}
          aria-current=${it === tab ? "page" : nothing}>${t(it.title)}</a></li>`,
      )}</ul></nav>
      ${tab ? tab.render(known) : empty(t("settings.unsupported"), t("object.unsupported"))}`;
  }

  /** Says that this is one version, and leads to the latest one. */
  private fixed(entry: Entry): TemplateResult {
    return html`<p>${t("object.fixed")} <code>${entry.versionId}</code>
      <a href=${objectHref(this.ctx, this.bucket, { key: entry.key })}>${t("object.latest")}</a></p>`;
  }

  private buttons(entry: Entry): unknown {
    return this.ctx.can("PresignObject")
      ? html`<div class="toolbar">
          <button class="button" @click=${() => this.download(entry)}>${t("objects.download")}</button>
          <button class="button" @click=${() => this.share(entry)}>${t("share.action")}</button>
        </div>`
      : nothing;
  }
}

/** Whether HEAD was refused for want of the client's key, which S3 answers without saying so: there is no body. */
function needsKey(error: unknown): boolean {
  return error instanceof ApiError && error.status === 400 && error.code === "";
}
