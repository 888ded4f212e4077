import { html } from "lit";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Job } from "../../main/web/api/types";
import { setLocale } from "../../main/web/i18n";
import "../../main/web/pages/audit/audit";
import { auditFilter } from "../../main/web/pages/audit/filter";
import "../../main/web/pages/jobs/job";
import { jobFilter } from "../../main/web/pages/jobs/jobs";
import "../../main/web/ui/copy";
import "../../main/web/ui/dialog";
import "../../main/web/ui/form";
import "../../main/web/ui/table";
import { answer, ProviderStore, shown } from "./provider-store";
import { press } from "./settings-store";

const ID = "00000000-0000-0000-0000-000000000001";

beforeEach(() => setLocale(["en"]));

describe("filters", () => {
  it("of the audit log join what is wanted", () => {
    const none = { text: "", outcome: "", source: "", tenant: "", from: "", to: "" };
    expect(auditFilter(none)).toBeUndefined();
    const filter = auditFilter({ ...none, text: 'a"b', outcome: "failed", source: "S3", tenant: "t", from: "2026-11-01T00:00", to: "2026-12-01T00:00" });
    expect(filter).toContain('(operation=="*a\\"b*",actor==');
    expect(filter).toContain(";status=ge=400;source==S3;tenant==t;at=ge=");
    expect(filter).toContain(`at=lt=${new Date("2026-12-01T00:00").toISOString()}`);
    expect(auditFilter({ ...none, outcome: "done" })).toBe("status=lt=400");
  });

  it("of jobs have text and state", () => {
    expect(jobFilter("", "")).toBeUndefined();
    expect(jobFilter("b", "FAILED")).toBe('(bucket=="*b*",startedBy=="*b*");state==FAILED');
  });
});

const JOB: Job = {
  id: "17",
  tenant: ID,
  user: "u1",
  kind: "DELETE_OBJECTS",
  state: "FAILED",
  bucket: "photos",
  done: 5,
  failed: 1,
  total: 6,
  startedBy: "ann@acme",
  createdAt: "2026-01-01T00:00:00Z",
};

describe("ose-job", () => {
  const page = (api: ProviderStore) => shown(html`<ose-job .ctx=${api.ctx} .tenant=${ID} .user=${"u1"} .job=${"17"}></ose-job>`);

  it("shows what could not be done, and retries a job that failed", async () => {
    const failure = { key: "a<b>", code: "AccessDenied", message: "No.", at: "2026-01-01T00:00:00Z" };
    const api = new ProviderStore().with("GET /jobs/17", JOB).with("GET /failures", { items: [failure], total: 1 }).with("POST /retry", JOB);
    const place = await page(api);
    await vi.waitFor(() => expect(place.textContent).toContain("a<b>"));
    await press(place, "Retry failed ones");
    expect(api.sent("POST", "/retry")).toHaveLength(1);
  });

  it("cancels after a question", async () => {
    const api = new ProviderStore().with("GET /jobs/17", { ...JOB, state: "PAUSED", failed: 0 }).with("POST /cancel", JOB);
    const place = await page(api);
    await press(place, "Cancel");
    expect(api.sent("POST", "/cancel")).toHaveLength(0);
    await answer(place);
    expect(api.sent("POST", "/cancel")).toHaveLength(1);
  });

  it("says that a job is gone", async () => {
    const place = await page(new ProviderStore());
    expect(place.textContent).toContain("Not found.");
  });
});

describe("ose-audit", () => {
  it("asks for what the address filters, and exports the same", async () => {
    const api = new ProviderStore(`audit?outcome=failed&source=S3&tenant=${ID}&from=nonsense`).with("GET /audit", { items: [] });
    const place = await shown(html`<ose-audit .ctx=${api.ctx}></ose-audit>`);
    expect(place.textContent).toContain("No entry meets all filters.");
    const filter = `status=ge=400;source==S3;tenant==${ID}`;
    expect(api.requests[0]?.query.get("filter")).toBe(filter);
    await press(place, "Download JSON lines");
    const [download] = api.sent("GET", "/audit.jsonl");
    expect(download?.query.get("filter")).toBe(filter);
    expect(download?.headers["Accept"]).toContain("ndjson");
  });
});
