import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Entry } from "../../api/s3";
import type { Page } from "../../api/types";
import { time } from "../../format";
import { t } from "../../i18n";
import { objectName } from "../../ui/name";
import { rowButton } from "../../ui/row-button";
import { empty } from "../../ui/states";
import type { Column, ListPart } from "../../ui/table";
import "../../ui/table";
import { entrySize, versionBadge } from "../bucket/list";
import { ObjectActions } from "../bucket/object-actions";
import { objectHref } from "../bucket/places";
import { type Lock, lockOf } from "./lock";

/** The versions and delete markers of an object. */
@customElement("ose-object-versions")
export class ObjectVersions extends ObjectActions {
  @property() key = "";

  private readonly read = async (part: ListPart): Promise<Page<Entry>> => {
    const { entries, next } = await this.s3.versionsOf(this.bucket, this.key, part.after, part.limit, part.signal);
    return { items: entries, ...(next === undefined ? {} : { next }) };
  };

  private get columns(): Column<Entry>[] {
    return [
      { label: t("objects.version"), cell: (it) => this.version(it) },
      { label: t("objects.size"), isNumber: true, cell: entrySize },
      { label: t("objects.changed"), cell: (it) => time(it.lastModified) },
      { label: t("objects.class"), cell: (it) => it.storageClass ?? "" },
      { label: t("list.actions"), cell: (it) => this.actions(it) },
    ];
  }

  private version(entry: Entry): TemplateResult {
    const id = html`<code>${entry.versionId ?? ""}</code>`;
    return html`${entry.isMarker ? id : html`<a href=${objectHref(this.ctx, this.bucket, entry)}>${id}</a>`}
      ${versionBadge(entry)} ${entry.isMarker && entry.latest ? html`<span class="minor">${t("object.hidden")}</span>` : nothing}`;
  }

  private actions(entry: Entry): TemplateResult {
    const button = (text: string, does: () => void) => rowButton(text, entry.versionId ?? "", does);
    const hasLinks = !entry.isMarker && this.ctx.can("PresignObject");
    return html`${hasLinks ? button(t("objects.download"), () => this.download(entry)) : nothing}
      ${entry.isMarker || entry.latest ? nothing : button(t("object.restore"), () => this.restore(entry))}
      ${button(entry.isMarker ? t("object.marker.delete") : t("action.delete"), () => this.erase(entry))}`;
  }

  protected override render(): TemplateResult {
    return html`<p>${t("object.versions.about")}</p>
      <ose-table .ctx=${this.ctx} .columns=${this.columns} .read=${this.read} .label=${t("object.versions")}
        .subject=${JSON.stringify([this.bucket, this.key])}
        .none=${empty(t("object.versions.none"), t("error.gone"))}></ose-table>
      ${this.dialog()}`;
  }

  /** The version stays where it is: a copy of it becomes the latest. */
  private restore(entry: Entry): void {
    void this.ask({
      heading: t("object.restore"),
      text: html`<p>${t("object.restore.about", { time: time(entry.lastModified) })}</p>`,
      action: t("object.restore"),
      send: async () => {
        await this.s3.copyOntoItself(this.bucket, entry);
        this.ctx.toast(t("object.restored"));
        this.refresh();
      },
    });
  }

  /** What keeps a version is looked up first: its deletion is not offered as long as a lock forbids it. */
  private erase(entry: Entry): void {
    void this.attempt(async () => {
      const lock = entry.isMarker ? undefined : lockOf(await this.s3.head(this.bucket, entry, this.signal), new Date());
      if (lock && !lock.canBypass) {
        this.open({ heading: t("object.version.delete"), body: this.locked(lock) });
      } else {
        void this.askToErase(entry, lock);
      }
    });
  }

  private locked({ isHeld, until }: Lock): TemplateResult {
    return html`<p role="alert">${isHeld ? t("object.locked.hold") : t("object.locked", { until: time(until) })}</p>
      <div class="buttons"><button class="button primary" @click=${this.close}>${t("action.close")}</button></div>`;
  }

  private askToErase(entry: Entry, lock: Lock | undefined): Promise<void> {
    const about = entry.isMarker
      ? entry.latest
        ? t("object.marker.delete.about")
        : t("object.marker.delete.older")
      : entry.latest
        ? t("object.version.delete.latest")
        : t("object.version.delete.about");
    return this.ask({
      heading: entry.isMarker ? t("object.marker.delete") : t("object.version.delete"),
      text: html`<p>${about}</p><p>${objectName(entry.key)} <code>${entry.versionId ?? ""}</code></p>
        ${lock ? html`<p>${t("object.locked", { until: time(lock.until) })}</p>` : nothing}`,
      fields: lock
        ? [
            {
              name: "bypass",
              label: t("object.bypass"),
              type: "checkbox",
              help: t("object.bypass.help"),
              required: true,
              check: (it) => (it === "true" ? undefined : t("form.required")),
            },
          ]
        : [],
      action: t("action.delete"),
      isDanger: true,
      send: async ({ bypass }) => {
        await this.s3.deleteObject(this.bucket, entry, bypass === "true");
        this.ctx.toast(entry.isMarker ? t("object.marker.deleted") : t("object.version.deleted"));
        this.refresh();
      },
    });
  }
}
