import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { Api } from "../api/client";
import { ApiError } from "../api/errors";
import type { Session } from "../api/types";
import { t } from "../i18n";
import type { Route } from "../router";
import "../ui/dialog";
import "../ui/form";
import type { Field, Values } from "../ui/form";
import { Element } from "../ui/page";
import { checkPassword } from "../ui/password";

export type SignInReason = "signed-out" | "password-changed";

type Step = "login" | "code" | "password";

const CODE_NEEDED = "OSE-2110";
const PASSWORD_EXPIRED = "OSE-2111";
const WRONG = "OSE-2109";
const TENANT = "ose-tenant";

/** Signs in by password, with a second factor or a new password if the account needs one, or by an identity provider. */
@customElement("ose-sign-in")
export class SignIn extends Element {
  @property({ attribute: false }) api!: Api;
  @property({ attribute: false }) route!: Route;
  @property() base = "";
  @property({ attribute: false }) reason: SignInReason | undefined;
  /** The session that has ended, whose user signs in again. */
  @property({ attribute: false }) known: Session | undefined;
  @property({ attribute: false }) enter: (session: Session) => Promise<void> = () => Promise.resolve();
  @property({ attribute: false }) cancel: (() => void) | undefined;

  @state() private step: Step = "login";
  @state() private refused = "";
  @state() private providers: { name: string }[] = [];
  @state() private lockedUntil = 0;
  @state() private now = Date.now();

  private login: Values = {};
  private asked: string | undefined;
  private clock: ReturnType<typeof setInterval> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.askProviders(this.tenant);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.clock);
  }

  private get tenant(): string {
    if (this.known) {
      return this.known.tenant ?? "";
    }
    return this.login["tenant"] ?? this.route.query.get("tenant") ?? localStorage.getItem(TENANT) ?? "";
  }

  protected override render(): TemplateResult {
    const wait = Math.ceil((this.lockedUntil - this.now) / 1000);
    return html`${this.reason ? html`<p class="alert" role="status">${t(`signin.reason.${this.reason}`)}</p>` : nothing}
      ${wait > 0
        ? html`<p class="alert error" role="alert">${t("signin.locked", { seconds: wait })}</p>`
        : this.refused
          ? html`<p class="alert error" role="alert">${this.refused}</p>`
          : nothing}
      ${this.step === "login" ? this.loginForm() : this.step === "code" ? this.codeForm() : this.passwordForm()}`;
  }

  private loginForm(): TemplateResult {
    const fields: Field[] = this.known
      ? []
      : [
          { name: "tenant", label: t("signin.tenant"), value: this.tenant, help: t("signin.tenant.help"), autocomplete: "organization" },
          { name: "user", label: t("signin.user"), required: true, value: this.login["user"] ?? "", autocomplete: "username" },
        ];
    const password: Field = { name: "password", label: t("signin.password"), type: "password", required: true, autocomplete: "current-password" };
    return html`<ose-form .fields=${[...fields, password]} .action=${t("signin.action")} .send=${this.sendLogin}
        ?cancels=${this.cancel !== undefined} @close=${() => this.cancel?.()} @focusout=${this.tenantTyped}></ose-form>
      ${this.providers.length > 0
        ? html`<ul class="providers" aria-label=${t("signin.providers")}>
            ${this.providers.map(
              (it) => html`<li><a class="button" href=${this.startOf(it.name)} target="_top">
                ${t("signin.provider", { name: it.name })}</a></li>`,
            )}
          </ul>`
        : nothing}`;
  }

  private codeForm(): TemplateResult {
    const code: Field = { name: "code", label: t("signin.code"), required: true, autocomplete: "one-time-code", help: t("signin.code.help") };
    return html`<p>${t("signin.code.why")}</p>
      <ose-form .fields=${[code]} .action=${t("signin.action")} .send=${this.sendMore} cancels @close=${this.restart}></ose-form>`;
  }

  private passwordForm(): TemplateResult {
    const fields: Field[] = [
      {
        name: "newPassword",
        label: t("password.new"),
        type: "password",
        required: true,
        autocomplete: "new-password",
        help: t("password.rules"),
        check: checkPassword(this.login["user"] ?? ""),
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
    return html`<p>${t("signin.expired")}</p>
      <ose-form .fields=${fields} .action=${t("password.change")} .send=${this.sendMore} cancels @close=${this.restart}></ose-form>`;
  }

  private readonly sendLogin = async (values: Values): Promise<void> => {
    this.login = this.known
      ? { tenant: this.known.tenant ?? "", user: this.known.user ?? "", password: values["password"] ?? "" }
      : values;
    await this.send();
  };

  private readonly sendMore = async (values: Values): Promise<void> => {
    const { again: _, ...more } = values;
    this.login = { ...this.login, ...more };
    await this.send();
  };

  private async send(): Promise<void> {
    this.refused = "";
    const { tenant, ...login } = this.login;
    try {
      const session = await this.api.signIn<Session>(tenant ? { tenant, ...login } : login);
      if (!this.known) {
        localStorage.setItem(TENANT, tenant ?? "");
      }
      this.login = {};
      await this.enter(session);
    } catch (e) {
      await this.report(e);
    }
  }

  private async report(error: unknown): Promise<void> {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    if (error.code === CODE_NEEDED) {
      this.step = "code";
    } else if (error.code === PASSWORD_EXPIRED) {
      this.step = "password";
    } else if (error.status === 429) {
      this.lock(error.retryAfterSeconds);
    } else if (error.code === WRONG) {
      this.refused = this.step === "code" ? t("signin.wrong.code") : t("signin.wrong");
      if (this.step === "code") {
        const { code: _, ...login } = this.login;
        this.login = login;
      }
    } else {
      throw error;
    }
    await this.updateComplete;
    this.emptySecret();
  }

  /** The name stays, the secret is typed again. */
  private emptySecret(): void {
    const secret = this.querySelector<HTMLInputElement>("input[type=password], input[name=code]");
    if (secret) {
      secret.value = "";
      secret.focus();
    }
  }

  private lock(seconds: number): void {
    this.now = Date.now();
    this.lockedUntil = this.now + seconds * 1000;
    clearInterval(this.clock);
    this.clock = setInterval(() => {
      this.now = Date.now();
      if (this.now >= this.lockedUntil) {
        clearInterval(this.clock);
      }
    }, 1000);
  }

  private readonly restart = (): void => {
    this.login = { tenant: this.login["tenant"] ?? "", user: this.login["user"] ?? "" };
    this.refused = "";
    this.step = "login";
  };

  private readonly tenantTyped = (event: Event): void => {
    const field = event.target as HTMLInputElement;
    if (field.name === "tenant") {
      void this.askProviders(field.value.trim());
    }
  };

  private async askProviders(tenant: string): Promise<void> {
    if (tenant === this.asked) {
      return;
    }
    this.asked = tenant;
    try {
      const found = await this.api.get<{ name: string }[]>("/api/v1/session/providers", { query: { tenant } });
      if (tenant === this.asked) {
        this.providers = found;
      }
    } catch {
      // A password is enough; an error here would show which tenants exist.
      this.providers = [];
    }
  }

  private startOf(provider: string): string {
    const query = new URLSearchParams({ return: this.route.href(this.base) });
    if (this.asked) {
      query.set("tenant", this.asked);
    }
    return `/api/v1/session/oidc/${encodeURIComponent(provider)}/start?${query.toString()}`;
  }
}
