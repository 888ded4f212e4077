import { html, nothing, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import type { Writing } from "../../api/settings";
import { childrenOf, element, parseXml, textOf, writeXml } from "../../api/xml";
import { t, word } from "../../i18n";
import { checkInput, selectInput, textInput } from "../../ui/inputs";
import { SettingPage } from "./setting";

const UNITS = ["Days", "Years"] as const;
/** A hundred years. */
const MOST = { Days: 36_500, Years: 100 };

interface DefaultLock {
  isOn: boolean;
  /** Whether it is stored so: there is no way back. */
  wasOn: boolean;
  /** Of the retention that new versions get; empty without one. */
  mode: string;
  unit: (typeof UNITS)[number];
  length: string;
}

/** Whether versions can be locked, and the retention that new ones get by default. */
@customElement("ose-setting-object-lock")
export class ObjectLockPage extends SettingPage<DefaultLock> {
  protected readonly subresource = "object-lock";

  protected override get writing(): Writing {
    return { none: writeXml(element("ObjectLockConfiguration", [])) };
  }

  protected override read(document: string): DefaultLock {
    const root = parseXml(document);
    const retention = childrenOf(childrenOf(root, "Rule")[0], "DefaultRetention")[0];
    const isOn = textOf(root, "ObjectLockEnabled") === "Enabled";
    const unit = textOf(retention, "Years") === "" ? "Days" : "Years";
    return { isOn, wasOn: isOn, mode: textOf(retention, "Mode"), unit, length: textOf(retention, unit) };
  }

  protected override write({ isOn, mode, unit, length }: DefaultLock): string {
    if (!isOn) {
      return "";
    }
    const retention = element("DefaultRetention", [element("Mode", mode), element(unit, length.trim())]);
    return writeXml(
      element("ObjectLockConfiguration", [
        element("ObjectLockEnabled", "Enabled"),
        mode === "" ? undefined : element("Rule", [retention]),
      ]),
    );
  }

  protected override check({ isOn, mode, unit, length }: DefaultLock): Record<string, string> {
    const isLength = /^[1-9]\d*$/.test(length.trim()) && Number(length) <= MOST[unit];
    return isOn && mode !== "" && !isLength ? { "lock-length": t("settings.lock.length", { most: MOST[unit] }) } : {};
  }

  protected override warning({ wasOn, mode }: DefaultLock): string | undefined {
    if (mode === "COMPLIANCE") {
      return t("settings.lock.compliance");
    }
    return wasOn ? undefined : t("settings.lock.enable");
  }

  protected override fields(lock: DefaultLock): TemplateResult {
    const change = (to: Partial<DefaultLock>) => this.edit({ ...lock, ...to });
    return html`<p>${t("settings.lock.about")}</p>
      ${lock.wasOn
        ? html`<p class="minor">${t("settings.lock.stays")}</p>`
        : checkInput({
            ...this.input("lock", t("settings.lock.on"), lock.isOn ? "true" : "", (it) => change({ isOn: it === "true" })),
            help: t("settings.lock.on.help"),
          })}
      ${lock.isOn ? this.retention(lock, change) : nothing}`;
  }

  private retention({ mode, unit, length }: DefaultLock, change: (to: Partial<DefaultLock>) => void): TemplateResult {
    const modes = ["", "GOVERNANCE", "COMPLIANCE"].map((value) => ({
      value,
      label: value === "" ? t("settings.off") : word("object.retention", value),
    }));
    const units = UNITS.map((value) => ({ value, label: t(`settings.lock.${value}`) }));
    return html`${selectInput(this.input("lock-mode", t("settings.lock.mode"), mode, (it) => change({ mode: it })), modes)}
      ${mode === ""
        ? nothing
        : html`${textInput({ ...this.input("lock-length", t("settings.lock.period"), length, (it) => change({ length: it })), inputmode: "numeric" })}
            ${selectInput(this.input("lock-unit", t("settings.lock.unit"), unit, (it) =>
              change({ unit: it === "Years" ? "Years" : "Days" })), units)}`}`;
  }
}
