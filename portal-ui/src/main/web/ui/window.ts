/** Rows that are drawn before and behind those in sight. */
const SPARE = 20;

/** Which of many rows of one height are drawn, so that a million take no more of the page than a screen. */
export function windowOf(rows: number, top: number, height: number, rowHeight: number): { first: number; end: number } {
  const first = Math.max(0, Math.min(rows, Math.floor(top / rowHeight)) - SPARE);
  const end = Math.min(rows, Math.ceil((top + height) / rowHeight) + SPARE);
  return { first, end: Math.max(first, end) };
}
