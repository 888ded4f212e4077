import { html, nothing, svg, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { t } from "../i18n";
import { Element } from "./page";

/** A period and its value; undefined if it is not known. */
export interface Point {
  label: string;
  value: number | undefined;
}

const HEIGHT = 100;
const BAR = 10;
const GAP = 2;

/** The smallest round number that is not below a value: 1, 2 or 5 times a power of ten; of bytes, of two. */
export function roundedUp(value: number, isBinary: boolean): number {
  if (value <= 0) {
    return 1;
  }
  if (isBinary) {
    return 2 ** Math.ceil(Math.log2(value));
  }
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5].find((it) => it * power >= value) ?? 10) * power;
}

/** Where the bars are, in units of the drawing. */
export function bars(points: readonly Point[], top: number): { x: number; y: number; height: number; point: Point }[] {
  return points.map((point, i) => {
    const height = ((point.value ?? 0) / top) * HEIGHT;
    return { x: i * BAR + GAP / 2, y: HEIGHT - height, height, point };
  });
}

/**
 * Values over time as bars. The drawing stretches to the width that there is, its labels do not. All values are in a table,
 * for those who do not see it.
 */
@customElement("ose-chart")
export class Chart extends Element {
  @property() label = "";
  @property({ attribute: false }) points: readonly Point[] = [];
  /** A value as text. */
  @property({ attribute: false }) show: (value: number) => string = String;
  /** Whether values are bytes, whose round numbers are binary. */
  @property({ type: Boolean }) binary = false;
  /** What the labels of the points are. */
  @property() period = "";

  protected override render(): unknown {
    const known = this.points.map((it) => it.value).filter((it) => it !== undefined);
    if (known.length === 0) {
      return html`<p class="minor">${t("chart.none")}</p>`;
    }
    const most = Math.max(...known);
    // Half of it is on the scale, too: of a single byte or request there is none.
    const top = Math.max(2, roundedUp(most, this.binary));
    const summary = t("chart.summary", { label: this.label, count: this.points.length, most: this.show(most) });
    return html`<figure class="chart">
      <figcaption>${this.label}</figcaption>
      <div class="plot" dir="ltr">
        <div class="scale" aria-hidden="true"><span>${this.show(top)}</span><span>${this.show(top / 2)}</span><span>${this.show(0)}</span></div>
        <svg role="img" aria-label=${summary} viewBox="0 0 ${this.points.length * BAR} ${HEIGHT}" preserveAspectRatio="none">
          ${[0, HEIGHT / 2, HEIGHT].map((y) => svg`<line class="grid" x1="0" x2=${this.points.length * BAR} y1=${y} y2=${y}></line>`)}
          ${bars(this.points, top).map(({ x, y, height, point }) => svg`<rect x=${x} y=${y} width=${BAR - GAP} height=${height}>
            <title>${point.label}: ${this.text(point)}</title></rect>`)}
        </svg>
        <div class="ends" aria-hidden="true"><span>${this.points[0]?.label}</span><span>${this.points.at(-1)?.label}</span></div>
      </div>
      <details><summary>${t("chart.table")}</summary>${this.table()}</details>
    </figure>`;
  }

  private table(): TemplateResult {
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${this.label}><table>
      <caption class="visually-hidden">${this.label}</caption>
      <thead><tr><th scope="col">${this.period || nothing}</th><th scope="col" class="number">${this.label}</th></tr></thead>
      <tbody>${this.points.map((it) => html`<tr><td>${it.label}</td><td class="number">${this.text(it)}</td></tr>`)}</tbody>
    </table></div>`;
  }

  private text({ value }: Point): string {
    return value === undefined ? t("chart.unknown") : this.show(value);
  }
}
