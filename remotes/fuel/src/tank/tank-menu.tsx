import { Button, Failure, Icon, Loading, openPath, placeName, useFormat, useText, type TankMenuProps } from '@outrider/sdk';
import { Popover } from '@outrider/sdk/mui';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { getTank } from '../api/fuel';

import './tank-menu.css';

/** What happened to the tank of a vehicle in the time of its track. */
export function TankMenu({ vehicleId, fromMs, toMs }: TankMenuProps) {
  const t = useText('fuel');
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={button} variant="quiet" size="small" aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(true)}>
        <Icon name="fuel" small /> {t('tank')}
      </Button>
      <Popover
        open={isOpen}
        onClose={() => setOpen(false)}
        anchorEl={() => button.current}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('tank'), className: 'tank-menu', sx: { mt: '6px' } } }}
      >
        <Happened vehicleId={vehicleId} fromMs={fromMs} toMs={toMs} />
        <Button variant="quiet" size="small" onClick={() => openPath('/fuel-usage-report')}>{t('open')}</Button>
      </Popover>
    </>
  );
}

function Happened({ vehicleId, fromMs, toMs }: TankMenuProps) {
  const t = useText('fuel');
  const format = useFormat();
  const { data, error, refetch } = useQuery({
    queryKey: ['fuel', 'tank', vehicleId, fromMs, toMs],
    queryFn: ({ signal }) => getTank(vehicleId, { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() }, signal),
  });
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading rows={2} />;
  const events = data.events.filter(({ dismissed }) => !dismissed);
  return (
    <>
      <p className="s12 t2">{t(data.assumed ? 'sizeAssumed' : 'size', { size: format.volume(data.tank_l, 0) })}</p>
      {events.length === 0 ? <p>{t('noEvents')}</p> : null}
      <ul>
        {events.map(({ id, kind, at, litres, place }) => (
          <li key={id}>
            <b>{t(`event.${kind}`)}</b> <span className="num">{`${kind === 'theft' ? '−' : '+'}${format.volume(litres)}`}</span>
            <span className="s12 t2">{[format.dateTime(at), placeName(place)].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
