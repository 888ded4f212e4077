import { childrenOf, element, parseXml, textOf, writeXml, type XmlElement } from "../../api/xml";
import { t } from "../../i18n";

/** Events that nodes send; a platform of its own may send more, which are kept. */
export const EVENTS = [
  "s3:ObjectCreated:*", "s3:ObjectCreated:Put", "s3:ObjectCreated:CompleteMultipartUpload",
  "s3:ObjectRemoved:*", "s3:ObjectRemoved:Delete", "s3:ObjectRemoved:DeleteMarkerCreated",
] as const;

/** A rule: which events of which keys go where. */
export interface NotificationRule {
  id: string;
  destination: string;
  events: readonly string[];
  prefix: string;
  suffix: string;
}

export interface Notifications {
  rules: NotificationRule[];
  /** What the form does not show: written back as it is. */
  rest: XmlElement[];
}

/** The elements of a rule, and of its destination in it. */
const KINDS: Record<string, string> = { QueueConfiguration: "Queue", TopicConfiguration: "Topic" };

export const NEW_NOTIFICATION: NotificationRule = { id: "", destination: "", events: ["s3:ObjectCreated:*"], prefix: "", suffix: "" };

export function readNotifications(document: string): Notifications {
  const children = parseXml(document)?.children ?? [];
  return {
    rules: children.filter((it) => it.name in KINDS).map(ruleOf),
    rest: children.filter((it) => !(it.name in KINDS)),
  };
}

/** Empty if there is nothing to be sent. */
export function writeNotifications({ rules, rest }: Notifications): string {
  const all = [...rules.map(elementOf), ...rest];
  return all.length === 0 ? "" : writeXml(element("NotificationConfiguration", all));
}

function ruleOf(rule: XmlElement): NotificationRule {
  const filters = childrenOf(childrenOf(childrenOf(rule, "Filter")[0], "S3Key")[0], "FilterRule");
  const filter = (name: string) => textOf(filters.find((it) => textOf(it, "Name").toLowerCase() === name), "Value");
  return {
    id: textOf(rule, "Id"),
    destination: textOf(rule, KINDS[rule.name] ?? ""),
    events: childrenOf(rule, "Event").map((it) => it.text),
    prefix: filter("prefix"),
    suffix: filter("suffix"),
  };
}

/** The kind of a destination is that of its ARN. */
function elementOf({ id, destination, events, prefix, suffix }: NotificationRule): XmlElement {
  const kind = destination.includes(":sns:") ? "Topic" : "Queue";
  const filter = (name: string, value: string) =>
    value === "" ? undefined : element("FilterRule", [element("Name", name), element("Value", value)]);
  const filters = [filter("prefix", prefix), filter("suffix", suffix)];
  return element(`${kind}Configuration`, [
    id === "" ? undefined : element("Id", id),
    element(kind, destination.trim()),
    ...events.map((it) => element("Event", it)),
    filters.some((it) => it !== undefined) ? element("Filter", [element("S3Key", filters)]) : undefined,
  ]);
}

/** What is wrong, by the ids of controls. */
export function checkNotifications({ rules }: Notifications): Record<string, string> {
  const errors: Record<string, string> = {};
  rules.forEach((rule, i) => {
    if (!/^arn:\S+$/.test(rule.destination.trim())) {
      errors[`event-destination-${String(i)}`] = t("settings.events.arn");
    }
    if (rule.events.length === 0) {
      errors[`event-none-${String(i)}`] = t("settings.events.none");
    }
    if (rule.id !== "" && rules.slice(0, i).some((it) => it.id === rule.id)) {
      errors[`event-id-${String(i)}`] = t("settings.lifecycle.twice");
    }
  });
  return errors;
}
