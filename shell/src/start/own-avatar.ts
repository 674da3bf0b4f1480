import { get, setOwnAvatar, shellInfo } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

const schema = z.object({ image: z.string().nullish() });

/** Fetches the user's picture once the page stands; without one, or if it cannot be had, the initials stay. */
export async function loadOwnAvatar(): Promise<void> {
  const info = shellInfo();
  if (!info?.plugins.some(({ id }) => id === 'users')) {
    return;
  }
  const found = await get(`/user/${encodeURIComponent(info.session.user.id)}/avatar`, schema).catch(() => undefined);
  if (found?.image) {
    setOwnAvatar(`data:image/jpeg;base64,${found.image}`);
  }
}
