import { being, containing } from "../../api/client";

/** What is looked for, as it is in the address; what is empty does not matter. */
export const CRITERIA = ["words", "prefix", "bucket", "owner", "larger", "smaller", "since", "until", "type", "tag"] as const;
export type Criterion = (typeof CRITERIA)[number];
export type Criteria = Record<Criterion, string>;

/** Characters that RSQL has for itself; a name has them encoded. */
const RESERVED = /[\s"'();,=!~<>%]/g;

/** The filter of the node's search; empty if nothing is asked for. All words must be in the key, in any order. */
export function searchFilter(wanted: Criteria): string {
  const { words, prefix, bucket, owner, larger, smaller, since, until, type, tag } = wanted;
  const sign = tag.indexOf("=");
  const [name, value] = sign < 0 ? [tag, "*"] : [tag.slice(0, sign), tag.slice(sign + 1)];
  return [
    prefix && beginning("key", prefix),
    ...words.split(/\s+/).filter(Boolean).map((it) => containing("key", it)),
    bucket && being("bucket", bucket),
    owner && being("owner", owner),
    larger && `size=ge=${larger}`,
    smaller && `size=le=${smaller}`,
    since && `modified=ge=${since}`,
    until && `modified=lt=${until}`,
    type && `contentType=="${quoted(type)}"`,
    name.trim() && `tag.${encodedName(name.trim())}=="${quoted(value.trim())}"`,
  ]
    .filter(Boolean)
    .join(";");
}

/** A star in the prefix cannot be meant as itself: a question mark is any one sign. */
function beginning(property: string, prefix: string): string {
  return `${property}=="${quoted(prefix.replace(/\*/g, "?"))}*"`;
}

function quoted(value: string): string {
  return value.replace(/[\\"]/g, (it) => "\\" + it);
}

function encodedName(name: string): string {
  return name.replace(RESERVED, (it) => "%" + it.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0"));
}
