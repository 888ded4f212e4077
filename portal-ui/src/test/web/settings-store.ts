import { render, type TemplateResult } from "lit";
import { afterEach, beforeEach, vi } from "vitest";
import { Api } from "../../main/web/api/client";
import type { Context } from "../../main/web/context";
import { setLocale } from "../../main/web/i18n";
import type { Unsaved } from "../../main/web/leaving";
import { Route } from "../../main/web/router";

/** Codes of S3 for what is not set. */
const MISSING: Record<string, string> = {
  tagging: "NoSuchTagSet",
  cors: "NoSuchCORSConfiguration",
  lifecycle: "NoSuchLifecycleConfiguration",
  encryption: "ServerSideEncryptionConfigurationNotFoundError",
  policy: "NoSuchBucketPolicy",
  publicAccessBlock: "NoSuchPublicAccessBlockConfiguration",
  "object-lock": "ObjectLockConfigurationNotFoundError",
  retention: "NoSuchObjectLockConfiguration",
  "legal-hold": "NoSuchObjectLockConfiguration",
};

/** The store of the test that runs. */
export let store: SettingsStore;

/** Gives each test of a file a store of its own, and an empty page in English. */
export function useStore(): void {
  beforeEach(() => {
    store = new SettingsStore();
    setLocale(["en"]);
  });
  afterEach(() => {
    document.body.replaceChildren();
    vi.unstubAllGlobals();
  });
}

/** The settings of one bucket behind the real client, as S3 keeps them: documents without entity tags. */
export class SettingsStore {
  readonly documents = new Map<string, string>();
  readonly toasts: string[] = [];
  readonly writes: string[] = [];
  readonly posts: unknown[] = [];
  readonly guarded = new Set<Unsaved>();
  /** Headers of what was written. */
  readonly sent: Record<string, string>[] = [];
  /** Headers of objects, by keys. */
  readonly objects = new Map<string, Record<string, string>>();
  copyAnswer = "<CopyObjectResult/>";
  /** Answers instead of the store. */
  refusal: ((method: string, name: string) => Response | undefined) = () => undefined;
  /** Answers of the management API, and of lists of objects. */
  answers: Record<string, unknown> = {};

  constructor() {
    vi.stubGlobal("fetch", (url: string, init: { method: string; body?: string }) => Promise.resolve(this.answer(url, init)));
  }

  readonly ctx = {
    api: new Api({ origin: "" }),
    me: { tenant: "t1" },
    route: new Route(["buckets", "b", "settings"], new URLSearchParams()),
    toast: (text: string) => this.toasts.push(text),
    guard: (part: Unsaved) => {
      this.guarded.add(part);
      return () => this.guarded.delete(part);
    },
    href: (path: string) => "/portal/" + path,
    can: () => true,
  } as unknown as Context;

  private answer(url: string, init: { method: string; body?: string; headers?: Record<string, string> }): Response {
    const { method, body = "", headers = {} } = init;
    const [, key, query] = /\/api\/v1\/s3\/b(?:\/([^?]+))?(?:\?([^?]*))?$/.exec(url) ?? [];
    if (key !== undefined && (method === "HEAD" || headers["x-amz-copy-source"])) {
      return this.object(key, method, headers);
    }
    const [, setting, version = ""] = /^(?!list-type|versions)([a-z-]+)(?:&versionId=(.*))?$/i.exec(query ?? "") ?? [];
    const name = setting && key ? `${key}?${setting}${version && "@" + version}` : setting;
    if (url.endsWith("/session")) {
      return Response.json({});
    }
    if (name === undefined || method === "POST") {
      if (method === "POST") {
        this.posts.push(JSON.parse(body));
      } else if (method !== "GET") {
        this.writes.push(`${method} ${url.slice("/api/v1/s3/".length)}`);
        this.sent.push(headers);
        return new Response(null, { status: 204 });
      }
      const found = Object.keys(this.answers).find((it) => url.includes(it));
      return found === undefined ? Response.json({ detail: "none" }, { status: 404 }) : Response.json(this.answers[found]);
    }
    const refused = this.refusal(method, name);
    if (refused) {
      return refused;
    }
    if (method === "GET") {
      const document = this.documents.get(name);
      return document === undefined ? s3Error(404, MISSING[setting ?? ""] ?? "NoSuchKey") : new Response(document);
    }
    this.writes.push(`${method} ${name}`);
    this.sent.push(headers);
    if (method === "DELETE") {
      this.documents.delete(name);
    } else {
      this.documents.set(name, body);
    }
    return new Response(null, { status: method === "DELETE" ? 204 : 200 });
  }

  /** The headers of an object, which a copy onto itself replaces. */
  private object(key: string, method: string, headers: Record<string, string>): Response {
    if (method === "HEAD") {
      const found = this.objects.get(key);
      return found ? new Response(null, { headers: found }) : new Response(null, { status: 404 });
    }
    this.writes.push(`COPY ${headers["x-amz-copy-source"] ?? ""}`);
    this.sent.push(headers);
    if (headers["x-amz-metadata-directive"] === "REPLACE") {
      const of = (it: string) => !["x-amz-copy-source", "x-amz-metadata-directive", "Accept"].includes(it);
      this.objects.set(key, Object.fromEntries(Object.entries(headers).filter(([it]) => of(it))));
    }
    return new Response(this.copyAnswer);
  }
}

/** A refusal of S3 in XML. */
export function s3Error(status: number, code: string, message = "No."): Response {
  const document = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message><RequestId>r1</RequestId></Error>`;
  return new Response(document, { status, headers: { "Content-Type": "application/xml" } });
}

/** Shows a part, and has it load. */
export async function show(part: TemplateResult): Promise<HTMLElement> {
  const place = document.createElement("div");
  document.body.replaceChildren(place);
  render(part, place);
  await settle();
  return place;
}

/** What is asked has been answered and is shown. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 5; i++) {
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Types into a labelled control. */
export async function type(place: HTMLElement, id: string, value: string): Promise<void> {
  const control = place.querySelector<HTMLInputElement>("#" + id);
  if (!control) {
    throw new Error("no " + id);
  }
  if (control.type === "checkbox") {
    control.checked = value === "true";
  } else {
    control.value = value;
  }
  control.dispatchEvent(new Event("input"));
  control.dispatchEvent(new Event("change"));
  await settle();
}

export function button(place: HTMLElement, text: string): HTMLButtonElement {
  const found = [...place.querySelectorAll("button")].find((it) => it.textContent.trim().startsWith(text));
  if (!found) {
    throw new Error("no button " + text);
  }
  return found;
}

export async function press(place: HTMLElement, text: string): Promise<void> {
  const found = button(place, text);
  const form = found.type === "submit" ? found.closest("form") : null;
  if (form) {
    form.dispatchEvent(new Event("submit", { cancelable: true }));
  } else {
    found.click();
  }
  await settle();
}

/** Answers the open question with yes. */
export async function confirm(place: HTMLElement): Promise<void> {
  place.querySelector("dialog form")?.dispatchEvent(new Event("submit", { cancelable: true }));
  await settle();
}

/** Each control has a label and, if it is wrong, a description. */
export function unlabelled(place: HTMLElement): string[] {
  return [...place.querySelectorAll("input, select, textarea")]
    .filter((it) => !place.querySelector(`label[for="${it.id}"]`) || it.id === "")
    .map((it) => it.id || it.tagName);
}
