import { locale } from "./i18n";

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"] as const;

/** A size in binary units with at most three digits. */
export function bytes(count: number): string {
  let value = count;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  const digits = unit === 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${value.toLocaleString(locale(), { maximumFractionDigits: digits })} ${UNITS[unit] ?? "B"}`;
}

export function count(value: number): string {
  return value.toLocaleString(locale());
}

/** A time in the browser's zone. */
export function time(iso: string | undefined): string {
  if (!iso) {
    return "–";
  }
  return new Date(iso).toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" });
}

/**
 * A name of an object as text that cannot mislead: controls, and signs that turn the direction of text, become visible.
 */
export function visible(name: string): string {
  return Array.from(name, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    if (code < 0x20) {
      return String.fromCodePoint(0x2400 + code);
    }
    if (code === 0x7f) {
      return "␡";
    }
    return isHidden(code) ? `[U+${code.toString(16).toUpperCase().padStart(4, "0")}]` : sign;
  }).join("");
}

function isHidden(code: number): boolean {
  return (
    (code >= 0x80 && code < 0xa0) ||
    code === 0xad ||
    code === 0x61c ||
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x2028 && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x206f) ||
    code === 0xfeff ||
    (code >= 0xd800 && code < 0xe000)
  );
}

/** A long name with its middle left out. */
export function shortened(name: string, most = 80): string {
  const signs = Array.from(name);
  if (signs.length <= most) {
    return name;
  }
  const half = Math.floor((most - 1) / 2);
  return signs.slice(0, half).join("") + "…" + signs.slice(-half).join("");
}

/** A duration to wait for, in the one or two units that matter. */
export function duration(seconds: number): string {
  if (seconds < 60) {
    return amount(seconds, "second");
  }
  const minutes = Math.ceil(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? amount(minutes, "minute") : `${amount(hours, "hour")} ${amount(minutes % 60, "minute")}`;
}

function amount(value: number, unit: "hour" | "minute" | "second"): string {
  return value.toLocaleString(locale(), { style: "unit", unit });
}
