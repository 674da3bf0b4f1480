import { addMessages } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The map of the past with its texts, for `lazy`. */
export async function loadPastMap() {
  const [{ PastMapScreen }] = await Promise.all([import('./past-map-screen'), addMessages('past', loadMessages)]);
  return { default: PastMapScreen };
}
