import { Icon, useFormat, useText } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';

import { lasted } from '../alert/lasted';
import { labelOf } from '../alert/looks';
import type { Alert } from '../api/alert';
import { Fence } from './fence';
import { wholeQuery } from './queries';
import { TrackingCard } from './tracking-card';

/** A geofence alert: a small map, and what is known of it; a field with the value none is hidden. */
export function GeofenceCard({ alert }: { alert: Alert }) {
  const t = useText('alerts');
  const format = useFormat();
  const whole = useQuery({ ...wholeQuery(alert), enabled: !alert.shape });
  const shape = alert.shape ?? whole.data?.shape;
  const zone = alert.zone || format.settings.zone;
  const time = (at: string) => (at ? format.timeWithSeconds(at, zone) : undefined);
  const started = alert.parking_start_time || alert.speed_start_time;
  const ended = alert.parking_end_time || alert.speed_end_time;
  const indicator = alert.entry_exit_indicator || alert.over_under_indicator;
  const lines: [string, string | undefined][] = [
    ['geofence', alert.sub_header],
    ['crossing', indicator && indicator !== 'none' ? t(`geofence.${indicator}`) : undefined],
    ['time', time(alert.event_time_utc)],
    ['start', time(started)],
    ['end', time(ended)],
    ['duration', started && ended ? lasted(format, Date.parse(ended) - Date.parse(started)) : undefined],
    ['speed', alert.speed_kmh == null ? undefined : format.speed(alert.speed_kmh)],
    ['limit', alert.speed_threshold == null ? undefined : format.speed(alert.speed_threshold)],
    ['device', alert.device_id],
  ];
  return (
    <div className="card geofence-card">
      <header>
        <span className="tile tint sv-info">
          <Icon name="geofencing" />
        </span>
        <div className="grow">
          <p className="t1">{alert.sub_header || labelOf(t, alert)}</p>
          <p className="t2 s12 ell">{alert.location}</p>
        </div>
      </header>
      <TrackingCard alert={alert}>{shape ? <Fence shape={shape} at={alert.coords} label={alert.sub_header} /> : null}</TrackingCard>
      <dl className="detail-info">
        {lines.map(([name, value]) =>
          !value || value === 'none' ? null : (
            <div key={name}>
              <dt>{t(`info.${name}`)}</dt>
              <dd className="num">{value}</dd>
            </div>
          ),
        )}
      </dl>
    </div>
  );
}
