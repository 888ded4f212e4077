import { html, nothing, type TemplateResult } from "lit";
import type { PlatformCapacity } from "../../../api/types";
import { bytes, time } from "../../../format";
import { t } from "../../../i18n";
import { badge } from "../../../ui/states";

/** Above this share of its capacity a platform needs attention. */
export const NEARLY_FULL = 0.85;

/** Which share of a platform is used; nothing if it is not known. What is reserved counts as used. */
export function usedShare(capacity: PlatformCapacity): number | undefined {
  const { totalBytes, availableBytes, usedBytes } = capacity;
  if (!totalBytes) {
    return undefined;
  }
  const used = availableBytes === undefined ? usedBytes : totalBytes - availableBytes;
  return used === undefined ? undefined : Math.min(1, used / totalBytes);
}

/** How much a platform stores and can store, and how old the figures are. */
export function capacityView(capacity: PlatformCapacity, label: string): TemplateResult {
  const share = usedShare(capacity);
  const total = capacity.totalBytes ?? 0;
  if (share === undefined || capacity.state === "UNKNOWN") {
    return html`<p class="minor">${t("platforms.capacity.unknown")}</p>`;
  }
  return html`<p>${t("platforms.capacity.of", { used: bytes(share * total), total: bytes(total) })}
      ${share >= NEARLY_FULL ? badge(t("platforms.capacity.nearly"), "bad") : nothing}</p>
    <meter min="0" max="1" high=${NEARLY_FULL} .value=${share} aria-label=${label}></meter>
    <p class="minor">${t("platforms.capacity.read", { time: time(capacity.readAt) })}
      ${capacity.state === "STALE" ? html`${badge(t("platforms.capacity.stale"), "bad")} ${capacity.problem ?? nothing}` : nothing}</p>`;
}
