import { announcedFor, contributionsTo, useManifestText, useShellInfo, useText, type IconName, type ModuleAddress } from '@outrider/sdk';
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

/** A panel that opens below an icon of the top bar, or a dialog that it opens; its badge is that of its id. */
export interface ToolbarPanelPlace {
  isDialog: boolean;
  id: string;
  icon: IconName;
  label: string;
  address: ModuleAddress;
}

/** What is behind the top bar's icons: the shell's own pages, then what plugins announce in `toolbar-icons`, by order: panels where they name a module, else pages. */
export function useToolbarPlaces(): { own: ToolbarPlace[]; others: ToolbarPlace[]; panels: ToolbarPanelPlace[] } {
  const t = useText('shell');
  const text = useManifestText();
  useShellInfo();
  const isHome = useLocation().pathname === '/';
  const widgets: ToolbarPlace = { id: 'widgets', icon: 'columns', label: t('bar.widgets'), path: '/?widgets=choose', isAllowed: true };
  const settings: ToolbarPlace = { id: 'settings', icon: 'settings', label: t('bar.settings'), path: settingsPath, isAllowed: true };
  const panelsOf = (slot: 'toolbar-dialogs' | 'toolbar-icons') =>
    contributionsTo(slot).map(({ id, icon = 'plug', label = {}, remote, module }) => ({ isDialog: slot === 'toolbar-dialogs', id, icon: icon as IconName, label: text(label), address: { remote, module } }));
  const panels = [...panelsOf('toolbar-icons'), ...panelsOf('toolbar-dialogs')];
  const pages = announcedFor('toolbar-icons').filter(({ module }) => module === undefined);
  const others = pages.map(({ plugin, id, icon = 'plug', label = {}, path = '/', isAllowed }) => ({
    id: `${plugin} ${id} ${path}`,
    icon: icon as IconName,
    label: text(label),
    path,
    isAllowed,
  }));
  return { own: isHome ? [widgets, settings] : [settings], others, panels };
}
