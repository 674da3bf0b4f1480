import { Failure, Icon, Loading, useFormat, useText, type Format, type TextKey, type Translate } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';

import { getVehicleFaults, type Fault } from '../api/faults';
import { faultIcon } from './fault-kinds';

import './faults.css';

/** The faults of a vehicle, of one device if it is named; OK when there are none. */
export function FaultList({ vehicleId, deviceId }: { vehicleId: string; deviceId?: string }) {
  const faults = useVehicleFaults(vehicleId);
  if (faults.isPending) {
    return <Loading rows={1} />;
  }
  if (faults.isError) {
    return <Failure error={faults.error} onRetry={() => void faults.refetch()} />;
  }
  const list = faults.data.filter((fault) => deviceId === undefined || fault.device_id === deviceId);
  return list.length === 0 ? <OkBadge /> : <Faults list={list} />;
}

/** The faults of a vehicle; one key for all who show them. */
export function useVehicleFaults(vehicleId: string) {
  return useQuery({ queryKey: ['faults', vehicleId], queryFn: ({ signal }) => getVehicleFaults(vehicleId, signal), refetchInterval: 60_000 });
}

/** All is well. */
export function OkBadge() {
  const t = useText('vehicles');
  return (
    <span className="pill st-moving fault-ok">
      <Icon name="check" small />
      {t('faults.ok')}
    </span>
  );
}

/** Faults, each with the icon of its type. */
export function Faults({ list }: { list: readonly Fault[] }) {
  const t = useText('vehicles');
  const format = useFormat();
  return (
    <ul className="fault-list">
      {list.map((fault, i) => (
        <li key={`${fault.device_id} ${fault.type} ${i}`}>
          <span className="fault-icon">
            <Icon name={faultIcon(fault.type)} small />
          </span>
          <span className="grow">
            <b>{t(`fault.${fault.type}` as TextKey<'vehicles'>, { defaultValue: fault.type })}</b>
            <span className="t2"> {textOf(fault, t, format)}</span>
          </span>
          <span className="t3 s12">{placeOf(fault, t)}</span>
        </li>
      ))}
    </ul>
  );
}

/** What the server says of a device whose disk is corrupted, whatever the device's own words are. */
const corrupted = 'Disk Corrupted';

/** What is wrong: in the device's words, measured of its clock, or of its disk. */
export function textOf({ type, text, context: { skew_ms } }: Pick<Fault, 'type' | 'text' | 'context'>, t: Translate<'vehicles'>, format: Pick<Format, 'duration'>): string {
  if (type === 'clock' && skew_ms !== undefined) {
    return t('faults.clockAhead', { time: format.duration(skew_ms / 1000) });
  }
  return text === corrupted ? t('faults.diskCorrupted') : text;
}

/** Where in the device a fault is: a channel, a medium. */
export function placeOf({ context: { channel, medium, id } }: Fault, t: Translate<'vehicles'>): string {
  return channel !== undefined && channel > 0 ? t('faults.channel', { channel }) : [medium?.toUpperCase(), id].filter(Boolean).join(' ');
}
