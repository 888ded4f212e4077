import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Api } from "../../main/web/api/client";
import { ApiError, NetworkError } from "../../main/web/api/errors";
import { Multipart } from "../../main/web/api/multipart";
import { parseXml, textOf } from "../../main/web/api/xml";

const NAMESPACE = "http://s3.amazonaws.com/doc/2006-03-01/";
const PATH = "/api/v1/s3/b/d/a%20b?uploadId=u%2F1";
let answers: Response[] = [];
let sent: { url: string; method?: string; body?: unknown; headers: Record<string, string> }[] = [];

beforeEach(() => {
  answers = [];
  sent = [];
  vi.stubGlobal("fetch", (url: string, init: { headers: Record<string, string> }) => {
    sent.push({ url, ...init });
    const next = answers.shift();
    return next ? Promise.resolve(next) : Promise.reject(new TypeError("no network"));
  });
});

afterEach(() => vi.unstubAllGlobals());

const multipart = () => new Multipart(new Api({ origin: "" }), "b", "d/a b");
const xml = (root: string, content: string, headers: Record<string, string> = {}) =>
  new Response(`<?xml version="1.0"?><${root} xmlns="${NAMESPACE}">${content}</${root}>`, { headers });
const part = (number: number) =>
  `<Part><PartNumber>${number}</PartNumber><ETag>"e${number}"</ETag><Size>5</Size>` +
  `<ChecksumSHA256>s${number}=</ChecksumSHA256></Part>`;

describe("Multipart", () => {
  it("begins with type and algorithm, which counts only if the platform confirms it", async () => {
    const created = "<UploadId>u/1</UploadId>";
    answers = [
      xml("InitiateMultipartUploadResult", created, { "x-amz-checksum-algorithm": "SHA256" }),
      xml("InitiateMultipartUploadResult", created),
    ];
    expect(await multipart().create("", "SHA256")).toEqual({ uploadId: "u/1", algorithm: "SHA256" });
    expect(await multipart().create("text/html", "SHA256")).toEqual({ uploadId: "u/1" });
    expect(sent[0]?.url).toBe("/api/v1/s3/b/d/a%20b?uploads");
    expect(sent[0]?.headers).toMatchObject({
      "Content-Type": "application/octet-stream",
      "x-amz-checksum-algorithm": "SHA256",
    });
    expect(sent[1]?.headers["Content-Type"]).toBe("text/html");
  });

  it("lists the parts of all pages, and knows that there is no such upload", async () => {
    answers = [
      xml("ListPartsResult", `<IsTruncated>true</IsTruncated><NextPartNumberMarker>1</NextPartNumberMarker>${part(1)}`),
      xml("ListPartsResult", `<IsTruncated>false</IsTruncated>${part(2)}`),
      new Response('{"code":"NoSuchUpload"}', { status: 404 }),
    ];
    const signal = new AbortController().signal;
    const parts = await multipart().parts("u/1", signal);
    expect(parts).toEqual([1, 2].map((number) => ({ number, size: 5, etag: `"e${number}"`, checksum: `s${number}=` })));
    expect(sent[1]?.url).toBe(`${PATH}&part-number-marker=1`);
    expect(await multipart().parts("u/1", signal)).toBeUndefined();
  });

  it("completes with entity tags and checksums, and sees a refusal behind a 200", async () => {
    const parts = [{ number: 1, size: 5, etag: '"e<1>"', checksum: "s1=" }];
    const result = '<ETag>"x-1"</ETag><ChecksumSHA256>s-1</ChecksumSHA256>';
    answers = [
      xml("CompleteMultipartUploadResult", result),
      xml("CompleteMultipartUploadResult", result),
      new Response("<Error><Code>InternalError</Code><Message>later</Message><RequestId>r1</RequestId></Error>"),
    ];
    expect(await multipart().complete("u/1", parts, "SHA256")).toEqual({ etag: '"x-1"', checksum: "s-1" });
    expect(sent[0]?.body).toContain(
      "<Part><PartNumber>1</PartNumber><ETag>&#34;e&#60;1&#62;&#34;</ETag><ChecksumSHA256>s1=</ChecksumSHA256></Part>",
    );
    await multipart().complete("u/1", parts, undefined);
    expect(sent[1]?.body).not.toContain("Checksum");
    const refusal = await multipart().complete("u/1", parts, undefined).catch((e: unknown) => e);
    expect(refusal).toBeInstanceOf(ApiError);
    expect(refusal).toMatchObject({ status: 500, code: "InternalError", message: "later", requestId: "r1" });
  });

  it("asks for the checksum of what is stored", async () => {
    const headers = { ETag: '"x-3"', "Content-Length": "15", "x-amz-checksum-sha256": "s-3" };
    answers = [new Response(null, { headers }), new Response(null, { status: 404 })];
    const signal = new AbortController().signal;
    expect(await multipart().stored(signal)).toEqual({ etag: '"x-3"', size: 15, checksum: "s-3" });
    expect(sent[0]?.headers).toMatchObject({ "x-amz-checksum-mode": "ENABLED" });
    expect(await multipart().stored(signal)).toBeUndefined();
  });

  it("ends an upload that has ended already without complaint", async () => {
    answers = [new Response(null, { status: 204 }), new Response("{}", { status: 404 })];
    await multipart().abort("u/1");
    await multipart().abort("u/1");
    expect(sent.map((it) => `${it.method} ${it.url}`)).toEqual([`DELETE ${PATH}`, `DELETE ${PATH}`]);
  });
});

describe("parseXml", () => {
  it("reads elements and what stands for signs", () => {
    const root = parseXml('<?xml version="1.0"?>\n<!-- x --><A xmlns="n"><B>&lt;&#34;&#x1F600;&amp;lt;</B><C/><D><B>no</B></D></A>');
    expect(root?.name).toBe("A");
    expect(root?.children.map((it) => it.name)).toEqual(["B", "C", "D"]);
    expect(textOf(root, "B")).toBe('<"😀&lt;');
    expect(textOf(root, "C")).toBe("");
    expect(textOf(root, "E")).toBe("");
  });

  it.each(["", "no document", "</A>"])("finds no element in: %s", (text) => expect(parseXml(text)).toBeUndefined());
});

/** A request whose end the test decides. */
class FakeRequest {
  static last: FakeRequest;
  readonly upload: { onprogress?: (event: { loaded: number }) => void } = {};
  readonly headers: Record<string, string> = {};
  answer: Record<string, string> = {};
  status = 200;
  statusText = "";
  responseText = "";
  onload: () => void = () => undefined;
  onabort: () => void = () => undefined;
  onerror: () => void = () => undefined;
  onloadend: () => void = () => undefined;

  constructor() {
    FakeRequest.last = this;
  }

  open(): void {
    return;
  }

  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }

  getAllResponseHeaders(): string {
    return Object.entries(this.answer).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  }

  send(): void {
    this.upload.onprogress?.({ loaded: 3 });
  }

  abort(): void {
    this.onabort();
    this.onloadend();
  }

  end(status: number, headers: Record<string, string>, text = ""): void {
    Object.assign(this, { status, answer: headers, responseText: text });
    this.onload();
    this.onloadend();
  }
}

describe("Api.upload", () => {
  function upload(signal = new AbortController().signal) {
    vi.stubGlobal("XMLHttpRequest", FakeRequest);
    const progress: number[] = [];
    const headers = { "x-amz-checksum-sha256": "s=" };
    const sending = { headers, signal, sent: (it: number) => progress.push(it) };
    const answer = new Api({ origin: "" }).upload("/x", new Blob(["abc"]), sending);
    return { answer, progress };
  }

  it("returns entity tag and checksum, and reports what is sent", async () => {
    const { answer, progress } = upload();
    expect(FakeRequest.last.headers).toMatchObject({ "x-amz-checksum-sha256": "s=" });
    FakeRequest.last.end(200, { ETag: '"e"', "x-amz-checksum-sha256": "s=" });
    expect(await answer).toEqual({ etag: '"e"', checksum: "s=" });
    expect(progress).toEqual([3]);
  });

  it("returns refusals with the time to wait", async () => {
    const { answer } = upload();
    FakeRequest.last.end(503, { "Retry-After": "7", "x-amz-request-id": "r1" }, '{"code":"SlowDown","message":"busy"}');
    const refusal = { status: 503, code: "SlowDown", retryAfterSeconds: 7, requestId: "r1" };
    await expect(answer).rejects.toMatchObject(refusal);
  });

  it("ends with its signal", async () => {
    const controller = new AbortController();
    const { answer } = upload(controller.signal);
    controller.abort();
    await expect(answer).rejects.toMatchObject({ name: "AbortError" });
    await expect(upload(controller.signal).answer).rejects.toMatchObject({ name: "AbortError" });
  });

  it("counts as broken without progress for two minutes", async () => {
    vi.useFakeTimers();
    const { answer } = upload();
    const refused = expect(answer).rejects.toBeInstanceOf(NetworkError);
    await vi.advanceTimersByTimeAsync(120_000);
    await refused;
    vi.useRealTimers();
  });
});
