import { containing } from "../../api/client";

/** Which links are listed; what is empty does not matter. */
export interface LinkFilter {
  bucket: string;
  key: string;
  state: string;
  /** Contained in bucket, key or user. */
  text: string;
}

/** The filter of the node's list; undefined for all links. */
export function linkFilter({ bucket, key, state, text }: LinkFilter): string | undefined {
  const anywhere = ["bucket", "key", "user"].map((it) => containing(it, text)).join(",");
  const parts = [
    bucket ? being("bucket", bucket) : "",
    key ? being("key", key) : "",
    state ? being("state", state) : "",
    text ? `(${anywhere})` : "",
  ].filter(Boolean);
  return parts.length === 0 ? undefined : parts.join(";");
}

/** A star stands for any text in filters, and cannot be meant as itself: a question mark is any one sign. */
function being(property: string, value: string): string {
  return `${property}=="${value.replace(/\*/g, "?").replace(/[\\"]/g, (it) => "\\" + it)}"`;
}
