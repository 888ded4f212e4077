import { html, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { element, parseXml, textOf, writeXml } from "../../api/xml";
import { t } from "../../i18n";
import { checkInput } from "../../ui/inputs";
import { SettingPage } from "../settings/setting";

/** Whether a version of an object is kept whatever its retention. */
@customElement("ose-object-hold")
export class LegalHoldPage extends SettingPage<boolean> {
  protected readonly subresource = "legal-hold";

  protected override read(document: string): boolean {
    return textOf(parseXml(document), "Status") === "ON";
  }

  protected override write(isOn: boolean): string {
    return writeXml(element("LegalHold", [element("Status", isOn ? "ON" : "OFF")]));
  }

  protected override check(): Record<string, string> {
    return {};
  }

  protected override fields(isOn: boolean): TemplateResult {
    return html`<p>${t("object.hold.about")}</p>
      ${checkInput(this.input("hold", t("object.hold"), isOn ? "true" : "", (it) => this.edit(it === "true")))}`;
  }
}
