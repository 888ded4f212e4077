import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { NewUser, Page, User } from "../api/types";
import { time } from "../format";
import { t, word } from "../i18n";
import { passwordQuestion, secondFactorQuestion } from "../ui/account-questions";
import type { Field } from "../ui/form";
import { Part } from "../ui/page";
import { checkPassword } from "../ui/password";
import { rowButton } from "../ui/row-button";
import { empty } from "../ui/states";
import { status } from "../ui/status";
import { type Column, type ListPart, listQuery } from "../ui/table";

const LIST = "/api/v1/admin/tenants/{tenant}/users";
const ONE = "/api/v1/admin/tenants/{tenant}/users/{user}";
const ROLES = ["TENANT_USER", "TENANT_ADMIN"];

/** The users of a tenant, for its administrators and the provider. */
@customElement("ose-users")
export class Users extends Part {
  @property() tenant = "";
  /** Whether the tenant does not admit the provider who looks at it, who then makes no administrators there. */
  @property({ type: Boolean }) closed = false;

  private readonly read = (part: ListPart): Promise<Page<User>> =>
    this.ctx.api.get(LIST, {
      params: { tenant: this.tenant },
      query: { ...listQuery(part, "name"), total: true },
      signal: part.signal,
    });

  private get columns(): Column<User>[] {
    return [
      { label: t("users.name"), order: "name", cell: (it) => html`<bdi>${it.name}</bdi>` },
      { label: t("users.role"), order: "role", cell: (it) => word("role", it.role) },
      { label: t("list.status"), order: "status", cell: (it) => status(it.status) },
      { label: t("list.created"), order: "createdAt", cell: (it) => time(it.createdAt) },
      { label: t("list.actions"), cell: (it) => this.actions(it) },
    ];
  }

  private actions(user: User): TemplateResult {
    const isActive = user.status === "ACTIVE";
    const button = (text: string, does: () => void) => rowButton(text, user.name, does);
    return html`${button(isActive ? t("action.disable") : t("action.enable"), () => this.switch(user, !isActive))}
    ${this.ctx.isByToken
      ? nothing
      : html`${button(t("users.password"), () => this.setPassword(user))}
        ${button(t("users.factor"), () => this.endFactor(user))}`}
    ${button(t("action.delete"), () => this.erase(user))}`;
  }

  protected override render(): TemplateResult {
    const create = html`<button class="button primary" @click=${this.create}>${t("users.create")}</button>`;
    return html`<ose-table .ctx=${this.ctx} .columns=${this.columns} .read=${this.read} .label=${t("page.users")}
        .filter=${t("users.filter")} usualOrder="name" .tools=${create} .subject=${this.tenant}
        .none=${empty(t("users.none.title"), t("users.none"), create)}></ose-table>
      ${this.dialog()}`;
  }

  private readonly create = (): void => {
    const roles = this.ctx.isByToken || this.closed ? ["TENANT_USER"] : ROLES;
    const password: Field = {
      name: "password",
      label: t("users.first"),
      type: "password",
      help: t("users.first.help"),
      autocomplete: "new-password",
      check: checkPassword(""),
    };
    const options = roles.map((it) => ({ value: it, label: word("role", it) }));
    this.ask({
      heading: t("users.create"),
      fields: [
        { name: "name", label: t("users.name"), required: true },
        { name: "role", label: t("users.role"), type: "select", required: true, options },
        ...(this.ctx.isByToken ? [] : [password]),
      ],
      action: t("users.create"),
      send: async ({ name, role, password }) => {
        const made = await this.ctx.api.create<NewUser>(LIST, { params: { tenant: this.tenant }, body: { name, role } });
        this.refresh();
        this.show(made);
        if (password) {
          void this.act(t("users.password.done"), () => this.putPassword(made, password));
        }
      },
    });
  };

  private show(made: NewUser): void {
    this.open({
      heading: t("users.created"),
      isKept: true,
      body: html`<p>${t("users.created.about")}</p>
        <ose-snippet .label=${t("credentials.key")} .text=${made.reservedCredential.accessKey}></ose-snippet>
        <ose-snippet .label=${t("credentials.secret")} .text=${made.reservedCredential.secretKey}></ose-snippet>
        <div class="buttons"><button class="button primary" @click=${this.close}>${t("action.saved")}</button></div>`,
    });
  }

  private async putPassword(user: User, password: string): Promise<void> {
    await this.ctx.api.put(`${ONE}/login`, {
      params: { tenant: this.tenant, user: user.id },
      body: { password, mustChange: true },
    });
  }

  private setPassword(user: User): void {
    this.ask(
      passwordQuestion(user.name, async (password) => {
        await this.putPassword(user, password);
        this.ctx.toast(t("users.password.done"));
      }),
    );
  }

  private endFactor(user: User): void {
    this.ask(
      secondFactorQuestion(user.name, async () => {
        await this.ctx.api.delete(`${ONE}/totp`, { params: { tenant: this.tenant, user: user.id } });
        this.ctx.toast(t("users.factor.done"));
      }),
    );
  }

  private switch(user: User, toActive: boolean): void {
    const params = { tenant: this.tenant, user: user.id };
    void this.act(toActive ? t("action.enabled") : t("action.disabled"), () =>
      this.ctx.api.post(toActive ? `${ONE}/enable` : `${ONE}/disable`, { params }),
    );
  }

  private erase(user: User): void {
    this.ask({
      heading: t("users.delete"),
      text: html`<p>${t("users.delete.about")} <bdi>${user.name}</bdi></p>`,
      fields: [
        { name: "typed", label: t("confirm.name", { name: user.name }), required: true, check: (it) => (it === user.name ? undefined : t("confirm.differs")) },
        { name: "newOwner", label: t("users.heir"), help: t("users.heir.help") },
      ],
      action: t("action.delete"),
      isDanger: true,
      send: async ({ newOwner }) => {
        const heir = newOwner ? await this.idOf(newOwner) : undefined;
        await this.ctx.api.delete(ONE, { params: { tenant: this.tenant, user: user.id }, query: { newOwner: heir } });
        this.refresh();
      },
    });
  }

  /** The id of a user; what is no name goes on as it is, and the node refuses it. */
  private async idOf(name: string): Promise<string> {
    const found = await this.ctx.api.get<Page<User>>(LIST, { params: { tenant: this.tenant }, query: { name } });
    return found.items[0]?.id ?? name;
  }
}
