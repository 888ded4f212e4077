import { parseXml } from "./xml";

/** What one field of a request breaks. */
export interface FieldError {
  field: string;
  message: string;
}

/** A refusal of the management API (problem+json) or of S3 (its error in JSON or XML). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly requestId: string,
    readonly fields: readonly FieldError[] = [],
    readonly retryAfterSeconds = 0,
  ) {
    super(message);
    this.name = "ApiError";
  }

  /** Reads a refusal; what is no document of the node, such as a proxy's page, is known by its status. */
  static async of(answer: Response): Promise<ApiError> {
    const body = members(await answer.text().catch(() => ""));
    const text = (name: string) => (typeof body[name] === "string" ? body[name] : "");
    const errors = Array.isArray(body["errors"]) ? body["errors"] : [];
    return new ApiError(
      answer.status,
      text("code"),
      text("detail") || text("message") || text("title") || answer.statusText || `HTTP ${answer.status}`,
      text("requestId") || answer.headers.get("X-OSE-Request-Id") || answer.headers.get("x-amz-request-id") || "",
      errors.filter(isFieldError),
      Number(answer.headers.get("Retry-After")) || 0,
    );
  }

  get isRefused(): boolean {
    return this.status === 403;
  }

  get isGone(): boolean {
    return this.status === 404;
  }
}

/** The members of a refusal's document; none if it is another document. */
function members(document: string): Record<string, unknown> {
  if (document.startsWith("<")) {
    const root = parseXml(document);
    const children = root?.name === "Error" ? root.children : [];
    return Object.fromEntries(children.map((it) => [it.name.charAt(0).toLowerCase() + it.name.slice(1), it.text]));
  }
  try {
    const read: unknown = JSON.parse(document);
    return typeof read === "object" && read !== null ? (read as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The node could not be reached. */
export class NetworkError extends Error {
  constructor() {
    super("network");
    this.name = "NetworkError";
  }
}

function isFieldError(it: unknown): it is FieldError {
  return (
    typeof it === "object" &&
    it !== null &&
    typeof (it as FieldError).field === "string" &&
    typeof (it as FieldError).message === "string"
  );
}
