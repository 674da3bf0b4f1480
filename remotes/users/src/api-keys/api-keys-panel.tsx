import { Button, confirm, useFormat, useSession, useText } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';

import { getApiKeys, revokeApiKey, type ApiKey } from '../api/api-keys';
import { attempt } from '../machines/attempt';
import { MachinesPanel } from '../machines/machines-panel';

const KeyDialog = lazy(() => import('./key-dialog').then((module) => ({ default: module.KeyDialog })));

/** The API keys of the organisation: which there are, a new one, and the end of one. */
export function ApiKeysPanel() {
  const t = useText('users');
  const { Org: org } = useSession();
  const [isMaking, setMaking] = useState(false);
  const { data, error, refetch } = useQuery({ queryKey: ['api-keys', org.id], queryFn: ({ signal }) => getApiKeys(org.id, signal), staleTime: 0 });
  const revoke = async ({ id, name }: ApiKey) => {
    if (!(await confirm({ title: t('apiKeys.revokeTitle', { name }), text: t('apiKeys.revokeText'), confirm: t('apiKeys.revoke') }))) {
      return;
    }
    await attempt(() => revokeApiKey(org.id, id), t('apiKeys.revoked'));
    await refetch();
  };

  return (
    <>
      <MachinesPanel of="apiKeys" titleId="api-keys-title" count={data?.length} error={error} onRetry={() => void refetch()} onCreate={() => setMaking(true)}>
        <KeyTable keys={data ?? []} onRevoke={(key) => void revoke(key)} />
      </MachinesPanel>
      <Suspense>{isMaking ? <KeyDialog onClose={() => setMaking(false)} onMade={() => void refetch()} /> : null}</Suspense>
    </>
  );
}

function KeyTable({ keys, onRevoke }: { keys: ApiKey[]; onRevoke: (key: ApiKey) => void }) {
  const t = useText('users');
  const format = useFormat();
  return (
    <table aria-labelledby="api-keys-title">
      <thead>
        <tr>
          {(['name', 'permissions', 'madeBy', 'used', 'expires', 'state'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`apiKeys.${column}`)}
            </th>
          ))}
          <th scope="col">
            <span className="unseen">{t('apiKeys.revoke')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.id}>
            <th scope="row">
              {key.name}
              <code className="t2 s12">{key.hint}…</code>
            </th>
            <td title={key.permissions.join(', ')}>
              {t('apiKeys.count', { count: key.permissions.length })}
              {key.group ? <span className="t2"> · {key.group}</span> : null}
            </td>
            <td>{key.made_by}</td>
            <td className="num">{key.last_used ? format.dateTime(key.last_used) : t('apiKeys.never')}</td>
            <td className="num">{format.dateTime(key.expires_date)}</td>
            <td>{t(`apiKeys.state_${key.state}`)}</td>
            <td>
              {key.state === 'active' || key.state === 'stopped' ? (
                <Button size="small" aria-label={t('apiKeys.revokeOf', { name: key.name })} onClick={() => onRevoke(key)}>
                  {t('apiKeys.revoke')}
                </Button>
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
