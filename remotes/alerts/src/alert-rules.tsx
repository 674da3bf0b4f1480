import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** A user's own rules, in the account settings. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'alerts',
  load: () => import('./rules/rules-settings').then((m) => m.RulesSettings),
  messages: loadMessages,
});
