import { defineRemote, type VehiclePanelProps } from '@outrider/sdk';

import { loadMessages } from './messages';

/** What the vehicle action opens. */
export const { bootstrap, mount, unmount, update } = defineRemote<VehiclePanelProps>({
  name: 'logbook',
  load: () => import('./note-form').then((m) => m.NoteForm),
  messages: loadMessages,
});
