import { Failure, Loading, placeName, useFormat, useText } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';

import { getSessions, type EvRow, type Range } from '../api/ev';
import { energyText, moneyText } from '../efficiency';

/** The chart is heavy: it comes when there is a session. */
const PowerCurve = lazy(() => import('./power-curve').then((m) => ({ default: m.PowerCurve })));

/** When and where vehicles were charged, and the curve of the one that is chosen, which is the newest at first. */
export function SessionsCard({ range, shown, currency }: { range: Range; shown: readonly EvRow[]; currency: string | undefined }) {
  const t = useText('ev');
  const format = useFormat();
  const [asked, setAsked] = useState<string>();
  const { data: all, error, refetch } = useQuery({ queryKey: ['ev', 'sessions', range.from, range.to], queryFn: ({ signal }) => getSessions(range, signal), refetchInterval: 60_000 });
  const data = useMemo(() => all?.filter(({ vehicle_id: id }) => shown.some((row) => row.vehicle_id === id)), [all, shown]);
  const chosen = data?.find(({ id }) => id === asked) ?? data?.[0];
  return (
    <section className="card" aria-label={t('sessions')}>
      <header>
        <h2>{t('sessions')}</h2>
        {data ? <span className="s12 t2">{t('sessionCount', { count: data.length })}</span> : null}
      </header>
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Loading rows={4} /> : null}
      {data && data.length === 0 ? <p className="t2 ev-none">{t('noSessions')}</p> : null}
      {data && data.length > 0 ? (
        <div className="ev-split">
          <Suspense fallback={<Loading rows={4} />}>
            {chosen ? <PowerCurve session={chosen} /> : null}
          </Suspense>
          <div className="usage-scroll ev-sessions">
            <table className="usage-table stacked">
              <thead>
                <tr>{(['vehicle_name', 'place', 'time', 'energy', 'peak', 'cost'] as const).map((key, index) => <th key={key} scope="col" className={index > 2 ? 'right' : undefined}>{t(`column.${key}`)}</th>)}</tr>
              </thead>
              <tbody>
                {data.map((session) => (
                  <tr key={session.id} className={session.id === chosen?.id ? 'on' : undefined}>
                    <td data-label={t('column.vehicle_name')}><button type="button" className="ev-name" aria-pressed={session.id === chosen?.id} onClick={() => setAsked(session.id)}>{session.vehicle_name}</button></td>
                    <td data-label={t('column.place')}>{placeName(session.place) || '–'}</td>
                    <td data-label={t('column.time')}>{`${format.dateTime(session.start)} – ${session.goes_on ? t('goesOn') : format.time(session.end)}`}</td>
                    <td className="num right" data-label={t('column.energy')}>{energyText(format, session.energy_kwh)}</td>
                    <td className="num right" data-label={t('column.peak')}>{session.peak_kw > 0 ? `${format.number(session.peak_kw, 1)} kW` : '–'}</td>
                    <td className="num right" data-label={t('column.cost')}>{moneyText(format, session.cost, currency)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      ) : null}
    </section>
  );
}
