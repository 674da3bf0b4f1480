import { useText } from '@outrider/sdk';
import { useId } from 'react';

import type { PluginsOfHost } from '../api/plugins';

/** Which host is looked at; nothing where there is one. */
export function HostChoice({ of: { hosts, host_id }, onHost }: { of: PluginsOfHost; onHost: (id: string) => void }) {
  const t = useText('admin');
  const id = useId();
  if (hosts.length < 2) {
    return null;
  }
  return (
    <span className="row">
      <label htmlFor={id} className="t2 s12">
        {t('hosts.host')}
      </label>
      <select id={id} className="field" value={host_id} onChange={(event) => onHost(event.target.value)}>
        {hosts.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
    </span>
  );
}
