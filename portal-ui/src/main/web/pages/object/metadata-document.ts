import { t } from "../../i18n";

/** Headers that a client stores with an object, by the members of the form. */
export const STANDARD = {
  type: "content-type",
  cache: "cache-control",
  disposition: "content-disposition",
  encoding: "content-encoding",
  language: "content-language",
  expires: "expires",
} as const;
export type Standard = keyof typeof STANDARD;
export const STANDARD_NAMES = Object.keys(STANDARD) as Standard[];

export interface OwnMetadata {
  name: string;
  value: string;
}

/** The metadata of an object. */
export interface Metadata {
  standard: Record<Standard, string>;
  own: OwnMetadata[];
  /** What a copy would otherwise lose, by headers. */
  kept: Record<string, string>;
}

const OWN = "x-amz-meta-";
const KEPT = ["x-amz-storage-class", "x-amz-server-side-encryption", "x-amz-website-redirect-location"];
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const VISIBLE = /^[\x20-\x7e]*$/;
/** Of names and values together. */
const MAX_OWN_BYTES = 2048;

export function metadataOf(headers: Headers): Metadata {
  const of = (name: string) => headers.get(name) ?? "";
  return {
    standard: Object.fromEntries(STANDARD_NAMES.map((it) => [it, of(STANDARD[it])])) as Record<Standard, string>,
    own: [...headers].flatMap(([name, value]) => (name.startsWith(OWN) ? [{ name: name.slice(OWN.length), value }] : [])),
    kept: Object.fromEntries(KEPT.filter((it) => of(it) !== "").map((it) => [it, of(it)])),
  };
}

/** The headers that store it. */
export function headersOf({ standard, own, kept }: Metadata): Record<string, string> {
  const some = STANDARD_NAMES.filter((it) => standard[it].trim() !== "").map((it) => [STANDARD[it], standard[it].trim()]);
  const names = own.map((it) => [OWN + it.name.trim().toLowerCase(), it.value.trim()]);
  return Object.fromEntries([...some, ...names, ...Object.entries(kept)]) as Record<string, string>;
}

/** What is wrong, by the ids of controls. */
export function checkMetadata({ standard, own }: Metadata): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const name of STANDARD_NAMES) {
    if (!VISIBLE.test(standard[name])) {
      errors[`metadata-${name}`] = t("object.metadata.ascii");
    }
  }
  if (standard.expires.trim() !== "" && Number.isNaN(Date.parse(standard.expires))) {
    errors["metadata-expires"] = t("object.metadata.expires");
  }
  const names = own.map((it) => it.name.trim().toLowerCase());
  own.forEach(({ value }, i) => {
    const name = names[i] ?? "";
    if (!NAME.test(name)) {
      errors[`metadata-name-${String(i)}`] = name === "" ? t("form.required") : t("object.metadata.name.wrong");
    } else if (names.indexOf(name) < i) {
      errors[`metadata-name-${String(i)}`] = t("settings.tag.twice");
    }
    if (!VISIBLE.test(value)) {
      errors[`metadata-value-${String(i)}`] = t("object.metadata.ascii");
    }
  });
  const bytes = own.reduce((sum, it, i) => sum + (names[i] ?? "").length + it.value.trim().length, 0);
  if (bytes > MAX_OWN_BYTES) {
    errors[`metadata-value-${String(own.length - 1)}`] = t("object.metadata.long", { most: MAX_OWN_BYTES });
  }
  return errors;
}
