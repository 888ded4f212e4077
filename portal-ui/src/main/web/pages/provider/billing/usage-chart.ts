import { html, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { bytes, count } from "../../../format";
import { t } from "../../../i18n";
import "../../../ui/chart";
import { choice } from "../../../ui/choice";
import { Loaded } from "../../../ui/page";
import { loaded } from "../../../ui/states";
import { type History, MEASURES, type Measure, pointsOf, readHistory, WINDOWS, type WindowName, windowOf } from "./history";

/** Usage over time, of all tenants or of one; window and measure are in the address. */
@customElement("ose-usage-chart")
export class UsageChart extends Loaded<History> {
  /** The id of a tenant; empty for all. */
  @property() tenant = "";

  private get window(): WindowName {
    return windowOf(this.ctx.route.query.get("window"));
  }

  private get measure(): Measure {
    const asked = this.ctx.route.query.get("measure");
    return MEASURES.find((it) => it === asked) ?? "stored";
  }

  protected override key(): string {
    return `${this.tenant} ${this.window}`;
  }

  protected override load(): Promise<History> {
    return readHistory(this.ctx.api, WINDOWS[this.window], this.signal, this.tenant || undefined);
  }

  protected override render(): TemplateResult {
    return html`<div class="toolbar">
        ${choice(t("billing.window"), Object.keys(WINDOWS), this.window, (it) => t(`billing.window.${it as WindowName}`), (it) =>
          this.ctx.show({ window: it, after: undefined }, true))}
        ${choice(t("billing.measure"), MEASURES, this.measure, (it) => t(`billing.measure.${it as Measure}`), (it) =>
          this.ctx.show({ measure: it }, true))}
      </div>
      ${loaded(this.value, this.error, this.reload, (it) => this.chart(it))}`;
  }

  private chart(history: History): TemplateResult {
    if (!history.isWhole) {
      return html`<p class="minor">${t("billing.large")}</p>`;
    }
    const isCount = this.measure === "requests";
    return html`<ose-chart .label=${t(`billing.measure.${this.measure}`)} .points=${pointsOf(history, this.measure)}
      .show=${isCount ? count : bytes} ?binary=${!isCount} .period=${t("billing.period")}></ose-chart>`;
  }
}
