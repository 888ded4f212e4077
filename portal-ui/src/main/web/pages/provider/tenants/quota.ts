import type { Quota } from "../../../api/types";
import { bytes, count } from "../../../format";
import { t } from "../../../i18n";
import type { Field, Values } from "../../../ui/form";

/** What a quota limits. */
export interface Limits {
  maxBytes?: number;
  maxObjects?: number;
  maxBuckets?: number;
}

const UNITS = ["", "K", "M", "G", "T", "P"];
const NAMES = ["maxBytes", "maxObjects", "maxBuckets"] as const;

/** The bytes of a text such as `10 TiB` or `1048576`; nothing if it says none. */
export function parseBytes(text: string): number | undefined {
  const found = /^(\d{1,15}(?:\.\d{1,6})?)\s*(?:([KMGTP])(?:i?B)?|B)?$/i.exec(text.trim());
  const unit = UNITS.indexOf((found?.[2] ?? "").toUpperCase());
  const value = Math.round(Number(found?.[1]) * 1024 ** unit);
  return found && Number.isSafeInteger(value) ? value : undefined;
}

/** Bytes as a text that {@link parseBytes} reads as the same number. */
export function bytesText(value: number): string {
  let [rest, unit] = [value, 0];
  while (rest >= 1024 && rest % 1024 === 0 && unit < UNITS.length - 1) {
    rest /= 1024;
    unit++;
  }
  return unit === 0 ? String(value) : `${rest} ${UNITS[unit] ?? ""}iB`;
}

/** The fields of limits. */
export function limitFields(limits: Limits): Field[] {
  const number = (name: "maxObjects" | "maxBuckets", label: string): Field => ({
    name,
    label,
    inputmode: "numeric",
    value: limits[name] === undefined ? "" : String(limits[name]),
    check: (it) => (/^\d{1,15}$/.test(it) ? undefined : t("quota.number")),
  });
  return [
    {
      name: "maxBytes",
      label: t("quota.bytes"),
      value: limits.maxBytes === undefined ? "" : bytesText(limits.maxBytes),
      help: t("quota.bytes.help"),
      check: (it) => (parseBytes(it) === undefined ? t("quota.bytes.help") : undefined),
    },
    number("maxObjects", t("usage.objects")),
    number("maxBuckets", t("usage.buckets")),
  ];
}

/** The limits that a form says; none for what is empty. */
export function limitsOf(values: Values): Limits {
  const limits: Limits = {};
  for (const name of NAMES) {
    const text = values[name] ?? "";
    const value = name === "maxBytes" ? parseBytes(text) : Number(text);
    if (text !== "" && value !== undefined) {
      limits[name] = value;
    }
  }
  return limits;
}

/** The limits of a quota without its usage. */
export function limitsIn(quota: Quota): Limits {
  return Object.fromEntries(NAMES.flatMap((it) => (quota[it] === undefined ? [] : [[it, quota[it]]])));
}

export function isUnlimited(limits: Limits): boolean {
  return Object.keys(limits).length === 0;
}

/** Limits in lines, to show differences and plans. */
export function limitLines(limits: Limits): string[] {
  const show = (value: number | undefined, as: (value: number) => string) => (value === undefined ? t("usage.unlimited") : as(value));
  return [
    `${t("quota.bytes")}: ${show(limits.maxBytes, bytes)}`,
    `${t("usage.objects")}: ${show(limits.maxObjects, count)}`,
    `${t("usage.buckets")}: ${show(limits.maxBuckets, count)}`,
  ];
}
