import { html } from "lit";
import { property } from "lit/decorators.js";
import { DOWNLOAD_SECONDS, type Entry, S3 } from "../../api/s3";
import { t } from "../../i18n";
import { loadedScript } from "../../ui/lazy";
import { Part } from "../../ui/page";
import { sharedLink, shareQuestion } from "./share";

/** A part from which objects of a bucket are downloaded and shared. */
export abstract class ObjectActions extends Part {
  @property() bucket = "";

  protected get s3(): S3 {
    return new S3(this.ctx.api);
  }

  /** From the origin of S3. What is refused is shown here: there it would be a document in place of the portal. */
  protected download(entry: Entry): void {
    void this.attempt(async () => {
      await this.s3.head(this.bucket, entry, this.signal);
      const link = document.createElement("a");
      const fileName = entry.key.split("/").pop() || this.bucket;
      link.href = await this.s3.link(this.bucket, entry, { seconds: DOWNLOAD_SECONDS, fileName });
      link.rel = "noopener noreferrer";
      link.click();
    });
  }

  /** By a link that can be revoked, or by a signed one. */
  protected share(entry: Entry): void {
    if (!this.ctx.can("CreateShareLink")) {
      this.shareSigned(entry);
      return;
    }
    void this.attempt(async () => {
      const { linkQuestion, madeLink } = await loadedScript(import("../links/create"));
      const question = linkQuestion(this.ctx, this.bucket, entry, (link) =>
        this.open({ heading: t("links.created"), isKept: true, body: madeLink(link, this.close) }),
      );
      const others = new URLSearchParams({ bucket: this.bucket, key: entry.key }).toString();
      const signed = html`<p><a href="${this.ctx.href("links")}?${others}">${t("links.of.object")}</a>
        · <button type="button" class="link" @click=${() => this.shareSigned(entry)}>${t("links.signed")}</button></p>`;
      void this.ask({ ...question, text: html`${question.text}${signed}` });
    });
  }

  private shareSigned(entry: Entry): void {
    void this.ask(
      shareQuestion(this.s3, this.bucket, entry, (url, until) =>
        this.open({ heading: t("share.link"), body: sharedLink(url, until, this.close) }),
      ),
    );
  }
}
