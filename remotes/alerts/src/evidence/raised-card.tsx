import { Icon, placeName, useFormat, useText } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';

import { lasted } from '../alert/lasted';
import { iconOf, labelOf } from '../alert/looks';
import { overspeedShownKmh } from '../alert/overspeed-shown';
import { raisedLines } from '../alert/raised-lines';
import type { Alert } from '../api/alert';
import { InfoLines } from '../information/info-lines';
import { AboutPlace } from './about-place';
import { wholeQuery } from './queries';
import { TrackingCard } from './tracking-card';

/** An alert that a plugin raised: a small map, and what its type declares; what is not known is hidden. */
export function RaisedCard({ alert }: { alert: Alert }) {
  const t = useText('alerts');
  const format = useFormat();
  const whole = useQuery({ ...wholeQuery(alert), enabled: !alert.shape });
  const shape = alert.shape ?? whole.data?.shape;
  const zone = alert.zone || format.settings.zone;
  const time = (at: string) => (at ? format.timeWithSeconds(at, zone) : undefined);
  const { start_time: started, end_time: ended } = alert;
  const { speed_kmh: speed, limit } = alert;
  const over = speed == null || limit == null ? 0 : overspeedShownKmh(format.settings.units, speed, limit);
  const lines: [string, string | undefined][] = [
    [t('info.type'), alert.about?.name ? labelOf(t, alert) : undefined], // else it is the card's title
    ...raisedLines(format, alert),
    [t('info.time'), time(alert.event_time_utc)],
    [t('info.start'), time(started)],
    [t('info.end'), time(ended)],
    [t('info.duration'), started && ended ? lasted(format, Date.parse(ended) - Date.parse(started)) : undefined],
    [t('info.speed'), speed == null ? undefined : format.speed(speed)],
    [t('info.overspeed'), over > 0 ? format.speed(over) : undefined],
    [t('info.threshold'), limit == null || alert.values?.['speed_threshold'] !== undefined ? undefined : format.speed(limit)],
    [t('info.device'), alert.device_id || undefined],
  ];
  return (
    <div className="card raised-card">
      <header>
        <span className="tile tint sv-info">
          <Icon name={iconOf(alert)} />
        </span>
        <div className="grow">
          <p className="t1">{alert.about?.name || labelOf(t, alert)}</p>
          <p className="t2 s12 ell">{placeName(alert.location)}</p>
          {alert.withdrawn ? <p className="s12" role="status">{t('info.withdrawn')}</p> : null}
        </div>
      </header>
      <TrackingCard alert={alert}>{shape ? <AboutPlace shape={shape} at={alert.coords} label={alert.sub_header} /> : null}</TrackingCard>
      <InfoLines lines={lines} />
    </div>
  );
}
