import { html, nothing, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import type { Page, Platform } from "../../../api/types";
import { t, word } from "../../../i18n";
import { Loaded } from "../../../ui/page";
import { badge, empty, loaded } from "../../../ui/states";
import { capacityView } from "./capacity";

/** The platforms of the service, and how they do. */
@customElement("ose-platforms")
export class PlatformsPage extends Loaded<Page<Platform>> {
  protected override load(): Promise<Page<Platform>> {
    return this.ctx.api.get("/api/v1/admin/platforms", { signal: this.signal });
  }

  protected override render(): TemplateResult {
    return html`<h1>${t("page.platforms")}</h1>
      <div class="toolbar"><button class="button" @click=${this.reload}>${t("list.refresh")}</button></div>
      ${loaded(this.value, this.error, this.reload, (it) =>
        it.items.length === 0
          ? empty(t("platforms.none.title"), t("platforms.none"))
          : html`<ul class="cards">${it.items.map((platform) => this.card(platform))}</ul>`,
      )}`;
  }

  private card(it: Platform): TemplateResult {
    return html`<li class="card">
      <h2><a href=${this.ctx.href(`platforms/${encodeURIComponent(it.name)}`)}><bdi>${it.name}</bdi></a></h2>
      <p>${word("platforms.kind", it.kind)} <bdi>${it.version}</bdi></p>
      <p class="minor"><bdi>${it.s3Endpoint}</bdi></p>
      ${capacityView(it.capacity, it.name)}
      ${probeBadge(it)}
      ${it.quirks.length > 0 ? html`<p class="minor">${t("platforms.quirks.count", { count: it.quirks.length })}</p>` : nothing}
    </li>`;
  }
}

/** What came of the last probe. */
export function probeBadge({ probe }: Platform): TemplateResult {
  const state = probe.state ?? "NEVER";
  return probe.problem
    ? badge(t("platforms.probe.failed"), "bad")
    : badge(word("platforms.probe", state), state === "DONE" ? "good" : state === "NEVER" ? "plain" : "busy");
}
