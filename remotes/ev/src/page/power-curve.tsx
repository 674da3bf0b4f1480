import { Failure, Loading, useText } from '@outrider/sdk';
import { CursorProvider, TimeChart } from '@outrider/sdk/charts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { getCurve, type Session } from '../api/ev';

const marginMs = 10 * 60_000;

/** Power of the charger and state of charge during a session. */
export function PowerCurve({ session: { vehicle_id, vehicle_name, start, end } }: { session: Session }) {
  const t = useText('ev');
  const range = useMemo(() => ({ from: new Date(Date.parse(start) - marginMs).toISOString(), to: new Date(Date.parse(end) + marginMs).toISOString() }), [start, end]);
  const { data, error, refetch } = useQuery({ queryKey: ['ev', 'curve', vehicle_id, range], queryFn: ({ signal }) => getCurve(vehicle_id, range, signal) });
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading rows={4} />;
  const times = data.map(([at]) => at ?? 0);
  return (
    <CursorProvider>
      <TimeChart
        title={t('curveOf', { name: vehicle_name })}
        unit="kW, %"
        times={times}
        height={240}
        atLeast={[0, 100]}
        digits={1}
        series={[
          { id: 'power', label: t('power'), color: 'var(--secondary)', values: data.map(([, power]) => power ?? null), filled: true },
          { id: 'soc', label: t('soc'), color: 'var(--text)', values: data.map(([, , soc]) => soc ?? null) },
        ]}
      />
    </CursorProvider>
  );
}
