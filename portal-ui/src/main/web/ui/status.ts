import type { TemplateResult } from "lit";
import { word } from "../i18n";
import { badge } from "./states";

/** Whether a tenant, user, key or account may act. */
export function status(value: string): TemplateResult {
  return badge(word("status", value), value === "ACTIVE" ? "good" : "bad");
}
