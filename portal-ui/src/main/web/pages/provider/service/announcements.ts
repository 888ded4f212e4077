import { html, nothing, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { ApiError } from "../../../api/errors";
import type { Announcement, NewAnnouncement, Page, Tenant } from "../../../api/types";
import { time } from "../../../format";
import { t, word } from "../../../i18n";
import "../../../ui/change";
import type { Change, Versioned } from "../../../ui/change";
import { choice } from "../../../ui/choice";
import type { Field, Values } from "../../../ui/form";
import { Part } from "../../../ui/page";
import { rowButton } from "../../../ui/row-button";
import { badge, empty } from "../../../ui/states";
import type { Column, ListPart } from "../../../ui/table";
import { TenantNames } from "../names";

const LIST = "/api/v1/admin/announcements";
const ONE = "/api/v1/admin/announcements/{announcement}";
const STATES = ["CURRENT", "SCHEDULED", "ENDED"] as const;
const SEVERITIES = ["INFO", "WARNING", "CRITICAL"] as const;
const READERS = ["EVERYONE", "TENANT_ADMINISTRATORS", "PROVIDER"] as const;
const MAX_TEXT = 2000;

/** What a form says, with tenants by name. */
interface Draft {
  text: string;
  severity: string;
  audience: string;
  tenants: string;
  beginsAt: string;
  endsAt: string;
}

/** A time as a field of the browser's zone has it. */
export function localTime(iso: string | undefined): string {
  if (!iso) {
    return "";
  }
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The fields of an announcement. */
export function announcementFields(draft: Draft): Field[] {
  return [
    { name: "text", label: t("announcements.text"), type: "textarea", required: true, value: draft.text, help: t("announcements.text.help"),
      check: (it) => (it.length > MAX_TEXT ? t("announcements.text.long", { most: MAX_TEXT }) : undefined) },
    { name: "severity", label: t("announcements.severity"), type: "select", required: true, value: draft.severity,
      options: SEVERITIES.map((value) => ({ value, label: t(`announcements.severity.${value}`) })) },
    { name: "audience", label: t("announcements.audience"), type: "select", required: true, value: draft.audience,
      options: READERS.map((value) => ({ value, label: t(`announcements.audience.${value}`) })) },
    { name: "tenants", label: t("announcements.tenants"), type: "textarea", value: draft.tenants, help: t("announcements.tenants.help"),
      check: (it, all) => (it.trim() && all["audience"] === "PROVIDER" ? t("announcements.tenants.not") : undefined) },
    { name: "beginsAt", label: t("announcements.begins"), type: "datetime-local", value: draft.beginsAt, help: t("announcements.begins.help") },
    { name: "endsAt", label: t("announcements.ends"), type: "datetime-local", value: draft.endsAt, help: t("announcements.ends.help"),
      check: (it, all) => (new Date(it) > (all["beginsAt"] ? new Date(all["beginsAt"]) : new Date()) ? undefined : t("announcements.ends.early")) },
  ];
}

const NEW: Draft = { text: "", severity: "INFO", audience: "EVERYONE", tenants: "", beginsAt: "", endsAt: "" };

/** What is announced to users of the portal. */
@customElement("ose-provider-announcements")
export class ProviderAnnouncements extends Part {
  private names!: TenantNames;

  override connectedCallback(): void {
    super.connectedCallback();
    this.names = new TenantNames(this.ctx, this.signal);
  }

  private get state(): string {
    return STATES.find((it) => it === this.ctx.route.query.get("state")) ?? "";
  }

  private readonly read = async ({ order, after, limit, signal }: ListPart): Promise<Page<Announcement>> => {
    const filter = this.state ? `state==${this.state}` : undefined;
    const page = await this.ctx.api.get<Page<Announcement>>(LIST, { query: { order, after, limit, filter, total: true }, signal });
    const tenants = page.items.flatMap((it) => it.tenants);
    if (tenants.length > 0) {
      await this.names.read(tenants);
    }
    return page;
  };

  private get columns(): Column<Announcement>[] {
    return [
      { label: t("announcements.text"), cell: (it) => html`<p class="lines">${it.content.text}</p>` },
      { label: t("announcements.severity"), order: "severity", cell: (it) => word("announcements.severity", it.content.severity) },
      { label: t("list.status"), order: "state", cell: (it) => badge(word("announcements.state", it.state), it.state === "CURRENT" ? "good" : "plain") },
      { label: t("announcements.audience"), order: "audience", cell: (it) => this.readers(it) },
      { label: t("announcements.begins"), order: "beginsAt", cell: (it) => time(it.content.beginsAt) },
      { label: t("announcements.ends"), order: "endsAt", cell: (it) => time(it.content.endsAt) },
      { label: t("list.actions"), cell: (it) => this.actions(it) },
    ];
  }

  private readers(it: Announcement): TemplateResult {
    return html`${word("announcements.audience", it.audience)}
      ${it.tenants.length === 0 ? nothing : html`<p class="minor">${it.tenants.map((id) => html`${this.names.link(id)} `)}</p>`}`;
  }

  private actions(it: Announcement): TemplateResult {
    const name = it.content.text.slice(0, 60);
    return html`${this.ctx.can("PutAnnouncement") ? rowButton(t("announcements.change"), name, () => void this.change(it.id)) : nothing}
      ${this.ctx.can("DeleteAnnouncement") ? rowButton(t("action.delete"), name, () => this.erase(it)) : nothing}`;
  }

  protected override render(): TemplateResult {
    const { ctx, state } = this;
    const create = ctx.can("CreateAnnouncement")
      ? html`<button class="button primary" @click=${this.create}>${t("announcements.create")}</button>`
      : nothing;
    const name = (it: string) => (it === "" ? t("alerts.state.any") : word("announcements.state", it));
    const tools = html`${choice(t("list.status"), ["", ...STATES], state, name, (it) => ctx.show({ state: it, after: undefined }, true))} ${create}`;
    return html`<p>${t("announcements.about")}</p>
      <ose-table .ctx=${ctx} .columns=${this.columns} .read=${this.read} .label=${t("announcements.title")} usualOrder="-createdAt"
        .tools=${tools} .subject=${state} .none=${empty(t("announcements.none.title"), t("announcements.none"), create)}></ose-table>
      ${this.dialog()}`;
  }

  private readonly create = (): void => {
    void this.ask({
      heading: t("announcements.create"),
      fields: announcementFields(NEW),
      action: t("announcements.create"),
      send: async (values) => {
        await this.ctx.api.create(LIST, { body: await this.bodyOf(draftOf(values)) });
        this.ctx.toast(t("announcements.saved"));
        this.refresh();
      },
    });
  };

  private change(id: string): Promise<void> {
    return this.attempt(async () => {
      const change: Change<Draft> = {
        stored: await this.stored(id),
        read: () => this.stored(id),
        fields: announcementFields,
        wanted: draftOf,
        write: async (draft, tag) =>
          this.ctx.api.put(ONE, { params: { announcement: id }, body: await this.bodyOf(draft), headers: { "If-Match": tag } }),
        lines: (it) => Object.values(it).flatMap((text: string) => text.split("\n")).filter(Boolean),
        done: () => {
          this.close();
          this.ctx.toast(t("announcements.saved"));
          this.refresh();
        },
      };
      this.open({
        heading: t("announcements.change"),
        body: html`<p>${t("announcements.change.about")}</p><ose-change .change=${change} cancels @close=${this.close}></ose-change>`,
      });
    });
  }

  private async stored(id: string): Promise<Versioned<Draft>> {
    const { value, tag } = await this.ctx.api.read<Announcement>(ONE, { params: { announcement: id } });
    await this.names.read(value.tenants);
    const { text, severity, beginsAt, endsAt } = value.content;
    const tenants = value.tenants.map((it) => this.names.name(it) ?? it).join("\n");
    return { value: { text, severity, audience: value.audience, tenants, beginsAt: localTime(beginsAt), endsAt: localTime(endsAt) }, tag };
  }

  private async bodyOf(draft: Draft): Promise<NewAnnouncement> {
    const names = [...new Set(draft.tenants.split(/\s+/).filter(Boolean))];
    const tenants = await Promise.all(names.map((it) => this.idOf(it)));
    return {
      text: draft.text,
      severity: SEVERITIES.find((it) => it === draft.severity) ?? "INFO",
      audience: READERS.find((it) => it === draft.audience) ?? "EVERYONE",
      tenants,
      ...(draft.beginsAt ? { beginsAt: new Date(draft.beginsAt).toISOString() } : {}),
      ...(draft.endsAt ? { endsAt: new Date(draft.endsAt).toISOString() } : {}),
    };
  }

  /** The id of the tenant of a name; a refusal at the field if there is none. */
  private async idOf(name: string): Promise<string> {
    const found = await this.ctx.api.get<Page<Tenant>>("/api/v1/admin/tenants", { query: { name }, signal: this.signal });
    const id = found.items[0]?.id;
    if (id === undefined) {
      const message = t("announcements.tenants.unknown", { name });
      throw new ApiError(400, "", message, "", [{ field: "tenants", message }]);
    }
    return id;
  }

  private erase(it: Announcement): void {
    void this.ask({
      heading: t("announcements.delete"),
      text: html`<p class="lines">${it.content.text}</p>`,
      action: t("action.delete"),
      isDanger: true,
      send: async () => {
        await this.ctx.api.delete(ONE, { params: { announcement: it.id } });
        this.ctx.toast(t("announcements.deleted"));
        this.refresh();
      },
    });
  }
}

function draftOf(values: Values): Draft {
  const text = (name: keyof Draft) => (values[name] ?? "").trim();
  return {
    text: text("text"),
    severity: text("severity"),
    audience: text("audience"),
    tenants: text("tenants"),
    beginsAt: text("beginsAt"),
    endsAt: text("endsAt"),
  };
}
