import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { being } from "../../api/client";
import type { Job, Page } from "../../api/types";
import { tenantOf } from "../../context";
import { t, word } from "../../i18n";
import { actionsOf, isOver, type JobAction, jobProgress, jobState, jobTarget, OPEN_JOBS } from "../../ui/job-row";
import { Part } from "../../ui/page";
import { rowButton } from "../../ui/row-button";

const LIST = "/api/v1/admin/tenants/{tenant}/users/{user}/jobs";
const EVERY_MILLIS = 3000;
/** What is followed at once; further jobs are on the page of jobs. */
const MAX_JOBS = 10;

/** The caller's jobs on a bucket, followed to their end; tells `done` when one has ended. */
@customElement("ose-bucket-jobs")
export class BucketJobs extends Part {
  @property() bucket = "";

  @state() private jobs: readonly Job[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.begin();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  /** Follows a job that has just been started. */
  watch(job: Job): void {
    this.jobs = [job, ...this.jobs].slice(0, MAX_JOBS);
    this.wait();
  }

  private get params(): Record<string, string> {
    return { tenant: tenantOf(this.ctx), user: this.ctx.me.user ?? "" };
  }

  /** Jobs that were open before the page was; a page without them is no error. */
  private async begin(): Promise<void> {
    if (!this.ctx.can("ListUserJobs")) {
      return;
    }
    try {
      const query = { filter: `${being("bucket", this.bucket)};${OPEN_JOBS}`, order: "-id", limit: MAX_JOBS };
      const { items } = await this.ctx.api.get<Page<Job>>(LIST, { params: this.params, query, signal: this.signal });
      this.jobs = items;
      this.wait();
    } catch {
      this.jobs = [];
    }
  }

  private wait(): void {
    clearTimeout(this.timer);
    if (this.jobs.some((it) => !isOver(it))) {
      this.timer = setTimeout(() => void this.follow(), EVERY_MILLIS);
    }
  }

  /** Reads each open job again; one that cannot be read is asked for again later. */
  readonly follow = async (): Promise<void> => {
    const now = await Promise.all(this.jobs.map((it) => (isOver(it) ? it : this.reread(it))));
    if (this.signal.aborted) {
      return;
    }
    const ended = now.filter((it, i) => isOver(it) && this.jobs[i]?.id === it.id && !isOver(this.jobs[i]));
    const added = this.jobs.filter((it) => now.every((other) => other.id !== it.id));
    this.jobs = [...added, ...now];
    for (const job of ended) {
      const isFine = job.state === "COMPLETED";
      this.ctx.toast(`${word("job.kind", job.kind)}: ${word("job.state", job.state)}`, isFine ? "done" : "error");
    }
    if (ended.length > 0) {
      this.dispatchEvent(new CustomEvent("done"));
    }
    this.wait();
  };

  private async reread(job: Job): Promise<Job> {
    try {
      const params = { ...this.params, job: job.id };
      return await this.ctx.api.get<Job>(`${LIST}/{job}`, { params, signal: this.signal });
    } catch {
      return job;
    }
  }

  protected override render(): unknown {
    return this.jobs.length === 0
      ? nothing
      : html`<section class="card" aria-labelledby="bucket-jobs"><h2 id="bucket-jobs">${t("page.jobs")}</h2>
          <ul class="plain">${this.jobs.map((it) => this.row(it))}</ul>
          <p><a href=${this.ctx.href("jobs")}>${t("bulk.jobs")}</a>
            <button type="button" class="button small" @click=${this.hide}>${t("bulk.hide")}</button></p></section>`;
  }

  private row(job: Job): TemplateResult {
    const name = `${word("job.kind", job.kind)} ${job.prefix ?? job.bucket}`;
    return html`<li>${word("job.kind", job.kind)} ${jobTarget(job)} ${jobState(job)} ${jobProgress(job)}
      ${actionsOf(job).map((it) => rowButton(t(`job.action.${it}`), name, () => this.send(job, it)))}</li>`;
  }

  private send(job: Job, action: JobAction): void {
    void this.attempt(async () => {
      await this.ctx.api.post(`${LIST}/{job}/${action}`, { params: { ...this.params, job: job.id } });
      await this.follow();
    });
  }

  /** Those that are over. */
  private readonly hide = (): void => {
    this.jobs = this.jobs.filter((it) => !isOver(it));
  };
}
