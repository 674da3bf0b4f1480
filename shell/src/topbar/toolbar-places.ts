import { announcedFor, useManifestText, useShellInfo, useText, type IconName } from '@outrider/sdk';
import { useLocation } from '@outrider/sdk/router';

import { settingsPath } from '../remotes/routes';

/** A page that the top bar leads to. */
export interface ToolbarPlace {
  id: string;
  icon: IconName;
  label: string;
  path: string;
  isAllowed: boolean;
}

/** The pages behind the top bar's icons: the shell's own, then those that plugins announce in `toolbar-icons`, by order. */
export function useToolbarPlaces(): { own: ToolbarPlace[]; others: ToolbarPlace[] } {
  const t = useText('shell');
  const text = useManifestText();
  useShellInfo();
  const isHome = useLocation().pathname === '/';
  const widgets: ToolbarPlace = { id: 'widgets', icon: 'columns', label: t('bar.widgets'), path: '/?widgets=choose', isAllowed: true };
  const settings: ToolbarPlace = { id: 'settings', icon: 'settings', label: t('bar.settings'), path: settingsPath, isAllowed: true };
  const others = announcedFor('toolbar-icons').map(({ plugin, id, icon = 'plug', label = {}, path = '/', isAllowed }) => ({
    id: `${plugin} ${id} ${path}`,
    icon: icon as IconName,
    label: text(label),
    path,
    isAllowed,
  }));
  return { own: isHome ? [widgets, settings] : [settings], others };
}
