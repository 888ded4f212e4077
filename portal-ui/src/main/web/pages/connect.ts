import { html, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import type { Page } from "../api/types";
import { tenantOf } from "../context";
import { t } from "../i18n";
import "../ui/copy";
import { Loaded } from "../ui/page";
import { loaded } from "../ui/states";

/** That of a node whose operator named none. */
const USUAL_REGION = "us-east-1";
const KEY = "ACCESS_KEY";
const SECRET = "SECRET_KEY";

/** How clients reach this service. */
@customElement("ose-connect")
export class ConnectPage extends Loaded<string> {
  /** A bucket determines the region; without one no client needs the right one yet. */
  protected override async load(): Promise<string> {
    const found = await this.ctx.api.get<Page<{ region: string }>>("/api/v1/admin/tenants/{tenant}/buckets", {
      params: { tenant: tenantOf(this.ctx) },
      query: { limit: 1 },
      signal: this.signal,
    });
    return found.items[0]?.region ?? USUAL_REGION;
  }

  protected override render(): TemplateResult {
    return html`<h1>${t("page.connect")}</h1>
      <p>${t("connect.about")} <a href=${this.ctx.href("credentials")}>${t("page.credentials")}</a></p>
      ${loaded(this.value, this.error, this.reload, (it) => this.settings(it))}`;
  }

  private settings(region: string): TemplateResult {
    const endpoint = `${location.origin}/api/v1/s3`;
    const environment = `export AWS_ACCESS_KEY_ID=${KEY} AWS_SECRET_ACCESS_KEY=${SECRET} AWS_DEFAULT_REGION=${region}`;
    const snippets: [string, string][] = [
      ["AWS CLI", `${environment}\naws --endpoint-url ${endpoint} s3 ls`],
      ["boto3", `import boto3\n\ns3 = boto3.client(\n    "s3",\n    endpoint_url="${endpoint}",\n    region_name="${region}",\n    aws_access_key_id="${KEY}",\n    aws_secret_access_key="${SECRET}",\n)\nprint(s3.list_buckets()["Buckets"])`],
      ["rclone", `[ose]\ntype = s3\nprovider = Other\nendpoint = ${endpoint}\nregion = ${region}\naccess_key_id = ${KEY}\nsecret_access_key = ${SECRET}`],
      ["curl", `curl --aws-sigv4 aws:amz:${region}:s3 --user ${KEY}:${SECRET} -H 'x-amz-content-sha256: UNSIGNED-PAYLOAD' ${endpoint}/`],
    ];
    return html`<dl class="facts">
        <dt>${t("connect.endpoint")}</dt><dd><code>${endpoint}</code> <ose-copy .text=${endpoint}></ose-copy></dd>
        <dt>${t("buckets.region")}</dt><dd><code>${region}</code></dd>
        <dt>${t("connect.style")}</dt><dd>${t("connect.path")}</dd>
      </dl>
      ${snippets.map(([label, text]) => html`<ose-snippet .label=${label} .text=${text}></ose-snippet>`)}`;
  }
}
