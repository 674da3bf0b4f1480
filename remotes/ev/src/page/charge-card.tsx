import { Icon, useFormat, useText } from '@outrider/sdk';

import type { EvRow, EvUsage } from '../api/ev';

/** How full each vehicle is now; the emptiest first. */
export function ChargeCard({ usage }: { usage: EvUsage }) {
  const t = useText('ev');
  const rows = [...usage.vehicles].sort((a, b) => (a.soc_percent ?? 101) - (b.soc_percent ?? 101));
  return (
    <section className="card" aria-label={t('now')}>
      <header>
        <h2>{t('now')}</h2>
        <span className="s12 t2">{t('nowHint', { charging: usage.totals.charging, percent: usage.setting.low_percent })}</span>
      </header>
      <ul className="ev-now">
        {rows.map((row) => <Now key={row.vehicle_id} row={row} mark={usage.setting.low_percent} />)}
      </ul>
    </section>
  );
}

function Now({ row, mark }: { row: EvRow; mark: number }) {
  const format = useFormat();
  const soc = row.soc_percent;
  return (
    <li>
      <b className="ell">{row.vehicle_name}</b>
      <span className="ev-charging">{row.charging ? <><Icon name="charging" small /> <span className="s12">{`${format.number(row.power_kw, 1)} kW`}</span></> : null}</span>
      <span className={row.low ? 'ev-bar low' : row.charging ? 'ev-bar charging' : 'ev-bar'} aria-hidden="true">
        <i style={{ width: `${Math.min(100, soc ?? 0)}%` }} />
        <u style={{ left: `${mark}%` }} />
      </span>
      <b className="num">{soc === undefined ? '–' : format.percent(soc)}</b>
      <span className="num t2">{row.range_m === undefined ? '–' : format.distance(row.range_m, 0)}</span>
    </li>
  );
}
