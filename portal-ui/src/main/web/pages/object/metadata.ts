import { html, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { type Entry, S3 } from "../../api/s3";
import type { StoredSetting } from "../../api/settings";
import { t } from "../../i18n";
import { textInput } from "../../ui/inputs";
import { SettingPage } from "../settings/setting";
import {
  checkMetadata, headersOf, type Metadata, metadataOf, type OwnMetadata, STANDARD, STANDARD_NAMES,
} from "./metadata-document";

const MAX_OWN = 100;

/** The metadata of an object, which S3 changes only by a copy. The document of the form is the copy's headers. */
@customElement("ose-object-metadata")
export class MetadataPage extends SettingPage<Metadata> {
  protected readonly subresource = "";
  /** Whether the bucket keeps versions: then the copy is a new one. */
  @property({ type: Boolean }) versioned = false;

  protected override get setting(): StoredSetting {
    const s3 = new S3(this.ctx.api);
    const entry: Entry = { key: this.entry?.key ?? "" };
    return {
      read: async (signal) => JSON.stringify(headersOf(metadataOf(await s3.head(this.bucket, entry, signal)))),
      write: (document) => s3.copyOntoItself(this.bucket, entry, parsed(document)),
    };
  }

  protected override read(document: string): Metadata {
    return metadataOf(new Headers(parsed(document)));
  }

  protected override write(metadata: Metadata): string {
    return JSON.stringify(headersOf(metadata));
  }

  protected override lines(document: string): string[] {
    return Object.entries(parsed(document)).map(([name, value]) => `${name}: ${value}`);
  }

  protected override check(metadata: Metadata): Record<string, string> {
    return checkMetadata(metadata);
  }

  protected override warning(): string {
    return this.versioned ? t("object.metadata.warning.version") : t("object.metadata.warning");
  }

  protected override fields(metadata: Metadata): TemplateResult {
    const { standard, own } = metadata;
    const change = (i: number, to: Partial<OwnMetadata>) =>
      this.edit({ ...metadata, own: own.map((it, at) => (at === i ? { ...it, ...to } : it)) });
    const label = (i: number) => t("object.metadata.entry", { number: i + 1 });
    return html`<p>${t("object.metadata.about")}</p><p class="alert">${this.warning()}</p>
      ${STANDARD_NAMES.map((it) =>
        textInput(this.input(`metadata-${it}`, headerName(STANDARD[it]), standard[it], (value) =>
          this.edit({ ...metadata, standard: { ...standard, [it]: value } }))))}
      ${own.map(
        (it, i) => html`<fieldset class="rule"><legend>${label(i)}</legend>
          ${textInput({
            ...this.input(`metadata-name-${String(i)}`, t("objects.name"), it.name, (name) => change(i, { name })),
            help: t("object.metadata.name.help"),
          })}
          ${textInput(this.input(`metadata-value-${String(i)}`, t("settings.tag.value"), it.value, (value) => change(i, { value })))}
          ${this.removal(label(i), () => this.edit({ ...metadata, own: own.filter((_, at) => at !== i) }))}</fieldset>`,
      )}
      ${this.addition(t("object.metadata.add"), own.length < MAX_OWN, () =>
        this.edit({ ...metadata, own: [...own, { name: "", value: "" }] }))}`;
  }
}

function parsed(document: string): Record<string, string> {
  return JSON.parse(document) as Record<string, string>;
}

/** A header's name as people write it. */
function headerName(name: string): string {
  return name.replace(/(^|-)[a-z]/g, (it) => it.toUpperCase());
}
