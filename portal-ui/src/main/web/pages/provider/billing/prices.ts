import type { Prices } from "../../../api/types";
import { t } from "../../../i18n";
import type { Field, Values } from "../../../ui/form";

/** What requests are counted and priced by. */
export const CATEGORIES = ["READ", "LIST", "WRITE", "DELETE", "IAM", "STS"] as const;

const DECIMAL = /^\d{1,12}(\.\d{1,12})?$/;
const MAX_TIERS = 20;

type Tier = NonNullable<Prices["storage"]>[number];

/** Tiers as lines: the end of a tier and its price, the last one with a price alone. */
export function tierLines(storage: readonly Tier[]): string {
  return storage.map((it) => (it.upToGib === undefined ? (it.price ?? "") : `${it.upToGib} ${it.price ?? ""}`)).join("\n");
}

/** The tiers that lines say, or what is wrong with them. */
export function parseTiers(text: string): Tier[] | string {
  const lines = text.split("\n").map((it) => it.trim()).filter(Boolean);
  if (lines.length === 0 || lines.length > MAX_TIERS) {
    return t("plans.tiers.count", { most: MAX_TIERS });
  }
  const tiers: Tier[] = [];
  let before = 0;
  for (const [i, line] of lines.entries()) {
    const isLast = i === lines.length - 1;
    const parts = line.split(/\s+/);
    const [price = "", end] = [parts.at(-1), parts.length === 2 ? parts[0] : undefined];
    if (parts.length > 2 || !DECIMAL.test(price) || (end !== undefined && !DECIMAL.test(end))) {
      return t("plans.tiers.line", { number: i + 1 });
    }
    if (isLast !== (end === undefined)) {
      return isLast ? t("plans.tiers.last") : t("plans.tiers.end", { number: i + 1 });
    }
    if (end !== undefined) {
      if (Number(end) <= before) {
        return t("plans.tiers.order", { number: i + 1 });
      }
      before = Number(end);
    }
    tiers.push(end === undefined ? { price } : { upToGib: end, price });
  }
  return tiers;
}

const isPrice = (value: string) => (DECIMAL.test(value) ? undefined : t("plans.decimal"));

/** The fields of prices. */
export function priceFields(prices: Prices): Field[] {
  return [
    {
      name: "currency",
      label: t("plans.currency"),
      required: true,
      value: prices.currency ?? "EUR",
      help: t("plans.currency.help"),
      check: (it) => (/^[A-Z]{3}$/.test(it) ? undefined : t("plans.currency.help")),
    },
    {
      name: "storage",
      label: t("plans.storage"),
      type: "textarea",
      required: true,
      value: tierLines(prices.storage ?? []),
      help: t("plans.storage.help"),
      check: (it) => {
        const tiers = parseTiers(it);
        return typeof tiers === "string" ? tiers : undefined;
      },
    },
    ...CATEGORIES.map((it) => ({
      name: `requests.${it}`,
      label: t("plans.requests", { category: t(`billing.category.${it}`) }),
      value: prices.requests?.[it] ?? "",
      inputmode: "decimal",
      check: isPrice,
    })),
    { name: "egress", label: t("plans.egress"), value: prices.egress ?? "", inputmode: "decimal", check: isPrice },
  ];
}

/** The prices that a form says. */
export function pricesOf(values: Values): Prices {
  const tiers = parseTiers(values["storage"] ?? "");
  const requests = CATEGORIES.map((it) => [it, values[`requests.${it}`] ?? ""] as const).filter(([, price]) => price !== "");
  return {
    currency: values["currency"] ?? "",
    storage: typeof tiers === "string" ? [] : tiers,
    requests: Object.fromEntries(requests),
    ...(values["egress"] ? { egress: values["egress"] } : {}),
  };
}

/** Prices in lines, to show differences. */
export function priceLines(prices: Prices): string[] {
  return [
    `${t("plans.currency")}: ${prices.currency ?? ""}`,
    ...(prices.storage ?? []).map((it) => `${t("plans.storage")}: ${it.upToGib ?? "∞"} ${it.price ?? ""}`),
    ...Object.entries(prices.requests ?? {}).map(([name, price]) => `${name}: ${price}`),
    `${t("plans.egress")}: ${prices.egress ?? "0"}`,
  ];
}
