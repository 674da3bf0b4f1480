import { Denied, Empty, Failure, Loading, openPath, useFormat, usePermission, useText } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';

import { getSummary } from './api/violations';

import './seatbelt.css';

/** How many violations there were in the days that Home is about, and the newest of them. */
export function ViolationsCard({ days }: { days: number }) {
  return usePermission('viewSeatbelt') ? <Summary days={days} /> : <Denied />;
}

function Summary({ days }: { days: number }) {
  const t = useText('seatbelt');
  const format = useFormat();
  const { data, error, refetch } = useQuery({ queryKey: ['seatbelt', 'summary', days], queryFn: ({ signal }) => getSummary(days, signal), refetchInterval: 60_000 });
  if (error) {
    return <Failure error={error} onRetry={() => void refetch()} />;
  }
  if (!data) {
    return <Loading rows={3} />;
  }
  if (data.violations === 0 && data.before === 0) {
    return <Empty icon="belt" title={t('none')} />;
  }
  return (
    <div className="belt-card">
      <p className="belt-sum">
        <b className="belt-count num">{data.violations}</b> <span className="t2">{t('inDays', { count: days })}</span>{' '}
        <span className="s12 t3">{t('before', { count: data.before, days })}</span>
      </p>
      <ul>
        {data.newest.map((row) => (
          <li key={`${row.vehicle_id}-${row.start_ms}`}>
            <button type="button" className="belt-row" onClick={() => openPath(`/tracking?id=${encodeURIComponent(row.vehicle_id)}&at=${row.start_ms}`)}>
              <span className="belt-who">
                <b className="ell">{row.vehicle_name}</b>
                <span className="ell s12 t2">{row.driver_name || t('noDriver')}</span>
              </span>
              <span className="belt-when">
                <span className="num">{format.duration(row.duration_s)}</span>
                <span className="num s12 t3">{format.dateTime(row.start_ms)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
