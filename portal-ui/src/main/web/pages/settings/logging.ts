import { html, nothing, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import type { Writing } from "../../api/settings";
import { childrenOf, element, parseXml, textOf, writeXml, type XmlElement } from "../../api/xml";
import { checkBucketName } from "../../bucket-name";
import { t } from "../../i18n";
import { checkInput, textInput } from "../../ui/inputs";
import { SettingPage } from "./setting";

/** What the node takes, in bytes of UTF-8. */
const MAX_PREFIX = 700;

interface Logging {
  isOn: boolean;
  target: string;
  prefix: string;
  /** What the form does not show, such as the format of keys: written back as it is. */
  rest: XmlElement[];
}

/** Where the access log of a bucket is delivered. */
@customElement("ose-setting-logging")
export class LoggingPage extends SettingPage<Logging> {
  protected readonly subresource = "logging";

  protected override get writing(): Writing {
    return { none: writeXml(element("BucketLoggingStatus", [])) };
  }

  protected override read(document: string): Logging {
    const enabled = childrenOf(parseXml(document), "LoggingEnabled")[0];
    return {
      isOn: enabled !== undefined,
      target: textOf(enabled, "TargetBucket"),
      prefix: textOf(enabled, "TargetPrefix"),
      rest: enabled?.children.filter((it) => it.name !== "TargetBucket" && it.name !== "TargetPrefix") ?? [],
    };
  }

  protected override write({ isOn, target, prefix, rest }: Logging): string {
    const enabled = [element("TargetBucket", target.trim()), element("TargetPrefix", prefix), ...rest];
    return isOn ? writeXml(element("BucketLoggingStatus", [element("LoggingEnabled", enabled)])) : "";
  }

  protected override check({ isOn, target, prefix }: Logging): Record<string, string> {
    if (!isOn) {
      return {};
    }
    const wrong = target.trim() === "" ? t("form.required") : checkBucketName(target.trim());
    return {
      ...(wrong === undefined ? {} : { "logging-target": wrong }),
      ...(new TextEncoder().encode(prefix).length > MAX_PREFIX ? { "logging-prefix": t("settings.policy.long", { most: MAX_PREFIX }) } : {}),
    };
  }

  protected override fields(logging: Logging): TemplateResult {
    const change = (to: Partial<Logging>) => this.edit({ ...logging, ...to });
    return html`<p>${t("settings.logging.about")}</p>
      ${checkInput(this.input("logging", t("settings.logging.on"), logging.isOn ? "true" : "", (it) => change({ isOn: it === "true" })))}
      ${logging.isOn
        ? html`${textInput({
              ...this.input("logging-target", t("settings.logging.target"), logging.target, (target) => change({ target })),
              help: t("settings.logging.target.help"),
            })}
            ${textInput({
              ...this.input("logging-prefix", t("settings.logging.prefix"), logging.prefix, (prefix) => change({ prefix })),
              help: t("settings.logging.prefix.help"),
            })}`
        : nothing}`;
  }
}
