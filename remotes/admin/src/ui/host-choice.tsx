import { Button, useText } from '@outrider/sdk';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useId } from 'react';

import type { HostId } from '../api/plugins';

interface HostChoiceProps {
  /** What the host answered. */
  query: UseQueryResult<{ host_id: string; hosts: { id: string; name: string }[] }>;
  /** The host that is looked at; undefined: whichever answers. */
  host: HostId;
  /** `isFirst`: nobody has chosen it. */
  onHost: (id: HostId, isFirst: boolean) => void;
}

/** Which host is looked at; nothing where there is one. A host that does not answer can be left. */
export function HostChoice({ query, host, onHost }: HostChoiceProps) {
  const t = useText('admin');
  const id = useId();
  const answered = query.isPlaceholderData ? undefined : query.data;
  const several = answered && answered.hosts.length > 1 ? answered.host_id : undefined;
  useEffect(() => {
    if (!host && several) onHost(several, true); // the next call may be answered by another one
  }, [host, several, onHost]);
  if (query.isError && host) {
    return (
      <Button onClick={() => onHost(undefined, true)}>
        {t('hosts.another')}
      </Button>
    );
  }
  if (!query.data || query.data.hosts.length < 2) {
    return null;
  }
  return (
    <span className="row">
      <label htmlFor={id} className="t2 s12">
        {t('hosts.host')}
      </label>
      <select id={id} className="field" value={host ?? query.data.host_id} onChange={(event) => onHost(event.target.value, false)}>
        {query.data.hosts.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
    </span>
  );
}
