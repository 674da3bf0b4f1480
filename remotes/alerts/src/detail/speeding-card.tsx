import { useBands, useFormat, useText } from '@outrider/sdk';
import { SpeedChart } from '@outrider/sdk/charts';
import { useMemo } from 'react';

import type { Alert } from '../api/alert';

/** What made a speeding alert: its samples against the limit, and the rule in words. */
export function SpeedingCard({ alert }: { alert: Alert }) {
  const t = useText('alerts');
  const format = useFormat();
  const bands = useBands();
  const { max, details } = alert;
  const samples = useMemo(() => (details?.samples ?? []).map(({ time_ms, speed_kmh, limit_kmh }) => ({ at: time_ms, speedKmh: speed_kmh, limitKmh: limit_kmh })), [details]);
  const rule = details?.rule;
  return (
    <div className="card speeding-card">
      <SpeedChart samples={samples} bands={bands} {...(max ? { event: { at: Date.parse(max.time), label: t('speeding.top') } } : {})} />
      {rule ? (
        <p className="s12 t2">
          {t('speeding.why', { band: format.speed(rule.band_kmh), seconds: rule.least_s, version: rule.version })}{' '}
          {t(rule.limit_source === 'sample' ? 'speeding.limit.sample' : 'speeding.limit.default')}
        </p>
      ) : null}
    </div>
  );
}
