import { NetworkError } from "../../api/errors";
import { TEXT_BYTES } from "./kinds";

/** The beginning of a text; undefined if the bytes are no text. */
export interface Beginning {
  text: string | undefined;
  isWhole: boolean;
}

/** Reads the beginning of an object from the origin of S3, without the portal's cookie. */
export async function beginningOf(url: string, size: number, signal: AbortSignal): Promise<Beginning> {
  if (size === 0) {
    return { text: "", isWhole: true };
  }
  const bytes = await firstBytes(url, signal);
  const isWhole = size <= bytes.length;
  // What follows completes the last character.
  const text = new TextDecoder().decode(bytes, { stream: !isWhole });
  return { text: text.includes("\0") ? undefined : text, isWhole };
}

async function firstBytes(url: string, signal: AbortSignal): Promise<Uint8Array> {
  const answer = await request(url, signal);
  const reader = answer.body?.getReader();
  const bytes = new Uint8Array(TEXT_BYTES);
  let length = 0;
  // A platform may answer with all of it.
  while (reader && length < TEXT_BYTES) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    const part = value.subarray(0, TEXT_BYTES - length);
    bytes.set(part, length);
    length += part.length;
  }
  await reader?.cancel();
  return bytes.subarray(0, length);
}

async function request(url: string, signal: AbortSignal): Promise<Response> {
  const init: RequestInit = {
    headers: { Range: `bytes=0-${TEXT_BYTES - 1}` },
    credentials: "omit",
    cache: "no-store",
    referrerPolicy: "no-referrer",
    redirect: "error",
    signal,
  };
  let answer: Response;
  try {
    answer = await fetch(url, init);
  } catch (e) {
    throw signal.aborted ? e : new NetworkError();
  }
  if (!answer.ok) {
    throw new RefusedPreview();
  }
  return answer;
}

/** S3 did not send what was to be shown. */
export class RefusedPreview extends Error {
  constructor() {
    super("preview");
    this.name = "RefusedPreview";
  }
}
