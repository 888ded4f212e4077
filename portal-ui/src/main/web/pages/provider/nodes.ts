import { html, nothing, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import type { Node, Page } from "../../api/types";
import { bytes, count, time } from "../../format";
import { t, word } from "../../i18n";
import { Part } from "../../ui/page";
import { rowButton } from "../../ui/row-button";
import { badge, empty } from "../../ui/states";
import { type Column, type ListPart, listQuery } from "../../ui/table";

const LIST = "/api/v1/admin/nodes";
const ONE = "/api/v1/admin/nodes/{node}";
/** A clock that differs by more makes signatures expire early or late. */
const MAX_CLOCK_MILLIS = 1000;
const DAY = 24 * 3600_000;
/** So long before its end a certificate needs attention. */
export const CERTIFICATE_DAYS = 60;

/** The nodes of the service: how they do, and which of them get requests. */
@customElement("ose-nodes")
export class NodesPage extends Part {
  private readonly read = (part: ListPart): Promise<Page<Node>> =>
    this.ctx.api.get(LIST, { query: { ...listQuery(part, "host", "name"), total: true }, signal: part.signal });

  private get columns(): Column<Node>[] {
    return [
      { label: t("nodes.host"), order: "host", cell: (it) => nodeName(it) },
      { label: t("list.status"), order: "state", cell: (it) => nodeState(it) },
      { label: t("platforms.version"), order: "version", cell: (it) => html`<bdi>${it.version}</bdi>` },
      { label: t("nodes.started"), order: "startedAt", cell: (it) => time(it.startedAt) },
      { label: t("nodes.seen"), order: "lastSeenAt", cell: (it) => time(it.lastSeenAt) },
      { label: t("nodes.requests"), order: "openRequests", isNumber: true, cell: (it) => number(it.report?.openRequests) },
      { label: t("nodes.connections"), order: "connections", isNumber: true, cell: (it) => number(it.report?.connections) },
      { label: t("nodes.report"), cell: (it) => report(it) },
      { label: t("list.actions"), cell: (it) => this.actions(it) },
    ];
  }

  private actions(node: Node): unknown {
    const name = node.report?.host ?? node.name;
    if (node.state === "READY" && this.ctx.can("DrainNode")) {
      return rowButton(t("nodes.drain"), name, () => this.drain(node, name));
    }
    if ((node.state === "DRAINED" || node.state === "DRAINING") && this.ctx.can("ResumeNode")) {
      return rowButton(t("nodes.resume"), name, () => this.resume(node));
    }
    return nothing;
  }

  protected override render(): TemplateResult {
    return html`<h1>${t("page.nodes")}</h1>
      <ose-table .ctx=${this.ctx} .columns=${this.columns} .read=${this.read} .label=${t("page.nodes")} usualOrder="host"
        .filter=${t("nodes.filter")} .none=${empty(t("nodes.none.title"), t("nodes.none"))}></ose-table>
      ${this.dialog()}`;
  }

  private drain(node: Node, name: string): void {
    void this.ask({
      heading: t("nodes.drain.title"),
      text: html`<p><bdi>${name}</bdi></p><p>${t("nodes.drain.about")}</p>`,
      action: t("nodes.drain"),
      isDanger: true,
      send: async () => {
        await this.ctx.api.post(`${ONE}/drain`, { params: { node: node.name } });
        this.ctx.toast(t("nodes.drained"));
        this.refresh();
      },
    });
  }

  private resume(node: Node): void {
    void this.act(t("nodes.resumed"), () => this.ctx.api.post(`${ONE}/resume`, { params: { node: node.name } }));
  }
}

function nodeName(it: Node): TemplateResult {
  return html`<bdi>${it.report?.host ?? it.name}</bdi>
    ${it.report ? html`<p class="minor">S3 <bdi>${it.report.addresses.s3}</bdi>, admin <bdi>${it.report.addresses.admin}</bdi></p>` : nothing}`;
}

/** Whether a node serves, in words. */
export function nodeState(it: Node): TemplateResult {
  const kind =
    it.state === "READY" ? "good" : it.state === "LOST" || it.state === "UNKNOWN" ? "bad" : it.state === "STOPPED" ? "plain" : "busy";
  return html`${badge(word("nodes.state", it.state), kind)}
    ${it.drainedAt ? html`<p class="minor">${t("nodes.drained.by", { who: it.drainedBy ?? "–", at: time(it.drainedAt) })}</p>` : nothing}`;
}

function report({ report: it }: Node): unknown {
  if (!it) {
    return "–";
  }
  const clock = it.clockAheadMillis ?? 0;
  return html`<p class="minor">${t("nodes.journal", { size: bytes(it.journalBytes) })}</p>
    ${Math.abs(clock) > MAX_CLOCK_MILLIS ? badge(t("nodes.clock", { millis: clock }), "bad") : nothing}
    ${it.certificateEndsAt
      ? html`<p class="minor">${t("nodes.certificate", { time: time(it.certificateEndsAt) })}</p>
          ${isEnding(it.certificateEndsAt, Date.now()) ? badge(t("nodes.certificate.ends"), "bad") : nothing}`
      : nothing}`;
}

/** Whether a certificate is over soon, or is already. */
export function isEnding(endsAt: string, now: number): boolean {
  return Date.parse(endsAt) - now < CERTIFICATE_DAYS * DAY;
}

function number(value: number | undefined): string {
  return value === undefined ? "–" : count(value);
}
