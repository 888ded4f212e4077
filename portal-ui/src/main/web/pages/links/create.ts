import { html, nothing, type TemplateResult } from "lit";
import { type Entry, isVersion } from "../../api/s3";
import type { NewShareLink } from "../../api/types";
import { type Context, tenantOf } from "../../context";
import { time } from "../../format";
import { t } from "../../i18n";
import type { Field, Values } from "../../ui/form";
import { objectName } from "../../ui/name";
import type { Question } from "../../ui/page";
import { checkPassword } from "../../ui/password";
import { generatePassword } from "./password";

const HOUR = 3600_000;
const DAY = 24 * HOUR;
const USUAL_DAYS = 7;
const MAX_USES = 1_000_000;

/** A link that was made, and the password that the portal chose for it, if it did. */
export interface MadeLink extends NewShareLink {
  password?: string;
}

/** Asks for the terms of a link that can be revoked, and hands it on once it is made. */
export function linkQuestion(ctx: Context, bucket: string, entry: Entry, made: (link: MadeLink) => void): Question {
  return {
    heading: t("links.create"),
    text: html`<p>${objectName(entry.key)}</p>
      <p>${isVersion(entry) ? t("share.version") : t("share.latest")} ${t("links.rights")}</p>`,
    fields: fields(),
    action: t("share.create"),
    send: async (values) => {
      const password = passwordOf(values);
      const link = await ctx.api.create<NewShareLink>("/api/v1/admin/tenants/{tenant}/links", {
        params: { tenant: tenantOf(ctx) },
        body: {
          bucket,
          key: entry.key,
          ...(isVersion(entry) ? { versionId: entry.versionId } : {}),
          expiresAt: endOf(values).toISOString(),
          ...(password ? { password } : {}),
          ...(values["maximumUses"] ? { maximumUses: Number(values["maximumUses"]) } : {}),
        },
      });
      made({ ...link, ...(values["protection"] === "generated" ? { password } : {}) });
    },
  };
}

function fields(): Field[] {
  const days = [1, USUAL_DAYS, 30, 90].map((it) => ({
    value: String(it * DAY),
    label: t("share.days", { count: it }),
  }));
  return [
    {
      name: "valid",
      label: t("share.valid"),
      type: "select",
      required: true,
      value: String(USUAL_DAYS * DAY),
      options: [{ value: String(HOUR), label: t("share.hours", { count: 1 }) }, ...days],
    },
    {
      name: "expiresAt",
      label: t("links.until"),
      type: "datetime-local",
      help: t("links.until.help"),
      check: (value) => (new Date(value).getTime() > Date.now() ? undefined : t("links.until.past")),
    },
    {
      name: "protection",
      label: t("links.password"),
      type: "select",
      required: true,
      options: (["none", "generated", "typed"] as const).map((it) => ({ value: it, label: t(`links.password.${it}`) })),
      check: (value, all) => (value === "typed" && !all["password"] ? t("links.password.rules") : undefined),
    },
    {
      name: "password",
      label: t("links.password.own"),
      type: "password",
      autocomplete: "new-password",
      help: t("links.password.help"),
      check: (value, all) => wrongPassword(value, all["protection"]),
    },
    {
      name: "maximumUses",
      label: t("links.limit"),
      inputmode: "numeric",
      help: t("links.limit.help"),
      check: (value) => (isLimit(value) ? undefined : t("links.limit.rule")),
    },
  ];
}

/** A password that would protect nothing is refused, too. */
function wrongPassword(value: string, protection: string | undefined): string | undefined {
  if (protection !== "typed") {
    return t("links.password.unused");
  }
  return checkPassword("")(value) ? t("links.password.rules") : undefined;
}

function isLimit(value: string): boolean {
  return /^\d{1,7}$/.test(value) && Number(value) >= 1 && Number(value) <= MAX_USES;
}

function passwordOf(values: Values): string {
  switch (values["protection"]) {
    case "generated":
      return generatePassword();
    case "typed":
      return values["password"] ?? "";
    default:
      return "";
  }
}

/** The date if there is one; a browser takes it as a time of its own zone. */
function endOf(values: Values): Date {
  return values["expiresAt"] ? new Date(values["expiresAt"]) : new Date(Date.now() + Number(values["valid"]));
}

/** The link and its password, which are shown this once. */
export function madeLink({ link, url, password }: MadeLink, close: () => void): TemplateResult {
  const { maximumUses, validity } = link;
  return html`<p>${t("links.made", { until: time(validity.expiresAt) })}
      ${maximumUses === undefined ? nothing : t("links.made.limit", { count: maximumUses })} ${t("links.once")}</p>
    <ose-snippet .label=${t("share.link")} .text=${url}></ose-snippet>
    ${password === undefined
      ? nothing
      : html`<ose-snippet .label=${t("links.password")} .text=${password}></ose-snippet><p>${t("links.apart")}</p>`}
    <div class="buttons"><button class="button primary" @click=${close}>${t("action.saved")}</button></div>`;
}
