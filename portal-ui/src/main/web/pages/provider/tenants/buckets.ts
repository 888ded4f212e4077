import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { ListedBucket, Page, SyncRun } from "../../../api/types";
import { bytes, count, time } from "../../../format";
import { t, word } from "../../../i18n";
import { Part } from "../../../ui/page";
import { rowButton } from "../../../ui/row-button";
import { badge, empty } from "../../../ui/states";
import { type Column, type ListPart, listQuery } from "../../../ui/table";

const LIST = "/api/v1/admin/tenants/{tenant}/buckets";
const SYNC = `${LIST}/{bucket}/sync`;
const RUNS = 20;

/** Names and sizes of the buckets of a tenant, and whether the node knows what is in them. */
@customElement("ose-tenant-buckets")
export class TenantBuckets extends Part {
  @property() tenant = "";

  private readonly read = (part: ListPart): Promise<Page<ListedBucket>> =>
    this.ctx.api.get(LIST, {
      params: { tenant: this.tenant },
      query: { ...listQuery(part, "name", "owner"), total: true },
      signal: part.signal,
    });

  private get columns(): Column<ListedBucket>[] {
    return [
      { label: t("usage.bucket"), order: "name", cell: (it) => html`<bdi>${it.name}</bdi>` },
      { label: t("tenants.buckets.owner"), order: "owner", cell: (it) => html`<bdi>${it.ownerName}</bdi>` },
      { label: t("usage.objects"), order: "objects", isNumber: true, cell: (it) => count(it.objects) },
      { label: t("usage.bytes"), order: "storedBytes", isNumber: true, cell: (it) => bytes(it.storedBytes) },
      { label: t("list.created"), order: "createdAt", cell: (it) => time(it.createdAt) },
      { label: t("list.actions"), cell: (it) => this.actions(it) },
    ];
  }

  private actions({ name }: ListedBucket): TemplateResult {
    return html`${this.ctx.can("SyncBucket") ? rowButton(t("sync.run"), name, () => this.sync(name)) : nothing}
      ${this.ctx.can("ListSyncRuns") ? rowButton(t("sync.runs"), name, () => void this.showRuns(name)) : nothing}`;
  }

  protected override render(): TemplateResult {
    return html`<p>${t("sync.about")}</p>
      <ose-table .ctx=${this.ctx} .columns=${this.columns} .read=${this.read} .label=${t("page.buckets")} usualOrder="name"
        .filter=${t("tenants.buckets.filter")} .subject=${this.tenant} .none=${empty(t("tenants.buckets.none.title"), t("tenants.buckets.none"))}></ose-table>
      ${this.dialog()}`;
  }

  private sync(bucket: string): void {
    void this.ask({
      heading: t("sync.run"),
      text: html`<p>${t("sync.run.about")} <bdi>${bucket}</bdi></p>`,
      action: t("sync.run"),
      send: async () => {
        await this.ctx.api.post(SYNC, { params: { tenant: this.tenant, bucket } });
        this.ctx.toast(t("sync.asked"));
      },
    });
  }

  private showRuns(bucket: string): Promise<void> {
    return this.attempt(async () => {
      const runs = await this.ctx.api.get<Page<SyncRun>>(SYNC, {
        params: { tenant: this.tenant, bucket },
        query: { limit: RUNS },
        signal: this.signal,
      });
      this.open({
        heading: t("sync.runs"),
        body: html`<p><bdi>${bucket}</bdi></p>
          ${runs.items.length === 0 ? html`<p>${t("sync.none")}</p>` : runTable(runs.items)}
          <div class="buttons">
            <button class="button" @click=${() => void this.showRuns(bucket)}>${t("list.refresh")}</button>
            <button class="button primary" @click=${this.close}>${t("action.close")}</button>
          </div>`,
      });
    });
  }
}

/** Runs of a bucket, with what differed from the platform. */
export function runTable(runs: readonly SyncRun[]): TemplateResult {
  const kinds = { WAITING: "busy", RUNNING: "busy", DONE: "good", FAILED: "bad", UNKNOWN: "plain" } as const;
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${t("sync.runs")}><table>
    <caption class="visually-hidden">${t("sync.runs")}</caption>
    <thead><tr><th scope="col">${t("sync.requested")}</th><th scope="col">${t("list.status")}</th>
      <th scope="col" class="number">${t("sync.listed")}</th><th scope="col" class="number">${t("sync.missing")}</th>
      <th scope="col" class="number">${t("sync.differing")}</th><th scope="col" class="number">${t("sync.extra")}</th></tr></thead>
    <tbody>${runs.map(
      (it) => html`<tr><td>${time(it.requestedAt)}${it.finishedAt ? html`<p class="minor">${time(it.finishedAt)}</p>` : nothing}</td>
        <td>${badge(word("sync.state", it.state), kinds[it.state])}${it.problem ? html`<p class="minor">${it.problem}</p>` : nothing}</td>
        <td class="number">${count(it.listed)}</td><td class="number">${count(it.missing)}</td>
        <td class="number">${count(it.differing)}</td><td class="number">${count(it.extra)}</td></tr>`,
    )}</tbody>
  </table></div>`;
}
