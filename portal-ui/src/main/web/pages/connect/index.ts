import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import type { components } from "../../api/schema";
import type { Credential, Page } from "../../api/types";
import { tenantOf } from "../../context";
import { count } from "../../format";
import { t } from "../../i18n";
import "../../ui/copy";
import { selectInput } from "../../ui/inputs";
import { Loaded } from "../../ui/page";
import { badge, loaded, problem } from "../../ui/states";
import { canSign, type Outcome, testConnection } from "./self-test";
import { snippetsFor } from "./snippets";

type S3Session = components["schemas"]["S3SessionView"];

/** That of a node whose operator named none. */
const USUAL_REGION = "us-east-1";
const KEY = "ACCESS_KEY";
/** The shortest that there is: enough for the test. */
const SESSION_SECONDS = 900;

interface Connection {
  endpoint: string;
  region: string;
  isPathStyle: boolean;
  /** Names the address of S3, and signs the test; undefined if the caller may have none. */
  session: S3Session | undefined;
  keys: Credential[];
}

/** How clients reach this service, with a test from this browser. */
@customElement("ose-connect")
export class ConnectPage extends Loaded<Connection> {
  @state() private client = "";
  @state() private chosenKey = "";
  @state() private outcome: Outcome | undefined;
  @state() private isTesting = false;

  protected override async load(): Promise<Connection> {
    const [session, keys] = await Promise.all([this.session(), this.keys()]);
    this.chosenKey = keys[0]?.accessKey ?? "";
    return session
      ? { endpoint: session.endpoint, region: session.region, isPathStyle: session.pathStyle, session, keys }
      : { endpoint: `${location.origin}/api/v1/s3`, region: await this.region(), isPathStyle: true, session, keys };
  }

  /** Read-only and in memory alone. No other call of the node says where S3 is. */
  private async session(): Promise<S3Session | undefined> {
    if (!this.ctx.can("CreateS3Session")) {
      return undefined;
    }
    try {
      const body = { durationSeconds: SESSION_SECONDS, readOnly: true };
      return await this.ctx.api.post<S3Session>("/api/v1/admin/me/s3-session", { body, signal: this.signal });
    } catch {
      return undefined;
    }
  }

  /** Keys of the caller that work; none if they cannot be listed. */
  private async keys(): Promise<Credential[]> {
    if (!this.ctx.can("ListCredentials")) {
      return [];
    }
    try {
      const found = await this.ctx.api.get<Page<Credential>>("/api/v1/admin/tenants/{tenant}/users/{user}/credentials", {
        params: { tenant: tenantOf(this.ctx), user: this.ctx.me.user ?? "" },
        query: { limit: 100 },
        signal: this.signal,
      });
      return found.items.filter((it) => it.status === "ACTIVE" && (it.kind === "USER" || it.kind === "APPLICATION"));
    } catch {
      return [];
    }
  }

  /** A bucket determines the region; without one no client needs the right one yet. */
  private async region(): Promise<string> {
    const found = await this.ctx.api.get<Page<{ region: string }>>("/api/v1/admin/tenants/{tenant}/buckets", {
      params: { tenant: tenantOf(this.ctx) },
      query: { limit: 1 },
      signal: this.signal,
    });
    return found.items[0]?.region ?? USUAL_REGION;
  }

  protected override render(): TemplateResult {
    return html`<h1>${t("page.connect")}</h1>
      ${loaded(this.value, this.error, this.reload, (it) => this.connection(it))}`;
  }

  private connection(it: Connection): TemplateResult {
    const { endpoint, region } = it;
    return html`<dl class="facts">
        <dt>${t("connect.endpoint")}</dt><dd><code>${endpoint}</code> <ose-copy .text=${endpoint}></ose-copy></dd>
        <dt>${t("buckets.region")}</dt><dd><code>${region}</code></dd>
        <dt>${t("connect.style")}</dt><dd>${it.isPathStyle ? t("connect.path") : t("connect.virtual")}</dd>
      </dl>
      ${this.test(it)} ${this.snippet(it)}`;
  }

  private test({ endpoint, region, session }: Connection): unknown {
    if (!session) {
      return nothing;
    }
    if (!canSign()) {
      return html`<p>${t("connect.test.tls")}</p>`;
    }
    const run = async (): Promise<void> => {
      this.isTesting = true;
      this.outcome = undefined;
      this.outcome = await testConnection(endpoint, region, session);
      this.isTesting = false;
    };
    return html`<section aria-labelledby="connect-test"><h2 id="connect-test">${t("connect.test")}</h2>
      <p>${t("connect.test.about")}</p>
      <button type="button" class="button" ?disabled=${this.isTesting} @click=${run}>
        ${this.isTesting ? t("state.working") : t("connect.test.action")}</button>
      <div role="status">${this.outcome ? this.result(this.outcome) : nothing}</div></section>`;
  }

  private result(outcome: Outcome): unknown {
    switch (outcome.kind) {
      case "served":
        return html`<p>${badge(t("connect.test.served"), "good")} ${t("connect.test.millis", { count: count(outcome.millis) })}</p>`;
      case "refused":
        return html`<p>${badge(t("connect.test.refused"), "bad")} <code>${outcome.error.code}</code></p>
          ${problem(outcome.error)}
          ${outcome.error.code === "RequestTimeTooSkewed" ? html`<p>${t("connect.test.clock")}</p>` : nothing}`;
      default:
        return html`<p>${badge(t("connect.test.unreachable"), "bad")} ${t("connect.test.unreachable.about")}</p>`;
    }
  }

  private snippet({ endpoint, region, isPathStyle, keys }: Connection): TemplateResult {
    const snippets = snippetsFor({ endpoint, region, isPathStyle, accessKey: this.chosenKey || KEY });
    const shown = snippets.find((it) => it.name === this.client) ?? snippets[0];
    const clients = snippets.map(({ name }) => ({ value: name, label: name }));
    const options = keys.map((it) => ({ value: it.accessKey, label: [it.accessKey, it.description].filter(Boolean).join(" – ") }));
    const page = html`<a href=${this.ctx.href("credentials")}>${t("page.credentials")}</a>`;
    return html`<section aria-labelledby="connect-client"><h2 id="connect-client">${t("connect.client.title")}</h2>
      ${selectInput({ id: "connect-name", label: t("connect.client"), value: shown?.name ?? "", change: (it) => (this.client = it) }, clients)}
      ${options.length === 0
        ? html`<p>${t("connect.keys.none")} ${page}</p>`
        : html`${selectInput({ id: "connect-key", label: t("credentials.key"), value: this.chosenKey, change: (it) => (this.chosenKey = it) }, options)}
            <p>${t("connect.secret")} ${page}</p>`}
      ${shown ? html`<ose-snippet .label=${shown.name} .text=${shown.text}></ose-snippet>` : nothing}</section>`;
  }
}
