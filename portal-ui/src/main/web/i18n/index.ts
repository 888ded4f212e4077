import { de } from "./de";
import { en } from "./en";
import { ja } from "./ja";
import { zh } from "./zh";

export type Key = keyof typeof en;
export type Values = Record<string, string | number>;

const CATALOGUES: Record<string, Record<Key, string>> = { en, de, ja, zh };

let current = "en";

/** The languages of the portal. */
export const LOCALES = Object.keys(CATALOGUES);

export function locale(): string {
  return current;
}

/** Chooses the language; the first known one of those wanted, or English. */
export function setLocale(wanted: readonly string[]): void {
  current = wanted.map((it) => it.toLowerCase().split("-")[0] ?? "").find((it) => it in CATALOGUES) ?? "en";
}

/** A text; `{name}` is a value, `{name|one|other}` chooses by a number. */
export function t(key: Key, values: Values = {}): string {
  const text = CATALOGUES[current]?.[key] ?? en[key];
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, name: string, one?: string, other?: string) => {
    const value = values[name] ?? "";
    const shown = typeof value === "number" ? value.toLocaleString(current) : value;
    if (one === undefined || other === undefined) {
      return shown;
    }
    const form = new Intl.PluralRules(current).select(Number(value)) === "one" ? one : other;
    return form.replace("#", shown);
  });
}

/** The text of a word of the API, or the word itself if the portal is older than the node. */
export function word(prefix: string, value: string): string {
  const key = `${prefix}.${value}`;
  return key in en ? t(key as Key) : value;
}
