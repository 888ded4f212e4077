import { ApiError, NetworkError } from "./errors";
import type { Path } from "./types";

/** What a call says beside its path. */
export interface Call {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** How the host of the portal proves who calls. */
export interface Host {
  origin: string;
  /** The bearer of Cloud Director; undefined where a session is used. */
  token?: () => string;
  /** The organisation that the bearer acts in; undefined if it acts as itself. */
  organization?: string;
}

/** How a body is sent, and who follows it. */
export interface Sending {
  headers?: Record<string, string>;
  signal: AbortSignal;
  /** Called with the bytes that have been sent. */
  sent: (bytes: number) => void;
}

/** What S3 says of a body that it has stored. */
export interface Stored {
  /** With its quotes, as S3 has it. */
  etag: string;
  checksum?: string;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Headers of the checksums that the portal sends. */
export const CHECKSUMS = ["x-amz-checksum-sha256", "x-amz-checksum-crc32"];

/** Codes of refusals that a new sign-in does not change: a wrong password beside a live session. */
const LIVE_SESSION = new Set(["OSE-2109", "OSE-2110", "OSE-2111"]);
/** Below it a node serves S3 to the session of the portal. */
export const S3_ROOT = "/api/v1/s3";
const MAX_AT_ONCE = 6;
/** Without any progress of a body for so long, also of a platform that stores it, the connection counts as broken. */
const STALL_MILLIS = 120_000;

/**
 * Calls the node. A call that finds the session ended waits until the user has signed in again and is then repeated;
 * calls beyond six wait for others.
 */
export class Api {
  /** Repeated by writes of this session. */
  csrf = "";
  /** Has the user sign in again; rejects if the user gives up. */
  renewSession: () => Promise<void> = () => Promise.reject(new Error("no sign-in"));

  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly host: Host) {}

  get<T>(path: Path, call: Call = {}): Promise<T> {
    return this.json<T>("GET", path, call);
  }

  put<T>(path: Path, call: Call = {}): Promise<T> {
    return this.json<T>("PUT", path, call);
  }

  /** Changes the members that the body has. */
  patch<T>(path: Path, call: Call = {}): Promise<T> {
    return this.json<T>("PATCH", path, call);
  }

  delete(path: Path, call: Call = {}): Promise<void> {
    return this.json("DELETE", path, call);
  }

  /** Has an effect that may be repeated. */
  post<T>(path: Path, call: Call = {}): Promise<T> {
    return this.json<T>("POST", path, call);
  }

  /** Creates: a repetition after a lost connection does not create twice. */
  create<T>(path: Path, call: Call = {}): Promise<T> {
    const headers = { ...call.headers, "Idempotency-Key": crypto.randomUUID() };
    return this.json<T>("POST", path, { ...call, headers });
  }

  /** The sign-in itself: its refusals are answers, not the end of a session. */
  async signIn<T>(body: unknown): Promise<T> {
    const answer = await this.once("POST", this.address("/api/v1/session", {}), { body });
    if (!answer.ok) {
      throw await ApiError.of(answer);
    }
    return (await answer.json()) as T;
  }

  /** The session, without asking for a sign-in if there is none. */
  async session<T>(): Promise<T | undefined> {
    const answer = await this.once("GET", this.address("/api/v1/session", {}), {});
    if (answer.status === 401) {
      return undefined;
    }
    if (!answer.ok) {
      throw await ApiError.of(answer);
    }
    return (await answer.json()) as T;
  }

  /** Ends the session; one that has ended already is fine. */
  async signOut(): Promise<void> {
    const answer = await this.once("DELETE", this.address("/api/v1/session", {}), {});
    if (!answer.ok && answer.status !== 401) {
      throw await ApiError.of(answer);
    }
  }

  /** Reads with the entity tag that a later write names in If-Match. */
  async read<T>(path: Path, call: Call = {}): Promise<{ value: T; tag: string }> {
    const answer = await this.send("GET", this.address(path, call), call);
    return { value: (await answer.json()) as T, tag: answer.headers.get("ETag") ?? "" };
  }

  /** Reads what is no JSON, such as CSV. */
  raw(path: Path, call: Call = {}): Promise<Response> {
    return this.send("GET", this.address(path, call), call);
  }

  /** Where the header Link of an answer leads on to, for {@link send}. */
  nextOf(answer: Response): string | undefined {
    const next = /<([^>]+)>;\s*rel="next"/.exec(answer.headers.get("Link") ?? "")?.[1];
    // Only a path of the node: the session goes nowhere else.
    return next?.startsWith("/api/") ? next : undefined;
  }

  /** A request to any path of the node, such as one of S3. */
  async send(method: string, address: string, call: Call): Promise<Response> {
    await this.enter();
    try {
      return await this.signedIn(address, async () => {
        const answer = await this.once(method, address, call);
        if (!answer.ok) {
          throw await ApiError.of(answer);
        }
        return answer;
      });
    } finally {
      this.leave();
    }
  }

  /** Sends a file or a part of one; fetch reports no progress of what it sends. */
  upload(address: string, body: Blob, sending: Sending): Promise<Stored> {
    return this.signedIn(address, () => this.uploadOnce(address, body, sending));
  }

  /** Repeats what found the session ended, once the user has signed in again. */
  private async signedIn<T>(address: string, action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (e) {
      if (!(e instanceof ApiError) || !(await this.isSignedOut(address, e))) {
        throw e;
      }
      await this.renewSession();
      return action();
    }
  }

  private async isSignedOut(address: string, refusal: ApiError): Promise<boolean> {
    if (refusal.status === 401) {
      return !LIVE_SESSION.has(refusal.code);
    }
    // Without the cookie, which a sign-out in another tab removes, a request to S3 is an anonymous one.
    const isMaybeAnonymous = refusal.isRefused && address.startsWith(S3_ROOT) && !this.host.token;
    return isMaybeAnonymous && (await this.session()) === undefined;
  }

  private uploadOnce(address: string, body: Blob, { headers, signal, sent }: Sending): Promise<Stored> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const request = new XMLHttpRequest();
      request.open("PUT", this.host.origin + address);
      for (const [name, value] of Object.entries({ ...this.proof("PUT"), ...headers })) {
        request.setRequestHeader(name, value);
      }
      request.responseType = "text";
      const abort = (): void => request.abort();
      // A broken connection may be silent for minutes.
      const stall = (): void => {
        reject(new NetworkError());
        abort();
      };
      let timer = setTimeout(stall, STALL_MILLIS);
      request.upload.onprogress = (event) => {
        clearTimeout(timer);
        timer = setTimeout(stall, STALL_MILLIS);
        sent(event.loaded);
      };
      request.onload = () => {
        if (request.status < 300) {
          resolve(storedOf(request));
        } else {
          ApiError.of(answerOf(request)).then(reject, reject);
        }
      };
      request.onerror = () => reject(new NetworkError());
      request.onabort = () => reject(new DOMException("cancelled", "AbortError"));
      request.onloadend = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", abort);
      };
      signal.addEventListener("abort", abort);
      request.send(body);
    });
  }

  private async json<T>(method: Method, path: Path, call: Call): Promise<T> {
    const answer = await this.send(method, this.address(path, call), call);
    return (answer.status === 204 ? undefined : await answer.json()) as T;
  }

  private async once(method: string, address: string, call: Call): Promise<Response> {
    const headers = { ...this.proof(method), ...call.headers };
    const init: RequestInit = { method, headers, credentials: this.host.token ? "omit" : "same-origin" };
    if (call.signal) {
      init.signal = call.signal;
    }
    if (call.body instanceof Blob || typeof call.body === "string") {
      init.body = call.body;
    } else if (call.body !== undefined) {
      headers["Content-Type"] = "application/json";
      init.body = JSON.stringify(call.body);
    }
    try {
      return await fetch(this.host.origin + address, init);
    } catch (e) {
      if (e instanceof DOMException && e.name === "AbortError") {
        throw e;
      }
      throw new NetworkError();
    }
  }

  /** What each request shows beside the cookie. */
  private proof(method: string): Record<string, string> {
    const headers: Record<string, string> = { Accept: "application/json" };
    if (method !== "GET" && method !== "HEAD" && this.csrf) {
      headers["X-OSE-CSRF"] = this.csrf;
    }
    const token = this.host.token?.();
    if (token) {
      headers["Authorization"] = `Bearer ${token}`;
    }
    if (this.host.organization) {
      headers["X-VMWARE-VCLOUD-TENANT-CONTEXT"] = this.host.organization;
    }
    return headers;
  }

  private address(path: Path, call: Call): string {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = call.params?.[name];
      if (value === undefined) {
        throw new Error(`${path} needs ${name}`);
      }
      return encodeURIComponent(value);
    });
    return filled + queryOf(call.query ?? {});
  }

  private async enter(): Promise<void> {
    if (this.running >= MAX_AT_ONCE) {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    this.running++;
  }

  private leave(): void {
    this.running--;
    this.waiting.shift()?.();
  }
}

function storedOf(request: XMLHttpRequest): Stored {
  const headers = headersOf(request);
  const checksum = CHECKSUMS.map((it) => headers.get(it)).find((it) => it);
  return { etag: headers.get("ETag") ?? "", ...(checksum ? { checksum } : {}) };
}

function answerOf(request: XMLHttpRequest): Response {
  return new Response(request.responseText, { status: request.status, statusText: request.statusText, headers: headersOf(request) });
}

/** All at once: of a node of another origin, browsers report each question for one that is not there. */
function headersOf(request: XMLHttpRequest): Headers {
  const lines = request.getAllResponseHeaders().split("\r\n");
  return new Headers(lines.map((it) => it.split(/: (.*)/, 2) as [string, string]).filter(([, value]) => value !== undefined));
}

/** A query string; undefined and empty values are left out. */
export function queryOf(query: NonNullable<Call["query"]>): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
  return pairs.length === 0 ? "" : "?" + pairs.join("&");
}

/** A text as a value of RSQL that contains it. */
export function containing(property: string, text: string): string {
  return `${property}=="*${text.replace(/[\\"]/g, (it) => "\\" + it)}*"`;
}

/** A star stands for any text in filters, and cannot be meant as itself: a question mark is any one sign. */
export function being(property: string, value: string): string {
  return `${property}=="${value.replace(/\*/g, "?").replace(/[\\"]/g, (it) => "\\" + it)}"`;
}
