import type { Api } from "../../../api/client";
import type { Page, UsagePeriod } from "../../../api/types";
import { locale } from "../../../i18n";
import type { Point } from "../../../ui/chart";

const HOUR = 3600_000;
const DAY = 24 * HOUR;
const AT_ONCE = 1000;
/** What is more is no chart but a file. */
const MAX_PAGES = 10;

export type Step = "HOUR" | "DAY" | "MONTH";

/** How far back usage is shown, and in which periods. */
export interface Window {
  step: Step;
  count: number;
}

/** The windows that pages offer, by their names in addresses. */
export const WINDOWS = {
  "48h": { step: "HOUR", count: 48 },
  "30d": { step: "DAY", count: 30 },
  "90d": { step: "DAY", count: 90 },
  "12m": { step: "MONTH", count: 12 },
} as const satisfies Record<string, Window>;

export type WindowName = keyof typeof WINDOWS;

/** The window of an address; 30 days if it has none. */
export function windowOf(name: string | null): WindowName {
  return name !== null && Object.hasOwn(WINDOWS, name) ? (name as WindowName) : "30d";
}

/** What charts show of a period. */
export type Measure = "stored" | "requests" | "bytesIn" | "bytesOut";

export const MEASURES: readonly Measure[] = ["stored", "requests", "bytesIn", "bytesOut"];

/** Usage by period. */
export interface History {
  starts: number[];
  step: Step;
  rows: UsagePeriod[];
  /** Whether all rows were read. */
  isWhole: boolean;
}

/** The begins of the periods of a window in UTC, the present one last. */
export function starts({ step, count }: Window, now: number): number[] {
  const date = new Date(now);
  return Array.from({ length: count }, (_, i) => {
    const back = count - 1 - i;
    switch (step) {
      case "HOUR":
        return Math.floor(now / HOUR) * HOUR - back * HOUR;
      case "DAY":
        return Math.floor(now / DAY) * DAY - back * DAY;
      case "MONTH":
        return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back, 1);
    }
  });
}

/** What a row says of a measure: of what is stored the average of the hours that are known. */
export function valueOf({ stored, traffic, hours }: UsagePeriod, measure: Measure): number | undefined {
  switch (measure) {
    case "stored":
      return hours.recorded === 0 ? undefined : stored.byteHours / hours.recorded;
    case "requests":
      return Object.values(traffic.requests).reduce((sum, it) => sum + it, 0);
    default:
      return traffic[measure];
  }
}

/** The sum of all rows for each period. Without a row nothing was stored or requested in it. */
export function pointsOf({ starts: begins, step, rows }: Pick<History, "starts" | "step" | "rows">, measure: Measure): Point[] {
  const sums = new Map<number, number | undefined>();
  for (const row of rows) {
    const start = Date.parse(row.start);
    const value = valueOf(row, measure);
    const before = sums.get(start);
    sums.set(start, value === undefined ? before : (before ?? 0) + value);
  }
  return begins.map((it) => ({ label: periodName(it, step), value: sums.has(it) ? sums.get(it) : 0 }));
}

/** A period as a text; days and months are those of UTC, in which bills are. */
export function periodName(start: number, step: Step): string {
  const date = new Date(start);
  switch (step) {
    case "HOUR":
      return date.toLocaleString(locale(), { dateStyle: "short", timeStyle: "short" });
    case "DAY":
      return date.toLocaleDateString(locale(), { dateStyle: "medium", timeZone: "UTC" });
    case "MONTH":
      return date.toLocaleDateString(locale(), { year: "numeric", month: "long", timeZone: "UTC" });
  }
}

/** The query of a window; a step of its own if another one is wanted. */
export function windowQuery(window: Window, now = Date.now()): { from: string; step: string } {
  const from = starts(window, now)[0] ?? now;
  return { from: new Date(from).toISOString(), step: window.step };
}

/** The usage of all tenants, or of one. */
export async function readHistory(api: Api, window: Window, signal: AbortSignal, tenant?: string): Promise<History> {
  const now = Date.now();
  const rows: UsagePeriod[] = [];
  let after: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const call = { query: { ...windowQuery(window, now), limit: AT_ONCE, after }, signal };
    const read: Page<UsagePeriod> = await (tenant === undefined
      ? api.get("/api/v1/admin/usage/history", call)
      : api.get("/api/v1/admin/tenants/{tenant}/usage/history", { ...call, params: { tenant } }));
    rows.push(...read.items);
    after = read.next;
    if (after === undefined) {
      break;
    }
  }
  return { starts: starts(window, now), step: window.step, rows, isWhole: after === undefined };
}
