import { html, type TemplateResult } from "lit";
import type { Entry } from "../api/s3";
import { bytes, time } from "../format";
import { t } from "../i18n";
import type { Wanted } from "../upload/queue";
import { objectName } from "./name";
import type { Question } from "./page";

const SHOWN = 10;

/** Asks once what becomes of all files whose keys are taken; without a list of what is there, whether to overwrite. */
export function conflictQuestion(
  files: readonly Wanted[],
  there: Map<string, Entry> | undefined,
): Omit<Question, "send"> {
  if (!there) {
    return {
      heading: t("uploads.unlisted"),
      text: html`<p>${t("uploads.unlisted.about")}</p>${names(files, undefined)}`,
      action: t("uploads.overwrite"),
      isDanger: true,
    };
  }
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
