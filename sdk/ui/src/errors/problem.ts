import { ApiError, type ErrorKind, type FieldError } from './api-error';

const kinds: readonly string[] = ['invalid', 'signed_out', 'denied', 'read_only', 'not_found', 'conflict', 'unavailable', 'internal'];

/** Reads a refused answer: RFC 9457 where the server wrote one, else what the status alone says. */
export async function readProblem(response: Response): Promise<ApiError> {
  const problem = await readJson(response);
  return new ApiError({
    kind: kindFrom(problem['kind'], response.status),
    status: response.status,
    title: text(problem['title']) ?? text(problem['detail']) ?? 'Sorry something went wrong',
    detail: text(problem['detail']),
    errors: fieldErrors(problem['errors']),
    retryAfterS: retryAfter(response.headers.get('Retry-After')),
  });
}

async function readJson(response: Response): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function kindFrom(kind: unknown, status: number): ErrorKind {
  if (typeof kind === 'string' && kinds.includes(kind)) {
    return kind as ErrorKind;
  }
  return kindOfStatus(status);
}

function kindOfStatus(status: number): ErrorKind {
  switch (status) {
    case 400:
    case 413:
    case 422:
      return 'invalid';
    case 401:
      return 'signed_out';
    case 403:
      return 'denied';
    case 404:
      return 'not_found';
    case 409:
      return 'conflict';
    case 429:
    case 502:
    case 503:
    case 504:
      return 'unavailable';
    default:
      return 'internal';
  }
}

/** Retry-After as seconds; the header may also hold a date. */
export function retryAfter(header: string | null, now: number = Date.now()): number | undefined {
  if (!header) {
    return undefined;
  }
  const seconds = Number(header);
  if (Number.isFinite(seconds)) {
    return Math.max(0, seconds);
  }
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}

function fieldErrors(value: unknown): FieldError[] {
  if (!Array.isArray(value)) {
    return [];
  }
  return value.flatMap((item: unknown) => {
    const one = (item ?? {}) as Record<string, unknown>;
    return typeof one['message'] === 'string' ? [{ location: text(one['location']) ?? '', message: one['message'] }] : [];
  });
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
