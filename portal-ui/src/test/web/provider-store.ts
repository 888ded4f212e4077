import { render, type TemplateResult } from "lit";
import { vi } from "vitest";
import { Api } from "../../main/web/api/client";
import type { Platform } from "../../main/web/api/types";
import type { Context } from "../../main/web/context";
import { Route } from "../../main/web/router";
import { settle } from "./settings-store";

/** A platform that is nearly full. */
export const PLATFORM: Platform = {
  name: "main",
  kind: "embedded",
  version: "1",
  s3Endpoint: "http://127.0.0.1:1",
  region: "default",
  capabilities: ["ACL"],
  quirks: ["TOPICS_ONLY"],
  capacity: { state: "CURRENT", totalBytes: 100, usedBytes: 90, availableBytes: 10, readAt: "2026-01-01T00:00:00Z" },
  probe: { state: "DONE", finishedAt: "2026-01-01T00:00:00Z", results: { ACL: "YES" } },
};

interface Request {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  headers: Record<string, string>;
}

/** Answers by method and the end of the path, such as `GET /quota`. */
export type Answer = (request: Request) => Response;

/** The management API behind the real client, for the provider. */
export class ProviderStore {
  readonly requests: Request[] = [];
  readonly toasts: string[] = [];
  readonly went: string[] = [];
  readonly shown: Record<string, string | undefined>[] = [];
  private readonly answers = new Map<string, Answer>();
  /** Operations that the caller may not do. */
  readonly refused = new Set<string>();
  ctx: Context;

  constructor(address = "", isByToken = false) {
    vi.stubGlobal("fetch", (url: string, init: { method: string; body?: string; headers: Record<string, string> }) =>
      Promise.resolve(this.answer(url, init)),
    );
    const [path = "", query = ""] = address.split("?");
    this.ctx = {
      api: new Api({ origin: "" }),
      me: { name: "root", role: "PROVIDER_ADMIN", operations: [] },
      session: { name: "root" },
      route: new Route(path.split("/").filter(Boolean), new URLSearchParams(query)),
      toast: (text: string) => this.toasts.push(text),
      go: (to: string) => this.went.push(to),
      show: (changes: Record<string, string | undefined>) => this.shown.push(changes),
      href: (to: string) => "/portal/" + to,
      can: (operation: string) => !this.refused.has(operation),
      isByToken,
    } as unknown as Context;
  }

  /** Answers a request with a document and an entity tag. */
  with(what: string, answer: unknown, tag = ""): this {
    const isFunction = typeof answer === "function";
    this.answers.set(what, isFunction ? (answer as Answer) : () => Response.json(answer, { headers: tag ? { ETag: tag } : {} }));
    return this;
  }

  /** The requests of a method to a path with this end. */
  sent(method: string, end: string): Request[] {
    return this.requests.filter((it) => it.method === method && it.path.endsWith(end));
  }

  private answer(url: string, init: { method: string; body?: string; headers: Record<string, string> }): Response {
    const { pathname, searchParams } = new URL(url, "http://node");
    const body: unknown = init.body === undefined ? undefined : JSON.parse(init.body);
    const request = { method: init.method, path: pathname, query: searchParams, body, headers: init.headers };
    this.requests.push(request);
    const found = [...this.answers].find(([what]) => {
      const [method, end = ""] = what.split(" ");
      return method === init.method && pathname.endsWith(end);
    });
    return found?.[1](request) ?? refusal(404, "none: " + init.method + " " + pathname);
  }
}

/** A refusal of the management API. */
export function refusal(status: number, detail: string, errors: { field: string; message: string }[] = []): Response {
  return Response.json({ code: "OSE-2000", detail, errors, requestId: "r1" }, { status });
}

/** Shows a part until it is at rest. */
export async function shown(part: TemplateResult): Promise<HTMLElement> {
  const place = document.createElement("div");
  document.body.replaceChildren(place);
  render(part, place);
  await vi.waitFor(() => {
    if (place.querySelector(".skeleton") || place.textContent.trim() === "") {
      throw new Error("still loading");
    }
  });
  return place;
}

/** Types into the field of this name. */
export function fill(place: HTMLElement, name: string, value: string): void {
  const field = place.querySelector<HTMLInputElement>(`[name="${name}"]`);
  if (!field) {
    throw new Error("no field " + name);
  }
  field.value = value;
}

/** Sends the form of the open dialog. */
export async function answer(place: HTMLElement): Promise<void> {
  place.querySelector("dialog form")?.dispatchEvent(new Event("submit", { cancelable: true }));
  await settle();
}

/** The texts of elements. */
export const texts = (place: HTMLElement, selector: string) => [...place.querySelectorAll(selector)].map((it) => it.textContent.trim());
