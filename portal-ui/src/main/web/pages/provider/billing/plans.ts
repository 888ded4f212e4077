import { html, nothing, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { ApiError } from "../../../api/errors";
import type { Page, Prices, RatePlan } from "../../../api/types";
import { count, time } from "../../../format";
import { t } from "../../../i18n";
import "../../../ui/change";
import type { Change } from "../../../ui/change";
import { Part } from "../../../ui/page";
import { rowButton } from "../../../ui/row-button";
import { empty } from "../../../ui/states";
import { type Column, type ListPart, listQuery } from "../../../ui/table";
import { priceFields, priceLines, pricesOf } from "./prices";

const LIST = "/api/v1/admin/rate-plans";
const ONE = "/api/v1/admin/rate-plans/{plan}";

/** The plans of prices that tenants can have. */
@customElement("ose-plans")
export class PlansPage extends Part {
  private readonly read = (part: ListPart): Promise<Page<RatePlan>> =>
    this.ctx.api.get(LIST, { query: { ...listQuery(part, "name", "currency"), total: true }, signal: part.signal });

  private get columns(): Column<RatePlan>[] {
    return [
      { label: t("billing.plan"), order: "name", cell: (it) => html`<bdi>${it.name}</bdi>` },
      { label: t("plans.currency"), order: "currency", cell: (it) => it.prices.currency ?? "–" },
      { label: t("plans.storage"), isNumber: true, cell: (it) => firstPrice(it.prices) },
      { label: t("plans.egress"), isNumber: true, cell: (it) => it.prices.egress ?? "0" },
      { label: t("list.created"), order: "createdAt", cell: (it) => time(it.createdAt) },
      { label: t("list.actions"), cell: (it) => this.actions(it) },
    ];
  }

  private actions({ name }: RatePlan): TemplateResult {
    return html`${this.ctx.can("PutRatePlan") ? rowButton(t("plans.change"), name, () => void this.change(name)) : nothing}
      ${this.ctx.can("DeleteRatePlan") ? rowButton(t("action.delete"), name, () => void this.erase(name)) : nothing}`;
  }

  protected override render(): TemplateResult {
    const create = this.ctx.can("PutRatePlan")
      ? html`<button class="button primary" @click=${this.create}>${t("plans.create")}</button>`
      : nothing;
    return html`<p>${t("plans.about")}</p>
      <ose-table .ctx=${this.ctx} .columns=${this.columns} .read=${this.read} .label=${t("billing.plans")} usualOrder="name"
        .filter=${t("tenants.filter")} .tools=${create} .none=${empty(t("plans.none.title"), t("plans.none"), create)}></ose-table>
      ${this.dialog()}`;
  }

  private readonly create = (): void => {
    void this.ask({
      heading: t("plans.create"),
      fields: [
        {
          name: "name",
          label: t("billing.plan"),
          required: true,
          help: t("plans.name.rule"),
          check: (it) => (/^[A-Za-z0-9._-]{1,63}$/.test(it) ? undefined : t("plans.name.rule")),
        },
        ...priceFields({}),
      ],
      action: t("plans.create"),
      send: async (values) => {
        // Another plan of this name would be replaced.
        const there = await this.ctx.api.get<Page<RatePlan>>(LIST, { query: { filter: `name=="${values["name"] ?? ""}"`, limit: 1 } });
        if (there.items.length > 0) {
          throw new ApiError(409, "", t("plans.taken"), "", [{ field: "name", message: t("plans.taken") }]);
        }
        await this.ctx.api.put(ONE, { params: { plan: values["name"] ?? "" }, body: pricesOf(values) });
        this.ctx.toast(t("plans.saved"));
        this.refresh();
      },
    });
  };

  private change(name: string): Promise<void> {
    return this.attempt(async () => {
      const params = { plan: name };
      const read = async () => {
        const { value, tag } = await this.ctx.api.read<RatePlan>(ONE, { params });
        return { value: value.prices, tag };
      };
      const change: Change<Prices> = {
        stored: await read(),
        read,
        fields: priceFields,
        wanted: pricesOf,
        write: (body, tag) => this.ctx.api.put(ONE, { params, body, headers: { "If-Match": tag } }),
        lines: priceLines,
        done: () => {
          this.close();
          this.ctx.toast(t("plans.saved"));
          this.refresh();
        },
      };
      this.open({
        heading: t("plans.change"),
        body: html`<p><bdi>${name}</bdi></p><p>${t("plans.change.about")}</p>
          <ose-change .change=${change} cancels @close=${this.close}></ose-change>`,
      });
    });
  }

  private async erase(name: string): Promise<void> {
    await this.attempt(async () => {
      const { tag } = await this.ctx.api.read<RatePlan>(ONE, { params: { plan: name } });
      void this.ask({
        heading: t("plans.delete"),
        text: html`<p>${t("plans.delete.about")} <bdi>${name}</bdi></p>`,
        action: t("action.delete"),
        isDanger: true,
        send: async () => {
          await this.ctx.api.delete(ONE, { params: { plan: name }, headers: { "If-Match": tag } });
          this.refresh();
        },
      });
    });
  }
}

function firstPrice({ storage = [] }: Prices): string {
  const first = storage[0]?.price ?? "–";
  return storage.length > 1 ? t("plans.from", { price: first, tiers: count(storage.length) }) : first;
}
