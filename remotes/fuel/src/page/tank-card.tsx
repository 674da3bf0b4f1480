import { Button, Empty, Failure, Loading, useFormat, usePermission, useText } from '@outrider/sdk';
import { CursorProvider, TimeChart, type Band, type Mark } from '@outrider/sdk/charts';
import { NumberDialog } from '@outrider/sdk/usage';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import { getTank, setTankSize, type FuelRow, type Range, type Tank } from '../api/fuel';
import { TankEvents } from './tank-events';

/** At most so much of a range is drawn: the newest. */
const mostMs = 31 * 86_400_000;

/** The level of a vehicle's tank, and what happened to it. */
export function TankCard({ vehicle, range }: { vehicle: FuelRow; range: Range }) {
  const t = useText('fuel');
  const format = useFormat();
  const shown = useMemo(() => {
    const to = Date.parse(range.to);
    return { from: new Date(Math.max(Date.parse(range.from), to - mostMs)).toISOString(), to: new Date(to).toISOString() };
  }, [range]);
  const { data, error, refetch } = useQuery({ queryKey: ['fuel', 'tank', vehicle.vehicle_id, shown], queryFn: ({ signal }) => getTank(vehicle.vehicle_id, shown, signal) });
  return (
    <section className="card fu-tank" aria-label={t('tankOf', { name: vehicle.vehicle_name })}>
      <header>
        <h2>{t('tankOf', { name: vehicle.vehicle_name })}</h2>
        {data ? <span className="s12 t2">{t(data.assumed ? 'sizeAssumed' : 'size', { size: format.volume(data.tank_l, 0) })}</span> : null}
        {data ? <TankSize vehicle={vehicle} tank={data} /> : null}
      </header>
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Loading rows={5} /> : null}
      {data ? (
        <div className="fu-split">
          <Curve tank={data} />
          <TankEvents vehicle={vehicle} events={data.events} />
        </div>
      ) : null}
    </section>
  );
}

/** Asks whoever may say so how much the tank holds. */
function TankSize({ vehicle: { vehicle_id: id, vehicle_name: name }, tank: { tank_l: litres, assumed } }: { vehicle: FuelRow; tank: Tank }) {
  const t = useText('fuel');
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  if (!usePermission('editFuelSettings')) return null;
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>{t('setSize')}</Button>
      {isOpen ? (
        <NumberDialog
          title={t('setSizeOf', { name })}
          label={t('tankHolds')}
          hint={t('setSizeHint')}
          quantity="volume"
          value={assumed ? null : litres}
          least={1}
          most={3000}
          onClose={() => setOpen(false)}
          onSave={async (size) => {
            await setTankSize(id, size ?? litres);
            await queries.invalidateQueries({ queryKey: ['fuel'] });
          }}
        />
      ) : null}
    </>
  );
}

/** How high the strip of driving and idling is, in percent of the tank. */
const stripHigh = 4;

/** The curve of a tank's level, with what the vehicle did below it and what happened to the tank. */
function Curve({ tank: { points, events } }: { tank: Tank }) {
  const t = useText('fuel');
  const tSdk = useText();
  const format = useFormat();
  const times = useMemo(() => points.map(([at]) => at ?? 0), [points]);
  const bands = useMemo(() => {
    const strip = (id: string, label: string, color: string, state: number): Band => ({ id, label, color, low: points.map((point) => (point[3] === state ? 0 : null)), high: points.map((point) => (point[3] === state ? stripHigh : null)) });
    return [strip('driving', tSdk('presence.moving'), 'var(--moving)', 2), strip('idling', tSdk('presence.idling'), 'var(--idling)', 1)];
  }, [points, tSdk]);
  const marks = useMemo(
    () => events.filter(({ dismissed }) => !dismissed).map(({ kind, at, litres }): Mark => {
      const isTheft = kind === 'theft';
      return { at: Date.parse(at), label: `${isTheft ? '−' : '+'}${format.volume(litres, 0)}`, color: isTheft ? 'var(--error-text)' : 'var(--ok-text)' };
    }),
    [events, format],
  );
  const theft = [...events].reverse().find(({ kind, dismissed }) => kind === 'theft' && !dismissed);
  if (points.length === 0) return <Empty icon="fuel" title={t('noCurve')} />;
  return (
    <CursorProvider>
      <TimeChart
        title={t('level')}
        unit="%"
        times={times}
        height={260}
        atLeast={[0, 100]}
        series={[
          { id: 'sent', label: t('asSent'), color: 'var(--text-3)', values: points.map(([, sent]) => sent ?? null) },
          { id: 'level', label: t('level'), color: 'var(--secondary)', values: points.map(([, , level]) => level ?? null), filled: true },
        ]}
        bands={bands}
        marks={marks}
        event={theft ? { at: Date.parse(theft.at), label: t('event.theft') } : undefined}
      />
    </CursorProvider>
  );
}
