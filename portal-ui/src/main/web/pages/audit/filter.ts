import { containing } from "../../api/client";

/** What of the audit log is wanted; empty members want everything. */
export interface Wanted {
  text: string;
  /** `failed` for what was refused or failed, `done` for what was carried out. */
  outcome: string;
  source: string;
  /** A tenant's id. */
  tenant: string;
  /** Local times of a form. */
  from: string;
  to: string;
}

export const SOURCES = ["ADMIN", "IAM", "S3", "NODE"] as const;
export const OUTCOMES = ["failed", "done"] as const;
const TEXTS = ["operation", "actor", "bucket", "subject", "requestId"];

/** The filter of the audit log in RSQL; nothing for all of it. */
export function auditFilter({ text, outcome, source, tenant, from, to }: Wanted): string | undefined {
  const parts = [
    text ? `(${TEXTS.map((it) => containing(it, text)).join(",")})` : "",
    outcome === "failed" ? "status=ge=400" : outcome === "done" ? "status=lt=400" : "",
    source ? `source==${source}` : "",
    tenant ? `tenant==${tenant}` : "",
    from ? `at=ge=${instant(from)}` : "",
    to ? `at=lt=${instant(to)}` : "",
  ];
  return parts.filter(Boolean).join(";") || undefined;
}

/** Whether a text of a form is a time. */
export function isTime(text: string): boolean {
  return !Number.isNaN(new Date(text).getTime());
}

function instant(local: string): string {
  return new Date(local).toISOString();
}
