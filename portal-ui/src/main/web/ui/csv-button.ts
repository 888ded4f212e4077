import { html, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { Call } from "../api/client";
import { readCsv } from "../api/csv";
import type { Path } from "../api/types";
import { t } from "../i18n";
import { Part } from "./page";

/** What a button downloads. */
export interface Csv {
  path: Path;
  call: Call;
  /** The name of the file. */
  file: string;
}

/** Downloads CSV. A link would not do: beside a token of the host requests need a header. */
@customElement("ose-csv")
export class CsvButton extends Part {
  @property({ attribute: false }) csv!: Csv;
  @property() label = "";
  @state() private isBusy = false;

  protected override render(): TemplateResult {
    return html`<button class="button" ?disabled=${this.isBusy} @click=${this.download}>
      ${this.isBusy ? t("state.working") : this.label || t("list.csv")}
    </button>`;
  }

  private readonly download = async (): Promise<void> => {
    const { path, call, file } = this.csv;
    this.isBusy = true;
    await this.attempt(async () => {
      const { content, isWhole } = await readCsv(this.ctx.api, path, { ...call, signal: this.signal });
      save(content, file);
      this.ctx.toast(isWhole ? t("list.csv.done", { file }) : t("list.csv.cut", { file }), isWhole ? "done" : "error");
    });
    this.isBusy = false;
  };
}

function save(content: Blob, file: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = file;
  link.click();
  // The browser has begun to read it once the click is over; a while later it needs the address no more.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
