import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Api, containing, queryOf } from "../../main/web/api/client";
import { ApiError, NetworkError } from "../../main/web/api/errors";

interface Sent {
  url: string;
  init: RequestInit & { headers: Record<string, string> };
}

let answers: (() => Response)[] = [];
let sent: Sent[] = [];

function answer(status: number, body: unknown = {}, headers: Record<string, string> = {}): () => Response {
  return () => new Response(status === 204 ? null : JSON.stringify(body), { status, headers });
}

beforeEach(() => {
  answers = [];
  sent = [];
  vi.stubGlobal("fetch", (url: string, init: Sent["init"]) => {
    sent.push({ url, init });
    const next = answers.shift();
    return next ? Promise.resolve(next()) : Promise.reject(new TypeError("no network"));
  });
});

afterEach(() => vi.unstubAllGlobals());

describe("Api", () => {
  it("fills paths with encoded values and leaves empty parameters out", async () => {
    answers = [answer(200, { items: [] })];
    await new Api({ origin: "" }).get("/api/v1/admin/tenants/{tenant}/users", {
      params: { tenant: "a/../b" },
      query: { after: "", limit: 50, filter: containing("name", 'a"b\\') },
    });
    expect(sent[0]?.url).toBe("/api/v1/admin/tenants/a%2F..%2Fb/users?limit=50&filter=name%3D%3D%22*a%5C%22b%5C%5C*%22");
  });

  it("repeats the session's token on writes only, and gives each creation a key of its own", async () => {
    answers = [answer(200), answer(201), answer(201)];
    const api = new Api({ origin: "" });
    api.csrf = "companion";
    await api.get("/api/v1/admin/me");
    await api.create("/api/v1/admin/tenants", { body: { name: "a" } });
    await api.create("/api/v1/admin/tenants", { body: { name: "b" } });
    const [read, first, second] = sent.map((it) => it.init.headers);
    expect(read?.["X-OSE-CSRF"]).toBeUndefined();
    expect(first?.["X-OSE-CSRF"]).toBe("companion");
    expect(first?.["Idempotency-Key"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(second?.["Idempotency-Key"]).not.toBe(first?.["Idempotency-Key"]);
  });

  it("has the user sign in if the session has ended, and sends the request again with its new token", async () => {
    answers = [answer(401, { code: "OSE-2113" }), answer(200, { name: "ann" })];
    const api = new Api({ origin: "" });
    api.csrf = "old";
    api.renewSession = () => {
      api.csrf = "new";
      return Promise.resolve();
    };
    await expect(api.put("/api/v1/admin/me/password", { body: {} })).resolves.toEqual({ name: "ann" });
    expect(sent.map((it) => it.init.headers["X-OSE-CSRF"])).toEqual(["old", "new"]);
  });

  it("does not take a wrong password for the end of the session", async () => {
    answers = [answer(401, { code: "OSE-2109", detail: "wrong" })];
    const api = new Api({ origin: "" });
    api.renewSession = vi.fn();
    await expect(api.post("/api/v1/admin/me/totp", { body: {} })).rejects.toThrow("wrong");
    expect(api.renewSession).not.toHaveBeenCalled();
  });

  it("asks for a sign-in if S3 refuses a request without the cookie, and not if the user may not do it", async () => {
    const refused = answer(403, { code: "AccessDenied", message: "Access Denied" });
    const api = new Api({ origin: "" });
    api.renewSession = vi.fn(() => Promise.resolve());
    answers = [refused, answer(401), answer(200)];
    expect((await api.send("GET", "/api/v1/s3/b", {})).status).toBe(200);
    expect(api.renewSession).toHaveBeenCalledTimes(1);
    answers = [refused, answer(200, { name: "ann" })];
    await expect(api.send("GET", "/api/v1/s3/b", {})).rejects.toMatchObject({ status: 403 });
    answers = [refused];
    await expect(api.get("/api/v1/admin/me")).rejects.toMatchObject({ status: 403 });
    expect(api.renewSession).toHaveBeenCalledTimes(1);
  });

  it("reports code, fields, request id and waiting time of a problem", async () => {
    const problem = { code: "OSE-2206", detail: "name is bad.", requestId: "r1", errors: [{ field: "name", message: "is bad" }, 5] };
    answers = [answer(400, problem, { "Retry-After": "7" })];
    const error = await new Api({ origin: "" }).create("/api/v1/admin/tenants").catch((e: unknown) => e);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 400, code: "OSE-2206", message: "name is bad.", requestId: "r1", retryAfterSeconds: 7 });
    expect((error as ApiError).fields).toEqual([{ field: "name", message: "is bad" }]);
  });

  it("reports a page of a proxy by its status, and a lost connection as such", async () => {
    answers = [() => new Response("<html>", { status: 502, statusText: "Bad Gateway" })];
    const api = new Api({ origin: "" });
    await expect(api.get("/api/v1/admin/me")).rejects.toMatchObject({ status: 502, message: "Bad Gateway" });
    await expect(api.get("/api/v1/admin/me")).rejects.toBeInstanceOf(NetworkError);
  });

  it("has at most six requests at once", async () => {
    const release: (() => void)[] = [];
    vi.stubGlobal("fetch", () => new Promise((resolve) => release.push(() => resolve(new Response("{}")))));
    const api = new Api({ origin: "" });
    const calls = Array.from({ length: 8 }, () => api.get("/api/v1/admin/me"));
    await vi.waitFor(() => expect(release).toHaveLength(6));
    release[0]?.();
    await vi.waitFor(() => expect(release).toHaveLength(7));
    release.slice(1).forEach((it) => it());
    await vi.waitFor(() => expect(release).toHaveLength(8));
    release[7]?.();
    await Promise.all(calls);
  });
});

describe("queryOf", () => {
  it("encodes names and values", () => {
    expect(queryOf({ "a&b": "c=d", none: undefined })).toBe("?a%26b=c%3Dd");
  });
});
