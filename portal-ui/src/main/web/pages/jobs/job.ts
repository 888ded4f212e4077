import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { ApiError } from "../../api/errors";
import type { Job, JobFailure, Page } from "../../api/types";
import { count, time } from "../../format";
import { t, word } from "../../i18n";
import "../../ui/csv-button";
import { actionsOf, isOver, type JobAction, jobProgress, jobState, jobTarget } from "../../ui/job-row";
import { objectName } from "../../ui/name";
import { Loaded } from "../../ui/page";
import { empty, gone, loaded } from "../../ui/states";
import { type Column, type ListPart, listQuery } from "../../ui/table";
import { JOB, jobParams } from "./address";

const EVERY_MILLIS = 2000;

/** One job: what it does, how far it is, and what it could not do. */
@customElement("ose-job")
export class JobPage extends Loaded<Job> {
  @property() tenant = "";
  @property() user = "";
  @property() job = "";

  private timer: ReturnType<typeof setTimeout> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  protected override key(): string {
    return `${this.tenant}/${this.user}/${this.job}`;
  }

  private get params() {
    return jobParams({ tenant: this.tenant, user: this.user, id: this.job });
  }

  protected override async load(): Promise<Job> {
    clearTimeout(this.timer);
    const job = await this.ctx.api.get<Job>(JOB, { params: this.params, signal: this.signal });
    if (!isOver(job) && job.state !== "PAUSED") {
      this.timer = setTimeout(() => void this.reload(), EVERY_MILLIS);
    }
    return job;
  }

  protected override refresh(): void {
    super.refresh();
    void this.reload();
  }

  protected override render(): TemplateResult {
    if (this.error instanceof ApiError && this.error.isGone) {
      return gone(this.ctx.href("jobs"), t("page.jobs"));
    }
    return html`<nav aria-label=${t("frame.breadcrumb")}><a href=${this.ctx.href("jobs")}>${t("page.jobs")}</a></nav>
      ${loaded(this.value, this.error, this.reload, (it) => this.whole(it))} ${this.dialog()}`;
  }

  private whole(it: Job): TemplateResult {
    return html`<h1>${word("job.kind", it.kind)} <span class="minor"><bdi>${it.bucket}</bdi></span></h1>
      <dl class="facts">
        <dt>${t("list.status")}</dt><dd aria-live="polite">${jobState(it)}</dd>
        <dt>${t("jobs.what")}</dt><dd>${jobTarget(it)}</dd>
        ${it.keyCount === undefined ? nothing : html`<dt>${t("jobs.keys")}</dt><dd>${count(it.keyCount)}</dd>`}
        <dt>${t("jobs.progress")}</dt><dd>${jobProgress(it)}</dd>
        <dt>${t("jobs.by")}</dt><dd><bdi>${it.startedBy}</bdi></dd>
        <dt>${t("list.created")}</dt><dd>${time(it.createdAt)}</dd>
        <dt>${t("jobs.begun")}</dt><dd>${time(it.startedAt)}</dd>
        <dt>${t("jobs.ended")}</dt><dd>${time(it.finishedAt)}</dd>
      </dl>
      <div class="toolbar">${actionsOf(it).map(
        (action) => html`<button class="button" @click=${() => this.press(it, action)}>${t(`job.action.${action}`)}</button>`,
      )}</div>
      ${it.failed > 0 ? this.failures() : nothing}`;
  }

  private press(job: Job, action: JobAction): void {
    if (action !== "cancel") {
      this.send(action);
      return;
    }
    void this.ask({
      heading: t("jobs.cancel"),
      text: html`<p>${t("jobs.cancel.about", { done: count(job.done) })}</p>`,
      action: t("jobs.cancel"),
      isDanger: true,
      send: async () => {
        await this.ctx.api.post(`${JOB}/cancel`, { params: this.params });
        this.ctx.toast(t("jobs.told"));
        await this.reload();
      },
    });
  }

  private send(action: JobAction): void {
    void this.act(t("jobs.told"), () => this.ctx.api.post(`${JOB}/${action}`, { params: this.params }));
  }

  private readonly read = (part: ListPart): Promise<Page<JobFailure>> =>
    this.ctx.api.get(`${JOB}/failures`, {
      params: this.params,
      query: { ...listQuery(part, "key", "code"), total: true },
      signal: part.signal,
    });

  private get columns(): Column<JobFailure>[] {
    return [
      { label: t("jobs.failure.key"), order: "key", cell: (it) => (it.key === undefined ? "–" : objectName(it.key)) },
      { label: t("objects.version"), cell: (it) => (it.version === undefined ? "–" : html`<code>${it.version}</code>`) },
      { label: t("jobs.failure.code"), order: "code", cell: (it) => html`<code>${it.code ?? "–"}</code> ${it.message ?? nothing}` },
      { label: t("audit.at"), order: "at", cell: (it) => time(it.at) },
    ];
  }

  private failures(): TemplateResult {
    const csv = this.ctx.can("ExportJobFailuresAsCsv")
      ? html`<ose-csv .ctx=${this.ctx} .csv=${{ path: `${JOB}/failures.csv` as const, call: { params: this.params }, file: `job-${this.job}-failures.csv` }}></ose-csv>`
      : nothing;
    return html`<h2>${t("jobs.failures")}</h2>
      <ose-table .ctx=${this.ctx} .columns=${this.columns} .read=${this.read} .label=${t("jobs.failures")} usualOrder="id"
        .filter=${t("jobs.failures.filter")} .tools=${csv} .none=${empty(t("jobs.failures"), t("jobs.failures.none"))}></ose-table>`;
  }
}
