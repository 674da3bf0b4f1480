import { useFormat, useText } from '@outrider/sdk';
import { useMemo, useState } from 'react';

import type { EvRow, EvUsage } from '../api/ev';
import { efficiencyText, efficiencyUnit, energyText, moneyText } from '../efficiency';

type Key = 'vehicle_name' | 'group' | 'distance_m' | 'used_kwh' | 'kwh_per_100km' | 'regenerated_kwh' | 'sessions' | 'added_kwh' | 'cost' | 'soc_percent' | 'range_m';

const keys: Key[] = ['vehicle_name', 'group', 'distance_m', 'used_kwh', 'kwh_per_100km', 'regenerated_kwh', 'sessions', 'added_kwh', 'cost', 'soc_percent', 'range_m'];

/** A row a vehicle. */
export function UsageTable({ usage }: { usage: EvUsage }) {
  const t = useText('ev');
  const format = useFormat();
  const [sort, setSort] = useState<{ key: Key; falls: boolean }>({ key: 'vehicle_name', falls: false });
  const rows = useMemo(() => [...usage.vehicles].sort((a, b) => compare(a, b, sort.key) * (sort.falls ? -1 : 1)), [usage, sort]);
  const cell = (row: EvRow, key: Key): string => {
    switch (key) {
      case 'vehicle_name':
      case 'group':
        return row[key];
      case 'distance_m':
        return format.distance(row.distance_m, 0);
      case 'used_kwh':
      case 'added_kwh':
      case 'regenerated_kwh':
        return energyText(format, row[key]);
      case 'kwh_per_100km':
        return efficiencyText(format, row.kwh_per_100km);
      case 'sessions':
        return String(row.sessions);
      case 'cost':
        return moneyText(format, row.cost, usage.setting.currency);
      case 'soc_percent':
        return row.soc_percent === undefined ? '–' : format.percent(row.soc_percent);
      case 'range_m':
        return row.range_m === undefined ? '–' : format.distance(row.range_m, 0);
    }
  };
  return (
    <div className="card ev-scroll">
      <table className="ev-table">
        <thead>
          <tr>
            {keys.map((key, index) => (
              <th key={key} scope="col" className={index > 1 ? 'right' : undefined} aria-sort={sort.key === key ? (sort.falls ? 'descending' : 'ascending') : 'none'}>
                <button type="button" onClick={() => setSort({ key, falls: sort.key === key ? !sort.falls : index > 1 })}>
                  {key === 'kwh_per_100km' ? `${t('column.kwh_per_100km')}, ${efficiencyUnit(format)}` : t(`column.${key}`)}
                  {sort.key === key ? (sort.falls ? ' ↓' : ' ↑') : ''}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.vehicle_id}>
              {keys.map((key, index) => (
                <td key={key} className={index > 1 ? 'num right' : undefined}>
                  {key === 'kwh_per_100km' && row.vehicle_id === usage.best ? <span className="tag good">{t('best')}</span> : null}
                  {key === 'kwh_per_100km' && row.vehicle_id === usage.worst ? <span className="tag warn">{t('worst')}</span> : null}
                  {index === 0 ? <b>{cell(row, key)}</b> : cell(row, key)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function compare(a: EvRow, b: EvRow, key: Key): number {
  const [left, right] = [a[key], b[key]];
  if (typeof left === 'string' || typeof right === 'string') return String(left).localeCompare(String(right));
  return (left ?? -1) - (right ?? -1);
}
