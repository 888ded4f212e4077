import { isAddressable } from "../api/s3";
import { MAX_BYTES } from "./plan";

const MAX_KEY_BYTES = 1024;

/** A file cannot be an object of this key, whatever is tried; or there are too many. */
export class Unfit extends Error {
  constructor(readonly reason: "long" | "large" | "many" | "unaddressable") {
    super(reason);
    this.name = "Unfit";
  }
}

/** Why a file cannot be an object, or nothing. */
export function whyUnfit(file: Blob, key: string): Unfit | undefined {
  if (new TextEncoder().encode(key).length > MAX_KEY_BYTES) {
    return new Unfit("long");
  }
  if (file.size > MAX_BYTES) {
    return new Unfit("large");
  }
  return isAddressable(key) ? undefined : new Unfit("unaddressable");
}
