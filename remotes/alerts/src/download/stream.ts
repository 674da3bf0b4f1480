import { ApiError, session, shellInfo } from '@outrider/sdk';

/** What came: its bytes and the name that the server gave it. */
export interface Streamed {
  bytes: Blob;
  fileName: string;
}

/** Fetches a file of the API that is written while it is sent; `onBytes` hears how much is here, and how much it will be (0: not known). Rejects with an ApiError. */
export async function fetchStreamed(path: string, onBytes: (bytes: number, all: number) => void, signal: AbortSignal): Promise<Streamed> {
  const url = `/api${path.replace('{orgId}', encodeURIComponent(shellInfo()?.session.Org.id ?? ''))}`;
  const ask = async () => fetch(url, { headers: { Authorization: `Bearer ${await session.token()}` }, signal });
  let response = await ask();
  if (response.status === 401) {
    await session.renew(session.token());
    response = await ask();
  }
  if (!response.ok || !response.body) {
    throw new ApiError({ kind: response.status === 404 ? 'not_found' : response.status === 403 ? 'denied' : 'unavailable', status: response.status, title: '' });
  }
  const parts: BlobPart[] = [];
  let count = 0;
  const all = Number(response.headers.get('Content-Length') ?? 0);
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    count += value.byteLength;
    onBytes(count, all);
  }
  return { bytes: new Blob(parts, { type: 'application/zip' }), fileName: nameOf(response.headers.get('Content-Disposition')) };
}

/** The name in a Content-Disposition; empty without one. */
function nameOf(header: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(header ?? '')?.[1];
  try {
    return encoded ? decodeURIComponent(encoded) : (plain ?? '');
  } catch {
    return plain ?? '';
  }
}
