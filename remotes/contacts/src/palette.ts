import { addMessages, translate, type Command, type CommandSource } from '@outrider/sdk';

import { getContacts, type Contact } from './api/contacts';
import * as manager from './manager';
import { loadMessages } from './messages';
import { fullName } from './people/short-name';

/** How many contacts are offered at most. */
const most = 5;

/** External contacts in the command palette, by name and address; each opens in the contacts manager. Users are found among the people. */
export const commands: CommandSource = {
  title: () => translate('contacts:title'),
  search: async (text, signal) => {
    const [{ contacts }] = await Promise.all([getContacts({ search: text.slice(0, 100), type: 'External', tag: undefined }, 1, signal, most), addMessages('contacts', loadMessages)]);
    return contacts.map(commandOf);
  },
};

function commandOf(contact: Contact): Command {
  const { id, email, mobile, telephone } = contact;
  return { id: `contact ${id}`, label: fullName(contact), hint: email || mobile || telephone, icon: 'contacts', run: () => void open(contact) };
}

/** Opens the manager with a contact in it, over whatever page is shown. */
async function open(contact: Contact): Promise<void> {
  const domElement = document.body.appendChild(document.createElement('div'));
  const close = () => void manager.unmount({ domElement }).then(() => domElement.remove());
  await manager.bootstrap();
  await manager.mount({ domElement, title: translate('contacts:title'), slotProps: { close, contact } });
}
