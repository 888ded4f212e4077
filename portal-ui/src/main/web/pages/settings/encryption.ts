import { html, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { childrenOf, element, parseXml, textOf, writeXml } from "../../api/xml";
import { t } from "../../i18n";
import { selectInput } from "../../ui/inputs";
import { SettingPage } from "./setting";

interface Encryption {
  /** Empty without a default; AES256 are keys of the platform. */
  algorithm: string;
  /** The document of another algorithm, such as one with a key of a key service: it can be kept or replaced. */
  other: string;
}

/** How new objects are encrypted that do not say it themselves. */
@customElement("ose-setting-encryption")
export class EncryptionPage extends SettingPage<Encryption> {
  protected readonly subresource = "encryption";

  protected override read(document: string): Encryption {
    const rule = childrenOf(parseXml(document), "Rule")[0];
    const algorithm = textOf(childrenOf(rule, "ApplyServerSideEncryptionByDefault")[0], "SSEAlgorithm");
    return { algorithm, other: algorithm === "" || algorithm === "AES256" ? "" : document };
  }

  protected override write({ algorithm, other }: Encryption): string {
    if (algorithm === "") {
      return "";
    }
    const byDefault = element("ApplyServerSideEncryptionByDefault", [element("SSEAlgorithm", algorithm)]);
    return algorithm === "AES256"
      ? writeXml(element("ServerSideEncryptionConfiguration", [element("Rule", [byDefault])]))
      : other;
  }

  protected override check(): Record<string, string> {
    return {};
  }

  protected override fields(encryption: Encryption): TemplateResult {
    const kept = encryption.other === "" ? "" : this.read(encryption.other).algorithm;
    const options = [
      { value: "", label: t("settings.off") },
      { value: "AES256", label: t("settings.encryption.AES256") },
      ...(kept === "" ? [] : [{ value: kept, label: kept }]),
    ];
    const change = (algorithm: string) => this.edit({ ...encryption, algorithm });
    return html`<p>${t("settings.encryption.about")}</p>
      ${selectInput(this.input("encryption", t("settings.encryption.by"), encryption.algorithm, change), options)}
      <p class="minor">${t("settings.encryption.new")}</p>`;
  }
}
