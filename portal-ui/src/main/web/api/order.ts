/** The order of S3's lists: by the bytes of UTF-8. Strings compare by UTF-16, where U+E000 is behind all surrogates. */
export function byBytes(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const one = a.charCodeAt(i);
    const other = b.charCodeAt(i);
    if (one !== other) {
      return rank(one) - rank(other);
    }
  }
  return a.length - b.length;
}

/** Surrogates stand for what is beyond U+FFFF. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}
