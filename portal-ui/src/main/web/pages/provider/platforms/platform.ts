import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { ApiError } from "../../../api/errors";
import type { Console, Platform, PlatformTestResult } from "../../../api/types";
import { count, time } from "../../../format";
import { t, word } from "../../../i18n";
import { Loaded } from "../../../ui/page";
import { badge, gone, loaded } from "../../../ui/states";
import { openConsole } from "../console";
import { capacityView } from "./capacity";
import { type Ability, abilities } from "./abilities";
import { probeBadge } from "./list";
import "./reconciliation";

const ONE = "/api/v1/admin/platforms/{platform}";
/** A probe is read again so often, so many times. */
const EVERY_MILLIS = 2000;
const MAX_READS = 60;

/** One platform: how it does, what it can do, and what can be done about it. */
@customElement("ose-platform")
export class PlatformPage extends Loaded<Platform> {
  @property() platform = "";

  @state() private result: PlatformTestResult | undefined;
  @state() private isTesting = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private reads = 0;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  protected override key(): string {
    return this.platform;
  }

  protected override async load(): Promise<Platform> {
    const found = await this.ctx.api.get<Platform>(ONE, { params: { platform: this.platform }, signal: this.signal });
    clearTimeout(this.timer);
    const isUnderWay = found.probe.state === "WAITING" || found.probe.state === "RUNNING";
    if (isUnderWay && this.reads++ < MAX_READS) {
      this.timer = setTimeout(() => void this.reload(), EVERY_MILLIS);
    }
    return found;
  }

  protected override refresh(): void {
    void this.reload();
  }

  protected override render(): TemplateResult {
    if (this.error instanceof ApiError && this.error.isGone) {
      return gone(this.ctx.href("platforms"), t("page.platforms"));
    }
    return html`<nav aria-label=${t("frame.breadcrumb")}><a href=${this.ctx.href("platforms")}>${t("page.platforms")}</a></nav>
      <h1><bdi>${this.platform}</bdi></h1>
      ${loaded(this.value, this.error, this.reload, (it) => this.whole(it))} ${this.dialog()}`;
  }

  private whole(it: Platform): TemplateResult {
    return html`<dl class="facts">
        <dt>${t("platforms.kind")}</dt><dd>${word("platforms.kind", it.kind)}</dd>
        <dt>${t("platforms.version")}</dt><dd><bdi>${it.version}</bdi></dd>
        <dt>${t("platforms.endpoint")}</dt><dd><bdi>${it.s3Endpoint}</bdi></dd>
        <dt>${t("platforms.region")}</dt><dd><bdi>${it.region}</bdi></dd>
      </dl>
      <div class="toolbar">
        ${this.ctx.can("TestPlatform")
          ? html`<button class="button" ?disabled=${this.isTesting} @click=${this.test}>
              ${this.isTesting ? t("platforms.test.running") : t("platforms.test")}</button>`
          : nothing}
        ${this.ctx.can("ProbePlatform") ? html`<button class="button" @click=${this.probe}>${t("platforms.probe.again")}</button>` : nothing}
        ${this.ctx.can("GetPlatformConsole") && !this.ctx.isByToken
          ? html`<button class="button" @click=${this.console}>${t("console.open")}</button>`
          : nothing}
      </div>
      ${this.result ? testView(this.result) : nothing}
      <section aria-labelledby="platform-capacity">
        <h2 id="platform-capacity">${t("platforms.capacity")}</h2>
        ${capacityView(it.capacity, t("platforms.capacity"))}
      </section>
      ${this.abilities(it)}
      <section aria-labelledby="platform-quirks">
        <h2 id="platform-quirks">${t("platforms.quirks")}</h2>
        <p>${it.quirks.length === 0 ? t("platforms.quirks.none") : t("platforms.quirks.about")}</p>
        ${it.quirks.length === 0 ? nothing : html`<ul class="plain">${it.quirks.map((quirk) => html`<li><code>${quirk}</code></li>`)}</ul>`}
      </section>
      ${this.ctx.can("ShowReconciliation") ? html`<ose-reconciliation .ctx=${this.ctx}></ose-reconciliation>` : nothing}`;
  }

  private abilities(it: Platform): TemplateResult {
    const rows = abilities(it);
    return html`<h2>${t("platforms.abilities")}</h2>
      <p>${probeBadge(it)} ${it.probe.finishedAt ? t("platforms.probe.at", { time: time(it.probe.finishedAt) }) : nothing}
        ${it.probe.problem ?? nothing}</p>
      <div class="scroll" tabindex="0" role="region" aria-label=${t("platforms.abilities")}><table>
        <caption class="visually-hidden">${t("platforms.abilities")}</caption>
        <thead><tr><th scope="col">${t("platforms.ability")}</th><th scope="col">${t("platforms.declared")}</th>
          <th scope="col">${t("platforms.tried")}</th></tr></thead>
        <tbody>${rows.map((row) => abilityRow(row))}</tbody>
      </table></div>`;
  }

  private readonly test = async (): Promise<void> => {
    this.isTesting = true;
    this.result = undefined;
    await this.attempt(async () => {
      this.result = await this.ctx.api.post(`${ONE}/test`, { params: { platform: this.platform }, signal: this.signal });
    });
    this.isTesting = false;
  };

  private readonly probe = (): void => {
    this.reads = 0;
    void this.act(t("platforms.probe.asked"), () => this.ctx.api.post(`${ONE}/probe`, { params: { platform: this.platform } }));
  };

  private readonly console = (): void => {
    const read = () => this.ctx.api.get<Console>(`${ONE}/console`, { params: { platform: this.platform } });
    void this.ask(openConsole(this.platform, read));
  };
}

function abilityRow(it: Ability): TemplateResult {
  return html`<tr><td><code>${it.name}</code></td>
    <td>${it.isOffered ? badge(t("platforms.has"), "good") : badge(t("platforms.lacks"))}</td>
    <td>${it.tried === undefined ? "–" : word("platforms.result", it.tried)}</td></tr>`;
}

/** The steps of a test, each with what to do if it failed. */
export function testView(result: PlatformTestResult): TemplateResult {
  const kinds = { OK: "good", WARNING: "busy", FAILED: "bad", SKIPPED: "plain" } as const;
  return html`<section aria-labelledby="platform-test" role="status">
    <h2 id="platform-test">${result.usable ? t("platforms.test.usable") : t("platforms.test.unusable")}</h2>
    <div class="scroll" tabindex="0" role="region" aria-label=${t("platforms.test")}><table>
      <caption class="visually-hidden">${t("platforms.test")}</caption>
      <thead><tr><th scope="col">${t("platforms.test.step")}</th><th scope="col">${t("platforms.test.result")}</th>
        <th scope="col">${t("platforms.test.found")}</th><th scope="col" class="number">${t("platforms.test.millis")}</th></tr></thead>
      <tbody>${result.rows.map(
        (it) => html`<tr><td>${it.name}</td><td>${badge(word("platforms.verdict", it.verdict), kinds[it.verdict])}</td>
          <td>${it.detail}${it.remedy ? html`<p class="minor">${it.remedy}</p>` : nothing}</td>
          <td class="number">${it.millis === undefined ? "–" : count(it.millis)}</td></tr>`,
      )}</tbody>
    </table></div>
  </section>`;
}
