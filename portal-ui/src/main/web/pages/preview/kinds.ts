const MIB = 1024 ** 2;

export type PreviewKind = "image" | "text" | "pdf" | "audio" | "video";

/** How an object is shown, and the type that S3 is asked to answer with. */
export interface Previewed {
  kind: PreviewKind;
  type: string;
}

/** The largest objects that are shown whole; of text only the beginning is read. */
export const MAX_BYTES: Record<Exclude<PreviewKind, "text">, number> = {
  image: 20 * MIB,
  pdf: 50 * MIB,
  audio: 512 * MIB,
  video: 4096 * MIB,
};

/** What is read of a text. */
export const TEXT_BYTES = 64 * 1024;

/** What is shown: no other type is, HTML least of all. SVG is an image, whose scripts no browser runs. */
const KINDS: Record<string, PreviewKind> = {
  "image/png": "image",
  "image/jpeg": "image",
  "image/gif": "image",
  "image/webp": "image",
  "image/avif": "image",
  "image/svg+xml": "image",
  "text/plain": "text",
  "text/csv": "text",
  "text/markdown": "text",
  "text/yaml": "text",
  "application/json": "text",
  "application/yaml": "text",
  "application/pdf": "pdf",
  "audio/mpeg": "audio",
  "audio/mp4": "audio",
  "audio/aac": "audio",
  "audio/ogg": "audio",
  "audio/wav": "audio",
  "audio/webm": "audio",
  "audio/flac": "audio",
  "video/mp4": "video",
  "video/webm": "video",
  "video/ogg": "video",
};

/** The types of objects that were stored without one. */
const BY_ENDING: Record<string, string> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  svg: "image/svg+xml",
  txt: "text/plain",
  log: "text/plain",
  csv: "text/csv",
  md: "text/markdown",
  yaml: "text/yaml",
  yml: "text/yaml",
  json: "application/json",
  pdf: "application/pdf",
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  aac: "audio/aac",
  oga: "audio/ogg",
  ogg: "audio/ogg",
  wav: "audio/wav",
  flac: "audio/flac",
  mp4: "video/mp4",
  webm: "video/webm",
  ogv: "video/ogg",
};

const UNTYPED = new Set(["", "application/octet-stream", "binary/octet-stream"]);

/** How an object is shown; undefined if it is not. */
export function previewOf(contentType: string | null, key: string): Previewed | undefined {
  const stored = (contentType ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  const ending = key.slice(key.lastIndexOf(".") + 1).toLowerCase();
  const type = UNTYPED.has(stored) ? own(BY_ENDING, ending) : stored;
  const kind = type === undefined ? undefined : own(KINDS, type);
  return kind === undefined || type === undefined ? undefined : { kind, type };
}

/** Not what every object inherits. */
function own<T>(record: Record<string, T>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
