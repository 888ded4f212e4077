import { html, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { element, parseXml, textOf, writeXml } from "../../api/xml";
import { t } from "../../i18n";
import { checkInput } from "../../ui/inputs";
import { SettingPage } from "./setting";

/** The four switches, in S3's order. */
const SWITCHES = ["BlockPublicAcls", "IgnorePublicAcls", "BlockPublicPolicy", "RestrictPublicBuckets"] as const;
type Switch = (typeof SWITCHES)[number];

/** What keeps ACLs and policies from making a bucket public. */
@customElement("ose-setting-public-access")
export class PublicAccessPage extends SettingPage<readonly Switch[]> {
  protected readonly subresource = "publicAccessBlock";

  protected override read(document: string): readonly Switch[] {
    const root = parseXml(document);
    return SWITCHES.filter((it) => textOf(root, it) === "true");
  }

  protected override write(on: readonly Switch[]): string {
    const state = (it: Switch) => element(it, String(on.includes(it)));
    return on.length === 0 ? "" : writeXml(element("PublicAccessBlockConfiguration", SWITCHES.map(state)));
  }

  protected override check(): Record<string, string> {
    return {};
  }

  protected override warning(on: readonly Switch[]): string {
    return on.length < SWITCHES.length ? t("settings.block.open") : t("settings.block.closed");
  }

  protected override fields(on: readonly Switch[]): TemplateResult {
    const change = (name: Switch, isOn: boolean) => this.edit(SWITCHES.filter((it) => (it === name ? isOn : on.includes(it))));
    const all = () => this.edit(on.length === SWITCHES.length ? [] : SWITCHES);
    return html`<p>${t("settings.block.about")}</p>
      <p><button type="button" class="button" @click=${all}>
        ${on.length === SWITCHES.length ? t("settings.block.none") : t("settings.block.all")}</button></p>
      ${SWITCHES.map((it) =>
        checkInput({
          ...this.input(`block-${it}`, t(`settings.block.${it}`), on.includes(it) ? "true" : "", (value) =>
            change(it, value === "true")),
          help: it,
        }))}`;
  }
}
