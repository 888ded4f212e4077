import { html, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { Loaded } from "../ui/page";
import { loaded } from "../ui/states";

/** The settings of a bucket, whose code is loaded when they are opened. */
@customElement("ose-bucket-settings")
export class BucketSettings extends Loaded<true> {
  @property() bucket = "";

  protected override async load(): Promise<true> {
    await import("./settings");
    return true;
  }

  protected override render(): unknown {
    const view = (): TemplateResult => html`<ose-settings .ctx=${this.ctx} .bucket=${this.bucket}></ose-settings>`;
    return loaded(this.value, this.error, this.reload, view);
  }
}
