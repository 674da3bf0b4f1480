import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { until } from '../product/until';

/** The link in the newest mail to an address, from the outbox of a product without a mail server. */
export async function linkFor(email: string): Promise<string> {
  const folder = path.join(process.env.E2E_DATA_DIR ?? '', 'mail');
  let link: string | undefined;
  await until(`a mail to ${email}`, 60_000, async () => {
    for (const name of await readdir(folder).catch(() => [])) {
      const text = (await readFile(path.join(folder, name), 'utf8')).replace(/=\r?\n/g, '').replace(/=3D/g, '=');
      if (name.endsWith('.eml') && text.includes(email)) {
        link = /https?:\/\/\S+\/sign-in\?(invite|reset)=[A-Z2-7]+/.exec(text)?.[0];
      }
    }
    return link !== undefined;
  });
  return link ?? '';
}
