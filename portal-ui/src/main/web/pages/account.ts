import { html, nothing, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import type { NewToken, OpenSession, Page, SecondFactorKey, Session, Token } from "../api/types";
import { time } from "../format";
import { t, word } from "../i18n";
import "../ui/dialog";
import "../ui/form";
import type { Field } from "../ui/form";
import { Loaded } from "../ui/page";
import { checkPassword } from "../ui/password";
import { qrCode } from "../ui/qr";
import { badge, loaded } from "../ui/states";

interface Account {
  hasSecondFactor: boolean;
  sessions: OpenSession[];
  tokens: Token[];
}

const ME = "/api/v1/admin/me";
const DAY = 24 * 3600 * 1000;

/** The caller's own account: password, second factor, sessions and tokens. */
@customElement("ose-account")
export class AccountPage extends Loaded<Account> {
  protected override async load(): Promise<Account> {
    const call = { signal: this.signal };
    const [factor, sessions, tokens] = await Promise.all([
      this.ctx.api.get<{ enabled: boolean }>(`${ME}/totp`, call),
      this.ctx.api.get<Page<OpenSession>>(`${ME}/sessions`, call),
      this.ctx.api.get<Page<Token>>(`${ME}/tokens`, { ...call, query: { order: "-createdAt" } }),
    ]);
    return { hasSecondFactor: factor.enabled, sessions: sessions.items, tokens: tokens.items };
  }

  protected override refresh(): void {
    void this.reload();
  }

  protected override render(): TemplateResult {
    const { session } = this.ctx;
    return html`<h1>${t("page.account")}</h1>
      <dl class="facts">
        <dt>${t("account.name")}</dt><dd><bdi>${session.user}</bdi></dd>
        ${session.tenant ? html`<dt>${t("account.tenant")}</dt><dd><bdi>${session.tenant}</bdi></dd>` : nothing}
        <dt>${t("account.role")}</dt><dd>${word("role", session.role)}</dd>
      </dl>
      ${this.ctx.isByToken
        ? nothing
        : html`<section aria-labelledby="account-password">
            <h2 id="account-password">${t("account.password")}</h2>
            <button class="button" @click=${this.changePassword}>${t("password.change")}</button>
          </section>`}
      ${loaded(this.value, this.error, this.reload, (it) => this.account(it))} ${this.dialog()}`;
  }

  private account(account: Account): TemplateResult {
    return html`<section aria-labelledby="account-factor">
        <h2 id="account-factor">${t("factor.title")}</h2>
        <p>${account.hasSecondFactor ? badge(t("factor.on"), "good") : badge(t("factor.off"))} ${t("factor.about")}</p>
        ${this.ctx.isByToken ? nothing : account.hasSecondFactor
          ? html`<button class="button" @click=${this.endFactor}>${t("factor.end")}</button>`
          : html`<button class="button" @click=${this.beginFactor}>${t("factor.begin")}</button>`}
      </section>
      ${this.sessions(account.sessions)} ${this.tokens(account.tokens)}`;
  }

  private sessions(sessions: OpenSession[]): TemplateResult {
    return html`<section aria-labelledby="account-sessions">
      <h2 id="account-sessions">${t("sessions.title")}</h2>
      <ul class="cards">
        ${sessions.map(
          (it) => html`<li class="card">
            <p><bdi>${it.device || t("sessions.unknown")}</bdi> ${it.current ? badge(t("sessions.current"), "good") : nothing}</p>
            <p class="minor">${t("sessions.facts", { address: it.address, since: time(it.createdAt), used: time(it.lastUsedAt) })}</p>
            ${it.current
              ? nothing
              : html`<button class="button" @click=${() => this.endSession(it)}>${t("sessions.end")}</button>`}
          </li>`,
        )}
      </ul>
      ${sessions.length > 1
        ? html`<button class="button" @click=${this.endOthers}>${t("sessions.end.others")}</button>`
        : nothing}
    </section>`;
  }

  private tokens(tokens: Token[]): TemplateResult {
    return html`<section aria-labelledby="account-tokens">
      <h2 id="account-tokens">${t("tokens.title")}</h2>
      <p>${t("tokens.about")}</p>
      <ul class="cards">
        ${tokens.map(
          (it) => html`<li class="card">
            <p><bdi>${it.name}</bdi> ${badge(word("scope", it.scope))}</p>
            <p class="minor">${t("tokens.facts", { until: time(it.expiresAt), used: time(it.lastUsedAt) })}</p>
            ${this.ctx.isByToken
              ? nothing
              : html`<button class="button" @click=${() => this.revoke(it)}>${t("tokens.revoke")}
                  <span class="visually-hidden">${it.name}</span></button>`}
          </li>`,
        )}
      </ul>
      ${this.ctx.isByToken
        ? nothing
        : html`<button class="button" @click=${this.createToken}>${t("tokens.create")}</button>`}
    </section>`;
  }

  private readonly changePassword = (): void => {
    const fields: Field[] = [
      { name: "password", label: t("password.present"), type: "password", required: true, autocomplete: "current-password" },
      {
        name: "newPassword",
        label: t("password.new"),
        type: "password",
        required: true,
        autocomplete: "new-password",
        help: t("password.rules"),
        check: checkPassword(this.ctx.session.name),
      },
      {
        name: "again",
        label: t("password.again"),
        type: "password",
        required: true,
        autocomplete: "new-password",
        check: (value, all) => (value === all["newPassword"] ? undefined : t("password.differs")),
      },
    ];
    this.ask({
      heading: t("password.change"),
      text: html`<p>${t("password.ends")}</p>
        ${this.ctx.uploads.isBusy ? html`<p class="wrong">${t("uploads.leave")}</p>` : nothing}`,
      fields,
      action: t("password.change"),
      send: async ({ password, newPassword }) => {
        await this.ctx.api.put(`${ME}/password`, { body: { password, newPassword } });
        await this.ctx.signOut("password-changed");
      },
    });
  };

  private readonly beginFactor = (): void => {
    this.ask({
      heading: t("factor.begin"),
      fields: [this.passwordField()],
      action: t("action.continue"),
      send: async ({ password }) => {
        const key = await this.ctx.api.post<SecondFactorKey>(`${ME}/totp`, { body: { password } });
        this.confirmFactor(key);
      },
    });
  };

  private confirmFactor(key: SecondFactorKey): void {
    this.ask({
      heading: t("factor.confirm"),
      text: html`<p>${t("factor.scan")}</p>
        ${qrCode(key.uri, t("factor.qr"))}
        <p>${t("factor.key")} <code>${key.key}</code> <ose-copy .text=${key.key}></ose-copy></p>`,
      fields: [{ name: "code", label: t("signin.code"), required: true, autocomplete: "one-time-code", inputmode: "numeric" }],
      action: t("factor.begin"),
      send: async ({ code }) => {
        const made = await this.ctx.api.put<{ recoveryCodes: string[] }>(`${ME}/totp`, { body: { code } });
        void this.reload();
        this.showRecovery(made.recoveryCodes);
      },
    });
  }

  private showRecovery(codes: string[]): void {
    this.open({
      heading: t("factor.recovery"),
      isKept: true,
      body: html`<p>${t("factor.recovery.about")}</p>
        <ose-snippet .label=${t("factor.recovery")} .text=${codes.join("\n")}></ose-snippet>
        <div class="buttons"><button class="button primary" @click=${this.close}>${t("action.saved")}</button></div>`,
    });
  }

  private readonly endFactor = (): void => {
    this.ask({
      heading: t("factor.end"),
      text: html`<p>${t("factor.end.about")}</p>`,
      fields: [this.passwordField()],
      action: t("factor.end"),
      isDanger: true,
      send: async ({ password }) => {
        await this.ctx.api.post(`${ME}/totp/disable`, { body: { password } });
        await this.reload();
      },
    });
  };

  private passwordField(): Field {
    return { name: "password", label: t("signin.password"), type: "password", required: true, autocomplete: "current-password" };
  }

  private endSession(session: OpenSession): void {
    void this.act(t("sessions.ended"), () => this.ctx.api.delete(`${ME}/sessions/{session}`, { params: { session: session.id } }));
  }

  private readonly endOthers = (): void => {
    void this.act(t("sessions.ended"), async () => {
      await this.ctx.api.delete(`${ME}/sessions`);
      const session = await this.ctx.api.session<Session>();
      this.ctx.api.csrf = session?.csrf ?? this.ctx.api.csrf;
    });
  };

  private readonly createToken = (): void => {
    const days = [30, 90, 365].map((it) => ({ value: String(it), label: t("tokens.days", { days: it }) }));
    const scopes = ["READ_ONLY", "FULL"].map((it) => ({ value: it, label: word("scope", it) }));
    this.ask({
      heading: t("tokens.create"),
      fields: [
        { name: "name", label: t("tokens.name"), required: true },
        { name: "scope", label: t("tokens.scope"), type: "select", options: scopes, required: true },
        { name: "expiresAt", label: t("tokens.expiry"), type: "select", options: days, required: true },
      ],
      action: t("tokens.create"),
      send: async ({ name, scope, expiresAt }) => {
        const until = new Date(Date.now() + Number(expiresAt) * DAY).toISOString();
        const made = await this.ctx.api.create<NewToken>(`${ME}/tokens`, { body: { name, scope, expiresAt: until } });
        void this.reload();
        this.open({
          heading: t("tokens.created"),
          isKept: true,
          body: html`<p>${t("secret.once")}</p>
            <ose-snippet .label=${t("tokens.bearer")} .text=${made.bearer}></ose-snippet>
            <div class="buttons"><button class="button primary" @click=${this.close}>${t("action.saved")}</button></div>`,
        });
      },
    });
  };

  private revoke(token: Token): void {
    this.ask({
      heading: t("tokens.revoke"),
      text: html`<p>${t("tokens.revoke.about")} <bdi>${token.name}</bdi></p>`,
      action: t("tokens.revoke"),
      isDanger: true,
      send: async () => {
        await this.ctx.api.delete(`${ME}/tokens/{token}`, { params: { token: token.id } });
        await this.reload();
      },
    });
  }
}
