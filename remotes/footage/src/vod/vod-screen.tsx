import { Button, Empty, Failure, Icon, Loading, StateView, useFormat, useText, type ActionVehicle } from '@outrider/sdk';
import { VehicleSelectorDialog } from '@outrider/sdk/select';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

import { getCameras, type Cameras } from '../api/channels';
import { getVodSupport } from '../api/recordings';
import { getVehicle } from '../api/vehicle';
import { canPlay } from '../live/can-play';
import { DayField } from '../request/request-fields';
import { useDay } from '../request/use-day';
import { DayPlayer } from './day-player';
import { usePlace, type Place } from './use-place';

import '../live/live.css';
import '../request/request.css';
import './vod.css';

/** Recordings of one vehicle, a day and some of its channels, played from the device. */
export function VodScreen() {
  const t = useText('footage');
  const [place, change] = usePlace();
  const [isChoosing, setChoosing] = useState(false);
  const { vehicleId } = place;
  const vehicle = useQuery({ queryKey: ['vod-vehicle', vehicleId], queryFn: ({ signal }) => getVehicle(vehicleId ?? '', signal), enabled: vehicleId !== undefined, retry: false });
  const choice = (
    <div>
      <span className="label">{t('vod.vehicle')}</span>
      <Button className="vod-vehicle" onClick={() => setChoosing(true)}>
        <Icon name="vehicles" small />
        <span className="ell">{vehicle.data?.name ?? t('vod.choose')}</span>
        <Icon name="chevron-down" small />
      </Button>
    </div>
  );
  return (
    <div className="vod">
      {vehicle.data?.deviceId === undefined || !canPlay() ? <div className="vod-choice">{choice}</div> : null}
      {vehicleId === undefined ? <Empty icon="video" title={t('vod.nothing')} action={<Button variant="primary" onClick={() => setChoosing(true)}>{t('vod.choose')}</Button>}>{t('vod.nothingText')}</Empty>
        : vehicle.isPending ? <Loading rows={8} />
        : vehicle.isError ? <Failure error={vehicle.error} onRetry={() => void vehicle.refetch()} />
        : vehicle.data.deviceId === undefined ? <StateView icon="video" title={t('live.noDevice')} role="alert" />
        : !canPlay() ? <StateView icon="video" title={t('live.notSupported')} role="alert" />
        : <VodDevice key={vehicle.data.deviceId} vehicle={vehicle.data} deviceId={vehicle.data.deviceId} {...{ place, change, choice }} />}
      {isChoosing ? (
        <VehicleSelectorDialog
          mode="vehicle"
          value={vehicleId === undefined ? [] : [vehicleId]}
          onOk={([id]) => {
            setChoosing(false);
            if (id !== undefined) change({ vehicleId: id });
          }}
          onCancel={() => setChoosing(false)}
        />
      ) : null}
    </div>
  );
}

interface VodDeviceProps {
  vehicle: ActionVehicle;
  deviceId: string;
  place: Place;
  change: (change: Partial<Place>) => void;
  /** Chooses another vehicle. */
  choice: ReactNode;
}

function VodDevice(props: VodDeviceProps) {
  const { deviceId, choice } = props;
  const t = useText('footage');
  const support = useQuery({ queryKey: ['vod-support', deviceId], queryFn: ({ signal }) => getVodSupport(deviceId, signal), retry: false });
  const cameras = useQuery({ queryKey: ['cameras', deviceId], queryFn: ({ signal }) => getCameras(deviceId, signal) });
  const alone = <div className="vod-choice">{choice}</div>;
  if (support.isPending || cameras.isPending) return <>{alone}<Loading rows={8} /></>;
  if (support.isError) return <>{alone}<Failure error={support.error} onRetry={() => void support.refetch()} /></>;
  if (cameras.isError) return <>{alone}<Failure error={cameras.error} onRetry={() => void cameras.refetch()} /></>;
  if (!support.data.supported) {
    const { model, firmware, minimum, reason } = support.data;
    return (
      <>
        {alone}
        <StateView icon="video" title={t('vod.notSupported')}>
          {t(reason === 'firmware' ? 'vod.firmware' : 'vod.model', { model, firmware, minimum })}
        </StateView>
      </>
    );
  }
  return <VodDay {...props} cameras={cameras.data} />;
}

function VodDay({ vehicle, deviceId, place, change, choice, cameras }: VodDeviceProps & { cameras: Cameras }) {
  const t = useText('footage');
  const { settings } = useFormat();
  const [zone, setZone] = useState(settings.zone);
  const { zoneSaid, ...day } = useDay(vehicle.id, deviceId, place.date, zone);
  if (zoneSaid !== undefined && zoneSaid !== zone) {
    setZone(zoneSaid);
  }
  const chosen = (place.channels ?? [1]).filter((id) => cameras.channels.some((one) => one.id === id));
  return (
    <>
      <div className="vod-choice">{choice}<DayField date={place.date} today={day.today} onDate={(date) => change({ date })} /></div>
      {day.state === 'failed' ? <StateView icon="offline" title={t('request.notReached')} role="alert" action={<Button onClick={day.retry}>{t('live.again')}</Button>} /> : null}
      {day.state === 'empty' ? <p className="req-said warn" role="status"><Icon name="warning" /><span>{t('request.none')}</span></p> : null}
      {day.state === 'pending' ? <p className="req-said t2" role="status">{t('request.looking')}</p> : null}
      {day.state === 'known' ? <DayPlayer key={`${deviceId} ${place.date}`} {...{ vehicle, deviceId, day, chosen, zone }} date={place.date} start={place.start} cameras={cameras.channels} onPlace={change} /> : null}
    </>
  );
}
