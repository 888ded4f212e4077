import { html, nothing, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import type { AlertThresholds, Page, QuotaAlert } from "../../../api/types";
import { bytes, count, time } from "../../../format";
import { t, word } from "../../../i18n";
import { choice } from "../../../ui/choice";
import "../../../ui/change";
import type { Change } from "../../../ui/change";
import { Part } from "../../../ui/page";
import { badge, empty } from "../../../ui/states";
import type { Column, ListPart } from "../../../ui/table";
import { TenantNames } from "../names";
import { thresholdFields, thresholdsOf } from "./thresholds";

const THRESHOLDS = "/api/v1/admin/quota-alert-thresholds";
const STATES = ["OPEN", "CLEARED"] as const;

/** What an alert says: of which quota it is, and how much of it is used. */
export function alertText({ usage, thresholdPercent, bucket }: QuotaAlert): string {
  const show = usage.dimension === "BYTES" ? bytes : count;
  const text = t("alerts.text", {
    what: word("alerts.dimension", usage.dimension),
    percent: thresholdPercent,
    used: show(usage.used),
    limit: show(usage.limit),
  });
  return bucket === undefined ? text : `${bucket}: ${text}`;
}

/** Alerts of quotas, of all tenants, and when they are raised. */
@customElement("ose-alerts")
export class AlertsPage extends Part {
  private names!: TenantNames;

  override connectedCallback(): void {
    super.connectedCallback();
    this.names = new TenantNames(this.ctx, this.signal);
  }

  private get state(): string {
    return STATES.find((it) => it === this.ctx.route.query.get("state")) ?? "";
  }

  private readonly read = async ({ after, limit, order, signal }: ListPart): Promise<Page<QuotaAlert>> => {
    const filter = this.state ? `state==${this.state}` : undefined;
    const page = await this.ctx.api.get<Page<QuotaAlert>>("/api/v1/admin/quota-alerts", {
      query: { filter, after, limit, order, total: true },
      signal,
    });
    await this.names.read(page.items.map((it) => it.tenant));
    return page;
  };

  private get columns(): Column<QuotaAlert>[] {
    return [
      { label: t("tenants.name"), cell: (it) => this.names.link(it.tenant) },
      { label: t("alerts.alert"), order: "thresholdPercent", cell: (it) => html`<bdi>${alertText(it)}</bdi>` },
      { label: t("alerts.of"), cell: (it) => scope(it) },
      { label: t("list.status"), order: "state", cell: (it) => badge(word("alerts.state", it.state), it.state === "OPEN" ? "bad" : "good") },
      { label: t("alerts.raised"), order: "raisedAt", cell: (it) => time(it.usage.at) },
      { label: t("alerts.cleared"), order: "clearedAt", cell: (it) => cleared(it) },
    ];
  }

  protected override render(): TemplateResult {
    const { ctx } = this;
    const name = (it: string) => (it === "" ? t("alerts.state.any") : word("alerts.state", it));
    const tools = html`${choice(t("list.status"), ["", ...STATES], this.state, name, (it) => ctx.show({ state: it, after: undefined }, true))}
      ${ctx.can("PutAlertThresholds") ? html`<button class="button" @click=${this.changeThresholds}>${t("alerts.thresholds.change")}</button>` : nothing}`;
    return html`<p>${t("alerts.about")}</p>
      <ose-table .ctx=${ctx} .columns=${this.columns} .read=${this.read} .label=${t("billing.alerts")} usualOrder="-id" .tools=${tools}
        .subject=${this.state} .none=${empty(t("alerts.none.title"), this.state ? t("alerts.none.state") : t("alerts.none"))}></ose-table>
      ${this.dialog()}`;
  }

  private readonly changeThresholds = (): void => {
    void this.attempt(async () => {
      const read = () => this.ctx.api.read<AlertThresholds>(THRESHOLDS);
      const change: Change<AlertThresholds> = {
        stored: await read(),
        read,
        fields: thresholdFields,
        wanted: thresholdsOf,
        write: (body, tag) => this.ctx.api.put(THRESHOLDS, { body, headers: { "If-Match": tag } }),
        lines: ({ thresholds }) => (thresholds ?? []).map((it) => `${it} %`),
        done: () => {
          this.close();
          this.ctx.toast(t("alerts.thresholds.saved"));
        },
      };
      this.open({
        heading: t("alerts.thresholds.change"),
        body: html`<p>${t("alerts.thresholds.about")}</p><ose-change .change=${change} cancels @close=${this.close}></ose-change>`,
      });
    });
  };
}

function scope({ bucket, user }: QuotaAlert): TemplateResult {
  return bucket !== undefined
    ? html`${t("alerts.bucket")} <bdi>${bucket}</bdi>`
    : user !== undefined
      ? html`${t("links.user")} <code>${user}</code>`
      : html`${t("tenants.name")}`;
}

function cleared({ clearance }: QuotaAlert): unknown {
  return clearance === undefined ? "–" : html`${time(clearance.at)} <span class="minor">${word("alerts.clearance", clearance.reason)}</span>`;
}
