import { speedKmhFrom, useBands, useFormat, useText } from '@outrider/sdk';

import { lasted } from '../alert/lasted';
import { overspeedShown } from '../alert/overspeed-shown';
import { levelOf } from '../alert/severity';
import type { Alert } from '../api/alert';

/** Start, end, duration, limit, top speed and by how much it was over, and the rule that made the alert, in words. */
export function SpeedingFigures({ alert }: { alert: Alert }) {
  const t = useText('alerts');
  const format = useFormat();
  const bands = useBands();
  const { start, end, max, limit, details } = alert;
  const zone = alert.zone || format.settings.zone;
  const top = max?.speed ?? alert.speed_kmh;
  const shownOver = top != null && limit != null ? overspeedShown(format.settings.units, top, limit) : undefined;
  const over = shownOver === undefined ? undefined : speedKmhFrom(format.settings.units, shownOver);
  const level = levelOf(alert, format.settings.units, bands) ?? 'none';
  const lastedMs = start && end ? Date.parse(end.time) - Date.parse(start.time) : alert.duration_ms;
  const lines = [
    ['start', format.timeWithSeconds(start?.time ?? alert.event_time_utc, zone)],
    ['end', end ? format.timeWithSeconds(end.time, zone) : t('speeding.goesOn')],
    ['duration', lastedMs == null ? '–' : lasted(format, lastedMs)],
    ['limit', format.speed(limit)],
    ['topSpeed', format.speed(top)],
    ['overspeed', format.speed(over)],
  ] as const;
  const rule = details?.rule;
  return (
    <>
      <p className={`speeding-over is-${level}`}>
        <b className="num">{over === undefined ? '–' : `+${format.speed(over)}`}</b>
        <span>{t(`speeding.level.${level}`)}</span>
      </p>
      <dl className="detail-info">
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`info.${name}`)}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
        {alert.device_id ? (
          <div>
            <dt>{t('info.device')}</dt>
            <dd className="num">{alert.device_id}</dd>
          </div>
        ) : null}
      </dl>
      {rule ? (
        <p className="s12 t2 speeding-why">
          {t('speeding.why', { band: format.speed(rule.band_kmh), seconds: rule.least_s, version: rule.version })}{' '}
          {t(rule.limit_source === 'sample' ? 'speeding.limit.sample' : 'speeding.limit.default')}
        </p>
      ) : null}
    </>
  );
}
