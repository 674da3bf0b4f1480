import { usePermission, useText } from '@outrider/sdk';

import type { PluginAction, PluginView } from '../api/plugins';
import { RowMenu, type Choice } from '../ui/row-menu';

/** What an operator can do with a plugin; nothing for those who only look. */
export function PluginMenu({ plugin, onAct }: { plugin: PluginView; onAct: (action: PluginAction) => void }) {
  const t = useText('admin');
  const mayOperate = usePermission('operateHost');
  if (!mayOperate) {
    return null;
  }
  const choices: Choice[] = plugin.enabled
    ? [
        { label: t('plugins.restart'), icon: 'refresh', run: () => onAct('restart') },
        { label: t('plugins.rollback'), icon: 'back', run: () => onAct('rollback'), disabled: !plugin.can_roll_back },
        { label: t('plugins.disable'), icon: 'pause', run: () => onAct('disable'), disabled: plugin.id === 'admin' },
      ]
    : [{ label: t('plugins.enable'), icon: 'play', run: () => onAct('enable') }];
  return <RowMenu of={plugin.name} choices={choices} />;
}
