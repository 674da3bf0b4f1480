import { labelled, toast, translate, useFormat, useText } from '@outrider/sdk';
import { MapMarker } from '@outrider/sdk/map';
import { SyncedPlayer, type PlaybackClock } from '@outrider/sdk/player';
import type { TrackingSample } from '@outrider/sdk/device-files';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';

import type { Alert } from '../api/alert';
import { driveQuery, type SpeedingDrive } from './speeding-data';
import { SpeedingFigures } from './speeding-figures';
import { TrackingCard } from './tracking-card';
import type { Medium } from './use-evidence';

/** A speeding alert: its drive on the map and as a chart, when and how long, the limit, and what made it. */
export function SpeedingPane({ alert, clock }: { alert: Alert; clock: PlaybackClock }) {
  const t = useText('alerts');
  const drive = useQuery(driveQuery(alert));
  const hasFailed = drive.isError;
  useEffect(() => {
    if (hasFailed) toast(translate('alerts:speeding.failed'), 'error');
  }, [hasFailed, alert.alert_id]);
  const known = useMemo(() => samplesOf(alert), [alert]);
  const route = drive.data && drive.data.route.length > 1 ? drive.data.route : known;
  const tracking: Medium<TrackingSample[]> = { state: drive.isPending && alert.vehicle_id !== '' ? 'loading' : route.some(({ gpsValid }) => gpsValid) ? 'showing' : 'none', progress: 0, data: route };
  const top = alert.max ? { at: Date.parse(alert.max.time), label: t('speeding.top') } : undefined;
  return (
    <SyncedPlayer
      label={t('media.player')}
      clock={clock}
      channels={[]}
      tracking={route.length > 1 ? route : undefined}
      event={top}
      zone={alert.zone || undefined}
      stage={
        <div className="card speeding-map">
          <TrackingCard alert={alert} tracking={tracking}>
            {drive.data ? <Matched matched={drive.data.matched} zone={alert.zone} /> : null}
          </TrackingCard>
        </div>
      }
      aside={
        <div className="card detail-side of-speeding">
          <SpeedingFigures alert={alert} />
        </div>
      }
    />
  );
}

/** The readings that belong to the points of the event. */
function Matched({ matched, zone }: Pick<SpeedingDrive, 'matched'> & { zone: string }) {
  const t = useText('alerts');
  const format = useFormat();
  return (['start', 'max', 'end'] as const).map((name) => {
    const sample = matched[name];
    return sample ? (
      <MapMarker key={name} lat={sample.lat} lng={sample.lng} kind={name === 'max' ? 'event' : 'dot'} color={name === 'max' ? 'var(--error)' : 'var(--primary)'} label={labelled(t(`speeding.point.${name}`), `${format.timeWithSeconds(sample.time, zone || undefined)}, ${format.speed(sample.speedKmh)}`)} />
    ) : null;
  });
}

/** The samples that the alert was made of: they have no places, but are there even if the drive cannot be read. */
function samplesOf({ details, coords }: Alert): TrackingSample[] {
  return (details?.samples ?? []).map(({ time_ms, speed_kmh, limit_kmh }) => ({
    time: time_ms, zoneMinutes: 0, dstMinutes: 0, gpsTime: time_ms, gpsValid: false, lat: coords?.lat ?? 0, lng: coords?.lng ?? 0, speedKmh: speed_kmh, courseDeg: 0, dipState: 0,
    ignition: true, speedLimitKmh: limit_kmh, idling: false,
  }));
}
