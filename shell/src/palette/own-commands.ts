import { allows, chooseMode, colourMode, type Command, type ShellInfo } from '@outrider/sdk';

import { pagesOf } from '../remotes/routes';
import type { ResultGroup } from './use-results';

type Translate = (key: string, values?: Record<string, unknown>) => string;

/** What the shell itself offers: every page that the user may see, and the colour mode. */
export function ownCommands({ plugins, session }: ShellInfo, text: (texts: Record<string, string>) => string, t: Translate): ResultGroup[] {
  const icons = new Map(plugins.flatMap(({ remote }) => remote?.navigation ?? []).map(({ path, icon }) => [path, icon]));
  const pages: Command[] = pagesOf(plugins)
    .filter(({ path, permission }) => !path.includes(':') && allows(session.permissions, permission))
    .map(({ path, title }) => ({ id: path, path, label: text(title), icon: (icons.get(path) ?? 'chevron-right') as Command['icon'] & string }));
  const other = colourMode() === 'dark' ? 'light' : 'dark';
  return [
    { title: t('palette.screens'), commands: [{ id: '/', path: '/', label: t('screen.home'), icon: 'home' }, ...pages] },
    { title: t('palette.actions'), commands: [{ id: 'mode', label: t(`palette.${other}`), icon: other, run: () => chooseMode(other) }] },
  ];
}
