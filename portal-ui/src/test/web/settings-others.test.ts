import { html } from "lit";
import { describe, expect, it } from "vitest";
import "../../main/web/pages/settings/logging";
import "../../main/web/pages/settings/notifications";
import "../../main/web/pages/settings/object-lock";
import "../../main/web/pages/settings/public-access";
import { button, confirm, press, show, store, type, unlabelled, useStore } from "./settings-store";

useStore();

describe("the public access block", () => {
  const page = () => show(html`<ose-setting-public-access .ctx=${store.ctx} .bucket=${"b"}></ose-setting-public-access>`);

  it("is set at once, and removed by parts after a warning", async () => {
    const place = await page();
    expect(unlabelled(place)).toEqual([]);
    await press(place, "Block all public access");
    await press(place, "Save");
    expect(place.querySelector("dialog")?.textContent).toContain("are refused from now on");
    await confirm(place);
    expect(store.documents.get("publicAccessBlock")?.match(/true/g)).toHaveLength(4);
    await type(place, "block-BlockPublicPolicy", "");
    await press(place, "Save");
    expect(place.querySelector("dialog")?.textContent).toContain("as soon as the switch is off");
    await confirm(place);
    expect(store.documents.get("publicAccessBlock")).toContain("<BlockPublicPolicy>false</BlockPublicPolicy>");
    await press(place, "Block all public access");
    await press(place, "Block nothing");
    await press(place, "Save");
    await confirm(place);
    expect(store.writes.at(-1)).toBe("DELETE publicAccessBlock");
  });
});

describe("the object lock of a bucket", () => {
  const page = () => show(html`<ose-setting-object-lock .ctx=${store.ctx} .bucket=${"b"}></ose-setting-object-lock>`);

  it("is enabled after a confirmation, with a retention in a unit", async () => {
    const place = await page();
    await type(place, "lock", "true");
    await type(place, "lock-mode", "GOVERNANCE");
    await type(place, "lock-unit", "Years");
    await type(place, "lock-length", "101");
    await press(place, "Save");
    expect(place.querySelector("#lock-length-error")?.textContent).toContain("1 to 100");
    await type(place, "lock-length", "2");
    await press(place, "Save");
    expect(store.writes).toEqual([]);
    await confirm(place);
    expect(store.documents.get("object-lock")).toContain("<DefaultRetention><Mode>GOVERNANCE</Mode><Years>2</Years></DefaultRetention>");
    expect(place.querySelector("#lock")).toBeNull();
    await type(place, "lock-mode", "");
    await press(place, "Save");
    expect(store.documents.get("object-lock")).not.toContain("Rule");
    expect(store.documents.get("object-lock")).toContain("Enabled");
  });

  it("warns of COMPLIANCE each time", async () => {
    store.documents.set("object-lock", "<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled></ObjectLockConfiguration>");
    const place = await page();
    await type(place, "lock-mode", "COMPLIANCE");
    await type(place, "lock-length", "1");
    await press(place, "Save");
    expect(place.querySelector("dialog")?.textContent).toContain("No administrator");
  });
});

describe("the access log of a bucket", () => {
  const page = () => show(html`<ose-setting-logging .ctx=${store.ctx} .bucket=${"b"}></ose-setting-logging>`);

  it("is switched on and off by documents, and keeps the format of keys", async () => {
    const format = "<TargetObjectKeyFormat><SimplePrefix></SimplePrefix></TargetObjectKeyFormat>";
    store.documents.set("logging", `<BucketLoggingStatus><LoggingEnabled><TargetBucket>logs</TargetBucket><TargetPrefix>a/</TargetPrefix>${format}</LoggingEnabled></BucketLoggingStatus>`);
    const place = await page();
    await type(place, "logging-target", "No");
    await press(place, "Save");
    expect(place.querySelector("#logging-target-error")).not.toBeNull();
    await type(place, "logging-target", "others");
    await press(place, "Save");
    expect(store.documents.get("logging")).toContain(`<TargetBucket>others</TargetBucket><TargetPrefix>a/</TargetPrefix>${format}`);
    await type(place, "logging", "");
    await press(place, "Save");
    expect(store.documents.get("logging")).toMatch(/^<BucketLoggingStatus [^>]*><\/BucketLoggingStatus>$/);
    expect(button(place, "Save").disabled).toBe(true);
  });
});

describe("event notifications of a bucket", () => {
  const page = () => show(html`<ose-setting-notifications .ctx=${store.ctx} .bucket=${"b"}></ose-setting-notifications>`);
  const ARN = "arn:ose:sqs:us-east-1:t1:7";
  const KEPT = "<EventBridgeConfiguration></EventBridgeConfiguration>";
  const TOPIC =
    "<TopicConfiguration><Id>one</Id><Topic>arn:aws:sns:r::t</Topic><Event>s3:ObjectRestore:*</Event>" +
    "<Filter><S3Key><FilterRule><Name>Suffix</Name><Value>.jpg</Value></FilterRule></S3Key></Filter></TopicConfiguration>";

  it("go to webhooks, beside what the form does not show", async () => {
    store.documents.set("notification", `<NotificationConfiguration>${TOPIC}${KEPT}</NotificationConfiguration>`);
    store.answers["/webhooks"] = { items: [{ id: "7", url: "https://hooks.example.com", arn: ARN, events: [] }, { id: "8", url: "x", events: ["a"] }] };
    const place = await page();
    expect(unlabelled(place)).toEqual([]);
    expect(place.querySelector<HTMLInputElement>("#event-suffix-0")?.value).toBe(".jpg");
    await press(place, "Add rule");
    await type(place, "event-s3-ObjectCreated---1", "");
    await press(place, "Save");
    expect(store.writes).toEqual([]);
    await type(place, "event-s3-ObjectRemoved---1", "true");
    await type(place, "event-prefix-1", "raw/");
    await press(place, "Save");
    const document = store.documents.get("notification") ?? "";
    expect(document).toContain("<Topic>arn:aws:sns:r::t</Topic><Event>s3:ObjectRestore:*</Event>");
    expect(document).toContain(`<QueueConfiguration><Queue>${ARN}</Queue><Event>s3:ObjectRemoved:*</Event>`);
    expect(document).toContain("<FilterRule><Name>prefix</Name><Value>raw/</Value></FilterRule>");
    expect(document).toContain(KEPT);
  });

  it("need an ARN of those who may not list webhooks", async () => {
    store.documents.set("notification", "<NotificationConfiguration/>");
    store.ctx.can = () => false;
    const place = await page();
    expect(place.textContent).not.toContain("New webhook");
    await press(place, "Add rule");
    await type(place, "event-destination-0", "hooks");
    await press(place, "Save");
    expect(place.querySelector("#event-destination-0-error")).not.toBeNull();
    await type(place, "event-destination-0", ARN);
    await press(place, "Save");
    await press(place, "Remove");
    await press(place, "Save");
    expect(store.documents.get("notification")).toMatch(/^<NotificationConfiguration [^>]*><\/NotificationConfiguration>$/);
  });

  it("have the secret of a new webhook shown once", async () => {
    store.documents.set("notification", "<NotificationConfiguration/>");
    store.answers["/webhooks"] = { id: "9", url: "https://h.example.com", arn: "arn:ose:sqs:r:t1:9", events: [], secret: "s3cret", items: [] };
    const place = await page();
    await press(place, "New webhook");
    const url = place.querySelector<HTMLInputElement>("dialog [name=url]");
    if (url) {
      url.value = "https://h.example.com";
    }
    await confirm(place);
    expect(store.posts).toEqual([{ url: "https://h.example.com", events: [] }]);
    expect(place.querySelector("dialog")?.textContent).toContain("s3cret");
    await press(place, "I have saved it");
    await press(place, "Add rule");
    expect(place.querySelector<HTMLSelectElement>("#event-destination-0")?.value).toBe("arn:ose:sqs:r:t1:9");
  });
});
