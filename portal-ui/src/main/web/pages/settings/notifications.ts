import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import type { Writing } from "../../api/settings";
import type { components } from "../../api/schema";
import type { Page } from "../../api/types";
import { element, writeXml } from "../../api/xml";
import { tenantOf } from "../../context";
import { t } from "../../i18n";
import "../../ui/copy";
import { checkInput, selectInput, textInput } from "../../ui/inputs";
import {
  checkNotifications, EVENTS, NEW_NOTIFICATION, type NotificationRule, type Notifications, readNotifications, writeNotifications,
} from "./notification-rules";
import { SettingPage } from "./setting";

type Webhook = components["schemas"]["WebhookView"];

const WEBHOOKS = "/api/v1/admin/tenants/{tenant}/webhooks";
/** What a bucket may have. */
const MAX_RULES = 100;

/** Which changes of objects are sent, and where. */
@customElement("ose-setting-notifications")
export class NotificationsPage extends SettingPage<Notifications> {
  protected readonly subresource = "notification";

  /** Webhooks that rules may name; none if the caller may not list them. */
  @state() private destinations: Webhook[] = [];

  override connectedCallback(): void {
    super.connectedCallback();
    void this.loadDestinations();
  }

  protected override get writing(): Writing {
    return { none: writeXml(element("NotificationConfiguration", [])) };
  }

  protected override read(document: string): Notifications {
    return readNotifications(document);
  }

  protected override write(notifications: Notifications): string {
    return writeNotifications(notifications);
  }

  protected override check(notifications: Notifications): Record<string, string> {
    return checkNotifications(notifications);
  }

  /** Without them an ARN can be typed. */
  private async loadDestinations(): Promise<void> {
    if (!this.ctx.can("ListWebhooks")) {
      return;
    }
    try {
      const call = { params: { tenant: tenantOf(this.ctx) }, query: { limit: 100 }, signal: this.signal };
      const { items } = await this.ctx.api.get<Page<Webhook>>(WEBHOOKS, call);
      this.destinations = items.filter((it) => it.arn !== undefined);
    } catch {
      this.destinations = [];
    }
  }

  protected override fields(notifications: Notifications): TemplateResult {
    const { rules } = notifications;
    const change = (i: number, to: Partial<NotificationRule>) =>
      this.edit({ ...notifications, rules: rules.map((it, at) => (at === i ? { ...it, ...to } : it)) });
    const rest = [...new Set(notifications.rest.map((it) => it.name))].join(", ");
    return html`<p>${t("settings.events.about")}</p>
      ${this.ctx.can("CreateWebhook")
        ? html`<p><button type="button" class="button" @click=${this.createDestination}>${t("settings.events.create")}</button></p>`
        : nothing}
      ${rules.map((it, i) => this.rule(it, i, (to) => change(i, to), () =>
        this.edit({ ...notifications, rules: rules.filter((_, at) => at !== i) })))}
      ${rest ? html`<p class="minor">${t("settings.lifecycle.rest")} ${rest}</p>` : nothing}
      ${this.addition(t("settings.rule.add"), rules.length < MAX_RULES, () =>
        this.edit({ ...notifications, rules: [...rules, { ...NEW_NOTIFICATION, destination: this.destinations[0]?.arn ?? "" }] }))}`;
  }

  private rule(rule: NotificationRule, i: number, change: (to: Partial<NotificationRule>) => void, remove: () => void): TemplateResult {
    const legend = t("settings.rule", { number: i + 1 });
    const text = (name: "id" | "prefix" | "suffix", label: string) =>
      textInput(this.input(`event-${name}-${String(i)}`, label, rule[name], (it) => change({ [name]: it })));
    const events = [...new Set([...EVENTS, ...rule.events])];
    const toggle = (event: string, isOn: boolean) =>
      change({ events: events.filter((it) => (it === event ? isOn : rule.events.includes(it))) });
    const none = this.input(`event-none-${String(i)}`, "", "", () => undefined).error;
    return html`<fieldset class="rule"><legend>${legend}</legend>
      ${text("id", t("settings.lifecycle.id"))} ${this.destination(rule, i, change)}
      <fieldset class="choices"><legend>${t("settings.events.which")}</legend>
        ${events.map((it, at) =>
          checkInput({
            ...this.input(`event-${it.replace(/\W/g, "-")}-${String(i)}`, it, rule.events.includes(it) ? "true" : "", (value) =>
              toggle(it, value === "true")),
            error: at === 0 ? none : undefined,
          }))}</fieldset>
      ${text("prefix", t("settings.lifecycle.prefix"))} ${text("suffix", t("settings.events.suffix"))}
      ${this.removal(legend, remove)}</fieldset>`;
  }

  private destination(rule: NotificationRule, i: number, change: (to: Partial<NotificationRule>) => void): TemplateResult {
    const input = this.input(`event-destination-${String(i)}`, t("settings.events.to"), rule.destination, (destination) =>
      change({ destination }));
    const known = this.destinations.map((it) => ({ value: it.arn ?? "", label: `${it.url} (${it.arn ?? ""})` }));
    if (known.length === 0) {
      return textInput({ ...input, help: t("settings.events.to.help") });
    }
    const isKnown = known.some((it) => it.value === rule.destination);
    return selectInput(input, isKnown ? known : [{ value: rule.destination, label: rule.destination || "–" }, ...known]);
  }

  /** A webhook without events of its own: rules name it. */
  private readonly createDestination = (): void => {
    void this.ask({
      heading: t("settings.events.create"),
      text: html`<p>${t("settings.events.create.about")}</p>`,
      fields: [
        {
          name: "url",
          label: "URL",
          required: true,
          inputmode: "url",
          check: (it) => (/^https?:\/\/\S+$/.test(it) ? undefined : t("settings.events.url")),
        },
      ],
      action: t("settings.events.create"),
      send: async ({ url = "" }) => {
        const params = { tenant: tenantOf(this.ctx) };
        const made = await this.ctx.api.create<Webhook>(WEBHOOKS, { params, body: { url: url.trim(), events: [] } });
        this.destinations = [...this.destinations, made];
        this.open({
          heading: t("settings.events.created"),
          isKept: true,
          body: html`<p>${t("settings.events.secret")}</p>
            <ose-snippet .label=${t("settings.events.secret.label")} .text=${made.secret ?? ""}></ose-snippet>
            <div class="buttons"><button class="button primary" @click=${this.close}>${t("action.saved")}</button></div>`,
        });
      },
    });
  };
}
