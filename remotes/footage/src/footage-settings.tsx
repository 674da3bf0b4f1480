import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** What the organisation decides about its video and files, in the account settings. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'footage',
  load: async () => (await import('./settings/footage-settings')).FootageSettingsPart,
  messages: loadMessages,
});
