import * as z from '@outrider/sdk/schema';

import { api } from './api';

/** The largest logo that may be sent, in bytes. */
export const maxBytes = 2 << 20;

const logoSchema = z.object({ image: z.string().nullish() });
const path = '/org/{orgId}/reports/logo';
const shown = ({ image }: z.infer<typeof logoSchema>) => (image ? `data:image/png;base64,${image}` : null);

/** The logo of the organisation's documents as an image's address; null without one. */
export const getLogo = async (signal: AbortSignal): Promise<string | null> => shown(await api.get(path, logoSchema, { signal }));

/** Keeps a PNG or JPEG as the logo; answers it as documents show it. */
export async function putLogo(picture: Blob): Promise<string | null> {
  const [, image = ''] = (await dataUrl(picture)).split(',');
  return shown(await api.put(path, { image }, logoSchema));
}

export const removeLogo = (): Promise<void> => api.del(path);

const addressSchema = z.object({ lines: z.array(z.string()) });
const addressPath = '/org/{orgId}/reports/address';

/** The lines of the address that documents say. */
export const getAddress = async (signal: AbortSignal): Promise<string[]> => (await api.get(addressPath, addressSchema, { signal })).lines;

export const putAddress = async (lines: string[]): Promise<string[]> => (await api.put(addressPath, { lines }, addressSchema)).lines;

const dataUrl = (picture: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = Object.assign(new FileReader(), { onload: () => resolve(String(reader.result)), onerror: () => reject(new Error('the picture cannot be read')) });
    reader.readAsDataURL(picture);
  });
