import { useFormat, useText } from '@outrider/sdk';
import { useMemo, useState } from 'react';

import type { FuelRow, FuelUsage } from '../api/fuel';
import { economyText, economyUnit, moneyText } from '../economy';

interface UsageTableProps {
  usage: FuelUsage;
  chosen: string | undefined;
  onChoose: (vehicleId: string) => void;
}

type Key = 'vehicle_name' | 'group' | 'distance_m' | 'used_l' | 'l_per_100km' | 'idle_s' | 'idle_l' | 'idle_cost' | 'co2_kg' | 'level_percent' | 'refuels' | 'thefts';

const keys: Key[] = ['vehicle_name', 'group', 'distance_m', 'used_l', 'l_per_100km', 'idle_s', 'idle_l', 'idle_cost', 'co2_kg', 'level_percent', 'refuels', 'thefts'];

/** A row a vehicle; one is chosen for its tank. */
export function UsageTable({ usage, chosen, onChoose }: UsageTableProps) {
  const t = useText('fuel');
  const format = useFormat();
  const [sort, setSort] = useState<{ key: Key; falls: boolean }>({ key: 'used_l', falls: true });
  const rows = useMemo(() => [...usage.vehicles].sort((a, b) => compare(a, b, sort.key) * (sort.falls ? -1 : 1)), [usage, sort]);
  const currency = usage.prices[0]?.currency;
  const cell = (row: FuelRow, key: Key): string => {
    switch (key) {
      case 'vehicle_name':
      case 'group':
        return row[key];
      case 'distance_m':
        return format.distance(row.distance_m, 0);
      case 'used_l':
        return row.used_l === undefined ? '–' : format.volume(row.used_l);
      case 'l_per_100km':
        return economyText(format, row.l_per_100km);
      case 'idle_s':
        return format.duration(row.idle_s);
      case 'idle_l':
        return format.volume(row.idle_l);
      case 'idle_cost':
        return moneyText(format, row.idle_cost, currency);
      case 'co2_kg':
        return row.co2_kg === undefined ? '–' : `${format.number(row.co2_kg, 0)} kg`;
      case 'level_percent':
        return row.level_percent === undefined ? '–' : format.percent(row.level_percent);
      case 'refuels':
        return row.refuels === 0 ? '0' : `${row.refuels} · ${format.volume(row.refuelled_l, 0)}`;
      case 'thefts':
        return row.thefts === 0 ? t('none') : `${row.thefts} · ${format.volume(row.stolen_l)}`;
    }
  };
  return (
    <div className="card fu-scroll">
      <table className="fu-table">
        <thead>
          <tr>
            {keys.map((key, index) => (
              <th key={key} scope="col" className={index > 1 ? 'right' : undefined} aria-sort={sort.key === key ? (sort.falls ? 'descending' : 'ascending') : 'none'}>
                <button type="button" onClick={() => setSort({ key, falls: sort.key === key ? !sort.falls : index > 1 })}>
                  {key === 'l_per_100km' ? `${t('column.l_per_100km')}, ${economyUnit(format)}` : t(`column.${key}`)}
                  {sort.key === key ? (sort.falls ? ' ↓' : ' ↑') : ''}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.vehicle_id} className={row.vehicle_id === chosen ? 'on' : undefined}>
              {keys.map((key, index) => (
                <td key={key} className={index > 1 ? 'num right' : undefined}>
                  {index === 0 ? (
                    <button type="button" className="fu-name" aria-pressed={row.vehicle_id === chosen} onClick={() => onChoose(row.vehicle_id)}>{cell(row, key)}</button>
                  ) : (
                    <>
                      {key === 'l_per_100km' && row.vehicle_id === usage.best ? <span className="tag good">{t('best')}</span> : null}
                      {key === 'l_per_100km' && row.vehicle_id === usage.worst ? <span className="tag warn">{t('worst')}</span> : null}
                      {key === 'thefts' && row.thefts > 0 ? <b className="fu-theft">{cell(row, key)}</b> : cell(row, key)}
                    </>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function compare(a: FuelRow, b: FuelRow, key: Key): number {
  const [left, right] = [a[key], b[key]];
  if (typeof left === 'string' || typeof right === 'string') return String(left).localeCompare(String(right));
  return (left ?? -1) - (right ?? -1);
}
