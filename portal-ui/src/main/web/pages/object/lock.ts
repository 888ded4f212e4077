/** What keeps a version from being deleted. */
export interface Lock {
  isHeld: boolean;
  /** The end of the retention; empty without one. */
  until: string;
  /** Whether a caller with the permission may delete it nevertheless. */
  canBypass: boolean;
}

/** The lock that the headers of a version tell of; undefined if it may be deleted. Who may not see a lock is told of none. */
export function lockOf(headers: Headers, now: Date): Lock | undefined {
  const isHeld = headers.get("x-amz-object-lock-legal-hold") === "ON";
  const end = headers.get("x-amz-object-lock-retain-until-date") ?? "";
  const isRetained = Date.parse(end) > now.getTime();
  if (!isHeld && !isRetained) {
    return undefined;
  }
  const isCompliance = headers.get("x-amz-object-lock-mode") === "COMPLIANCE";
  return { isHeld, until: isRetained ? end : "", canBypass: !isHeld && !isCompliance };
}

/** A time as the browser's control for dates has it, in the browser's zone. */
export function localTime(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) {
    return "";
  }
  const two = (it: number) => String(it).padStart(2, "0");
  return `${String(at.getFullYear())}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The reverse; empty if it is no time. */
export function isoTime(local: string): string {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? "" : at.toISOString();
}
