import { html, nothing, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import type { Administrator, Page } from "../api/types";
import { time } from "../format";
import { t } from "../i18n";
import { passwordQuestion, secondFactorQuestion } from "../ui/account-questions";
import { Part } from "../ui/page";
import { checkPassword } from "../ui/password";
import { rowButton } from "../ui/row-button";
import { empty } from "../ui/states";
import { status } from "../ui/status";
import { type Column, type ListPart, listQuery } from "../ui/table";

const LIST = "/api/v1/admin/administrators";
const ONE = "/api/v1/admin/administrators/{administrator}";

/** The administrators of the provider. */
@customElement("ose-administrators")
export class AdministratorsPage extends Part {
  private readonly read = (part: ListPart): Promise<Page<Administrator>> =>
    this.ctx.api.get(LIST, {
      query: { ...listQuery(part, "name"), total: true },
      signal: part.signal,
    });

  private get columns(): Column<Administrator>[] {
    return [
      { label: t("users.name"), order: "name", cell: (it) => html`<bdi>${it.name}</bdi>` },
      { label: t("list.status"), order: "status", cell: (it) => status(it.status) },
      { label: t("admins.provider"), order: "identityProvider", cell: (it) => it.identityProvider ?? t("admins.local") },
      { label: t("factor.title"), cell: (it) => (it.secondFactor ? t("factor.on") : t("factor.off")) },
      { label: t("admins.signed"), order: "signedInAt", cell: (it) => time(it.signedInAt) },
      { label: t("list.actions"), cell: (it) => this.actions(it) },
    ];
  }

  private actions(admin: Administrator): TemplateResult {
    if (admin.name === this.ctx.session.name) {
      return html`<a href=${this.ctx.href("account")}>${t("page.account")}</a>`;
    }
    const isActive = admin.status === "ACTIVE";
    const button = (text: string, does: () => void) => rowButton(text, admin.name, does);
    if (this.ctx.isByToken) {
      return html`${isActive ? button(t("action.disable"), () => this.switch(admin, false)) : nothing}`;
    }
    return html`${button(isActive ? t("action.disable") : t("action.enable"), () => this.switch(admin, !isActive))}
    ${button(t("users.password"), () => this.setPassword(admin))}
    ${admin.secondFactor ? button(t("users.factor"), () => this.endFactor(admin)) : ""}
    ${button(t("action.delete"), () => this.erase(admin))}`;
  }

  protected override render(): TemplateResult {
    const create = this.ctx.isByToken
      ? nothing
      : html`<button class="button primary" @click=${this.create}>${t("admins.create")}</button>`;
    return html`<h1>${t("page.administrators")}</h1>
      <ose-table .ctx=${this.ctx} .columns=${this.columns} .read=${this.read} .label=${t("page.administrators")}
        .filter=${t("users.filter")} usualOrder="name" .tools=${create}
        .none=${empty(t("page.administrators"), t("admins.none"))}></ose-table>
      ${this.dialog()}`;
  }

  private readonly create = (): void => {
    this.ask({
      heading: t("admins.create"),
      fields: [
        { name: "name", label: t("users.name"), required: true },
        { name: "password", label: t("users.first"), type: "password", required: true, help: t("users.first.change"), autocomplete: "new-password", check: checkPassword("") },
      ],
      action: t("admins.create"),
      send: async ({ name, password }) => {
        await this.ctx.api.post(LIST, { body: { name, password } });
        this.refresh();
      },
    });
  };

  private setPassword(admin: Administrator): void {
    this.ask(
      passwordQuestion(admin.name, async (password) => {
        await this.ctx.api.put(`${ONE}/password`, { params: { administrator: admin.name }, body: { password } });
        this.ctx.toast(t("users.password.done"));
      }),
    );
  }

  private endFactor(admin: Administrator): void {
    this.ask(
      secondFactorQuestion(admin.name, async () => {
        await this.ctx.api.delete(`${ONE}/totp`, { params: { administrator: admin.name } });
        this.refresh();
      }),
    );
  }

  private switch(admin: Administrator, toActive: boolean): void {
    const params = { administrator: admin.name };
    void this.act(toActive ? t("action.enabled") : t("action.disabled"), () =>
      this.ctx.api.post(toActive ? `${ONE}/enable` : `${ONE}/disable`, { params }),
    );
  }

  private erase(admin: Administrator): void {
    this.ask({
      heading: t("admins.delete"),
      text: html`<p>${t("admins.delete.about")} <bdi>${admin.name}</bdi></p>`,
      action: t("action.delete"),
      isDanger: true,
      send: async () => {
        await this.ctx.api.delete(ONE, { params: { administrator: admin.name } });
        this.refresh();
      },
    });
  }
}
