import { html, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import type { Tag } from "../../api/s3";
import { childrenOf, element, parseXml, textOf, writeXml } from "../../api/xml";
import { t } from "../../i18n";
import { textInput } from "../../ui/inputs";
import { SettingPage } from "./setting";

const MAX_TAGS = 50;
const MAX_OF_OBJECT = 10;
const MAX_KEY = 128;
const MAX_VALUE = 256;

/** The tags of a bucket, or of an object in it. */
@customElement("ose-setting-tags")
export class TagsPage extends SettingPage<Tag[]> {
  protected readonly subresource = "tagging";

  protected override read(document: string): Tag[] {
    const set = parseXml(document)?.children.find((it) => it.name === "TagSet");
    return childrenOf(set, "Tag").map((it) => ({ key: textOf(it, "Key"), value: textOf(it, "Value") }));
  }

  protected override write(tags: Tag[]): string {
    const rows = tags.map((it) => element("Tag", [element("Key", it.key), element("Value", it.value)]));
    return rows.length === 0 ? "" : writeXml(element("Tagging", [element("TagSet", rows)]));
  }

  protected override check(tags: Tag[]): Record<string, string> {
    const errors: Record<string, string> = {};
    tags.forEach(({ key, value }, i) => {
      const wrong = wrongKey(key, tags.slice(0, i));
      if (wrong) {
        errors[`tag-key-${i}`] = wrong;
      }
      if (value.length > MAX_VALUE) {
        errors[`tag-value-${i}`] = t("settings.long", { most: MAX_VALUE });
      }
    });
    return errors;
  }

  protected override fields(tags: Tag[]): TemplateResult {
    const change = (i: number, to: Partial<Tag>) => this.edit(tags.map((it, at) => (at === i ? { ...it, ...to } : it)));
    const most = this.entry ? MAX_OF_OBJECT : MAX_TAGS;
    return html`<p>${this.entry ? t("settings.tags.object", { most }) : t("settings.tags.about", { most })}</p>
      ${tags.map(
        (it, i) => html`<fieldset class="rule"><legend>${t("settings.tag", { number: i + 1 })}</legend>
          ${textInput(this.input(`tag-key-${i}`, t("settings.tag.key"), it.key, (key) => change(i, { key })))}
          ${textInput(this.input(`tag-value-${i}`, t("settings.tag.value"), it.value, (value) => change(i, { value })))}
          ${this.removal(t("settings.tag", { number: i + 1 }), () => this.edit(tags.filter((_, at) => at !== i)))}
        </fieldset>`,
      )}
      ${this.addition(t("settings.tag.add"), tags.length < most, () => this.edit([...tags, { key: "", value: "" }]))}`;
  }
}

function wrongKey(key: string, before: Tag[]): string | undefined {
  if (key === "") {
    return t("form.required");
  }
  if (key.length > MAX_KEY) {
    return t("settings.long", { most: MAX_KEY });
  }
  if (key.toLowerCase().startsWith("aws:")) {
    return t("settings.tag.reserved");
  }
  return before.some((it) => it.key === key) ? t("settings.tag.twice") : undefined;
}
