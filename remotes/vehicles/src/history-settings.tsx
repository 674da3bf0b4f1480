import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './retention/messages';

/** How long the organisation keeps the history of its vehicles, in the account settings. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'history',
  load: async () => (await import('./retention/history-settings')).HistorySettings,
  messages: loadMessages,
});
