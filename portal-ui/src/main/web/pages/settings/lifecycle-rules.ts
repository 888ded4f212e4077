import { byBytes } from "../../api/order";
import type { Entry } from "../../api/s3";
import { childrenOf, element, parseXml, textOf, writeXml, type XmlElement } from "../../api/xml";
import { t } from "../../i18n";

/** What the form changes of a rule; numbers are texts, as they are typed. */
export interface LifecycleRule {
  id: string;
  isOn: boolean;
  prefix: string;
  /** Days after which current versions expire. */
  days: string;
  noncurrentDays: string;
  newer: string;
  abortDays: string;
  /** Whether delete markers without older versions are removed. */
  markers: boolean;
  /** What the form does not show, such as transitions: written back as it is. */
  rest: XmlElement[];
  /** Tags that an object must have, as lines of key=value. */
  tags: string;
  /** Sizes in bytes that an object must be beyond or below. */
  larger: string;
  smaller: string;
  /** A filter that the form does not show: written back as it is. */
  filter?: XmlElement;
}

const MILLIS_OF_DAY = 86_400_000;

export const NEW_LIFECYCLE_RULE: LifecycleRule = {
  id: "", isOn: true, prefix: "", days: "", noncurrentDays: "", newer: "", abortDays: "", markers: false, rest: [],
  tags: "", larger: "", smaller: "",
};

export function readLifecycle(document: string): LifecycleRule[] {
  return childrenOf(parseXml(document), "Rule").map(ruleOf);
}

export function writeLifecycle(rules: readonly LifecycleRule[]): string {
  return rules.length === 0 ? "" : writeXml(element("LifecycleConfiguration", rules.map(elementOf)));
}

function ruleOf(rule: XmlElement): LifecycleRule {
  const child = (name: string) => rule.children.find((it) => it.name === name);
  const filter = child("Filter");
  const expiration = child("Expiration");
  const isDated = textOf(expiration, "Date") !== "";
  const filters = filtersOf(filter);
  const shown = ["ID", "Status", "Prefix", "Filter", "NoncurrentVersionExpiration", "AbortIncompleteMultipartUpload"];
  const noncurrent = child("NoncurrentVersionExpiration");
  return {
    id: textOf(rule, "ID"),
    isOn: textOf(rule, "Status") === "Enabled",
    prefix: filters?.prefix ?? textOf(rule, "Prefix"),
    tags: filters?.tags ?? "",
    larger: filters?.larger ?? "",
    smaller: filters?.smaller ?? "",
    days: textOf(expiration, "Days"),
    noncurrentDays: textOf(noncurrent, "NoncurrentDays"),
    newer: textOf(noncurrent, "NewerNoncurrentVersions"),
    abortDays: textOf(child("AbortIncompleteMultipartUpload"), "DaysAfterInitiation"),
    markers: textOf(expiration, "ExpiredObjectDeleteMarker") === "true",
    rest: rule.children.filter((it) => !shown.includes(it.name) && (it.name !== "Expiration" || isDated)),
    ...(filter && !filters ? { filter } : {}),
  };
}

type Filters = Pick<LifecycleRule, "prefix" | "tags" | "larger" | "smaller">;
const FILTERS = ["Prefix", "Tag", "ObjectSizeGreaterThan", "ObjectSizeLessThan"];

/** A filter as the form shows it; undefined if there is none, or one that the form does not show. */
function filtersOf(filter: XmlElement | undefined): Filters | undefined {
  const and = filter?.children.find((it) => it.name === "And");
  const all = and && filter?.children.length === 1 ? and : filter;
  const tags = childrenOf(all, "Tag").map((it) => `${textOf(it, "Key")}=${textOf(it, "Value")}`);
  const isShown = all?.children.every((it) => FILTERS.includes(it.name)) && tags.every((it) => parsedTag(it) !== undefined);
  return isShown
    ? {
        prefix: textOf(all, "Prefix"),
        tags: tags.join("\n"),
        larger: textOf(all, "ObjectSizeGreaterThan"),
        smaller: textOf(all, "ObjectSizeLessThan"),
      }
    : undefined;
}

/** Several conditions stand in a group of their own. */
function filterOf({ prefix, tags, larger, smaller }: Filters): XmlElement {
  const size = (name: string, value: string) => (value.trim() === "" ? [] : [element(name, value.trim())]);
  const others = [
    ...tagLines(tags).flatMap((it) => {
      const [key = "", value = ""] = parsedTag(it) ?? [];
      return [element("Tag", [element("Key", key), element("Value", value)])];
    }),
    ...size("ObjectSizeGreaterThan", larger),
    ...size("ObjectSizeLessThan", smaller),
  ];
  if (others.length === 0) {
    return element("Filter", [element("Prefix", prefix)]);
  }
  const all = [...(prefix === "" ? [] : [element("Prefix", prefix)]), ...others];
  return element("Filter", all.length === 1 ? all : [element("And", all)]);
}

function tagLines(tags: string): string[] {
  return tags.split("\n").filter((it) => it.trim() !== "");
}

/** The key and the value of a line; undefined if it is none. Only the first sign of equality separates them. */
function parsedTag(line: string): [string, string] | undefined {
  const at = line.indexOf("=");
  const [key, value] = [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  return at > 0 && key !== "" && key.length <= 128 && value.length <= 256 ? [key, value] : undefined;
}

function elementOf(rule: LifecycleRule): XmlElement {
  const some = (name: string, text: string) => (text.trim() === "" ? undefined : element(name, text.trim()));
  const group = (name: string, children: (XmlElement | undefined)[]) =>
    children.some((it) => it !== undefined) ? element(name, children) : undefined;
  return element("Rule", [
    some("ID", rule.id),
    rule.filter ?? filterOf(rule),
    element("Status", rule.isOn ? "Enabled" : "Disabled"),
    ...rule.rest,
    group("Expiration", [
      some("Days", rule.days),
      rule.markers ? element("ExpiredObjectDeleteMarker", "true") : undefined,
    ]),
    group("NoncurrentVersionExpiration", [
      some("NoncurrentDays", rule.noncurrentDays),
      some("NewerNoncurrentVersions", rule.newer),
    ]),
    group("AbortIncompleteMultipartUpload", [some("DaysAfterInitiation", rule.abortDays)]),
  ]);
}

/** Whether the rule expires current versions at a date, which the form only keeps. */
function isDated(rule: LifecycleRule): boolean {
  return rule.rest.some((it) => it.name === "Expiration");
}

/** What is wrong with a rule, by the ids of its controls. */
export function checkLifecycle(rules: readonly LifecycleRule[]): Record<string, string> {
  const errors: Record<string, string> = {};
  rules.forEach((rule, i) => {
    for (const name of ["days", "noncurrentDays", "newer", "abortDays"] as const) {
      if (rule[name].trim() !== "" && !/^[1-9]\d{0,8}$/.test(rule[name].trim())) {
        errors[`lifecycle-${name}-${i}`] = t("settings.lifecycle.number");
      }
    }
    Object.assign(errors, wrongFilter(rule, i));
    if (rule.id.length > 255) {
      errors[`lifecycle-id-${i}`] = t("settings.long", { most: 255 });
    } else if (rule.id !== "" && rules.slice(0, i).some((it) => it.id === rule.id)) {
      errors[`lifecycle-id-${i}`] = t("settings.lifecycle.twice");
    }
    if (rule.newer.trim() !== "" && rule.noncurrentDays.trim() === "") {
      errors[`lifecycle-noncurrentDays-${i}`] = t("form.required");
    }
    const isExpiring = rule.days.trim() !== "" || isDated(rule);
    if (rule.markers && isExpiring) {
      errors[`lifecycle-markers-${i}`] = t("settings.lifecycle.markers.not");
    }
    const hasOther = rule.noncurrentDays.trim() !== "" || rule.abortDays.trim() !== "" || rule.rest.length > 0;
    if (!isExpiring && !rule.markers && !hasOther) {
      errors[`lifecycle-days-${i}`] ??= t("settings.lifecycle.none");
    }
  });
  return errors;
}

function wrongFilter({ tags, larger, smaller }: LifecycleRule, i: number): Record<string, string> {
  const errors: Record<string, string> = {};
  const keys = tagLines(tags).map((it) => parsedTag(it)?.[0]);
  if (keys.some((it, at) => it === undefined || keys.indexOf(it) < at)) {
    errors[`lifecycle-tags-${i}`] = t("settings.lifecycle.tags.help");
  }
  for (const [name, value] of [["larger", larger], ["smaller", smaller]] as const) {
    if (value.trim() !== "" && !/^\d{1,15}$/.test(value.trim())) {
      errors[`lifecycle-${name}-${i}`] = t("quota.number");
    }
  }
  if (larger.trim() !== "" && smaller.trim() !== "" && Number(larger) >= Number(smaller)) {
    errors[`lifecycle-smaller-${i}`] ??= t("settings.lifecycle.sizes.wrong");
  }
  return errors;
}

/** Whether a listing decides the rule, which shows no tags. */
export function isBySight(rule: LifecycleRule): boolean {
  return rule.filter === undefined && tagLines(rule.tags).length === 0;
}

function isOfSize({ larger, smaller }: LifecycleRule, size: number): boolean {
  return (larger.trim() === "" || size > Number(larger)) && (smaller.trim() === "" || size < Number(smaller));
}

/** Whether rules remove something, now or later, that is not undone. */
export function isRemoving(rules: readonly LifecycleRule[]): boolean {
  return rules.some((it) => it.isOn && (it.days.trim() !== "" || it.noncurrentDays.trim() !== ""));
}

/** A version that a rule would remove today, or an object that it would expire. */
export interface Removal {
  entry: Entry;
  rule: number;
}

/**
 * What the rules would do today with versions in S3's order, the newest of each key first. Rules whose filters are by
 * tags are left out, as a listing does not decide them. S3 counts whole days to the next midnight (UTC).
 */
export function removals(rules: readonly LifecycleRule[], versions: readonly Entry[], now: number): Removal[] {
  const found: Removal[] = [];
  let noncurrent = 0;
  versions.forEach((entry, at) => {
    const newer = versions[at - 1];
    const isNewest = newer === undefined || byBytes(newer.key, entry.key) !== 0;
    noncurrent = isNewest ? 0 : noncurrent + 1;
    // A version is noncurrent since the next newer one is there.
    const since = Date.parse((isNewest ? entry : newer).lastModified ?? "");
    const place = noncurrent;
    const rule = rules.findIndex(
      (it) =>
        it.isOn && isBySight(it) && entry.key.startsWith(it.prefix) && isOfSize(it, entry.size ?? 0) &&
        (isNewest ? entry.isMarker !== true && isDue(it.days, since, now) : isDue(it.noncurrentDays, since, now) && place > Number(it.newer)),
    );
    if (rule >= 0) {
      found.push({ entry, rule });
    }
  });
  return found;
}

function isDue(days: string, since: number, now: number): boolean {
  const count = Number(days);
  return count > 0 && Math.ceil((since + count * MILLIS_OF_DAY) / MILLIS_OF_DAY) * MILLIS_OF_DAY <= now;
}
