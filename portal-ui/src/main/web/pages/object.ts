import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { ApiError } from "../api/errors";
import { type Entry, S3, type Tag } from "../api/s3";
import type { Context } from "../context";
import { bytes, time, visible } from "../format";
import { t } from "../i18n";
import "../ui/form";
import { objectName } from "../ui/name";
import { Loaded } from "../ui/page";
import { loaded } from "../ui/states";
import "./preview/offer";

interface Properties {
  headers: Headers;
  tags: Tag[];
}

const MAX_TAGS = 10;

/** What is known of an object, in a dialog. */
export function showProperties(ctx: Context, bucket: string, entry: Entry, close: () => void): TemplateResult {
  return html`<ose-object .ctx=${ctx} .bucket=${bucket} .entry=${entry} @close=${close}></ose-object>`;
}

/** An object with its metadata and tags. */
@customElement("ose-object")
export class ObjectPart extends Loaded<Properties> {
  @property() bucket = "";
  @property({ attribute: false }) entry!: Entry;

  protected override async load(): Promise<Properties> {
    const s3 = new S3(this.ctx.api);
    const [headers, tags] = await Promise.all([
      s3.head(this.bucket, this.entry, this.signal),
      s3.tags(this.bucket, this.entry, this.signal),
    ]);
    return { headers, tags };
  }

  protected override render(): TemplateResult {
    return html`<p>${objectName(this.entry.key, 200)} <ose-copy .text=${this.entry.key} .label=${t("objects.copy")}></ose-copy></p>
      ${needsKey(this.error)
        ? html`<p role="alert">${t("preview.encrypted")}</p>`
        : loaded(this.value, this.error, this.reload, (it) => this.properties(it))}`;
  }

  private properties({ headers, tags }: Properties): TemplateResult {
    const fact = (label: string, value: string | null | undefined) =>
      value ? html`<dt>${label}</dt><dd><bdi>${visible(value)}</bdi></dd>` : nothing;
    const own = [...headers].filter(([name]) => name.startsWith("x-amz-meta-"));
    return html`<dl class="facts">
        ${fact(t("objects.size"), this.entry.size === undefined ? "" : bytes(this.entry.size))}
        ${fact(t("objects.changed"), time(this.entry.lastModified))}
        ${fact(t("objects.type"), headers.get("content-type"))}
        ${fact(t("objects.etag"), headers.get("etag"))}
        ${fact(t("objects.version"), headers.get("x-amz-version-id"))}
        ${fact("Cache-Control", headers.get("cache-control"))}
        ${own.map(([name, value]) => fact(name, value))}
      </dl>
      <ose-preview-offer .ctx=${this.ctx} .bucket=${this.bucket} .entry=${this.entry}
        .headers=${headers}></ose-preview-offer>
      <h3>${t("tags.title")}</h3>
      <ose-form .fields=${[
        {
          name: "tags",
          label: t("tags.label"),
          type: "textarea",
          help: t("tags.help"),
          value: tags.map((it) => `${it.key}=${it.value}`).join("\n"),
          check: (text: string) => (parseTags(text) ? undefined : t("tags.help")),
        },
      ]} .action=${t("action.save")} .send=${this.save} cancels @close=${() => this.dispatchEvent(new CustomEvent("close"))}></ose-form>`;
  }

  private readonly save = async (values: Record<string, string>): Promise<void> => {
    await new S3(this.ctx.api).putTags(this.bucket, this.entry, parseTags(values["tags"] ?? "") ?? []);
    this.ctx.toast(t("tags.saved"));
    this.dispatchEvent(new CustomEvent("close"));
  };
}

/** Whether HEAD was refused for want of the client's key, which S3 answers without saying so: there is no body. */
function needsKey(error: unknown): boolean {
  return error instanceof ApiError && error.status === 400 && error.code === "";
}

/** One `key=value` a line; undefined if a line is none, or if there are too many or two of one key. */
export function parseTags(text: string): Tag[] | undefined {
  const lines = text.split("\n").filter((it) => it.trim() !== "");
  const tags = lines.map((it) => {
    const sign = it.indexOf("=");
    return { key: it.slice(0, sign).trim(), value: it.slice(sign + 1).trim(), isTag: sign > 0 };
  });
  const isRight =
    tags.length <= MAX_TAGS &&
    new Set(tags.map((it) => it.key)).size === tags.length &&
    tags.every((it) => it.isTag && it.key.length <= 128 && it.value.length <= 256);
  return isRight ? tags.map(({ key, value }) => ({ key, value })) : undefined;
}
