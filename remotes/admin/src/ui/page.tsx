import { Denied, Failure, Loading, Stale, useFormat, usePermission, useText } from '@outrider/sdk';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import './admin.css';
import { HealthBand } from './health-band';

interface PageProps {
  title: string;
  /** Beside the title: which host, how many. */
  hint?: ReactNode;
  permission: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A screen of the console: its heading, what can be done, and everything else below; refused without the permission. */
export function Page({ title, hint, permission, actions, children }: PageProps) {
  return usePermission(permission) ? (
    <div className="ops">
      <header className="ops-head">
        <div className="grow">
          <h1>{title}</h1>
          {hint ? <p className="t2 s12">{hint}</p> : null}
        </div>
        {actions}
      </header>
      <HealthBand />
      {children}
    </div>
  ) : (
    <Denied />
  );
}

/** What a query read, or the state that it is in. Data that could not be renewed stay, and say how old they are. */
export function Loaded<T>({ query, rows = 6, children }: { query: UseQueryResult<T>; rows?: number; children: (data: T) => ReactNode }) {
  const t = useText('admin');
  const format = useFormat();
  if (query.data === undefined) {
    return query.isError ? <Failure error={query.error} onRetry={() => void query.refetch()} /> : <Loading rows={rows} label={t('loading')} />;
  }
  return (
    <>
      {query.isError ? <Stale age={format.time(query.dataUpdatedAt)} onRetry={() => void query.refetch()} /> : null}
      {children(query.data)}
    </>
  );
}
