import { html, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import type { Job, Page } from "../api/types";
import { tenantOf } from "../context";
import { time } from "../format";
import { t, word } from "../i18n";
import { actionsOf, isOver, type JobAction, jobProgress, jobState, jobTarget } from "../ui/job-row";
import { objectName } from "../ui/name";
import { Part } from "../ui/page";
import { rowButton } from "../ui/row-button";
import { empty } from "../ui/states";
import { type Column, type ListPart, listQuery } from "../ui/table";

const ONE = "/api/v1/admin/tenants/{tenant}/users/{user}/jobs/{job}";
const EVERY_MILLIS = 3000;

interface Failure {
  key: string;
  versionId?: string;
  code: string;
  message?: string;
}

/** Jobs of the service, of a tenant or of oneself, by role; followed while one of them runs. */
@customElement("ose-jobs")
export class JobsPage extends Part {
  private timer: ReturnType<typeof setTimeout> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  private readonly read = async (part: ListPart): Promise<Page<Job>> => {
    const call = {
      params: { tenant: tenantOf(this.ctx), user: this.ctx.me.user ?? "" },
      query: { ...listQuery(part, "bucket"), total: true },
      signal: part.signal,
    };
    const page = await this.ctx.api.get<Page<Job>>(this.path, call);
    clearTimeout(this.timer);
    if (page.items.some((it) => !isOver(it) && it.state !== "PAUSED")) {
      this.timer = setTimeout(() => this.refresh(), EVERY_MILLIS);
    }
    return page;
  };

  private get path() {
    return !this.ctx.me.tenant
      ? "/api/v1/admin/jobs"
      : this.ctx.can("ListTenantJobs")
        ? "/api/v1/admin/tenants/{tenant}/jobs"
        : "/api/v1/admin/tenants/{tenant}/users/{user}/jobs";
  }

  private get columns(): Column<Job>[] {
    return [
      { label: t("jobs.kind"), order: "kind", cell: (it) => word("job.kind", it.kind) },
      { label: t("jobs.what"), order: "bucket", cell: jobTarget },
      { label: t("list.status"), order: "state", cell: jobState },
      { label: t("jobs.progress"), cell: jobProgress },
      { label: t("jobs.by"), order: "startedBy", cell: (it) => html`<bdi>${it.startedBy}</bdi>` },
      { label: t("list.created"), order: "createdAt", cell: (it) => time(it.createdAt) },
      { label: t("list.actions"), cell: (it) => this.actions(it) },
    ];
  }

  private actions(job: Job): TemplateResult {
    const button = (text: string, does: () => void) => rowButton(text, `${word("job.kind", job.kind)} ${job.bucket}`, does);
    return html`${actionsOf(job).map((it) => button(t(`job.action.${it}`), () => this.send(job, it)))}
      ${job.failed > 0 ? button(t("jobs.failures"), () => void this.showFailures(job)) : ""}`;
  }

  protected override render(): TemplateResult {
    return html`<h1>${t("page.jobs")}</h1>
      <ose-table .ctx=${this.ctx} .columns=${this.columns} .read=${this.read} .label=${t("page.jobs")} usualOrder="-id"
        .filter=${t("jobs.filter")} .none=${empty(t("jobs.none.title"), t("jobs.none"))}></ose-table>
      ${this.dialog()}`;
  }

  private send(job: Job, action: JobAction): void {
    const params = { tenant: job.tenant, user: job.user, job: job.id };
    void this.act(t("jobs.told"), () => this.ctx.api.post(`${ONE}/${action}`, { params }));
  }

  private showFailures(job: Job): Promise<void> {
    return this.attempt(async () => {
      const failures = await this.ctx.api.get<Page<Failure>>(`${ONE}/failures`, {
        params: { tenant: job.tenant, user: job.user, job: job.id },
      });
      this.open({
        heading: t("jobs.failures"),
        body: html`<ul class="plain">
            ${failures.items.map((it) => html`<li>${objectName(it.key)}: <code>${it.code}</code> ${it.message ?? ""}</li>`)}
          </ul>
          <div class="buttons"><button class="button primary" @click=${this.close}>${t("action.close")}</button></div>`,
      });
    });
  }
}
