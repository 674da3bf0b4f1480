import { ApiError, readProblem } from '@outrider/sdk/bare';

/** Posts to the API without a session; rejects with an {@link ApiError}. */
export async function post(path: string, body: object): Promise<void> {
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
}
