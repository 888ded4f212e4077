import { html } from "lit";
import { describe, expect, it } from "vitest";
import "../../main/web/pages/settings/acl";
import { button, confirm, press, show, store, type, unlabelled, useStore } from "./settings-store";

const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const grant = (kind: string, inner: string, permission: string) =>
  `<Grant><Grantee ${XSI} xsi:type="${kind}">${inner}</Grantee><Permission>${permission}</Permission></Grant>`;
const OWN = grant("CanonicalUser", "<ID>o1</ID>", "FULL_CONTROL");
const LOGGER = grant("Group", "<URI>http://acs.amazonaws.com/groups/s3/LogDelivery</URI>", "WRITE");
const ACL = (...grants: string[]) =>
  `<AccessControlPolicy><Owner><ID>o1</ID></Owner><AccessControlList>${grants.join("")}</AccessControlList></AccessControlPolicy>`;
useStore();

const page = () => show(html`<ose-setting-acl .ctx=${store.ctx} .bucket=${"b"}></ose-setting-acl>`);

describe("the ACL of a bucket", () => {
  it("keeps grants of the owner and of other groups", async () => {
    store.documents.set("acl", ACL(OWN, LOGGER, grant("CanonicalUser", "<ID>u1</ID><DisplayName>Ann</DisplayName>", "READ")));
    const place = await page();
    expect(unlabelled(place)).toEqual([]);
    await type(place, "acl-permission-0", "WRITE");
    await press(place, "Save");
    const document = store.documents.get("acl");
    expect(document).toContain(OWN + LOGGER + grant("CanonicalUser", "<ID>u1</ID>", "WRITE"));
    expect(button(place, "Save").disabled).toBe(true);
  });

  it.each([
    ["everyone", "READ", "can list this bucket", "AllUsers"],
    ["everyone", "WRITE", "can write to this bucket", "AllUsers"],
    ["authenticated", "FULL_CONTROL", "can write to this bucket", "AuthenticatedUsers"],
  ])("warns before %s gets %s", async (group, permission, text, uri) => {
    store.documents.set("acl", ACL(OWN));
    const place = await page();
    await type(place, `acl-${group}-${permission}`, "true");
    expect(place.querySelector("form [role=status]")?.textContent).toContain(text);
    await press(place, "Save");
    expect(store.writes).toEqual([]);
    expect(place.querySelector("dialog")?.textContent).toContain(text);
    await confirm(place);
    expect(store.documents.get("acl")).toContain(
      OWN + grant("Group", `<URI>http://acs.amazonaws.com/groups/global/${uri}</URI>`, permission),
    );
  });

  it("needs the id of each user", async () => {
    store.documents.set("acl", ACL(OWN));
    const place = await page();
    await press(place, "Add user");
    await press(place, "Save");
    expect(place.querySelector("#acl-id-0-error")?.textContent).toBe("A value is required.");
    expect(store.writes).toEqual([]);
  });
});
