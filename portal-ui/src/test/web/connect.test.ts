import { html } from "lit";
import { describe, expect, it, vi } from "vitest";
import { signedGet } from "../../main/web/api/sigv4";
import "../../main/web/pages/connect";
import { snippetsFor } from "../../main/web/pages/connect/snippets";
import "../../main/web/pages/overview";
import { press, settle, show, store, type, unlabelled, useStore } from "./settings-store";

useStore();

describe("signedGet", () => {
  it("signs the example that AWS documents", async () => {
    const keys = { accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY" };
    const url = new URL("https://examplebucket.s3.amazonaws.com/?lifecycle");
    const headers = await signedGet(url, "us-east-1", keys, new Date("2013-05-24T00:00:00Z"));
    expect(headers["Authorization"]).toContain("Signature=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543");
  });
});

describe("snippets", () => {
  const at = (endpoint: string, isPathStyle = true) =>
    snippetsFor({ endpoint, region: "eu-1", isPathStyle, accessKey: "AK1" });

  it("are of all clients at an address of S3, and of those that take a path elsewhere", () => {
    const names = (endpoint: string) => at(endpoint).map((it) => it.name);
    expect(names("https://s3.example.com/")).toEqual([
      "AWS CLI", "boto3", "rclone", "s3fs", "s5cmd", "MinIO client (mc)", "restic", "Velero", "curl",
    ]);
    expect(names("https://ose.example.com/api/v1/s3")).toEqual(["AWS CLI", "boto3", "rclone", "s3fs", "curl"]);
  });

  it("have endpoint, key and style, but no secret", () => {
    for (const { name, text } of at("https://s3.example.com/")) {
      expect(text, name).toContain("https://s3.example.com");
      expect(text, name).toContain("AK1");
      expect(text, name).toContain("SECRET_KEY");
    }
    const style = (isPathStyle: boolean) => at("https://s3.example.com", isPathStyle).map((it) => it.text).join();
    expect(style(true)).toContain("addressing_style path");
    expect(style(false)).toContain("addressing_style virtual");
    expect(style(false)).not.toContain("use_path_request_style");
  });
});

describe("the page that connects a client", () => {
  const SESSION = {
    accessKeyId: "T", secretAccessKey: "s", sessionToken: "tok", expiresAt: "x", endpoint: "https://s3.example.com", region: "eu-1", pathStyle: true,
  };
  const KEYS = [
    { accessKey: "R", kind: "RESERVED", status: "ACTIVE", description: "" },
    { accessKey: "AK1", kind: "USER", status: "ACTIVE", description: "backup" },
    { accessKey: "AK2", kind: "APPLICATION", status: "ACTIVE", description: "" },
    { accessKey: "OFF", kind: "USER", status: "DISABLED", description: "" },
  ];
  let asked: { headers: Record<string, string>; credentials: string }[];

  /** @param s3 what S3 answers */
  async function page(s3: () => Promise<Response>): Promise<HTMLElement> {
    asked = [];
    vi.stubGlobal("fetch", (url: string | URL, init: { headers: Record<string, string>; credentials: string }) => {
      const address = url.toString();
      if (address.startsWith(SESSION.endpoint)) {
        asked.push(init);
        return s3();
      }
      return Promise.resolve(Response.json(address.endsWith("/s3-session") ? SESSION : { items: KEYS }));
    });
    return show(html`<ose-connect .ctx=${store.ctx}></ose-connect>`);
  }

  it("fills in the chosen key, of those that work", async () => {
    const place = await page(() => Promise.resolve(new Response("")));
    expect(unlabelled(place)).toEqual([]);
    expect([...place.querySelectorAll("#connect-key option")].map((it) => it.getAttribute("value"))).toEqual(["AK1", "AK2"]);
    await type(place, "connect-key", "AK2");
    await type(place, "connect-name", "restic");
    expect(place.querySelector("pre")?.textContent).toContain("AWS_ACCESS_KEY_ID=AK2");
    expect(place.querySelector("pre")?.textContent).not.toContain(SESSION.secretAccessKey + "\n");
  });

  it.each<[string, () => Promise<Response>, string]>([
    ["an answer", () => Promise.resolve(new Response("<ListAllMyBucketsResult/>")), "It works"],
    ["a refusal", () => Promise.resolve(new Response("<Error><Code>RequestTimeTooSkewed</Code><Message>Late.</Message></Error>", { status: 403 })), "clock of this computer"],
    ["no answer", () => Promise.reject(new TypeError("refused")), "Not reachable"],
  ])("tests itself, and explains %s", async (_, s3, text) => {
    const place = await page(s3);
    await press(place, "Test the connection");
    await vi.waitFor(() => expect(place.querySelector('[aria-labelledby="connect-test"] [role=status]')?.textContent).toContain(text));
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ credentials: "omit", headers: { "x-amz-security-token": "tok" } });
  });

  it("works without what the caller may not do", async () => {
    store.ctx.can = () => false;
    store.answers = { "/buckets": { items: [{ region: "eu-9" }] } };
    const place = await show(html`<ose-connect .ctx=${store.ctx}></ose-connect>`);
    expect(place.textContent).toContain("/api/v1/s3");
    expect(place.textContent).toContain("eu-9");
    expect(place.textContent).not.toContain("Test the connection");
  });
});

describe("the overview", () => {
  const quota = (buckets: number) => ({ buckets, used: { storedBytes: 1, partBytes: 0, objects: 1, olderVersions: 0, olderBytes: 0 } });

  async function page(buckets: number, keys: string[]): Promise<HTMLElement> {
    store.answers = {
      "/quota": quota(buckets),
      "/credentials": { items: keys.map((kind) => ({ kind })) },
      "/jobs": { items: [{ kind: "EMPTY_BUCKET", bucket: "b", state: "RUNNING", done: 1, failed: 0 }] },
      "/buckets": { items: [{ name: "big", storedBytes: 2048 }] },
    };
    const place = await show(html`<ose-overview .ctx=${store.ctx}></ose-overview>`);
    await settle();
    return place;
  }

  it("has first steps until there are a bucket and a key pair", async () => {
    const steps = async (buckets: number, keys: string[]) =>
      [...(await page(buckets, keys)).querySelectorAll("ol.cards li")].map((it) => it.textContent.includes("Done"));
    expect(await steps(0, ["RESERVED"])).toEqual([false, false, false]);
    expect(await steps(1, ["RESERVED"])).toEqual([true, false, false]);
    expect(await steps(1, ["RESERVED", "USER"])).toEqual([]);
  });

  it("shows its lists, each of which fails alone", async () => {
    const place = await page(1, ["USER"]);
    expect(place.querySelector('[aria-labelledby="overview-buckets"]')?.textContent).toContain("2 KiB");
    expect(place.querySelector('[aria-labelledby="overview-jobs"]')?.textContent).toContain("Empty bucket");
    expect(place.querySelector('[aria-labelledby="overview-audit"] [role=alert]')).not.toBeNull();
    expect(place.querySelectorAll("[role=alert]")).toHaveLength(1);
  });
});
