import { Button, openPath, placeName, useFormat, usePermission, useText } from '@outrider/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { dismissEvent, type FuelRow, type TankEvent } from '../api/fuel';

/** What happened to a tank, the newest first, each with the way to its track. */
export function TankEvents({ vehicle, events }: { vehicle: FuelRow; events: readonly TankEvent[] }) {
  const t = useText('fuel');
  if (events.length === 0) return <p className="t2 fu-none">{t('noEvents')}</p>;
  return (
    <ul className="fu-events" aria-label={t('events')}>
      {[...events].reverse().map((event) => <EventLine key={event.id} vehicle={vehicle} event={event} />)}
    </ul>
  );
}

function EventLine({ vehicle, event }: { vehicle: FuelRow; event: TankEvent }) {
  const t = useText('fuel');
  const format = useFormat();
  const queries = useQueryClient();
  const mayEdit = usePermission('editFuelSettings');
  const dismiss = useMutation({
    mutationFn: () => dismissEvent(vehicle.vehicle_id, event.id, !event.dismissed),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['fuel'] }),
  });
  const isTheft = event.kind === 'theft';
  return (
    <li className={event.dismissed ? 'out' : undefined}>
      <p>
        <b className={isTheft ? 'fu-theft' : 'fu-refuel'}>{t(`event.${event.kind}`)}</b>
        <b className="num">{`${isTheft ? '−' : '+'}${format.volume(event.litres)}`}</b>
      </p>
      <p className="s12 t2">{[format.dateTime(event.at), placeName(event.place)].filter(Boolean).join(' · ')}</p>
      <p className="s12 t2">{t(event.ignition ? 'sureOn' : 'sureOff', { certainty: format.percent(event.certainty * 100) })}</p>
      <Button variant="quiet" size="small" onClick={() => openPath(`/tracking?id=${encodeURIComponent(vehicle.vehicle_id)}&at=${Date.parse(event.at)}`)}>{t('track')}</Button>
      {isTheft && mayEdit ? (
        <Button variant="quiet" size="small" disabled={dismiss.isPending} onClick={() => dismiss.mutate()}>{t(event.dismissed ? 'isTheft' : 'notTheft')}</Button>
      ) : null}
      {dismiss.isError ? <p role="alert" className="s12">{t('notSaved')}</p> : null}
    </li>
  );
}
