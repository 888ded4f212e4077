import { html, nothing, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import type { Credential, Page } from "../api/types";
import { tenantOf } from "../context";
import { time } from "../format";
import { t, word } from "../i18n";
import { Part } from "../ui/page";
import { rowButton } from "../ui/row-button";
import { badge, empty } from "../ui/states";
import { type Column, type ListPart, listQuery } from "../ui/table";
import { status } from "../ui/status";

const LIST = "/api/v1/admin/tenants/{tenant}/users/{user}/credentials";
const ONE = "/api/v1/admin/tenants/{tenant}/users/{user}/credentials/{accessKey}";
const DAY = 24 * 3600 * 1000;

/** The caller's own key pairs. */
@customElement("ose-credentials")
export class CredentialsPage extends Part {
  private get params(): { tenant: string; user: string } {
    return { tenant: tenantOf(this.ctx), user: this.ctx.me.user ?? "" };
  }

  private readonly read = (part: ListPart): Promise<Page<Credential>> =>
    this.ctx.api.get(LIST, {
      params: this.params,
      query: { ...listQuery(part, "accessKey", "description"), total: true },
      signal: part.signal,
    });

  private get columns(): Column<Credential>[] {
    return [
      { label: t("credentials.key"), order: "accessKey", cell: (it) => html`<code>${it.accessKey}</code> <ose-copy .text=${it.accessKey}></ose-copy>` },
      { label: t("credentials.kind"), order: "kind", cell: (it) => word("kind", it.kind) },
      { label: t("credentials.description"), order: "description", cell: (it) => html`<bdi>${it.description}</bdi>` },
      { label: t("list.status"), order: "status", cell: (it) => status(it.status) },
      { label: t("credentials.expires"), order: "expiresAt", cell: (it) => this.expiry(it) },
      { label: t("list.created"), order: "createdAt", cell: (it) => time(it.createdAt) },
      { label: t("list.actions"), cell: (it) => this.actions(it) },
    ];
  }

  private expiry(credential: Credential): unknown {
    if (!credential.expiresAt) {
      return t("credentials.never");
    }
    const isPast = new Date(credential.expiresAt).getTime() < Date.now();
    return html`${time(credential.expiresAt)} ${isPast ? badge(t("credentials.expired"), "bad") : nothing}`;
  }

  private actions(credential: Credential): unknown {
    if (credential.kind === "RESERVED") {
      return html`<span class="minor">${t("credentials.reserved")}</span>`;
    }
    const isActive = credential.status === "ACTIVE";
    const button = (text: string, does: () => void) => rowButton(text, credential.accessKey, does);
    return html`${button(isActive ? t("action.disable") : t("action.enable"), () => this.switch(credential, !isActive))}
    ${button(t("action.delete"), () => this.erase(credential))}`;
  }

  protected override render(): TemplateResult {
    const create = html`<button class="button primary" @click=${this.create}>${t("credentials.create")}</button>`;
    return html`<h1>${t("page.credentials")}</h1>
      <ose-table .ctx=${this.ctx} .columns=${this.columns} .read=${this.read} .label=${t("page.credentials")}
        .filter=${t("credentials.filter")} usualOrder="createdAt" .tools=${create}
        .none=${empty(t("credentials.none.title"), t("credentials.none"), create)}></ose-table>
      ${this.dialog()}`;
  }

  private readonly create = (): void => {
    this.ask({
      heading: t("credentials.create"),
      fields: [
        { name: "description", label: t("credentials.description"), help: t("credentials.description.help") },
        {
          name: "expiry",
          label: t("credentials.expires"),
          type: "select",
          required: true,
          options: [
            { value: "never", label: t("credentials.never") },
            ...[30, 90, 365].map((it) => ({ value: String(it), label: t("tokens.days", { days: it }) })),
          ],
        },
        {
          name: "buckets",
          label: t("credentials.buckets"),
          type: "textarea",
          help: t("credentials.buckets.help"),
        },
        { name: "prefix", label: t("credentials.prefix"), help: t("credentials.prefix.help") },
        { name: "readOnly", label: t("credentials.readonly"), type: "checkbox" },
      ],
      action: t("credentials.create"),
      send: async ({ description = "", expiry = "", buckets = "", prefix = "", readOnly }) => {
        const names = buckets.split(/[\s,]+/).filter(Boolean);
        const scope = { buckets: names, readOnly: readOnly === "true", ...(prefix ? { prefix } : {}) };
        const made = await this.ctx.api.create<Credential>(LIST, {
          params: this.params,
          body: {
            description,
            ...(names.length > 0 || prefix || readOnly === "true" ? { scope } : {}),
            ...(expiry !== "never" ? { expiresAt: new Date(Date.now() + Number(expiry) * DAY).toISOString() } : {}),
          },
        });
        this.refresh();
        this.show(made);
      },
    });
  };

  private show(made: Credential): void {
    const secret = made.secretKey ?? "";
    this.open({
      heading: t("credentials.created"),
      isKept: true,
      body: html`<p>${t("secret.once")}</p>
        <ose-snippet .label=${t("credentials.key")} .text=${made.accessKey}></ose-snippet>
        <ose-snippet .label=${t("credentials.secret")} .text=${secret}></ose-snippet>
        <ose-snippet .label=${t("credentials.environment")}
          .text=${`export AWS_ACCESS_KEY_ID=${made.accessKey} AWS_SECRET_ACCESS_KEY=${secret}`}></ose-snippet>
        <div class="buttons"><button class="button primary" @click=${this.close}>${t("action.saved")}</button></div>`,
    });
  }

  private switch(credential: Credential, toActive: boolean): void {
    const params = { ...this.params, accessKey: credential.accessKey };
    void this.act(toActive ? t("action.enabled") : t("action.disabled"), () =>
      this.ctx.api.post(toActive ? `${ONE}/enable` : `${ONE}/disable`, { params }),
    );
  }

  private erase(credential: Credential): void {
    this.ask({
      heading: t("credentials.delete"),
      text: html`<p>${t("credentials.delete.about")} <code>${credential.accessKey}</code></p>`,
      action: t("action.delete"),
      isDanger: true,
      send: async () => {
        await this.ctx.api.delete(ONE, { params: { ...this.params, accessKey: credential.accessKey } });
        this.refresh();
      },
    });
  }
}
