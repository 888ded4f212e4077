import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import type { OwnAnnouncement, Page } from "../api/types";
import { time } from "../format";
import { t } from "../i18n";
import { Part } from "./page";
import { rowButton } from "./row-button";
import { badge } from "./states";

const EVERY_MILLIS = 300_000;
const KINDS = { INFO: "plain", WARNING: "busy", CRITICAL: "bad" } as const;
const HIDDEN = "ose-announcements";
/** Those that were hidden longest ago are forgotten; they have ended, or are shown again. */
const MAX_HIDDEN = 50;

/** What the provider announces to the caller, above each page, until the caller hides it. */
@customElement("ose-announcements")
export class Announcements extends Part {
  @state() private items: readonly OwnAnnouncement[] = [];
  @state() private dismissed: readonly string[] = hiddenOnes();
  private timer: ReturnType<typeof setInterval> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.timer = setInterval(() => void this.read(), EVERY_MILLIS);
    void this.updateComplete.then(this.read);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  private readonly read = async (): Promise<void> => {
    if (document.hidden && this.items.length > 0) {
      return;
    }
    try {
      const page = await this.ctx.api.get<Page<OwnAnnouncement>>("/api/v1/admin/me/announcements", { signal: this.signal });
      this.items = page.items;
    } catch {
      // What is shown stays, and is read again after a while; the page says what fails.
    }
  };

  protected override render(): unknown {
    const shown = this.items.filter((it) => !this.dismissed.includes(nameOf(it)));
    return shown.length === 0
      ? nothing
      : html`<aside class="announcements" aria-label=${t("announcements.title")} aria-live="polite">
          ${shown.map((it) => this.row(it))}</aside>`;
  }

  private row(it: OwnAnnouncement): TemplateResult {
    const { severity, text, endsAt } = it.content;
    return html`<div class="announcement ${severity.toLowerCase()}">
      ${badge(t(`announcements.severity.${severity}`), KINDS[severity])}
      <p class="lines">${text}</p>
      ${endsAt ? html`<span class="minor">${t("announcements.until", { time: time(endsAt) })}</span>` : nothing}
      ${rowButton(t("announcements.hide"), text.slice(0, 60), () => this.hide(it))}
    </div>`;
  }

  private hide(it: OwnAnnouncement): void {
    this.dismissed = [...hiddenOnes(), nameOf(it)].slice(-MAX_HIDDEN);
    localStorage.setItem(HIDDEN, JSON.stringify(this.dismissed));
    document.querySelector<HTMLElement>("main")?.focus();
  }
}

/** Another one after each change. */
function nameOf(it: OwnAnnouncement): string {
  return `${it.id} ${it.changedAt}`;
}

function hiddenOnes(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(HIDDEN) ?? "[]");
    return Array.isArray(stored) ? stored.filter((it): it is string => typeof it === "string") : [];
  } catch {
    return [];
  }
}
