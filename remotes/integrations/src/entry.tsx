import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** Which of a provider's vehicles is which of ours, and how the connection is. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'integrations',
  load: () => import('./page/integrations-page').then((m) => m.IntegrationsPage),
  messages: loadMessages,
});
