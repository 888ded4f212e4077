import { being, containing } from "../../api/client";

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
