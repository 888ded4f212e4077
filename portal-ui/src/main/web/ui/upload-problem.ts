import { ApiError, NetworkError } from "../api/errors";
import { bytes } from "../format";
import { t } from "../i18n";
import { Unfit } from "../upload/fitness";
import { MAX_BYTES } from "../upload/plan";
import { isTransient } from "../upload/retry";
import { OutcomeUnknown } from "../upload/sender";
import { problemText } from "./states";

/** What went wrong with an upload, and what to do. */
export function uploadProblem(error: unknown): string {
  if (error instanceof Unfit) {
    return unfit(error);
  }
  if (error instanceof DOMException && (error.name === "NotReadableError" || error.name === "NotFoundError")) {
    return t("uploads.unreadable");
  }
  if (error instanceof OutcomeUnknown) {
    return t("uploads.unknown");
  }
  if (error instanceof NetworkError || isTransient(error)) {
    return `${problemText(error)} ${t("uploads.again")}`;
  }
  if (error instanceof ApiError) {
    const advice = adviceOn(error);
    return advice ? `${problemText(error)} ${advice}` : problemText(error);
  }
  return problemText(error);
}

function unfit(error: Unfit): string {
  switch (error.reason) {
    case "long":
      return t("uploads.long");
    case "large":
      return t("uploads.large", { size: bytes(MAX_BYTES) });
    case "many":
      return t("uploads.many");
    case "unaddressable":
      return t("objects.unaddressable");
  }
}

function adviceOn(error: ApiError): string {
  switch (error.code) {
    case "NoSuchUpload":
      return t("uploads.ended.elsewhere");
    case "NoSuchBucket":
      return t("uploads.nobucket");
    case "QuotaExceeded":
      return t("uploads.quota");
    default:
      return error.isRefused ? t("uploads.refused") : "";
  }
}
