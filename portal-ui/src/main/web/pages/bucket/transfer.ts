import { html } from "lit";
import type { Entry } from "../../api/s3";
import { t } from "../../i18n";
import type { Field } from "../../ui/form";
import { objectName } from "../../ui/name";
import type { Question } from "../../ui/page";

/** What a job does with the objects that are selected in a folder. */
export interface JobOnKeys {
  kind: "COPY_OBJECTS" | "MOVE_OBJECTS" | "RESTORE_OBJECTS";
  bucket: string;
  keys: string[];
  prefix?: string;
  target?: string;
  targetPrefix?: string;
}

/** A job on all objects whose keys begin with a prefix. */
export interface JobOnPrefix {
  kind: "DELETE_OBJECTS" | "COPY_OBJECTS" | "MOVE_OBJECTS";
  bucket: string;
  prefix: string;
  versions?: boolean;
  target?: string;
  targetPrefix?: string;
}

/** Deletes objects by their names, or all of a bucket. */
export type Removal = { kind: "DELETE_OBJECTS"; bucket: string; keys: string[] } | { kind: "EMPTY_BUCKET"; bucket: string };

export type NewJob = JobOnKeys | JobOnPrefix | Removal;

const SHOWN = 5;
/** What the node takes by name in one job. */
const MAX_KEYS = 1000;

/** Asks where objects are to be copied or moved to; their names below the folder stay. */
export function transferQuestion(
  kind: "COPY_OBJECTS" | "MOVE_OBJECTS",
  bucket: string,
  folder: string,
  entries: Entry[],
  start: (job: JobOnKeys) => Promise<void>,
): Question {
  return {
    heading: t(`job.kind.${kind}`),
    text: names(entries),
    fields: [
      { name: "target", label: t("transfer.bucket"), value: bucket, required: true },
      { name: "targetPrefix", label: t("transfer.folder"), help: t("transfer.folder.help") },
    ],
    action: t(`job.kind.${kind}`),
    send: ({ target = "", targetPrefix = "" }) =>
      start({ kind, bucket, keys: keysOf(entries), prefix: folder, target: target.trim(), targetPrefix }),
  };
}

/** Asks whether the newest versions are to come back from behind their delete markers. */
export function restoreQuestion(bucket: string, entries: Entry[], start: (job: JobOnKeys) => Promise<void>): Question {
  return {
    heading: t("job.kind.RESTORE_OBJECTS"),
    text: html`<p>${t("transfer.restore.about")}</p>${names(entries)}`,
    action: t("job.kind.RESTORE_OBJECTS"),
    send: () => start({ kind: "RESTORE_OBJECTS", bucket, keys: keysOf(entries) }),
  };
}

/** Asks where all of a folder is to be copied or moved to; a folder within itself would never end. */
export function folderQuestion(
  kind: "COPY_OBJECTS" | "MOVE_OBJECTS",
  bucket: string,
  folder: string,
  start: (job: JobOnPrefix) => Promise<void>,
): Question {
  const nested = (value: string, target = "") =>
    target.trim() === bucket && (value.startsWith(folder) || folder.startsWith(value)) ? t("bulk.nested") : undefined;
  return {
    heading: t(`job.kind.${kind}`),
    text: html`<p>${t("bulk.folder")} ${objectName(folder)}</p>`,
    fields: [
      { name: "target", label: t("transfer.bucket"), value: bucket, required: true },
      {
        name: "targetPrefix",
        label: t("bulk.target"),
        value: folder,
        required: true,
        help: t("transfer.folder.help"),
        check: (value, all) => nested(value, all["target"]),
      },
    ],
    action: t(`job.kind.${kind}`),
    send: ({ target = "", targetPrefix = "" }) => start({ kind, bucket, prefix: folder, target: target.trim(), targetPrefix }),
  };
}

/** Asks for the name of a bucket before all of it is deleted. */
export function emptyQuestion(bucket: string, start: (job: Removal) => Promise<void>): Question {
  return {
    heading: t("buckets.empty"),
    text: html`<p>${t("bulk.empty")} <bdi>${bucket}</bdi></p>`,
    fields: [typedName(bucket)],
    action: t("buckets.empty"),
    isDanger: true,
    send: () => start({ kind: "EMPTY_BUCKET", bucket }),
  };
}

/** A name that is typed to confirm a deletion. */
export function typedName(name: string): Field {
  return {
    name: "typed",
    label: t("confirm.name", { name }),
    required: true,
    check: (it) => (it === name ? undefined : t("confirm.differs")),
  };
}

/** Why a job cannot take so many objects by name; undefined if it can. */
export function tooMany(entries: Entry[]): string | undefined {
  const count = keysOf(entries).length;
  return count > MAX_KEYS ? t("transfer.many", { count, most: MAX_KEYS }) : undefined;
}

/** Versions of one object are one key. */
export function keysOf(entries: Entry[]): string[] {
  return [...new Set(entries.map((it) => it.key))];
}

function names(entries: Entry[]): unknown {
  return html`<ul class="plain">${keysOf(entries).slice(0, SHOWN).map((it) => html`<li>${objectName(it)}</li>`)}</ul>`;
}
