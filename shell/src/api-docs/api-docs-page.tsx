import { Button, Empty, Failure, get, Loading, saveBlob, toast, useText } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';

import { documentSchema, operationsOf, search, type Operation } from './document';
import { OperationView } from './operation-view';

import './api-docs.css';

/** The API to read and try: every operation that is served now, by plugin, with its lock. */
export function ApiDocsPage() {
  const t = useText('api-docs');
  const [text, setText] = useState('');
  const sought = useDeferredValue(text);
  const { data, error, isPending, refetch } = useQuery({ queryKey: ['api-docs'], queryFn: ({ signal }) => get('/openapi.json', documentSchema, { signal }) });
  const operations = useMemo(() => (data ? operationsOf(data) : []), [data]);
  const found = useMemo(() => byPlugin(search(operations, sought)), [operations, sought]);

  return (
    <div className="api-docs">
      <header>
        <h1>{t('title')}</h1>
        <p className="t3">{t('about')}</p>
        <div className="api-bar">
          <input type="search" aria-label={t('search')} placeholder={t('search')} value={text} onChange={({ target }) => setText(target.value)} />
          <Button onClick={() => void download().catch(() => toast(t('downloadFailed'), 'error'))}>
            {t('download')}
          </Button>
        </div>
      </header>
      {isPending ? <Loading /> : null}
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {data && found.length === 0 ? <Empty icon="search" title={t('none', { text: sought })} /> : null}
      {found.map(([plugin, list]) => (
        <section key={plugin} aria-labelledby={`api-${plugin}`}>
          <h2 id={`api-${plugin}`}>
            {plugin} <span className="t3 num">{list.length}</span>
          </h2>
          {list.map((operation) => (
            <OperationView key={operation.key} operation={operation} components={data?.components.schemas ?? {}} />
          ))}
        </section>
      ))}
    </div>
  );
}

function byPlugin(operations: Operation[]): [string, Operation[]][] {
  const groups = new Map<string, Operation[]>();
  for (const operation of operations) {
    groups.set(operation.plugin, [...(groups.get(operation.plugin) ?? []), operation]);
  }
  return [...groups];
}

/** Saves the document as the server writes it for the caller: a plain link would have no token, and get what strangers get. */
async function download(): Promise<void> {
  const document = await get('/openapi.json', z.unknown());
  saveBlob(new Blob([JSON.stringify(document, null, 2)], { type: 'application/json' }), 'openapi.json');
}
