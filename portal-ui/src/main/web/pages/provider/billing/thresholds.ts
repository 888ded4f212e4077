import type { AlertThresholds } from "../../../api/types";
import { t } from "../../../i18n";
import type { Field, Values } from "../../../ui/form";

const MAX_THRESHOLDS = 10;

/** The percentages of a text, ascending, or what is wrong with it. */
export function parseThresholds(text: string): number[] | string {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  const numbers = parts.map(Number).sort((a, b) => a - b);
  const isFine =
    parts.every((it) => /^\d{1,3}$/.test(it)) &&
    numbers.every((it) => it >= 1 && it <= 100) &&
    new Set(numbers).size === numbers.length &&
    numbers.length <= MAX_THRESHOLDS;
  return isFine ? numbers : t("alerts.thresholds.rule", { most: MAX_THRESHOLDS });
}

/** The field of thresholds. */
export function thresholdFields({ thresholds }: AlertThresholds): Field[] {
  return [
    {
      name: "thresholds",
      label: t("alerts.thresholds"),
      value: (thresholds ?? []).join(", "),
      help: t("alerts.thresholds.help"),
      check: (it) => {
        const parsed = parseThresholds(it);
        return typeof parsed === "string" ? parsed : undefined;
      },
    },
  ];
}

/** The thresholds that a form says. */
export function thresholdsOf({ thresholds }: Values): AlertThresholds {
  const parsed = parseThresholds(thresholds ?? "");
  return { thresholds: typeof parsed === "string" ? [] : parsed };
}
