/** What one field of a request breaks. */
export interface FieldError {
  field: string;
  message: string;
}

/** A refusal of the management API (problem+json) or of S3 (its error in JSON). */
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
    let body: Record<string, unknown> = {};
    try {
      const read: unknown = await answer.json();
      if (typeof read === "object" && read !== null) {
        body = read as Record<string, unknown>;
      }
    } catch {
      // The status is all that there is.
    }
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
