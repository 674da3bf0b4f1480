import { useFormat, useText } from '@outrider/sdk';

import type { Alert } from '../api/alert';

/** What is known of the alert; what is not known is left out. */
export function Information({ alert }: { alert: Alert }) {
  const t = useText('alerts');
  const format = useFormat();
  const { accel_g, predictions } = alert;
  const probability = predictions[0]?.pred_prob;
  const zone = alert.zone || format.settings.zone;
  const { start, end, max, limit } = alert;
  const lines: [string, string | undefined][] = [
    ['start', start ? format.timeWithSeconds(start.time, zone) : undefined],
    ['end', end ? format.timeWithSeconds(end.time, zone) : undefined],
    [max ? 'topSpeed' : 'speed', alert.speed_kmh == null ? undefined : format.speed(alert.speed_kmh)],
    ['limit', alert.limit == null ? undefined : format.speed(alert.limit)],
    ['overspeed', max && limit != null ? format.speed(max.speed - limit) : undefined],
    ['peak', accel_g ? `x ${signed(accel_g.x)}  y ${signed(accel_g.y)}  z ${signed(accel_g.z)} g` : undefined],
    ['duration', alert.duration_ms == null ? undefined : max ? format.duration(Math.round(alert.duration_ms / 1000)) : `${format.number(alert.duration_ms / 1000, 1)} s`],
    ['certainty', probability === undefined ? undefined : format.percent(Math.round(probability * 100))],
    ['camera', alert.channel ? `CH${alert.channel}` : undefined],
    ['input', alert.pin ? alert.pin_name : undefined],
    ['device', alert.device_id || undefined],
  ];
  return (
    <dl className="detail-info">
      {lines.map(([name, value]) =>
        value === undefined ? null : (
          <div key={name}>
            <dt>{t(`info.${name}`)}</dt>
            <dd className="num">{value}</dd>
          </div>
        ),
      )}
    </dl>
  );

  function signed(g: number): string {
    return `${g < 0 ? '−' : '+'}${format.number(Math.abs(g), 2)}`;
  }
}
