import { addMessages, translate, type CommandSource } from '@outrider/sdk';

import { listUsers } from './api/users-list';
import { loadMessages } from './messages';

/** How many people are offered at most. */
const most = 5;

/** People in the command palette, by name and address; each opens among the users. */
export const commands: CommandSource = {
  title: () => translate('users:people.title'),
  search: async (text, signal) => {
    const query = { page: 1, size: 10, sort: [], q: text.trim().slice(0, 100), filters: [] };
    const [{ rows }] = await Promise.all([listUsers(query, signal), addMessages('users', loadMessages)]);
    return rows.slice(0, most).map(({ id, email, Profile }) => ({
      id: `user ${id}`,
      label: [Profile.firstname, Profile.lastname].filter(Boolean).join(' ') || email,
      hint: email,
      icon: 'user' as const,
      path: `/user-management?user=${encodeURIComponent(id)}`,
    }));
  },
};
