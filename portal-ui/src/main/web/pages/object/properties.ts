import { html, nothing, type TemplateResult } from "lit";
import { bytes, count, time, visible } from "../../format";
import { t } from "../../i18n";
import "../preview/offer";
import type { Known } from ".";

const CHECKSUM = "x-amz-checksum-";

/** What S3 says of an object, and the offer to show it. */
export function propertiesView({ ctx, bucket, entry, headers }: Known): TemplateResult {
  const fact = (label: string, value: string | null | undefined) =>
    value ? html`<dt>${label}</dt><dd><bdi>${visible(value)}</bdi></dd>` : nothing;
  const of = (name: string, label: string = name) => fact(label, headers.get(name));
  const others = [...headers].filter(([name]) => name.startsWith("x-amz-meta-") || isChecksum(name));
  const until = headers.get("x-amz-object-lock-retain-until-date");
  const path = `s3://${bucket}/${entry.key}`;
  return html`<dl class="facts">
      ${fact(t("objects.size"), `${bytes(entry.size ?? 0)} (${count(entry.size ?? 0)} B)`)}
      ${fact(t("objects.changed"), time(headers.get("last-modified") ?? undefined))}
      ${of("content-type", t("objects.type"))} ${of("etag", t("objects.etag"))} ${of("x-amz-version-id", t("objects.version"))}
      ${fact(t("objects.class"), headers.get("x-amz-storage-class") ?? "STANDARD")}
      ${of("x-amz-server-side-encryption", t("settings.encryption.by"))} ${of("x-amz-mp-parts-count", t("object.parts.count"))}
      ${fact(t("object.retention"), until && `${headers.get("x-amz-object-lock-mode") ?? ""} ${time(until)}`)}
      ${of("x-amz-object-lock-legal-hold", t("object.hold"))} ${of("x-amz-restore", t("object.restore.state"))}
      ${of("x-amz-replication-status", t("object.replication"))}
      ${of("Cache-Control")} ${of("Content-Disposition")} ${of("Content-Encoding")} ${of("Content-Language")} ${of("Expires")}
      ${others.map(([name, value]) => fact(name, value))}
      <dt>${t("object.address")}</dt><dd><code>${visible(path)}</code> <ose-copy .text=${path}></ose-copy></dd>
    </dl>
    <ose-preview-offer .ctx=${ctx} .bucket=${bucket} .entry=${entry} .headers=${headers}></ose-preview-offer>`;
}

function isChecksum(name: string): boolean {
  return name.startsWith(CHECKSUM);
}
