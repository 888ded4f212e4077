import { html, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { containing } from "../../api/client";
import type { Job, Page } from "../../api/types";
import { tenantOf } from "../../context";
import { time } from "../../format";
import { t, word } from "../../i18n";
import { choice } from "../../ui/choice";
import { actionsOf, isOver, type JobAction, jobProgress, jobState, jobTarget } from "../../ui/job-row";
import { Part } from "../../ui/page";
import { rowButton } from "../../ui/row-button";
import { empty } from "../../ui/states";
import type { Column, ListPart } from "../../ui/table";
import { TenantNames } from "../provider/names";
import { JOB, jobParams, jobPath } from "./address";

const EVERY_MILLIS = 3000;
const STATES = ["QUEUED", "RUNNING", "PAUSED", "COMPLETED", "COMPLETED_WITH_ERRORS", "FAILED", "CANCELLED"] as const;

/** The filter of jobs in a state, whose bucket or starter has a text. */
export function jobFilter(text: string, state: string): string | undefined {
  const contains = text ? `(${["bucket", "startedBy"].map((it) => containing(it, text)).join(",")})` : "";
  return [contains, state ? `state==${state}` : ""].filter(Boolean).join(";") || undefined;
}

/** Jobs of the service, of a tenant or of oneself, by role; followed while one of them runs. */
@customElement("ose-jobs")
export class JobsPage extends Part {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private names!: TenantNames;

  override connectedCallback(): void {
    super.connectedCallback();
    this.names = new TenantNames(this.ctx, this.signal);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  private get isProvider(): boolean {
    return !this.ctx.me.tenant;
  }

  private get state(): string {
    return STATES.find((it) => it === this.ctx.route.query.get("state")) ?? "";
  }

  private readonly read = async (part: ListPart): Promise<Page<Job>> => {
    const { order, after, limit, signal } = part;
    const page = await this.ctx.api.get<Page<Job>>(this.path, {
      params: { tenant: tenantOf(this.ctx), user: this.ctx.me.user ?? "" },
      query: { order, after, limit, filter: jobFilter(part.text, this.state), total: true },
      signal,
    });
    if (this.isProvider) {
      await this.names.read(page.items.map((it) => it.tenant));
    }
    clearTimeout(this.timer);
    if (page.items.some((it) => !isOver(it) && it.state !== "PAUSED")) {
      this.timer = setTimeout(() => this.refresh(), EVERY_MILLIS);
    }
    return page;
  };

  private get path() {
    return this.isProvider
      ? "/api/v1/admin/jobs"
      : this.ctx.can("ListTenantJobs")
        ? "/api/v1/admin/tenants/{tenant}/jobs"
        : "/api/v1/admin/tenants/{tenant}/users/{user}/jobs";
  }

  private get columns(): Column<Job>[] {
    const tenant: Column<Job> = { label: t("tenants.name"), cell: (it) => this.names.link(it.tenant) };
    return [
      { label: t("jobs.kind"), order: "kind", cell: (it) => html`<a href=${this.ctx.href(jobPath(it))}>${word("job.kind", it.kind)}</a>` },
      ...(this.isProvider ? [tenant] : []),
      { label: t("jobs.what"), order: "bucket", cell: jobTarget },
      { label: t("list.status"), order: "state", cell: jobState },
      { label: t("jobs.progress"), cell: jobProgress },
      { label: t("jobs.by"), order: "startedBy", cell: (it) => html`<bdi>${it.startedBy}</bdi>` },
      { label: t("list.created"), order: "createdAt", cell: (it) => time(it.createdAt) },
      { label: t("list.actions"), cell: (it) => this.actions(it) },
    ];
  }

  private actions(job: Job): TemplateResult {
    const name = `${word("job.kind", job.kind)} ${job.bucket}`;
    return html`${actionsOf(job).map((it) => rowButton(t(`job.action.${it}`), name, () => this.send(job, it)))}`;
  }

  protected override render(): TemplateResult {
    const name = (it: string) => (it === "" ? t("jobs.state.any") : word("job.state", it));
    const tools = choice(t("list.status"), ["", ...STATES], this.state, name, (it) => this.ctx.show({ state: it, after: undefined }, true));
    return html`<h1>${t("page.jobs")}</h1>
      <ose-table .ctx=${this.ctx} .columns=${this.columns} .read=${this.read} .label=${t("page.jobs")} usualOrder="-id"
        .filter=${t("jobs.filter")} .tools=${tools} .subject=${this.state} .none=${this.none()}></ose-table>
      ${this.dialog()}`;
  }

  private none(): TemplateResult {
    if (!this.state) {
      return empty(t("jobs.none.title"), t("jobs.none"));
    }
    const clear = html`<button class="button" @click=${() => this.ctx.show({ state: undefined })}>${t("list.clear")}</button>`;
    return empty(t("list.nomatch.title"), t("jobs.none.state"), clear);
  }

  private send(job: Job, action: JobAction): void {
    void this.act(t("jobs.told"), () => this.ctx.api.post(`${JOB}/${action}`, { params: jobParams(job) }));
  }
}
