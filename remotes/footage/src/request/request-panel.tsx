import { Failure, Icon, Loading, useFormat, useText, type VehiclePanelProps } from '@outrider/sdk';
import { Dialog, useMediaQuery } from '@outrider/sdk/mui';
import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';

import { getCameras, type Cameras } from '../api/channels';
import { RequestForm } from './request-form';
import { useRequest } from './use-request';

import './request.css';

/** Asks for footage of a vehicle: which day, which cameras, from when and how long; with the time filled in where it was opened for a moment. */
export function RequestPanel(props: VehiclePanelProps) {
  const { vehicle, close, at } = props;
  const { deviceId = '' } = vehicle;
  const cameras = useQuery({ queryKey: ['cameras', deviceId], queryFn: ({ signal }) => getCameras(deviceId, signal), enabled: deviceId !== '' });
  if (cameras.isError) {
    return <Frame {...{ vehicle, close }}><Failure error={cameras.error} onRetry={() => void cameras.refetch()} /></Frame>;
  }
  if (!cameras.data) {
    return <Frame {...{ vehicle, close }}><div className="req-body"><Loading rows={8} /></div></Frame>;
  }
  return <Asking key={`${deviceId} ${at?.timeMs ?? ''}`} {...props} deviceId={deviceId} cameras={cameras.data} />;
}

function Asking({ vehicle, close, at, deviceId, cameras }: VehiclePanelProps & { deviceId: string; cameras: Cameras }) {
  const { settings } = useFormat();
  const request = useRequest({ vehicle, deviceId, cameras, at, orgZone: settings.zone, close });
  const opened = at?.timeMs ?? Date.now();
  return (
    <Frame {...{ vehicle, close }} about={<About vehicle={vehicle} model={cameras.model} zone={zoneName(request.zone, settings.locale, opened)} />}>
      <RequestForm request={request} channels={cameras.channels} close={close} />
    </Frame>
  );
}

function Frame({ vehicle, close, about, children }: Pick<VehiclePanelProps, 'vehicle' | 'close'> & { about?: ReactNode; children: ReactNode }) {
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
            <p className="s12 t2 ell">{about ?? vehicle.name}</p>
          </div>
          <button type="button" className="ib" aria-label={tSdk('action.close')} title={tSdk('action.close')} onClick={close}>
            <Icon name="close" />
          </button>
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
