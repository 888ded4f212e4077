/** A checksum of S3 that the portal computes. */
export type Algorithm = "SHA256" | "CRC32";

/** Web Crypto wants all bytes at once: larger parts get a CRC, which is computed as they are read. */
const MAX_DIGESTED_BYTES = 64 * 1024 ** 2;
const CHUNK_BYTES = 1024 ** 2;
const POLYNOMIAL = 0xedb88320;

let table: Uint32Array | undefined;

/** The best checksum for pieces of this size. Web Crypto is absent if the page is not from a secure context. */
export function algorithmFor(bytes: number): Algorithm {
  return "subtle" in crypto && bytes <= MAX_DIGESTED_BYTES ? "SHA256" : "CRC32";
}

/** The header that carries a checksum. */
export function checksumHeader(algorithm: Algorithm): string {
  return `x-amz-checksum-${algorithm.toLowerCase()}`;
}

/** The checksum of the bytes, in Base64 as S3 has it. */
export async function checksum(bytes: Blob, algorithm: Algorithm): Promise<string> {
  return base64(algorithm === "SHA256" ? await sha256(bytes) : await crc32(bytes));
}

/** The checksum of an object in parts, without the number of parts that S3 puts behind it: that of their checksums. */
export function composite(sums: readonly string[], algorithm: Algorithm): Promise<string> {
  const values = sums.map((it) => Uint8Array.from(atob(it), (sign) => sign.charCodeAt(0)));
  return checksum(new Blob(values), algorithm);
}

async function sha256(bytes: Blob): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", await bytes.arrayBuffer()));
}

async function crc32(bytes: Blob): Promise<Uint8Array> {
  const steps = (table ??= Uint32Array.from({ length: 256 }, (_, byte) => remainder(byte)));
  let crc = 0xffffffff;
  for (let from = 0; from < bytes.size; from += CHUNK_BYTES) {
    for (const byte of new Uint8Array(await bytes.slice(from, from + CHUNK_BYTES).arrayBuffer())) {
      crc = (steps[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
    }
  }
  const result = new DataView(new ArrayBuffer(4));
  result.setUint32(0, ~crc >>> 0);
  return new Uint8Array(result.buffer);
}

function remainder(byte: number): number {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) {
    value = value & 1 ? POLYNOMIAL ^ (value >>> 1) : value >>> 1;
  }
  return value >>> 0;
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
