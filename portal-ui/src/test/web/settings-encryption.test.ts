import { html } from "lit";
import { describe, expect, it } from "vitest";
import "../../main/web/pages/settings/encryption";
import { press, show, store, type, unlabelled, useStore } from "./settings-store";

const KMS =
  "<ServerSideEncryptionConfiguration><Rule><ApplyServerSideEncryptionByDefault><SSEAlgorithm>aws:kms</SSEAlgorithm>" +
  "<KMSMasterKeyID>k1</KMSMasterKeyID></ApplyServerSideEncryptionByDefault></Rule></ServerSideEncryptionConfiguration>";
useStore();

const page = () => show(html`<ose-setting-encryption .ctx=${store.ctx} .bucket=${"b"}></ose-setting-encryption>`);

describe("the default encryption of a bucket", () => {
  it("is set and removed", async () => {
    const place = await page();
    expect(unlabelled(place)).toEqual([]);
    await type(place, "encryption", "AES256");
    await press(place, "Save");
    expect(store.documents.get("encryption")).toContain("<SSEAlgorithm>AES256</SSEAlgorithm>");
    await type(place, "encryption", "");
    await press(place, "Save");
    expect(store.writes).toEqual(["PUT encryption", "DELETE encryption"]);
  });

  it("of a key service can be replaced, and is an option until then", async () => {
    store.documents.set("encryption", KMS);
    const place = await page();
    await type(place, "encryption", "AES256");
    expect([...place.querySelectorAll("option")].map((it) => it.value)).toEqual(["", "AES256", "aws:kms"]);
    await type(place, "encryption", "aws:kms");
    expect(place.querySelector<HTMLButtonElement>("button.primary")?.disabled).toBe(true);
    await type(place, "encryption", "AES256");
    await press(place, "Save");
    expect(store.documents.get("encryption")).not.toContain("k1");
  });
});
