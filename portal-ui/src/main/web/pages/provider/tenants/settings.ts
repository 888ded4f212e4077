import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { AlertThresholds, DirectorOrganisation, Tenant, TenantAlertThresholds } from "../../../api/types";
import { t, word } from "../../../i18n";
import "../../../ui/change";
import type { Change, Versioned } from "../../../ui/change";
import { Loaded } from "../../../ui/page";
import { loaded } from "../../../ui/states";
import { thresholdFields, thresholdsOf } from "../billing/thresholds";

const ONE = "/api/v1/admin/tenants/{tenant}";
const POLICIES = ["DISALLOW", "FULL_PERMISSION"] as const;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface Settings {
  thresholds: Versioned<TenantAlertThresholds> | undefined;
  director: DirectorOrganisation | undefined;
}

/** What the provider sets for a tenant beside its quota and prices. */
@customElement("ose-tenant-settings")
export class TenantSettings extends Loaded<Settings> {
  @property({ attribute: false }) tenant!: Tenant;
  @property() tag = "";
  @property({ attribute: false }) done: () => unknown = () => undefined;

  protected override key(): string {
    return this.tenant.id;
  }

  private get params() {
    return { tenant: this.tenant.id };
  }

  protected override async load(): Promise<Settings> {
    const { ctx, params, signal } = this;
    const [thresholds, director] = await Promise.all([
      ctx.can("GetTenantAlertThresholds")
        ? ctx.api.read<TenantAlertThresholds>(`${ONE}/quota-alert-thresholds`, { params, signal })
        : undefined,
      ctx.can("GetDirectorOrganisation")
        ? ctx.api.get<DirectorOrganisation>(`${ONE}/director-organisation`, { params, signal })
        : undefined,
    ]);
    return { thresholds, director };
  }

  protected override render(): TemplateResult {
    return html`${this.impersonation()}
      ${loaded(this.value, this.error, this.reload, (it) => html`${it.thresholds ? this.thresholds(it.thresholds) : nothing}
        ${it.director ? this.director(it.director) : nothing}`)}
      ${this.dialog()}`;
  }

  private impersonation(): TemplateResult {
    return html`<section aria-labelledby="impersonation"><h2 id="impersonation">${t("tenants.impersonation")}</h2>
      <p>${word("access", this.tenant.impersonation)}</p>
      ${this.ctx.can("PutTenantSettings") ? html`<button class="button" @click=${this.changeImpersonation}>${t("tenants.impersonation.change")}</button>` : nothing}
    </section>`;
  }

  private readonly changeImpersonation = (): void => {
    type Policy = Tenant["impersonation"];
    const of = ({ value, tag }: Versioned<Tenant>) => ({ value: value.impersonation, tag });
    const change: Change<Policy> = {
      stored: of({ value: this.tenant, tag: this.tag }),
      read: async () => of(await this.ctx.api.read<Tenant>(ONE, { params: this.params })),
      fields: (value) => [
        {
          name: "impersonation",
          label: t("tenants.impersonation"),
          type: "select",
          required: true,
          value,
          options: POLICIES.map((it) => ({ value: it, label: word("access", it) })),
        },
      ],
      wanted: ({ impersonation }) => POLICIES.find((it) => it === impersonation) ?? "DISALLOW",
      write: (impersonation, tag) =>
        this.ctx.api.put(`${ONE}/settings`, { params: this.params, body: { impersonation }, headers: { "If-Match": tag } }),
      lines: (value) => [word("access", value)],
      done: () => this.saved(this.done),
    };
    this.change(t("tenants.impersonation.change"), t("tenants.impersonation.about"), change);
  };

  private change<T>(heading: string, about: string, change: Change<T>): void {
    this.open({ heading, body: html`<p>${about}</p><ose-change .change=${change} cancels @close=${this.close}></ose-change>` });
  }

  private saved(then: () => unknown): void {
    this.close();
    this.ctx.toast(t("tenants.settings.saved"));
    void then();
  }

  private thresholds(stored: Versioned<TenantAlertThresholds>): TemplateResult {
    const { thresholds, inherited } = stored.value;
    return html`<section aria-labelledby="thresholds"><h2 id="thresholds">${t("alerts.thresholds")}</h2>
      <p>${thresholds.length === 0 ? t("tenants.thresholds.none") : thresholds.map((it) => `${it} %`).join(", ")}
        <span class="minor">${inherited ? t("tenants.thresholds.inherited") : t("tenants.thresholds.own")}</span></p>
      ${this.ctx.can("PutTenantAlertThresholds")
        ? html`<button class="button" @click=${() => this.changeThresholds(stored)}>${t("alerts.thresholds.change")}</button>`
        : nothing}
      ${!inherited && this.ctx.can("DeleteTenantAlertThresholds")
        ? html`<button class="button" @click=${() => this.inherit(stored)}>${t("tenants.thresholds.inherit")}</button>`
        : nothing}
    </section>`;
  }

  private changeThresholds(stored: Versioned<TenantAlertThresholds>): void {
    const path = `${ONE}/quota-alert-thresholds` as const;
    const params = this.params;
    const change: Change<AlertThresholds> = {
      stored,
      read: () => this.ctx.api.read<TenantAlertThresholds>(path, { params }),
      fields: thresholdFields,
      wanted: thresholdsOf,
      write: (value, tag) =>
        this.ctx.api.put(path, { params, body: { thresholds: value.thresholds }, headers: { "If-Match": tag } }),
      lines: ({ thresholds }) => (thresholds ?? []).map((it) => `${it} %`),
      done: () => this.saved(this.reload),
    };
    this.change(t("alerts.thresholds.change"), t("tenants.thresholds.about"), change);
  }

  private inherit({ tag }: Versioned<TenantAlertThresholds>): void {
    void this.ask({
      heading: t("tenants.thresholds.inherit"),
      text: html`<p>${t("tenants.thresholds.inherit.about")}</p>`,
      action: t("tenants.thresholds.inherit"),
      send: async () => {
        await this.ctx.api.delete(`${ONE}/quota-alert-thresholds`, { params: this.params, headers: { "If-Match": tag } });
        await this.reload();
      },
    });
  }

  private director({ organisation }: DirectorOrganisation): TemplateResult {
    const { ctx } = this;
    // The node takes a token for neither: who are administrators would depend on it.
    const can = (operation: string) => ctx.can(operation) && !ctx.isByToken;
    return html`<section aria-labelledby="director"><h2 id="director">${t("tenants.director")}</h2>
      <p>${organisation === undefined ? t("tenants.director.none") : html`<code>${organisation}</code> <ose-copy .text=${organisation}></ose-copy>`}</p>
      ${can("PutDirectorOrganisation")
        ? html`<button class="button" @click=${() => this.setDirector(organisation)}>${t("tenants.director.change")}</button>`
        : nothing}
      ${organisation !== undefined && can("DeleteDirectorOrganisation")
        ? html`<button class="button" @click=${this.unsetDirector}>${t("tenants.director.remove")}</button>`
        : nothing}
    </section>`;
  }

  private setDirector(organisation: string | undefined): void {
    void this.ask({
      heading: t("tenants.director.change"),
      text: html`<p>${t("tenants.director.about")}</p>`,
      fields: [
        {
          name: "organisation",
          label: t("tenants.director"),
          required: true,
          value: organisation ?? "",
          help: t("tenants.director.help"),
          check: (it) => (UUID.test(it.trim()) ? undefined : t("tenants.director.help")),
        },
      ],
      action: t("action.save"),
      send: async (values) => {
        const body = { organisation: (values["organisation"] ?? "").trim() };
        await this.ctx.api.put(`${ONE}/director-organisation`, { params: this.params, body });
        await this.reload();
      },
    });
  }

  private readonly unsetDirector = (): void => {
    void this.ask({
      heading: t("tenants.director.remove"),
      text: html`<p>${t("tenants.director.remove.about")}</p>`,
      action: t("tenants.director.remove"),
      isDanger: true,
      send: async () => {
        await this.ctx.api.delete(`${ONE}/director-organisation`, { params: this.params });
        await this.reload();
      },
    });
  };
}
