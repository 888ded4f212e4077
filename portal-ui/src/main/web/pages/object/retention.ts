import { html, nothing, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { BYPASS } from "../../api/s3";
import type { Writing } from "../../api/settings";
import { element, parseXml, textOf, writeXml } from "../../api/xml";
import { time } from "../../format";
import { t, word } from "../../i18n";
import { checkInput, selectInput, textInput } from "../../ui/inputs";
import { SettingPage } from "../settings/setting";
import { isoTime, localTime } from "./lock";

const MODES = ["", "GOVERNANCE", "COMPLIANCE"] as const;

interface Retention {
  /** Empty without a retention. */
  mode: string;
  /** ISO 8601. */
  until: string;
  /** What is stored. */
  was: { mode: string; until: string };
  /** Whether the caller passes over a retention of GOVERNANCE. */
  isBypassing: boolean;
}

/** Until when a version of an object can be neither deleted nor overwritten. */
@customElement("ose-object-retention")
export class RetentionPage extends SettingPage<Retention> {
  protected readonly subresource = "retention";

  protected override get writing(): Writing {
    return { none: writeXml(element("Retention", [])), headers: this.draft?.isBypassing ? BYPASS : {} };
  }

  protected override read(document: string): Retention {
    const root = parseXml(document);
    const was = { mode: textOf(root, "Mode"), until: textOf(root, "RetainUntilDate") };
    return { ...was, was, isBypassing: false };
  }

  protected override write({ mode, until }: Retention): string {
    return mode === "" ? "" : writeXml(element("Retention", [element("Mode", mode), element("RetainUntilDate", until)]));
  }

  protected override check(retention: Retention): Record<string, string> {
    const { mode, until, was, isBypassing } = retention;
    const errors: Record<string, string> = {};
    if (was.mode === "COMPLIANCE" && isInForce(was.until) && mode !== was.mode) {
      errors["retention-mode"] = t("object.retention.compliance", { until: time(was.until) });
    }
    if (mode !== "" && !isInForce(until)) {
      errors["retention-until"] = t("links.until.past");
    } else if (was.mode === "COMPLIANCE" && Date.parse(until) < Date.parse(was.until)) {
      errors["retention-until"] = t("object.retention.compliance", { until: time(was.until) });
    }
    if (loosens(retention) && !isBypassing) {
      errors["retention-bypass"] = t("object.retention.bypass");
    }
    return errors;
  }

  protected override warning({ mode }: Retention): string | undefined {
    return mode === "COMPLIANCE" ? t("object.retention.warning") : undefined;
  }

  protected override fields(retention: Retention): TemplateResult {
    const { mode, until, isBypassing } = retention;
    const options = MODES.map((value) => ({ value, label: value === "" ? t("settings.off") : word("object.retention", value) }));
    const change = (to: Partial<Retention>) => this.edit({ ...retention, ...to });
    return html`<p>${t("object.retention.about")}</p>
      ${selectInput(this.input("retention-mode", t("object.retention.mode"), mode, (it) => change({ mode: it })), options)}
      ${mode === ""
        ? nothing
        : textInput({
            ...this.input("retention-until", t("object.retention.until"), localTime(until), (it) => change({ until: isoTime(it) })),
            type: "datetime-local",
          })}
      ${loosens(retention)
        ? checkInput({
            ...this.input("retention-bypass", t("object.bypass"), isBypassing ? "true" : "", (it) =>
              change({ isBypassing: it === "true" })),
            help: t("object.bypass.help"),
          })
        : nothing}`;
  }
}

function isInForce(until: string): boolean {
  return Date.parse(until) > Date.now();
}

/** Whether a retention of GOVERNANCE that is in force would end earlier, or not be one any more. */
function loosens({ mode, until, was }: Retention): boolean {
  const isEarlier = mode === "" || Date.parse(until) < Date.parse(was.until);
  return was.mode === "GOVERNANCE" && isInForce(was.until) && isEarlier;
}
