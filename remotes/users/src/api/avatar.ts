import * as z from '@outrider/sdk/schema';

import { api } from './api';

/** The largest picture that may be sent, in bytes. */
export const maxBytes = 2 << 20;

const schema = z.object({ image: z.string().nullish() });
const path = '/user/{id}/avatar';
const address = ({ image }: { image?: string | null | undefined }) => (image ? `data:image/jpeg;base64,${image}` : null);

/** A user's picture as an image's address, null without one. */
export async function getAvatar(id: string, signal?: AbortSignal): Promise<string | null> {
  return address(await api.get(path, schema, { parts: { id }, ...(signal ? { signal } : {}) }));
}

/** Keeps a picture; answers it as it is shown, square and small. */
export async function putAvatar(id: string, picture: Blob): Promise<string | null> {
  return address(await api.put(path, { image: await base64(picture) }, schema, { parts: { id } }));
}

/** Shows initials again. */
export function deleteAvatar(id: string): Promise<void> {
  return api.del(path, { parts: { id } });
}

function base64(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => reject(reader.error ?? new Error('the picture cannot be read'));
    reader.readAsDataURL(picture);
  });
}
