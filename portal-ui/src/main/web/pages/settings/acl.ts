import { html, nothing, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { childrenOf, element, parseXml, textOf, writeXml, type XmlElement } from "../../api/xml";
import { t } from "../../i18n";
import { checkInput, selectInput, textInput } from "../../ui/inputs";
import { SettingPage } from "./setting";

const GROUPS = {
  everyone: "http://acs.amazonaws.com/groups/global/AllUsers",
  authenticated: "http://acs.amazonaws.com/groups/global/AuthenticatedUsers",
} as const;
type Group = keyof typeof GROUPS;
const NAMES = Object.keys(GROUPS) as Group[];
const PERMISSIONS = ["READ", "WRITE", "READ_ACP", "WRITE_ACP", "FULL_CONTROL"] as const;
type Permission = (typeof PERMISSIONS)[number];
const MAX_GRANTS = 100;
const XSI = "http://www.w3.org/2001/XMLSchema-instance";

interface UserGrant {
  id: string;
  permission: string;
}

interface Acl {
  owner: string;
  /** Grants of the owner and of groups that the form does not show: written back as they are. */
  kept: XmlElement[];
  groups: Record<Group, readonly string[]>;
  users: UserGrant[];
}

/** The access control list of a bucket, or of an object in it. */
@customElement("ose-setting-acl")
export class AclPage extends SettingPage<Acl> {
  protected readonly subresource = "acl";

  protected override read(document: string): Acl {
    const root = parseXml(document);
    const owner = textOf(childrenOf(root, "Owner")[0], "ID");
    const acl: Acl = { owner, kept: [], groups: { everyone: [], authenticated: [] }, users: [] };
    for (const grant of childrenOf(childrenOf(root, "AccessControlList")[0], "Grant")) {
      const grantee = childrenOf(grant, "Grantee")[0];
      const permission = textOf(grant, "Permission");
      const id = textOf(grantee, "ID");
      const group = NAMES.find((it) => GROUPS[it] === textOf(grantee, "URI"));
      if (group) {
        acl.groups[group] = PERMISSIONS.filter((it) => it === permission || acl.groups[group].includes(it));
      } else if (id !== "" && id !== owner) {
        acl.users.push({ id, permission });
      } else {
        acl.kept.push(grantOf(id === "" ? "URI" : "ID", id || textOf(grantee, "URI"), permission));
      }
    }
    return acl;
  }

  protected override write({ owner, kept, groups, users }: Acl): string {
    const grants = [
      ...kept,
      ...users.map((it) => grantOf("ID", it.id.trim(), it.permission)),
      ...NAMES.flatMap((group) => groups[group].map((it) => grantOf("URI", GROUPS[group], it))),
    ];
    return writeXml(
      element("AccessControlPolicy", [element("Owner", [element("ID", owner)]), element("AccessControlList", grants)]),
    );
  }

  protected override check({ users }: Acl): Record<string, string> {
    const empty = users.flatMap((it, i) => (it.id.trim() === "" ? [[`acl-id-${i}`, t("form.required")]] : []));
    return Object.fromEntries(empty) as Record<string, string>;
  }

  /** What can be granted: in the list of an object there is no WRITE. */
  private get permissions(): readonly Permission[] {
    return PERMISSIONS.filter((it) => it !== "WRITE" || !this.entry);
  }

  private nameOf(permission: Permission): string {
    return permission === "READ" && this.entry ? t("settings.acl.READ.object") : t(`settings.acl.${permission}`);
  }

  protected override warning({ groups }: Acl): string | undefined {
    const given = [...groups.everyone, ...groups.authenticated];
    if (given.some((it) => it !== "READ" && it !== "READ_ACP")) {
      return this.entry ? t("settings.acl.public.write.object") : t("settings.acl.public.write");
    }
    if (given.length === 0) {
      return undefined;
    }
    return this.entry ? t("settings.acl.public.object") : t("settings.acl.public");
  }

  protected override fields(acl: Acl): TemplateResult {
    const { users } = acl;
    const change = (i: number, to: Partial<UserGrant>) =>
      this.edit({ ...acl, users: users.map((it, at) => (at === i ? { ...it, ...to } : it)) });
    const warning = this.warning(acl);
    return html`<p>${this.entry ? t("settings.acl.about.object") : t("settings.acl.about")}</p>
      <dl class="facts"><dt>${t("buckets.owner")}</dt><dd><bdi>${acl.owner}</bdi></dd></dl>
      ${warning ? html`<p class="alert error" role="status">${warning}</p>` : nothing}
      ${NAMES.map((it) => this.group(acl, it))}
      ${users.map(
        (it, i) => html`<fieldset class="rule"><legend>${t("settings.acl.user", { number: i + 1 })}</legend>
          ${textInput(this.input(`acl-id-${i}`, t("settings.acl.id"), it.id, (id) => change(i, { id })))}
          ${selectInput(this.input(`acl-permission-${i}`, t("settings.acl.permission"), it.permission, (permission) =>
            change(i, { permission })), this.permissions.map((value) => ({ value, label: this.nameOf(value) })))}
          ${this.removal(t("settings.acl.user", { number: i + 1 }), () =>
            this.edit({ ...acl, users: users.filter((_, at) => at !== i) }))}</fieldset>`,
      )}
      ${this.addition(t("settings.acl.add"), users.length < MAX_GRANTS, () =>
        this.edit({ ...acl, users: [...users, { id: "", permission: "READ" }] }))}`;
  }

  private group(acl: Acl, group: Group): TemplateResult {
    const given = acl.groups[group];
    const toggle = (permission: string, isOn: boolean): void => {
      const permissions = PERMISSIONS.filter((it) => (it === permission ? isOn : given.includes(it)));
      this.edit({ ...acl, groups: { ...acl.groups, [group]: permissions } });
    };
    return html`<fieldset class="choices"><legend>${t(`settings.acl.${group}`)}</legend>
      ${this.permissions.map((it) =>
        checkInput(this.input(`acl-${group}-${it}`, this.nameOf(it), given.includes(it) ? "true" : "", (value) =>
          toggle(it, value === "true"))))}</fieldset>`;
  }
}

function grantOf(kind: "ID" | "URI", value: string, permission: string): XmlElement {
  const attributes = { "xmlns:xsi": XSI, "xsi:type": kind === "ID" ? "CanonicalUser" : "Group" };
  const grantee = { ...element("Grantee", [element(kind, value)]), attributes };
  return element("Grant", [grantee, element("Permission", permission)]);
}
