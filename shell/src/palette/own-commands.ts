import { allows, announcedFor, chooseMode, colourMode, contributionsTo, type Command, type ShellInfo, type Translate } from '@outrider/sdk';

import { pagesOf, settingsPath } from '../remotes/routes';
import { sectionIds } from '../settings/sections';
import { logOut } from '../topbar/log-out';
import type { ResultGroup } from './result-group';

/** What the shell itself offers: every page that the user may see, and what can be done from anywhere. */
export function ownCommands(info: ShellInfo, text: (texts: Record<string, string>) => string, t: Translate<'shell'>): ResultGroup[] {
  return [
    { title: t('palette.screens'), commands: screens(info, text, t) },
    { title: t('palette.settings'), commands: settings(info, text, t) },
    { title: t('palette.actions'), commands: actions(t) },
  ];
}

function screens({ plugins, session }: ShellInfo, text: (texts: Record<string, string>) => string, t: Translate<'shell'>): Command[] {
  const announced = [...plugins.flatMap(({ remote }) => remote?.navigation ?? []), ...announcedFor('toolbar-icons')];
  const icons = new Map(announced.map(({ path, icon }) => [path, icon]));
  const pages = pagesOf(plugins)
    .filter(({ path, permission }) => !path.includes(':') && allows(session.permissions, permission))
    .map(({ path, title }) => ({ id: path, path, label: text(title), icon: (icons.get(path) ?? (path === '/user-profile' ? 'user' : 'chevron-right')) as Command['icon'] & string }));
  return [{ id: '/', path: '/', label: t('screen.home'), icon: 'home' }, ...pages, { id: settingsPath, path: settingsPath, label: t('settings.title'), icon: 'settings' }];
}

/** The sections of the account's settings: the shell's own and those that remotes add. */
function settings(_: ShellInfo, text: (texts: Record<string, string>) => string, t: Translate<'shell'>): Command[] {
  const own = Object.entries(sectionIds).map(([id, title]) => ({ id, label: t(title) }));
  const others = contributionsTo('account-settings').flatMap(({ plugin, id, label }) => (label ? [{ id: `${plugin}-${id}`, label: text(label) }] : []));
  return [...own, ...others].map(({ id, label }) => ({ id: `settings ${id}`, label, hint: t('settings.title'), icon: 'settings' as const, path: `${settingsPath}#${encodeURIComponent(id)}` }));
}

function actions(t: Translate<'shell'>): Command[] {
  const other = colourMode() === 'dark' ? 'light' : 'dark';
  return [
    { id: 'mode', label: t(`palette.${other}`), icon: other, run: () => chooseMode(other) },
    { id: 'widgets', label: t('bar.widgets'), icon: 'columns', path: '/?widgets=choose' },
    { id: 'logout', label: t('account.logout'), icon: 'sign-out', run: () => void logOut() },
  ];
}
