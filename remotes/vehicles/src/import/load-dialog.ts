import { addMessages } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The dialog with its texts, for `lazy`. */
export async function loadImportDialog() {
  const [{ ImportDialog }] = await Promise.all([import('./import-dialog'), addMessages('vehicle-import', loadMessages)]);
  return { default: ImportDialog };
}
