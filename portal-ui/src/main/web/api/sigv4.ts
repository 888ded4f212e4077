/** Keys of S3, which may be temporary ones. */
export interface Keys {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

const EMPTY_HASH = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const ALGORITHM = "AWS4-HMAC-SHA256";

/**
 * The headers that sign a GET without a body by Signature Version 4. The URL's path has to be encoded already.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export async function signedGet(url: URL, region: string, keys: Keys, now: Date): Promise<Record<string, string>> {
  const date = now.toISOString().replace(/[-:]|\.\d{3}/g, "");
  const scope = `${date.slice(0, 8)}/${region}/s3/aws4_request`;
  const sent: Record<string, string> = {
    "x-amz-content-sha256": EMPTY_HASH,
    "x-amz-date": date,
    ...(keys.sessionToken === undefined ? {} : { "x-amz-security-token": keys.sessionToken }),
  };
  const signed = Object.entries({ host: url.host, ...sent });
  const names = signed.map(([name]) => name).join(";");
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort().join("&");
  const lines = signed.map(([name, value]) => `${name}:${value}\n`).join("");
  const request = ["GET", url.pathname, query, lines, names, EMPTY_HASH].join("\n");
  const hash = hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(request)));
  let key: BufferSource = new TextEncoder().encode("AWS4" + keys.secretAccessKey);
  for (const part of scope.split("/")) {
    key = await hmac(key, part);
  }
  const signature = hex(await hmac(key, [ALGORITHM, date, scope, hash].join("\n")));
  const authorization = `${ALGORITHM} Credential=${keys.accessKeyId}/${scope},SignedHeaders=${names},Signature=${signature}`;
  return { ...sent, Authorization: authorization };
}

async function hmac(key: BufferSource, text: string): Promise<ArrayBuffer> {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return crypto.subtle.sign("HMAC", imported, new TextEncoder().encode(text));
}

function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (it) => it.toString(16).padStart(2, "0")).join("");
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (it) => "%" + it.charCodeAt(0).toString(16).toUpperCase());
}
