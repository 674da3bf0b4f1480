import { ApiError, saveBlob, toast, translate } from '@outrider/sdk';

import { personData } from '../api/person-data';

/** Saves all that is kept of one person as a file. */
export async function takeData(id: string): Promise<void> {
  try {
    saveBlob(await personData(id), `person-${id.slice(0, 8)}.zip`);
    toast(translate('users:erase.saved'));
  } catch (error) {
    toast(error instanceof ApiError ? error.message : translate('users:password.error'), 'error');
  }
}
