import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { ApiError } from "../../../api/errors";
import type { Tenant, TenantPurge } from "../../../api/types";
import { bytes, count, time } from "../../../format";
import { t, word } from "../../../i18n";
import { Loaded } from "../../../ui/page";
import { badge, loaded } from "../../../ui/states";
import type { Content } from "./content";

const PATH = "/api/v1/admin/tenants/{tenant}/purge";
/** A removal that runs is read again so often. */
const EVERY_MILLIS = 2000;
const KINDS = { RUNNING: "busy", STOPPED: "plain", FAILED: "bad", COMPLETED: "good" } as const;

interface Last {
  purge?: TenantPurge;
}

/** Removes a suspended tenant with all its data, and follows that. */
@customElement("ose-tenant-purge")
export class TenantPurgePart extends Loaded<Last> {
  @property({ attribute: false }) tenant!: Tenant;
  @property({ attribute: false }) content!: Content;

  private timer: ReturnType<typeof setTimeout> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  protected override key(): string {
    return this.tenant.id;
  }

  private get params() {
    return { tenant: this.tenant.id };
  }

  protected override async load(): Promise<Last> {
    clearTimeout(this.timer);
    const last = await this.read();
    if (last.purge?.state === "RUNNING") {
      this.timer = setTimeout(() => void this.reload(), EVERY_MILLIS);
    } else if (last.purge?.state === "COMPLETED") {
      this.ctx.toast(t("purge.completed", { name: this.tenant.name }));
      this.ctx.go("tenants", {}, true);
    }
    return last;
  }

  /** A tenant that was never to be removed has no removal. */
  private async read(): Promise<Last> {
    try {
      return { purge: await this.ctx.api.get<TenantPurge>(PATH, { params: this.params, signal: this.signal }) };
    } catch (e) {
      if (e instanceof ApiError && e.isGone) {
        return {};
      }
      throw e;
    }
  }

  protected override refresh(): void {
    void this.reload();
  }

  protected override render(): TemplateResult {
    return html`<section aria-labelledby="purge">
      <h2 id="purge">${t("purge.title")}</h2>
      <p>${t("purge.about")}</p>
      ${loaded(this.value, this.error, this.reload, ({ purge }) => html`${purge ? this.state(purge) : nothing} ${this.offer(purge)}`)}
      ${this.dialog()}
    </section>`;
  }

  private state({ state, removed, problem, requestedBy, requestedAt }: TenantPurge): TemplateResult {
    return html`<p role="status">${badge(word("purge.state", state), KINDS[state])}
        ${t("purge.removed", { objects: count(removed.objects), buckets: count(removed.buckets), users: count(removed.users) })}</p>
      ${problem ? html`<p class="alert error">${problem}</p>` : nothing}
      <p class="minor">${t("purge.requested", { name: requestedBy, time: time(requestedAt) })}</p>`;
  }

  private offer(purge: TenantPurge | undefined): unknown {
    if (purge?.state === "RUNNING") {
      return this.ctx.can("StopTenantPurge") ? html`<button class="button" @click=${this.stop}>${t("purge.stop")}</button>` : nothing;
    }
    if (this.tenant.status === "ACTIVE") {
      return html`<p>${t("purge.suspend")}</p>`;
    }
    return this.ctx.can("PurgeTenant") && !this.ctx.isByToken
      ? html`<button class="button danger" @click=${this.order}>${t("purge.title")}</button>`
      : nothing;
  }

  private readonly stop = (): void => {
    void this.act(t("purge.stopped"), () => this.ctx.api.delete(PATH, { params: this.params }));
  };

  private readonly order = (): void => {
    const { name } = this.tenant;
    const { users, buckets, objects, bytes: size } = this.content;
    void this.ask({
      heading: t("purge.title"),
      text: html`<p>${t("purge.goes")} <bdi>${name}</bdi></p>
        <ul class="plain">
          <li>${t("removal.objects", { count: count(objects), size: bytes(size) })}</li>
          <li>${t("removal.buckets", { count: buckets })}</li>
          <li>${t("removal.users", { count: users })}</li>
          <li>${t("removal.goes")}</li>
          <li>${t("removal.stays")}</li>
        </ul>`,
      fields: [
        { name: "typed", label: t("confirm.name", { name }), required: true, check: (it) => (it === name ? undefined : t("confirm.differs")) },
      ],
      action: t("purge.action"),
      isDanger: true,
      send: async () => {
        await this.ctx.api.post(PATH, { params: this.params, body: { name } });
        await this.reload();
      },
    });
  };
}
