import { Icon, Loading, useFormat, useText, type VehiclePanelProps } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { getCameras } from '../api/channels';
import { RequestForm } from './request-form';

import './request.css';

/** Asks for footage of a vehicle: which day, which cameras, from when and how long. */
export function RequestPanel({ vehicle, close }: VehiclePanelProps) {
  const t = useText('footage');
  const tSdk = useText();
  const { settings } = useFormat();
  const closer = useRef<HTMLButtonElement>(null);
  const { deviceId = '' } = vehicle;
  const cameras = useQuery({ queryKey: ['cameras', deviceId], queryFn: ({ signal }) => getCameras(deviceId, signal) });
  useEffect(() => closer.current?.focus(), []);
  return (
    // Esc closes the panel wherever the focus is within it.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className="req-panel"
      aria-label={t('request.title', { vehicle: vehicle.name })}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.preventDefault();
          close();
        }
      }}
    >
      <header className="req-head">
        <span className="tile">
          <Icon name="clock" />
        </span>
        <h2 className="ell grow">{t('request.title', { vehicle: vehicle.name })}</h2>
        <button ref={closer} type="button" className="ib" aria-label={tSdk('action.close')} title={tSdk('action.close')} onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      {cameras.isPending ? <Loading rows={4} /> : <RequestForm key={deviceId} {...{ vehicle, deviceId, close }} channels={cameras.data?.channels ?? []} zone={settings.zone} />}
    </section>
  );
}
