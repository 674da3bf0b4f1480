import { ApiError, confirm, snackbar, toast, useText } from '@outrider/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { actOnPlugin, type HostId, type PluginAction } from '../api/plugins';

/** Does things with plugins of a host: asks first, naming the host where there are several, says what became of it, and looks again. */
export function usePluginAction(host: HostId, hostName?: string) {
  const t = useText('admin');
  const client = useQueryClient();
  const [busy, setBusy] = useState<string>();

  const act = async (id: string, name: string, action: PluginAction) => {
    const where = hostName ? ` ${t('plugins.onlyThere', { host: hostName })}` : '';
    const question = { title: t(`plugins.ask.${action}`, { name }), text: `${t(`plugins.askText.${action}`)}${where}`, confirm: t(`plugins.${action}`) };
    if (!(await confirm({ ...question, tone: action === 'disable' || action === 'rollback' ? 'danger' : 'plain' }))) {
      return;
    }
    setBusy(id);
    try {
      await actOnPlugin(id, action, host);
      toast(t(`plugins.done.${action}`, { name }));
    } catch (error) {
      snackbar(error instanceof ApiError ? error.message : t('failed'), undefined, 'error');
    } finally {
      setBusy(undefined);
      await client.invalidateQueries({ queryKey: ['admin', 'plugins'] });
    }
  };
  return { act, busy };
}
