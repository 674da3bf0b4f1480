import { useFormat, useText, type Format, type TextKey } from '@outrider/sdk';
import { UsageTable, type UsageColumn } from '@outrider/sdk/usage';
import type { ReactNode } from 'react';

import type { FuelRow, FuelUsage } from '../api/fuel';
import { economyText, economyUnit, moneyText } from '../economy';

interface FuelTableProps {
  usage: FuelUsage;
  chosen: string | undefined;
  onChoose: (vehicleId: string) => void;
}

type Shown = [key: keyof FuelRow, show: (row: FuelRow) => ReactNode];

/** The texts that say by which rule a column is made. */
const rules: Partial<Record<keyof FuelRow, TextKey<'fuel'>>> = { used_l: 'about.used', idle_s: 'about.idle', co2_kg: 'about.co2', refuels: 'about.refuels' };

/** A row a vehicle; one is chosen for its tank. */
export function FuelTable({ usage, chosen, onChoose }: FuelTableProps) {
  const t = useText('fuel');
  const format = useFormat();
  const sums = sumsOf(format, usage);
  const numbers = numbersOf(format, usage.prices[0]?.currency).map(([key, show]): UsageColumn<FuelRow> => ({
    key, label: t(`column.${key}` as TextKey<'fuel'>), about: rules[key] && t(rules[key]), isNumber: true, value: (row) => row[key] as number | undefined, show, total: sums[key],
  }));
  const at = numbers.findIndex(({ key }) => key === 'l_per_100km');
  const economy: UsageColumn<FuelRow> = {
    key: 'l_per_100km',
    label: `${t('column.l_per_100km')}, ${economyUnit(format)}`,
    about: t('about.economy'),
    isNumber: true,
    value: (row) => row.l_per_100km,
    total: sums.l_per_100km,
    show: (row) => (
      <>
        {row.vehicle_id === usage.best ? <span className="tag good">{t('best')}</span> : null}
        {row.vehicle_id === usage.worst ? <span className="tag warn">{t('worst')}</span> : null}
        {economyText(format, row.l_per_100km)}
      </>
    ),
  };
  const columns: UsageColumn<FuelRow>[] = [
    {
      key: 'vehicle_name',
      label: t('column.vehicle_name'),
      value: (row) => row.vehicle_name,
      total: t('vehicles', { count: usage.vehicles.length }),
      show: (row) => <button type="button" className="fu-name" aria-pressed={row.vehicle_id === chosen} onClick={() => onChoose(row.vehicle_id)}>{row.vehicle_name}</button>,
    },
    { key: 'group', label: t('column.group'), value: (row) => row.group, show: (row) => row.group },
    ...numbers.slice(0, at),
    economy,
    ...numbers.slice(at + 1),
    {
      key: 'thefts',
      label: t('column.thefts'),
      about: t('about.thefts'),
      isNumber: true,
      value: (row) => row.thefts,
      total: usage.totals.thefts > 0 ? `${usage.totals.thefts} · ${format.volume(usage.totals.stolen_l)}` : t('none'),
      show: (row) => (row.thefts > 0 ? <b className="fu-theft">{`${row.thefts} · ${format.volume(row.stolen_l)}`}</b> : t('none')),
    },
  ];
  return <UsageTable columns={columns} rows={usage.vehicles} keyOf={(row) => row.vehicle_id} first={{ key: 'used_l', falls: true }} chosen={chosen} />;
}

function numbersOf(format: Format, currency: string | undefined): Shown[] {
  return [
    ['distance_m', (row) => format.distance(row.distance_m, 0)],
    ['used_l', (row) => (row.used_l === undefined ? '–' : format.volume(row.used_l))],
    ['l_per_100km', () => ''],
    ['idle_s', (row) => format.duration(row.idle_s)],
    ['idle_l', (row) => format.volume(row.idle_l)],
    ['idle_cost', (row) => moneyText(format, row.idle_cost, currency)],
    ['co2_kg', (row) => (row.co2_kg === undefined ? '–' : `${format.number(row.co2_kg, 0)} kg`)],
    ['level_percent', (row) => (row.level_percent === undefined ? '–' : <Level percent={row.level_percent} text={format.percent(row.level_percent)} />)],
    ['refuels', (row) => (row.refuels === 0 ? '0' : `${row.refuels} · ${format.volume(row.refuelled_l, 0)}`)],
  ];
}

/** How full a tank is, as a bar with its figure. */
function Level({ percent, text }: { percent: number; text: string }) {
  return (
    <span className="fu-level">
      <i aria-hidden="true">
        <b style={{ width: `${Math.min(100, percent)}%` }} />
      </i>
      {text}
    </span>
  );
}

function sumsOf(format: Format, { totals, prices }: FuelUsage): Partial<Record<keyof FuelRow, string>> {
  return {
    distance_m: format.distance(totals.distance_m, 0),
    used_l: format.volume(totals.used_l),
    l_per_100km: economyText(format, totals.l_per_100km),
    idle_s: format.duration(totals.idle_s),
    idle_l: format.volume(totals.idle_l),
    idle_cost: moneyText(format, totals.idle_cost, prices[0]?.currency),
    co2_kg: `${format.number(totals.co2_kg, 0)} kg`,
    refuels: totals.refuels === 0 ? '0' : `${totals.refuels} · ${format.volume(totals.refuelled_l, 0)}`,
  };
}
