import { html, nothing, type TemplateResult } from "lit";
import { ApiError, NetworkError } from "../api/errors";
import { t } from "../i18n";
import { SignInRefused, TokenEnded } from "../renewal";

/** What went wrong, what can be done, and the request id. */
export function problem(error: unknown, retry?: () => unknown): TemplateResult {
  const text = problemText(error);
  const requestId = error instanceof ApiError ? error.requestId : "";
  return html`<div class="alert error" role="alert">
    <p><strong>${problemTitle(error)}</strong> ${text}</p>
    ${requestId
      ? html`<p class="minor">${t("error.request")} <code>${requestId}</code> <ose-copy .text=${requestId}></ose-copy></p>`
      : nothing}
    ${retry ? html`<button class="button" @click=${retry}>${t("action.retry")}</button>` : nothing}
  </div>`;
}

export function problemTitle(error: unknown): string {
  if (error instanceof NetworkError) {
    return t("error.network.title");
  }
  if (error instanceof ApiError) {
    if (error.isRefused) {
      return t("error.refused.title");
    }
    if (error.isGone) {
      return t("error.gone.title");
    }
    if (error.status === 412) {
      return t("error.changed.title");
    }
  }
  return t("error.title");
}

export function problemText(error: unknown): string {
  if (error instanceof NetworkError) {
    return t("error.network");
  }
  if (error instanceof ApiError) {
    const wait = error.retryAfterSeconds > 0 ? " " + t("error.wait", { seconds: error.retryAfterSeconds }) : "";
    return error.message + wait;
  }
  if (error instanceof SignInRefused) {
    return error.isKept ? t("error.signin") : t("error.cookie");
  }
  return t(error instanceof TokenEnded ? "error.host" : "error.unexpected");
}

/** The thing whose page is open was removed. */
export function gone(back: string, text: string): TemplateResult {
  return html`<div class="empty"><h1>${t("error.gone.title")}</h1>
    <p>${t("error.gone")}</p>
    <a class="button" href=${back}>${text}</a></div>`;
}

export function skeleton(rows = 3): TemplateResult {
  return html`<div class="skeleton" role="status"><span class="visually-hidden">${t("state.loading")}</span>
    ${Array.from({ length: rows }, () => html`<div></div>`)}</div>`;
}

export function empty(title: string, text: string, action: unknown = nothing): TemplateResult {
  return html`<div class="empty"><h2>${title}</h2><p>${text}</p>${action}</div>`;
}

/** A value of a page, or how it is on the way. */
export function loaded<T>(
  value: T | undefined,
  error: unknown,
  retry: () => unknown,
  view: (value: T) => unknown,
): unknown {
  return html`${error ? problem(error, retry) : nothing}${value !== undefined
    ? view(value)
    : error
      ? nothing
      : skeleton()}`;
}

/** A label that does not mean by its colour alone. */
export function badge(text: string, kind: "good" | "bad" | "busy" | "plain" = "plain"): TemplateResult {
  return html`<span class="badge ${kind}">${text}</span>`;
}
