import { html } from "lit";
import { describe, expect, it } from "vitest";
import "../../main/web/pages/settings/policy";
import { isPublic, readPolicy, wrongPolicy, writePolicy } from "../../main/web/pages/settings/policy-document";
import { button, confirm, press, s3Error, show, store, type, unlabelled, useStore } from "./settings-store";

const statement = (changes: Record<string, unknown> = {}) => ({
  Effect: "Allow",
  Principal: { AWS: "arn:aws:iam:::user/u1" },
  Action: "s3:GetObject",
  Resource: "arn:aws:s3:::b/*",
  ...changes,
});
const policy = (...statements: unknown[]) => JSON.stringify({ Version: "2012-10-17", Statement: statements });
useStore();

const form = () => show(html`<ose-setting-policy .ctx=${store.ctx} .bucket=${"b"}></ose-setting-policy>`);

/** As JSON. */
async function page(): Promise<HTMLElement> {
  const place = await form();
  await press(place, "Edit as JSON");
  return place;
}

describe("wrongPolicy", () => {
  it.each([
    ["{", "no JSON"],
    ["[]", "at least one Statement"],
    [policy(), "at least one Statement"],
    [policy(statement(), statement({ Effect: "allow" })), "Statement 2 needs Effect"],
    [policy({ Effect: "Deny", Action: "*" }), "Statement 1 needs"],
    [policy(statement({ Sid: "ü".repeat(20 * 1024) })), "At most 20,480 bytes"],
  ])("refuses %s", (text, reason) => expect(wrongPolicy(text)).toContain(reason));

  it.each(["", policy(statement()), policy(statement({ NotAction: "x", Action: undefined }))])("takes %s", (text) =>
    expect(wrongPolicy(text)).toBeUndefined());
});

describe("isPublic", () => {
  it.each(["*", { AWS: "*" }, { AWS: ["arn:aws:iam:::user/u1", "*"] }])("knows %j", (Principal) =>
    expect(isPublic(policy(statement({ Principal })))).toBe(true));
  it("needs everyone to be allowed", () => {
    expect(isPublic(policy(statement()))).toBe(false);
    expect(isPublic(policy(statement({ Principal: "*", Effect: "Deny" })))).toBe(false);
  });
});

describe("the policy of a bucket", () => {
  it("is checked while it is typed, and not sent if it is wrong", async () => {
    const place = await page();
    await type(place, "policy", "{");
    expect(place.querySelector("#policy-error")?.textContent).toContain("no JSON");
    await press(place, "Save");
    expect(store.writes).toEqual([]);
  });

  it("is stored as typed, shown in one form, and removed if empty", async () => {
    const place = await page();
    await type(place, "policy", policy(statement()));
    await press(place, "Save");
    expect(store.documents.get("policy")).toBe(policy(statement()));
    expect(place.querySelector("textarea")?.value).toBe(JSON.stringify(JSON.parse(policy(statement())), undefined, 2));
    expect(button(place, "Save").disabled).toBe(true);
    await type(place, "policy", "");
    await press(place, "Save");
    expect(store.writes).toEqual(["PUT policy", "DELETE policy"]);
  });

  it("that is public is stored after a confirmation only", async () => {
    const place = await page();
    await type(place, "policy", policy(statement({ Principal: "*" })));
    await press(place, "Save");
    expect(store.writes).toEqual([]);
    expect(place.querySelector("dialog")?.textContent).toContain("allows everyone");
    await confirm(place);
    expect(store.writes).toEqual(["PUT policy"]);
  });

  it("that S3 refuses stays typed, with what S3 says", async () => {
    store.refusal = (method) => (method === "PUT" ? s3Error(400, "MalformedPolicy", "Unknown principal.") : undefined);
    const place = await page();
    await type(place, "policy", policy(statement()));
    await press(place, "Save");
    expect(place.querySelector("[role=alert]")?.textContent).toContain("Unknown principal.");
    expect(place.querySelector("textarea")?.value).toBe(policy(statement()));
  });
});

describe("the form of a policy", () => {
  it.each([
    [policy(statement())],
    [policy(statement({ Principal: "*", Action: ["s3:*"], Condition: { IpAddress: { "aws:SourceIp": "192.0.2.0/24" } } }))],
    [JSON.stringify({ Id: "x", Statement: statement({ Sid: "one" }), Version: "2012-10-17" })],
    [policy(statement({ NotPrincipal: "x", Principal: undefined }), statement({ Condition: { Bool: { "aws:SecureTransport": true } } }))],
  ])("leaves %s as it is", (text) => {
    const read = readPolicy(text);
    expect(read && JSON.stringify(JSON.parse(writePolicy(read)))).toBe(JSON.stringify(JSON.parse(text)));
  });

  it("makes a statement with a condition", async () => {
    const place = await form();
    await press(place, "Add statement");
    expect(unlabelled(place)).toEqual([]);
    await press(place, "Save");
    expect(place.querySelector("#policy-principals-0-error")).not.toBeNull();
    expect(place.querySelector("#policy-actions-0-error")).not.toBeNull();
    await type(place, "policy-principals-0", "t1\narn:aws:iam::t2:user/ann\n");
    await press(place, "List objects");
    await press(place, "Read objects");
    await press(place, "Add condition");
    await type(place, "policy-values-0-0", "192.0.2.0/24");
    await press(place, "Save");
    expect(JSON.parse(store.documents.get("policy") ?? "")).toEqual({
      Version: "2012-10-17",
      Statement: [
        {
          Effect: "Allow",
          Principal: { AWS: ["t1", "arn:aws:iam::t2:user/ann"] },
          Action: ["s3:ListBucket", "s3:GetObject", "s3:GetObjectVersion"],
          Resource: ["arn:aws:s3:::b", "arn:aws:s3:::b/*"],
          Condition: { IpAddress: { "aws:SourceIp": ["192.0.2.0/24"] } },
        },
      ],
    });
  });

  it("keeps a statement that it cannot show beside one that it changes", async () => {
    const hidden = { Effect: "Deny", NotPrincipal: { AWS: "t1" }, Action: "s3:*", Resource: "*" };
    store.documents.set("policy", policy(hidden, statement()));
    const place = await form();
    expect(place.querySelector("fieldset pre")?.textContent).toContain("NotPrincipal");
    await type(place, "policy-actions-1", "s3:GetObject\ns3:PutObject");
    await press(place, "Edit as JSON");
    expect(place.querySelector("textarea")?.value).toContain("s3:PutObject");
    await press(place, "Edit by form");
    await press(place, "Save");
    expect(JSON.parse(store.documents.get("policy") ?? "")).toEqual({
      Version: "2012-10-17",
      Statement: [hidden, statement({ Action: ["s3:GetObject", "s3:PutObject"] })],
    });
  });

  it("removes the policy with its last statement", async () => {
    store.documents.set("policy", policy(statement()));
    const place = await form();
    await press(place, "Remove");
    await press(place, "Save");
    expect(store.writes).toEqual(["DELETE policy"]);
  });
});

describe("the access check", () => {
  it("says the decision and its reasons as text", async () => {
    const reasons = [{ layer: "BUCKET_POLICY", code: "BUCKET_POLICY_DENIES", explanation: "<b>Denied</b> by statement 1." }];
    store.answers = { "/access-check": { decision: "DENY", reasons } };
    const place = await page();
    const principal = place.querySelector<HTMLInputElement>("input[name=principal]");
    if (principal) {
      principal.value = " anonymous ";
    }
    await press(place, "Check");
    expect(store.posts).toEqual([{ principal: "anonymous", action: "s3:GetObject" }]);
    const result = place.querySelector("ose-access-check [role=status]");
    expect(result?.textContent).toContain("Denied");
    expect(result?.querySelector("li")?.textContent).toContain("<b>Denied</b> by statement 1. BUCKET_POLICY_DENIES");
  });
});
