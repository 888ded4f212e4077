import { html } from "lit";
import { describe, expect, it } from "vitest";
import type { Job } from "../../main/web/api/types";
import "../../main/web/pages/bucket";
import type { BucketJobs } from "../../main/web/pages/bucket/jobs";
import { folderQuestion, typedName } from "../../main/web/pages/bucket/transfer";
import { Route } from "../../main/web/router";
import { UploadQueue } from "../../main/web/upload/queue";
import { Records } from "../../main/web/upload/records";
import { remoteOf } from "../../main/web/upload/remote";
import { confirm, press, settle, show, store, useStore } from "./settings-store";

const JOB = { id: "7", kind: "DELETE_OBJECTS", bucket: "b", state: "RUNNING", done: 1, failed: 0, tenant: "t1", user: "u1" };
useStore();

async function page(query: Record<string, string> = {}, missing: string[] = []): Promise<HTMLElement> {
  store.answers = {
    "?list-type": { truncated: false, commonPrefixes: [{ prefix: "logs/" }], objectBrief: [{ key: "a", size: 1 }] },
    "/capabilities": { missing },
    "/jobs?": { items: [] },
    "/jobs/7": { ...JOB, state: "COMPLETED", done: 9 },
    "/jobs": JOB,
  };
  const route = new Route(["buckets", "b"], new URLSearchParams(query));
  const { api } = store.ctx;
  const uploads = new UploadQueue((bucket, key) => remoteOf(api, bucket, key), new Records(localStorage, "t1/u1"));
  return show(html`<ose-bucket .ctx=${{ ...store.ctx, route, uploads }} .bucket=${"b"}></ose-bucket>`);
}

describe("actions on many objects", () => {
  it("delete by a prefix, and show the job's progress to its end", async () => {
    const place = await page({ q: "a" });
    await press(place, "Delete all that match");
    await confirm(place);
    expect(store.posts).toEqual([{ kind: "DELETE_OBJECTS", bucket: "b", prefix: "a", versions: false }]);
    const jobs = place.querySelector<BucketJobs>("ose-bucket-jobs");
    expect(jobs?.textContent).toContain("Running");
    await jobs?.follow();
    await settle();
    expect(jobs?.textContent).toContain("Completed");
    expect(store.toasts.at(-1)).toBe("Delete objects: Completed");
    await press(place, "Hide ended ones");
    expect(jobs?.querySelector("li")).toBeNull();
  });

  it("empty the bucket once its name is typed", async () => {
    const place = await page();
    await press(place, "Empty the bucket");
    await confirm(place);
    expect(store.posts).toEqual([]);
    const typed = place.querySelector<HTMLInputElement>("dialog [name=typed]");
    if (typed) {
      typed.value = "b";
    }
    await confirm(place);
    expect(store.posts).toEqual([{ kind: "EMPTY_BUCKET", bucket: "b" }]);
    expect(typedName("b").check?.("c", {})).toBeDefined();
  });

  it("are offered as far as platform and caller permit", async () => {
    const buttons = (place: HTMLElement) => [...place.querySelectorAll("tbody tr:first-child button")].map((it) => it.textContent.trim().split(" ")[0]);
    expect(buttons(await page())).toEqual(["Copy", "Move", "Delete"]);
    expect(buttons(await page({}, ["CONDITIONAL_DELETES"]))).toEqual(["Copy", "Delete"]);
    store.ctx.can = (it) => it !== "StartJob";
    const place = await page();
    expect(buttons(place)).toEqual([]);
    expect(place.textContent).not.toContain("Empty the bucket");
  });

  it("copy no folder into itself", async () => {
    const started: unknown[] = [];
    const question = folderQuestion("COPY_OBJECTS", "b", "logs/", (job) => Promise.resolve(void started.push(job)));
    const check = question.fields?.find((it) => it.name === "targetPrefix")?.check;
    expect(check?.("logs/old/", { target: "b" })).toBeDefined();
    expect(check?.("old/", { target: "b" })).toBeUndefined();
    expect(check?.("logs/", { target: "c" })).toBeUndefined();
    await question.send({ target: " c ", targetPrefix: "x/" });
    expect(started).toEqual([{ kind: "COPY_OBJECTS", bucket: "b", prefix: "logs/", target: "c", targetPrefix: "x/" }]);
  });

  it("leave a job that cannot be read where it was", async () => {
    const place = await page();
    const jobs = place.querySelector<BucketJobs>("ose-bucket-jobs");
    jobs?.watch(JOB as unknown as Job);
    store.answers = {};
    await jobs?.follow();
    await settle();
    expect(jobs?.textContent).toContain("Running");
  });
});
