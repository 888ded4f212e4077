import { ApiError } from "../../api/errors";
import { type Keys, signedGet } from "../../api/sigv4";

/** Longer than any list of buckets takes. */
const TIMEOUT_MILLIS = 15_000;

/** What came of a signed list of buckets from this browser. */
export type Outcome =
  | { kind: "served"; millis: number }
  | { kind: "refused"; error: ApiError }
  /** No answer: the name, the certificate, a proxy, or the rules for other origins. */
  | { kind: "unreachable" };

/** Lists buckets as a client does: with a signature, from the address of S3, without the portal's session. */
export async function testConnection(endpoint: string, region: string, keys: Keys): Promise<Outcome> {
  const url = new URL(endpoint.replace(/\/?$/, "/"));
  const begin = performance.now();
  try {
    const headers = await signedGet(url, region, keys, new Date());
    const answer = await fetch(url, { headers, credentials: "omit", signal: AbortSignal.timeout(TIMEOUT_MILLIS) });
    await answer.clone().text();
    return answer.ok
      ? { kind: "served", millis: Math.round(performance.now() - begin) }
      : { kind: "refused", error: await ApiError.of(answer) };
  } catch {
    return { kind: "unreachable" };
  }
}

/** Whether the browser signs for the page: Web Crypto is there over TLS and on the name localhost only. */
export function canSign(): boolean {
  return (globalThis.crypto as Partial<Crypto>).subtle !== undefined;
}
