/** What went wrong, in terms that a screen can act on. The first eight are the server's kinds. */
export type ErrorKind =
  | 'invalid'
  | 'signed_out'
  | 'denied'
  /** Who sees the portal as somebody else changes nothing. */
  | 'read_only'
  | 'not_found'
  | 'conflict'
  | 'unavailable'
  | 'internal'
  /** The server could not be reached. */
  | 'offline'
  /** The answer has not the shape that the caller expects. */
  | 'unexpected';

/** One wrong field of a refused request; `location` is its path in the body, `body.email`. */
export interface FieldError {
  location: string;
  message: string;
}

export interface ApiErrorOptions {
  kind: ErrorKind;
  /** HTTP status; 0 when there was no answer. */
  status: number;
  title: string;
  detail?: string | undefined;
  errors?: FieldError[];
  /** Seconds to wait before the next try, from Retry-After. */
  retryAfterS?: number | undefined;
  cause?: unknown;
}

/** A call that failed. Its message is the sentence for the user. */
export class ApiError extends Error {
  readonly kind: ErrorKind;
  readonly status: number;
  readonly detail: string | undefined;
  readonly errors: FieldError[];
  readonly retryAfterS: number | undefined;

  constructor({ kind, status, title, detail, errors = [], retryAfterS, cause }: ApiErrorOptions) {
    super(title, { cause });
    this.name = 'ApiError';
    this.kind = kind;
    this.status = status;
    this.detail = detail;
    this.errors = errors;
    this.retryAfterS = retryAfterS;
  }
}

/** The kind of any failure; what nobody classified is internal. */
export function kindOf(error: unknown): ErrorKind {
  return error instanceof ApiError ? error.kind : 'internal';
}
