import { html, type TemplateResult } from "lit";
import type { Context } from "../context";
import { tenantOf } from "../context";
import { t, type Key } from "../i18n";
import "../ui/lazy";
import { empty } from "../ui/states";
import "./account";
import "./administrators";
import "./audit/audit";
import "./bucket";
import "./bucket-settings";
import "./buckets";
import "./credentials";
import "./jobs/job";
import "./jobs/jobs";
import "./overview";
import "./shared";
import "./users";

const loadLinks = () => import("./links/links");
const loadConnect = () => import("./connect");
const loadSearch = () => import("./search");
const loadObject = () => import("./object");
const loadProvider = () => import("./provider");

/** A page; the first of the caller's is the one without a path. */
export interface Page {
  path: string;
  title: Key;
  isFor: (ctx: Context) => boolean;
  render: (ctx: Context) => TemplateResult;
}

const isMember = (ctx: Context) => ctx.me.tenant !== undefined;
const isProvider = (ctx: Context) => !isMember(ctx);
const isProviderWho = (operation: string) => (ctx: Context) => isProvider(ctx) && ctx.can(operation);

/** A page of the provider, which is loaded with the first of them. */
const ofProvider = (content: TemplateResult) => html`<ose-lazy .load=${loadProvider} .content=${content}></ose-lazy>`;

const PAGES: Page[] = [
  {
    path: "",
    title: "page.overview",
    isFor: isMember,
    render: (ctx) => html`<ose-overview .ctx=${ctx}></ose-overview>`,
  },
  {
    path: "buckets",
    title: "page.buckets",
    isFor: isMember,
    render: (ctx) => {
      const [, bucket, part] = ctx.route.path;
      if (bucket === undefined) {
        return html`<ose-buckets .ctx=${ctx}></ose-buckets>`;
      }
      switch (part) {
        case "settings":
          return html`<ose-bucket-settings .ctx=${ctx} .bucket=${bucket}></ose-bucket-settings>`;
        case "object":
          return html`<ose-lazy .load=${loadObject}
            .content=${html`<ose-object .ctx=${ctx} .bucket=${bucket}></ose-object>`}></ose-lazy>`;
        default:
          return html`<ose-bucket .ctx=${ctx} .bucket=${bucket}></ose-bucket>`;
      }
    },
  },
  {
    path: "shared",
    title: "page.shared",
    isFor: isMember,
    render: (ctx) => html`<ose-shared .ctx=${ctx}></ose-shared>`,
  },
  {
    path: "search",
    title: "page.search",
    isFor: (ctx) => isMember(ctx) && ctx.can("FindObjects"),
    render: (ctx) => html`<ose-lazy .load=${loadSearch} .content=${html`<ose-search .ctx=${ctx}></ose-search>`}></ose-lazy>`,
  },
  {
    path: "credentials",
    title: "page.credentials",
    isFor: isMember,
    render: (ctx) => html`<ose-credentials .ctx=${ctx}></ose-credentials>`,
  },
  {
    path: "links",
    title: "page.links",
    isFor: (ctx) => isMember(ctx) && ctx.can("ListShareLinks"),
    render: (ctx) => html`<ose-lazy .load=${loadLinks}
      .content=${html`<ose-links .ctx=${ctx}></ose-links>`}></ose-lazy>`,
  },
  {
    path: "users",
    title: "page.users",
    isFor: (ctx) => isMember(ctx) && ctx.can("ListUsers"),
    render: (ctx) => html`<h1>${t("page.users")}</h1><ose-users .ctx=${ctx} .tenant=${tenantOf(ctx)}></ose-users>`,
  },
  {
    path: "",
    title: "page.overview",
    isFor: isProvider,
    render: (ctx) => ofProvider(html`<ose-provider-overview .ctx=${ctx}></ose-provider-overview>`),
  },
  {
    path: "tenants",
    title: "page.tenants",
    isFor: isProviderWho("ListTenants"),
    render: (ctx) => ofProvider(tenants(ctx)),
  },
  {
    path: "platforms",
    title: "page.platforms",
    isFor: isProviderWho("ListPlatforms"),
    render: (ctx) =>
      ofProvider(
        ctx.route.path[1] === undefined
          ? html`<ose-platforms .ctx=${ctx}></ose-platforms>`
          : html`<ose-platform .ctx=${ctx} .platform=${ctx.route.path[1]}></ose-platform>`,
      ),
  },
  {
    path: "billing",
    title: "page.billing",
    isFor: isProviderWho("ExportUsageHistory"),
    render: (ctx) => ofProvider(html`<ose-billing .ctx=${ctx}></ose-billing>`),
  },
  {
    path: "nodes",
    title: "page.nodes",
    isFor: isProviderWho("ListNodes"),
    render: (ctx) => ofProvider(html`<ose-nodes .ctx=${ctx}></ose-nodes>`),
  },
  { path: "jobs", title: "page.jobs", isFor: () => true, render: jobs },
  {
    path: "audit",
    title: "page.audit",
    isFor: (ctx) => ctx.can(isMember(ctx) ? "ListTenantAudit" : "ListAudit"),
    render: (ctx) => html`<ose-audit .ctx=${ctx}></ose-audit>`,
  },
  {
    path: "administrators",
    title: "page.administrators",
    isFor: (ctx) => ctx.can("ListAdministrators"),
    render: (ctx) => html`<ose-administrators .ctx=${ctx}></ose-administrators>`,
  },
  {
    path: "service",
    title: "page.service",
    isFor: isProviderWho("GetCorsPolicy"),
    render: (ctx) => ofProvider(html`<ose-service .ctx=${ctx}></ose-service>`),
  },
  {
    path: "connect",
    title: "page.connect",
    isFor: isMember,
    render: (ctx) => html`<ose-lazy .load=${loadConnect} .content=${html`<ose-connect .ctx=${ctx}></ose-connect>`}></ose-lazy>`,
  },
  {
    path: "account",
    title: "page.account",
    isFor: () => true,
    render: (ctx) => html`<ose-account .ctx=${ctx}></ose-account>`,
  },
];

function tenants(ctx: Context): TemplateResult {
  switch (ctx.route.path[1]) {
    case undefined:
      return html`<ose-tenants .ctx=${ctx}></ose-tenants>`;
    case "new":
      return html`<ose-new-tenant .ctx=${ctx}></ose-new-tenant>`;
    default:
      return html`<ose-tenant .ctx=${ctx} .tenant=${ctx.route.path[1]}></ose-tenant>`;
  }
}

function jobs(ctx: Context): TemplateResult {
  const [, tenant, user, job] = ctx.route.path;
  return job === undefined
    ? html`<ose-jobs .ctx=${ctx}></ose-jobs>`
    : html`<ose-job .ctx=${ctx} .tenant=${tenant ?? ""} .user=${user ?? ""} .job=${job}></ose-job>`;
}

const MISSING: Page = {
  path: "missing",
  title: "page.missing",
  isFor: () => true,
  render: (ctx) =>
    html`<h1>${t("page.missing")}</h1>
      ${empty(t("page.missing.title"), t("page.missing.text"), html`<a class="button" href=${ctx.base}>${t("page.missing.back")}</a>`)}`,
};

/** The pages of the caller. */
export function pagesOf(ctx: Context): Page[] {
  return PAGES.filter((it) => it.isFor(ctx));
}

/** The page at the present address. */
export function pageOf(ctx: Context): Page {
  const own = pagesOf(ctx);
  return (ctx.route.page === "" ? own[0] : own.find((it) => it.path === ctx.route.page)) ?? MISSING;
}
