import { ApiError, confirm, Empty, Failure, Icon, Loading, toast, useFormat, useSession, useText } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';

import { getApiKeys, revokeApiKey, type ApiKey } from '../api/api-keys';

import './api-keys.css';

const KeyDialog = lazy(() => import('./key-dialog').then((module) => ({ default: module.KeyDialog })));

/** The API keys of the organisation: which there are, a new one, and the end of one. */
export function ApiKeysPanel() {
  const t = useText('users');
  const { Org: org } = useSession();
  const [isMaking, setMaking] = useState(false);
  const { data, error, refetch } = useQuery({ queryKey: ['api-keys', org.id], queryFn: ({ signal }) => getApiKeys(org.id, signal), staleTime: 0 });
  const add = (
    <button type="button" className="btn primary" onClick={() => setMaking(true)}>
      <Icon name="plus" small />
      {t('apiKeys.create')}
    </button>
  );
  const revoke = async ({ id, name }: ApiKey) => {
    if (!(await confirm({ title: t('apiKeys.revokeTitle', { name }), text: t('apiKeys.revokeText'), confirm: t('apiKeys.revoke') }))) {
      return;
    }
    await revokeApiKey(org.id, id).then(
      () => toast(t('apiKeys.revoked')),
      (error: unknown) => toast(error instanceof ApiError ? error.message : t('twoStep.failed'), 'error'),
    );
    await refetch();
  };

  return (
    <section className="card api-keys" aria-labelledby="api-keys-title">
      <header className="row">
        <div className="grow">
          <h2 id="api-keys-title">{t('apiKeys.title')}</h2>
          <p className="t2">
            {t('apiKeys.text')} <a href="/api/docs">{t('apiKeys.docs')}</a>
          </p>
        </div>
        {data && data.length > 0 ? add : null}
      </header>
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Loading rows={4} /> : null}
      {data?.length === 0 ? (
        <Empty title={t('apiKeys.none')} action={add}>
          {t('apiKeys.noneText')}
        </Empty>
      ) : null}
      {data && data.length > 0 ? <KeyTable keys={data} onRevoke={(key) => void revoke(key)} /> : null}
      <Suspense>{isMaking ? <KeyDialog onClose={() => setMaking(false)} onMade={() => void refetch()} /> : null}</Suspense>
    </section>
  );
}

function KeyTable({ keys, onRevoke }: { keys: ApiKey[]; onRevoke: (key: ApiKey) => void }) {
  const t = useText('users');
  const format = useFormat();
  return (
    <div className="api-keys-scroll">
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
                  <button type="button" className="btn sm" aria-label={t('apiKeys.revokeOf', { name: key.name })} onClick={() => onRevoke(key)}>
                    {t('apiKeys.revoke')}
                  </button>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
