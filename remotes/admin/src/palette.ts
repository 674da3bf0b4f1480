import { addMessages, hasPermission, translate, type Command, type CommandSource } from '@outrider/sdk';

import { getPlugins } from './api/plugins';
import { loadMessages } from './messages';

/** Plugins in the command palette; each opens its page. The screens themselves are offered by the shell. */
export const commands: CommandSource = {
  title: () => translate('admin:plugins.title'),
  search: async (text, signal) => {
    if (!hasPermission('viewOperations')) {
      return [];
    }
    const [{ plugins }] = await Promise.all([getPlugins(undefined, signal), addMessages('admin', loadMessages)]);
    const typed = text.trim().toLowerCase();
    return plugins
      .filter(({ id, name }) => `${id} ${name} plugin`.toLowerCase().includes(typed))
      .map(({ id, name, state }): Command => ({ id: `plugin ${id}`, label: name, hint: translate(`admin:state.${state}`), icon: 'plug', path: `/admin/plugins?plugin=${id}` }));
  },
};
