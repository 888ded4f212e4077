import type { Api, Call } from "./client";
import type { Path } from "./types";

/** Pages of one file; what is larger is for `ose` and scripts. */
const MAX_PAGES = 100;

/** A file of CSV, and whether it has all that was asked for. */
export interface CsvFile {
  content: Blob;
  isWhole: boolean;
}

/** Reads CSV to its end, as the header Link leads; the head of columns is kept once. */
export async function readCsv(api: Api, path: Path, call: Call): Promise<CsvFile> {
  const asked: Call = { ...call, headers: { Accept: "text/csv, application/problem+json", ...call.headers } };
  const parts: Blob[] = [];
  let answer = await api.raw(path, asked);
  for (let page = 1; ; page++) {
    const content = await answer.blob();
    parts.push(page === 1 ? content : await withoutHead(content));
    const next = api.nextOf(answer);
    if (next === undefined || page >= MAX_PAGES) {
      return { content: new Blob(parts, { type: "text/csv;charset=utf-8" }), isWhole: next === undefined };
    }
    answer = await api.send("GET", next, asked);
  }
}

/** The first line names the columns, which have no line ends. */
async function withoutHead(page: Blob): Promise<Blob> {
  const end = (await page.slice(0, 10_000).text()).indexOf("\n");
  return end < 0 ? new Blob([]) : page.slice(end + 1);
}
