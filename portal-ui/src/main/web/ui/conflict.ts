import { html, type TemplateResult } from "lit";
import type { Entry } from "../api/s3";
import { bytes, time } from "../format";
import { t } from "../i18n";
import type { Wanted } from "../upload/queue";
import { objectName } from "./name";
import type { Question } from "./page";

const SHOWN = 10;

/** Asks whether to overwrite; what is there is unknown if the user may not list the bucket. */
export function overwriteQuestion(
  files: readonly Wanted[],
  there: Map<string, Entry> | undefined,
): Omit<Question, "send"> {
  const about = there ? t("uploads.conflict.about", { count: files.length }) : t("uploads.unlisted.about");
  return {
    heading: there ? t("uploads.conflict") : t("uploads.unlisted"),
    text: html`<p>${about}</p>${names(files, there)}`,
    action: t("uploads.overwrite"),
    isDanger: true,
  };
}

/** Asks once what becomes of all files whose keys are taken. */
export function conflictQuestion(files: readonly Wanted[], there: Map<string, Entry>): Omit<Question, "send"> {
  const choices = ["skip", "both", "overwrite"] as const;
  return {
    heading: t("uploads.conflict"),
    text: html`<p>${t("uploads.conflict.about", { count: files.length })}</p>${names(files, there)}`,
    fields: [
      {
        name: "choice",
        label: t("uploads.choice"),
        type: "select",
        required: true,
        help: t("uploads.choice.help"),
        options: choices.map((value) => ({ value, label: t(`uploads.choice.${value}`) })),
      },
    ],
    action: t("action.continue"),
  };
}

/** What would be overwritten: the object's size and time, and the size of the file. */
function names(files: readonly Wanted[], there: Map<string, Entry> | undefined): TemplateResult {
  const row = (it: Wanted): TemplateResult => {
    const old = there?.get(it.key);
    const change = old
      ? t("uploads.replaces", { size: bytes(old.size ?? 0), time: time(old.lastModified), by: bytes(it.file.size) })
      : "";
    return html`<li>${objectName(it.key)} <span class="minor">${change}</span></li>`;
  };
  const more = files.length - SHOWN;
  return html`<ul class="plain">${files.slice(0, SHOWN).map(row)}
    ${more > 0 ? html`<li>${t("uploads.further", { count: more })}</li>` : ""}</ul>`;
}
