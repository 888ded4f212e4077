import { html, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { t } from "../../../i18n";
import { Part } from "../../../ui/page";
import { empty } from "../../../ui/states";
import { tabs } from "../../../ui/tabs";
import "./announcements";
import "./branding";
import "./cors";
import "./identity";

/** Settings of the whole service. */
@customElement("ose-service")
export class ServicePage extends Part {
  protected override render(): TemplateResult {
    const { ctx } = this;
    const all = [
      { path: "cors", title: t("cors.title"), needs: "GetCorsPolicy", view: () => html`<ose-provider-cors .ctx=${ctx}></ose-provider-cors>` },
      { path: "identity", title: t("identity.title"), needs: "ListAdministratorProviders", view: () => html`<ose-provider-identity .ctx=${ctx}></ose-provider-identity>` },
      { path: "announcements", title: t("announcements.title"), needs: "ListAnnouncements", view: () => html`<ose-provider-announcements .ctx=${ctx}></ose-provider-announcements>` },
      { path: "branding", title: t("branding.title"), needs: "GetBranding", view: () => html`<ose-provider-branding .ctx=${ctx}></ose-provider-branding>` },
    ].filter((it) => ctx.can(it.needs));
    const path = ctx.route.path[1] ?? all[0]?.path ?? "";
    return html`<h1>${t("page.service")}</h1>
      ${tabs(t("page.service"), path, all, (it) => ctx.href(`service/${it}`))}
      ${all.find((it) => it.path === path)?.view() ?? empty(t("page.missing.title"), t("page.missing.text"))}`;
  }
}
