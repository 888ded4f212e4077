import { de } from "./de";
import { en } from "./en";
import { ja } from "./ja";
import type { LateKey } from "./late";
import { zh } from "./zh";

export type Key = keyof typeof en;
/** A text of any page; those of some pages are loaded with them. */
export type TextKey = Key | LateKey;
export type Values = Record<string, string | number>;

const CATALOGUES: Record<string, Partial<Record<TextKey, string>>> = { en: { ...en }, de: { ...de }, ja: { ...ja }, zh: { ...zh } };

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

/** Adds the texts of pages that a first visit does not load. */
export function addTexts(language: string, texts: Partial<Record<TextKey, string>>): void {
  Object.assign(CATALOGUES[language] ?? {}, texts);
}

/** A text; `{name}` is a value, `{name|one|other}` chooses by a number. */
export function t(key: TextKey, values: Values = {}): string {
  const text = CATALOGUES[current]?.[key] ?? CATALOGUES["en"]?.[key] ?? key;
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
  return key in (CATALOGUES["en"] ?? {}) ? t(key as TextKey) : value;
}
