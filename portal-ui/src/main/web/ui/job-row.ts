import { html, nothing, type TemplateResult } from "lit";
import type { Job } from "../api/types";
import { count, time } from "../format";
import { t, word } from "../i18n";
import { objectName } from "./name";
import { badge } from "./states";

const OVER = new Set(["COMPLETED", "COMPLETED_WITH_ERRORS", "FAILED", "CANCELLED"]);

/** Filters the jobs that are not over. */
export const OPEN_JOBS = "state=in=(QUEUED,RUNNING,PAUSED)";

/** What may be done with a job now. */
export type JobAction = "pause" | "resume" | "cancel" | "retry";

export function actionsOf(job: Job): JobAction[] {
  switch (job.state) {
    case "QUEUED":
    case "RUNNING":
      return ["pause", "cancel"];
    case "PAUSED":
      return ["resume", "cancel"];
    case "COMPLETED_WITH_ERRORS":
    case "FAILED":
      return ["retry"];
    default:
      return [];
  }
}

export function isOver(job: Job): boolean {
  return OVER.has(job.state);
}

export function jobState(job: Job): TemplateResult {
  const kind =
    job.state === "COMPLETED"
      ? "good"
      : job.state === "FAILED" || job.state === "COMPLETED_WITH_ERRORS"
        ? "bad"
        : isOver(job) || job.state === "PAUSED"
          ? "plain"
          : "busy";
  return badge(word("job.state", job.state), kind);
}

/** What a job is about: a bucket, and what of it. */
export function jobTarget(job: Job): TemplateResult {
  const target = job.target ? html` → <bdi>${job.target}</bdi>` : nothing;
  return html`<bdi>${job.bucket}</bdi>${job.prefix ? html` / ${objectName(job.prefix)}` : nothing}${target}`;
}

export function jobProgress(job: Job): TemplateResult {
  const numbers = t("job.progress", { done: count(job.done), failed: count(job.failed) });
  const bar =
    job.total !== undefined && !isOver(job)
      ? html`<progress max=${Math.max(job.total, 1)} value=${job.done + job.failed} aria-label=${numbers}></progress>`
      : nothing;
  return html`${bar} ${numbers} ${job.problem ? html`<span class="minor">${job.problem}</span>` : nothing}
    ${job.finishedAt ? html`<span class="minor">${time(job.finishedAt)}</span>` : nothing}`;
}
