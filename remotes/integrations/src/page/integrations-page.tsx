import { Denied, Failure, Loading, usePermission, useText } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';

import { getConnection, integrationsKey } from '../api/integrations';
import { ConnectionCard } from './connection-card';
import { MappingCard } from './mapping-card';

import './integrations.css';

/** The organisation's telematics provider: how the connection is, and which of its vehicles is which of ours. */
export function IntegrationsPage() {
  return usePermission('editIntegrations') ? <AllowedPage /> : <Denied />;
}

function AllowedPage() {
  const t = useText('integrations');
  const { data, error, refetch } = useQuery({ queryKey: [...integrationsKey, 'connection'], queryFn: ({ signal }) => getConnection(signal), refetchInterval: 10_000 });
  return (
    <section className="int-page" aria-label={t('title')}>
      <header className="int-head">
        <h1>{t('title')}</h1>
        <span className="t3">{t('text')}</span>
      </header>
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Loading rows={6} /> : null}
      {data ? <ConnectionCard connection={data} /> : null}
      {data?.kind === 'http' ? <MappingCard provider={data.name || t('provider')} /> : null}
    </section>
  );
}
