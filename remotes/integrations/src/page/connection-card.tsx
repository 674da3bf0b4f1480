import { Button, Icon, openPath, useFormat, usePermission, useText, type TextKey } from '@outrider/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { integrationsKey, testConnection, type Connection, type TestResult } from '../api/integrations';

/** Who the provider is, when it answered last, and what was wrong. */
export function ConnectionCard({ connection }: { connection: Connection }) {
  const t = useText('integrations');
  const format = useFormat();
  const queries = useQueryClient();
  const maySet = usePermission('switchModules');
  const test = useMutation({ mutationFn: testConnection, onSuccess: () => queries.invalidateQueries({ queryKey: integrationsKey }) });
  const { kind, name, address, state, last_success_at: success, last_error_at: failed, next_at: next, newest_at: newest, problem, status, vehicles, mapped } = connection;
  const rows: [label: string, value: string][] = kind === 'simulated' ? [] : [
    [t('address'), address],
    [t('lastSuccess'), success ? format.dateTime(success) : t('never')],
    [t('lastError'), failed && problem ? `${format.dateTime(failed)} · ${t(`problem.${problem}` as TextKey<'integrations'>, { status })}` : t('none')],
    [t('next'), next ? format.dateTime(next) : t('soon')],
    [t('vehicles'), t('mappedOf', { mapped: format.number(mapped, 0), count: vehicles })],
    [t('newest'), newest ? format.dateTime(newest) : t('never')],
  ];
  return (
    <section className="card int-connection" aria-label={t('connection')}>
      <header>
        <h2>{kind === 'simulated' ? t('simulatedName') : name || t('provider')}</h2>
        <span className={`tag ${state === 'failing' ? 'warn' : state === 'waiting' ? '' : 'good'}`}>{t(`state.${state}`)}</span>
        <span className="grow" />
        {maySet ? (
          <Button onClick={() => openPath('/modules?settings=integrations')}>
            <Icon name="settings" small />
            {t('settings')}
          </Button>
        ) : null}
        {kind === 'http' ? (
          <Button variant="primary" disabled={test.isPending} onClick={() => test.mutate()}>
            {t(test.isPending ? 'testing' : 'test')}
          </Button>
        ) : null}
      </header>
      {kind === 'simulated' ? <p className="t2">{t('simulatedText')}</p> : null}
      {rows.length > 0 ? (
        <dl>
          {rows.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <div role="status">
        {test.data ? <Tested result={test.data} /> : null}
        {test.isError ? <p className="int-bad">{t('testFailed')}</p> : null}
      </div>
    </section>
  );
}

function Tested({ result: { ok, problem, status, vehicles, took_ms: took } }: { result: TestResult }) {
  const t = useText('integrations');
  const format = useFormat();
  if (!ok) return <p className="int-bad">{t(`problem.${problem || 'unreachable'}` as TextKey<'integrations'>, { status })}</p>;
  return (
    <p className="int-good">
      <Icon name="check" small /> {t('tested', { took: format.number(took, 0), count: vehicles })}
    </p>
  );
}
