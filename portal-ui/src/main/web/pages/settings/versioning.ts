import { html, nothing, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { element, parseXml, textOf, writeXml } from "../../api/xml";
import { t, word } from "../../i18n";
import { selectInput } from "../../ui/inputs";
import { SettingPage } from "./setting";

interface Versioning {
  /** Enabled, Suspended, or empty if it was never enabled. */
  status: string;
  /** Whether it was ever enabled: there is no way back. */
  wasSet: boolean;
}

/** Whether a bucket keeps versions. */
@customElement("ose-setting-versioning")
export class VersioningPage extends SettingPage<Versioning> {
  protected readonly subresource = "versioning";

  protected override read(document: string): Versioning {
    const status = textOf(parseXml(document), "Status");
    return { status, wasSet: status !== "" };
  }

  protected override write({ status }: Versioning): string {
    return writeXml(element("VersioningConfiguration", status ? [element("Status", status)] : []));
  }

  protected override check(): Record<string, string> {
    return {};
  }

  protected override warning({ status, wasSet }: Versioning): string | undefined {
    if (status === "Suspended") {
      return t("settings.versioning.suspend");
    }
    return wasSet ? undefined : t("settings.versioning.enable");
  }

  protected override fields(versioning: Versioning): TemplateResult {
    const words = versioning.wasSet ? ["Enabled", "Suspended"] : ["", "Enabled"];
    const options = words.map((value) => ({ value, label: value === "" ? t("settings.off") : word("settings.versioning", value) }));
    const change = (status: string) => this.edit({ ...versioning, status });
    return html`<p>${t("settings.versioning.about")}</p>
      ${selectInput(this.input("versioning", t("settings.versioning"), versioning.status, change), options)}
      ${versioning.wasSet ? html`<p class="minor">${t("settings.versioning.stays")}</p>` : nothing}`;
  }
}
