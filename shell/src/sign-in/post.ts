import { ApiError, readProblem, type AnswerOf, type BodyOf, type OperationOf, type PathOf } from '@outrider/sdk/bare';
import type { paths } from '@outrider/sdk/host-api';

type Posted<Path extends PathOf<paths, 'post'>> = OperationOf<paths, 'post', Path>;

/** Reports whether the one-time link of the first administrator can still be used; an unreachable server leaves it open. */
export async function isSetupOpen(token: string): Promise<boolean> {
  const response = await ask('/auth/first-administrator', { setup: token });
  return response?.status !== 404;
}

/** Reads from the API without a session; undefined without an answer. */
export async function read(path: PathOf<paths, 'get'>, query?: Record<string, string>): Promise<unknown> {
  const response = await ask(path, query);
  return response?.ok ? response.json().catch(() => undefined) : undefined;
}

function ask(path: PathOf<paths, 'get'>, query: Record<string, string> = {}): Promise<Response | undefined> {
  const search = new URLSearchParams(query).toString();
  return fetch(`/api${path}${search ? `?${search}` : ''}`).catch(() => undefined);
}

/** Posts to the API without a session; rejects with an {@link ApiError}. */
export async function post<Path extends PathOf<paths, 'post'>>(path: Path, body: BodyOf<Posted<Path>>): Promise<AnswerOf<Posted<Path>>> {
  const response = await fetch(`/api${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(body),
  }).catch((cause: unknown) => {
    throw new ApiError({ kind: 'offline', status: 0, title: 'The server cannot be reached.', cause });
  });
  if (!response.ok) {
    throw await readProblem(response);
  }
  return (response.status === 204 ? undefined : await response.json()) as AnswerOf<Posted<Path>>;
}
