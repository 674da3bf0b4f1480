import { Failure, Icon, IconButton, Loading, useFormat, useNow, useText, type VehiclePanelProps } from '@outrider/sdk';
import { Dialog, useMediaQuery } from '@outrider/sdk/mui';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';

import { getCameras } from '../api/channels';
import { RequestForm } from './request-form';
import { useRequest, type RequestOptions } from './use-request';

import './request.css';

/** Asks for footage of a vehicle: which day, which cameras, from when and how long; with the time filled in where it was opened for a moment. */
export function RequestPanel({ vehicle, close, at }: VehiclePanelProps) {
  const { deviceId = '' } = vehicle;
  const { settings } = useFormat();
  const [zone, setZone] = useState(settings.zone);
  const now = useNow(60_000);
  const cameras = useQuery({ queryKey: ['cameras', deviceId], queryFn: ({ signal }) => getCameras(deviceId, signal), enabled: deviceId !== '' });
  const about = <About vehicle={vehicle} model={cameras.data?.model ?? ''} zone={zoneName(zone, settings.locale, at?.timeMs ?? now)} />;
  return (
    <Frame {...{ vehicle, close, about }}>
      {cameras.isError ? <Failure error={cameras.error} onRetry={() => void cameras.refetch()} />
        : cameras.data ? <Asking key={`${deviceId} ${at?.timeMs ?? ''}`} {...{ vehicle, close, at, deviceId, zone }} cameras={cameras.data} onZone={setZone} />
        : <div className="req-body"><Loading rows={8} /></div>}
    </Frame>
  );
}

function Asking({ cameras, ...options }: RequestOptions) {
  const request = useRequest({ cameras, ...options });
  return <RequestForm request={request} channels={cameras.channels} close={options.close} />;
}

function Frame({ vehicle, close, about, children }: Pick<VehiclePanelProps, 'vehicle' | 'close'> & { about: ReactNode; children: ReactNode }) {
  const t = useText('footage');
  const tSdk = useText();
  const titleId = useId();
  const isNarrow = useMediaQuery('(max-width: 990px)');
  return (
    <>
      <i className="req-anchor" />
      <Dialog open onClose={close} maxWidth={false} fullScreen={isNarrow} aria-labelledby={titleId} slotProps={{ paper: { className: 'req-dialog' } }}>
        <header className="req-head">
          <span className={vehicle.isOnline ? 'tile tint st-moving' : 'tile tint st-offline'}>
            <Icon name="truck" />
          </span>
          <div className="grow">
            <h2 id={titleId} className="ell">{t('request.submit')}<span className="unseen">{`, ${vehicle.name}`}</span></h2>
            <p className="s12 t2 ell">{about}</p>
          </div>
          <IconButton label={tSdk('action.close')} onClick={close}>
            <Icon name="close" />
          </IconButton>
        </header>
        {children}
      </Dialog>
    </>
  );
}

function About({ vehicle, model, zone }: { vehicle: VehiclePanelProps['vehicle']; model: string; zone: string }) {
  const t = useText('footage');
  return (
    <>
      {[vehicle.name, model].filter(Boolean).join(' · ')}
      {', '}
      <b className={vehicle.isOnline ? 'req-online' : ''}>{t(vehicle.isOnline ? 'request.online' : 'request.offline')}</b>
      {` · ${t('request.timesIn', { zone })}`}
    </>
  );
}

function zoneName(zone: string, locale: string, at: number): string {
  return new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' }).formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}
