import { html, type TemplateResult } from "lit";
import { t } from "../i18n";

/** A line of two texts, or of one of them. */
export interface DiffLine {
  kind: "same" | "added" | "removed";
  text: string;
}

/** What leads from one text to another, by their longest common subsequence of lines. */
export function difference(from: readonly string[], to: readonly string[]): DiffLine[] {
  const common = Array.from({ length: from.length + 1 }, () => new Array<number>(to.length + 1).fill(0));
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0;
  for (let i = from.length - 1; i >= 0; i--) {
    for (let j = to.length - 1; j >= 0; j--) {
      const row = common[i] ?? [];
      row[j] = from[i] === to[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: DiffLine[] = [];
  for (let i = 0, j = 0; i < from.length || j < to.length;) {
    if (i < from.length && j < to.length && from[i] === to[j]) {
      lines.push({ kind: "same", text: from[i++] ?? "" });
      j++;
    } else if (j >= to.length || (i < from.length && at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: "removed", text: from[i++] ?? "" });
    } else {
      lines.push({ kind: "added", text: to[j++] ?? "" });
    }
  }
  return lines;
}

/** The lines with a sign and a word for those that read by ear, not by colour alone. */
export function differenceView(label: string, lines: readonly DiffLine[]): TemplateResult {
  const view = ({ kind, text }: DiffLine): unknown => {
    switch (kind) {
      case "added":
        return html`<ins><span aria-hidden="true">+ </span><span class="visually-hidden">${t("settings.added")} </span>${text}</ins>`;
      case "removed":
        return html`<del><span aria-hidden="true">− </span><span class="visually-hidden">${t("settings.removed")} </span>${text}</del>`;
      default:
        return html`<span>  ${text}</span>`;
    }
  };
  return html`<figure class="snippet"><figcaption>${label}</figcaption>
    <pre class="difference" tabindex="0" role="region" aria-label=${label}>${lines.map((it) => html`${view(it)}\n`)}</pre></figure>`;
}
