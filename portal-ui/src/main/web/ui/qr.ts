import { svg, html, type TemplateResult } from "lit";
import qrcode from "qrcode-generator";

const QUIET = 4;

/** A text as a QR code, made in the page: it never leaves the browser. */
export function qrCode(text: string, label: string): TemplateResult {
  const code = qrcode(0, "M");
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  let path = "";
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (code.isDark(row, column)) {
        path += `M${column + QUIET} ${row + QUIET}h1v1h-1z`;
      }
    }
  }
  const all = size + 2 * QUIET;
  return html`<svg class="qr" viewBox="0 0 ${all} ${all}" role="img" aria-label=${label}>
    ${svg`<rect width=${all} height=${all} fill="#fff"></rect><path d=${path} fill="#000"></path>`}
  </svg>`;
}
