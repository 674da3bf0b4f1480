import { actionsFor, Button, Empty, Failure, Icon, IconButton, Loading, runVehicleAction, StateView, useText, type OfferedAction, type VehiclePanelProps } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react';

import { getCameras, type Cameras } from '../api/channels';
import { canPlay } from './can-play';
import { LiveGrid } from './live-grid';

import './live.css';

void import('hls.js').catch(() => undefined); // it comes while the device is asked; the first channel that plays says that it did not

/** What the cameras of a vehicle show now. */
export function LivePanel({ vehicle, close }: VehiclePanelProps) {
  const t = useText('footage');
  const { deviceId = '' } = vehicle;
  const actions = useActions(vehicle);
  const request = actions.find(({ purpose, disabled }) => purpose === 'request-footage' && !disabled);
  const cameras = useQuery({ queryKey: ['cameras', deviceId], queryFn: ({ signal }) => getCameras(deviceId, signal), enabled: deviceId !== '' });
  if (deviceId === '') {
    return <Frame {...{ vehicle, close }}><StateView icon="video" title={t('live.noDevice')} role="alert" /></Frame>;
  }
  if (!canPlay()) {
    return <Frame {...{ vehicle, close }}><StateView icon="video" title={t('live.notSupported')} role="alert" /></Frame>;
  }
  if (cameras.isPending) {
    return <Frame {...{ vehicle, close }}><Loading rows={4} /></Frame>;
  }
  if (cameras.isError) {
    return <Frame {...{ vehicle, close }}><Failure error={cameras.error} onRetry={() => void cameras.refetch()} /></Frame>;
  }
  return (
    <Frame {...{ vehicle, close }} cameras={cameras.data}>
      {cameras.data.channels.length === 0 ? <Empty icon="video" title={t('live.empty')} /> : <LiveGrid key={deviceId} vehicle={vehicle.name} deviceId={deviceId} cameras={cameras.data.channels} onRequest={request && (() => runVehicleAction(request, vehicle))} />}
    </Frame>
  );
}

function Frame({ vehicle, close, cameras, children }: VehiclePanelProps & { cameras?: Cameras; children: ReactNode }) {
  const t = useText('footage');
  const tSdk = useText();
  const closer = useRef<HTMLButtonElement>(null);
  const frame = useRef<HTMLElement>(null);
  useEffect(() => closer.current?.focus(), []);
  const about = useMemo(() => [cameras?.model, vehicle.deviceId, cameras?.firmware ? t('live.firmware', { version: cameras.firmware }) : ''].filter(Boolean).join(' · '), [cameras, vehicle.deviceId, t]);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !document.fullscreenElement) {
      event.preventDefault(); // the page under it keeps what it shows
      close();
    }
  };
  return (
    // Esc closes the panel wherever the focus is within it.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section ref={frame} className="live-panel" aria-label={t('live.title', { vehicle: vehicle.name })} onKeyDown={onKey}>
      <header className="live-head">
        <span className="tile tint st-moving">
          <Icon name="video" />
        </span>
        <div className="grow">
          <h2 className="ell">{vehicle.name}</h2>
          <p className="cap ell">{about}</p>
        </div>
        <OtherActions vehicle={vehicle} />
        {document.fullscreenEnabled ? (
          <IconButton className="only-wide" label={t('live.full')} onClick={() => void toggleFull(frame.current)}>
            <Icon name="full-screen" />
          </IconButton>
        ) : null}
        <IconButton ref={closer} label={tSdk('action.close')} onClick={close}>
          <Icon name="close" />
        </IconButton>
      </header>
      {children}
    </section>
  );
}

/** Everything that can be done with the vehicle. */
function useActions(vehicle: VehiclePanelProps['vehicle']): readonly OfferedAction[] {
  return useQuery({ queryKey: ['actions', vehicle], queryFn: () => actionsFor(vehicle) }).data ?? [];
}

/** How many of the vehicle's other actions stand in the head. */
const mostActions = 2;

/** What else can be done with the vehicle: Footage, Track. */
function OtherActions({ vehicle }: Pick<VehiclePanelProps, 'vehicle'>) {
  const others = useActions(vehicle).filter(({ panel, disabled }) => panel !== './live-panel' && !disabled).slice(0, mostActions);
  return others.map((action) => (
    <Button key={`${action.remote} ${action.id}`} className="only-wide" onClick={() => runVehicleAction(action, vehicle)}>
      {action.icon ? <Icon name={action.icon} small /> : null}
      {action.label}
    </Button>
  ));
}

async function toggleFull(frame: HTMLElement | null): Promise<void> {
  await (document.fullscreenElement ? document.exitFullscreen() : frame?.requestFullscreen())?.catch(() => undefined);
}
