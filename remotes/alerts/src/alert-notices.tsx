import { defineRemote, type ToolbarPanelProps } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The panel below the bell: what the user's own rules have told of. */
export const { bootstrap, mount, unmount, update } = defineRemote<ToolbarPanelProps>({
  name: 'alerts',
  load: () => import('./notices/notices-panel').then((m) => m.NoticesPanel),
  messages: loadMessages,
});
