import { useFormat, useText, type Format } from '@outrider/sdk';
import { Explain } from '@outrider/sdk/explain';
import type { ReactNode } from 'react';

import type { FuelRow, FuelUsage } from '../api/fuel';
import { changeText, economyText, economyUnit, moneyText } from '../economy';

/** What all vehicles come to, beside as long a time before. */
export function Figures({ usage: { totals, before, compared, prices, vehicles, best, worst } }: { usage: FuelUsage }) {
  const t = useText('fuel');
  const format = useFormat();
  const nameOf = (id: string) => vehicles.find(({ vehicle_id }) => vehicle_id === id);
  const change = (now?: number, then?: number) => (compared ? changeText(format, now, then) : t('notCompared'));
  const [first, last] = [nameOf(best), nameOf(worst)];
  return (
    <dl className="card fu-figures">
      <Figure label={t('used')} about={t('about.used')} more={change(totals.used_l, before.used_l)}>{format.volume(totals.used_l, 0)}</Figure>
      <Figure label={t('economy')} about={t('about.economy')} more={change(totals.l_per_100km, before.l_per_100km)}>{`${economyText(format, totals.l_per_100km)} ${economyUnit(format)}`}</Figure>
      <Figure label={t('co2')} about={t('about.co2')} more={change(totals.co2_kg, before.co2_kg)}>{`${format.number(totals.co2_kg, 0)} kg`}</Figure>
      <Figure label={t('idle')} about={t('about.idle')} more={`${format.duration(totals.idle_s)} · ${prices[0] ? moneyText(format, totals.idle_cost, prices[0].currency) : t('noPrice')}`}>{format.volume(totals.idle_l)}</Figure>
      <Figure label={t('best')} more={first?.vehicle_name ?? t('far')}>{withUnit(format, first)}</Figure>
      <Figure label={t('worst')} more={last?.vehicle_name ?? t('far')}>{withUnit(format, last)}</Figure>
    </dl>
  );
}

function withUnit(format: Format, row: FuelRow | undefined): string {
  return row ? `${economyText(format, row.l_per_100km)} ${economyUnit(format)}` : '–';
}

function Figure({ label, about, more, children }: { label: string; about?: string; more?: string | undefined; children: ReactNode }) {
  return (
    <div>
      <dt>
        {label}
        {about ? <Explain about={label}>{about}</Explain> : null}
      </dt>
      <dd className="num">{children}</dd>
      {more ? <dd className="s12 t2">{more}</dd> : null}
    </div>
  );
}
