import { ApiError, readProblem } from '@outrider/sdk/bare';

/** Reports whether the one-time link of the first administrator can still be used; an unreachable server leaves it open. */
export async function isSetupOpen(token: string): Promise<boolean> {
  const response = await fetch(`/api/auth/first-administrator?setup=${encodeURIComponent(token)}`).catch(() => undefined);
  return response?.status !== 404;
}

/** Posts to the API without a session; rejects with an {@link ApiError}. */
export async function post(path: string, body: object): Promise<unknown> {
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
  return response.status === 204 ? undefined : response.json();
}
