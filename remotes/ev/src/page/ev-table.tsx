import { useFormat, useText, type Format, type TextKey } from '@outrider/sdk';
import { UsageTable, type UsageColumn } from '@outrider/sdk/usage';

import type { EvRow, EvUsage } from '../api/ev';
import { efficiencyText, efficiencyUnit, energyText, moneyText } from '../efficiency';

/** The texts that say by which rule a column is made. */
const rules: Partial<Record<keyof EvRow, TextKey<'ev'>>> = { used_kwh: 'about.used', sessions: 'about.sessions', range_m: 'about.range' };

/** A row a vehicle; below what all come to, unless some are left out. */
export function EvTable({ usage, isWhole }: { usage: EvUsage; isWhole: boolean }) {
  const t = useText('ev');
  const format = useFormat();
  const sums = isWhole ? sumsOf(format, usage) : {};
  const numbers = numbersOf(format, usage.setting.currency).map(([key, show]): UsageColumn<EvRow> => ({
    key, label: t(`column.${key}` as TextKey<'ev'>), about: rules[key] && t(rules[key]), isNumber: true, value: (row) => row[key] as number | undefined, show, total: sums[key],
  }));
  const efficiency: UsageColumn<EvRow> = {
    key: 'kwh_per_100km',
    label: `${t('column.kwh_per_100km')}, ${efficiencyUnit(format)}`,
    about: t('about.efficiency'),
    isNumber: true,
    value: (row) => row.kwh_per_100km,
    total: sums.kwh_per_100km,
    show: (row) => (
      <>
        {row.vehicle_id === usage.best ? <span className="tag good">{t('best')}</span> : null}
        {row.vehicle_id === usage.worst ? <span className="tag warn">{t('worst')}</span> : null}
        {efficiencyText(format, row.kwh_per_100km)}
      </>
    ),
  };
  const columns: UsageColumn<EvRow>[] = [
    { key: 'vehicle_name', label: t('column.vehicle_name'), value: (row) => row.vehicle_name, show: (row) => <b>{row.vehicle_name}</b>, total: isWhole ? t('vehicles', { count: usage.vehicles.length }) : undefined },
    { key: 'group', label: t('column.group'), value: (row) => row.group, show: (row) => row.group },
    ...numbers.slice(0, 2),
    efficiency,
    ...numbers.slice(2),
  ];
  return <UsageTable columns={columns} rows={usage.vehicles} keyOf={(row) => row.vehicle_id} first={{ key: 'vehicle_name', falls: false }} />;
}

function numbersOf(format: Format, currency: string | undefined): [key: keyof EvRow, show: (row: EvRow) => string][] {
  return [
    ['distance_m', (row) => format.distance(row.distance_m, 0)],
    ['used_kwh', (row) => energyText(format, row.used_kwh)],
    ['regenerated_kwh', (row) => energyText(format, row.regenerated_kwh)],
    ['sessions', (row) => String(row.sessions)],
    ['added_kwh', (row) => energyText(format, row.added_kwh)],
    ['cost', (row) => moneyText(format, row.cost, currency)],
    ['soc_percent', (row) => (row.soc_percent === undefined ? '–' : format.percent(row.soc_percent))],
    ['range_m', (row) => (row.range_m === undefined ? '–' : format.distance(row.range_m, 0))],
  ];
}

function sumsOf(format: Format, { totals, setting: { currency } }: EvUsage): Partial<Record<keyof EvRow, string>> {
  return {
    distance_m: format.distance(totals.distance_m, 0),
    used_kwh: energyText(format, totals.used_kwh),
    kwh_per_100km: efficiencyText(format, totals.kwh_per_100km),
    regenerated_kwh: energyText(format, totals.regenerated_kwh),
    sessions: format.number(totals.sessions, 0),
    added_kwh: energyText(format, totals.added_kwh),
    cost: moneyText(format, totals.cost, currency),
  };
}
