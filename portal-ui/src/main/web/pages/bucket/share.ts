import { html, type TemplateResult } from "lit";
import { type Entry, isVersion, type Link, type S3 } from "../../api/s3";
import { time } from "../../format";
import { t } from "../../i18n";
import { objectName } from "../../ui/name";
import type { Question } from "../../ui/page";

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Asks how long a link to an object is to work and what it does, and hands it on once it is made. */
export function shareQuestion(s3: S3, bucket: string, entry: Entry, made: (url: string, until: Date) => void): Question {
  return {
    heading: t("share.title"),
    text: html`<p>${objectName(entry.key)}</p><p>${isVersion(entry) ? t("share.version") : t("share.latest")}</p>`,
    fields: [
      {
        name: "seconds",
        label: t("share.valid"),
        type: "select",
        required: true,
        value: String(HOUR),
        options: [
          { value: String(HOUR / 4), label: t("share.minutes", { count: 15 }) },
          ...[1, 12].map((it) => ({ value: String(it * HOUR), label: t("share.hours", { count: it }) })),
          ...[1, 7].map((it) => ({ value: String(it * DAY), label: t("share.days", { count: it }) })),
        ],
      },
      {
        name: "opens",
        label: t("share.opens"),
        type: "select",
        required: true,
        options: [
          { value: "download", label: t("share.download") },
          { value: "show", label: t("share.show") },
        ],
      },
    ],
    action: t("share.create"),
    send: async ({ seconds = "", opens }) => {
      const link: Link = { seconds: Number(seconds) };
      if (opens === "download") {
        link.fileName = entry.key.split("/").pop() || bucket;
      }
      const url = await s3.link(bucket, entry, link);
      made(url, new Date(Date.now() + Number(seconds) * 1000));
    },
  };
}

/** The link, to be copied. */
export function sharedLink(url: string, until: Date, close: () => void): TemplateResult {
  return html`<p>${t("share.about", { until: time(until.toISOString()) })}</p>
    <ose-snippet .label=${t("share.link")} .text=${url}></ose-snippet>
    <div class="buttons"><button class="button primary" @click=${close}>${t("action.close")}</button></div>`;
}
