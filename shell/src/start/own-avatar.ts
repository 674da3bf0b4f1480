import { get, setOwnAvatar, shellInfo } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

const schema = z.object({ image: z.string().nullish() });

/** Fetches the user's picture once the page stands, where a plugin keeps pictures; without one, or if it cannot be had, the initials stay. */
export async function loadOwnAvatar(): Promise<void> {
  const info = shellInfo();
  const operation = info?.plugins.find(({ user_picture }) => user_picture !== undefined)?.user_picture;
  if (!info || operation === undefined) {
    return;
  }
  const path = operation.replace(/^GET \/api/, '').replace('{id}', encodeURIComponent(info.session.user.id));
  const found = await get(path, schema).catch(() => undefined);
  if (found?.image) {
    setOwnAvatar(`data:image/jpeg;base64,${found.image}`);
  }
}
