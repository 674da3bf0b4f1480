import type { Format } from '@outrider/sdk';
import type { DateTimeRange } from '@outrider/sdk/inputs';

import type { Totals, View } from '../api/report';
import { chartAmount } from './chart-amount';
import type { ReportColumn, ReportKind } from './report-kind';
import { valueText } from './value-text';

/** A bar: what it comes to, and the parts that it has. */
export interface Bar {
  id: string;
  /** Below it. */
  label: string;
  /** In full. */
  name: string;
  value: number;
  parts: readonly number[];
}

/** A part of bars: what it is called, its colour, and what it comes to in all of them. */
export interface Part {
  id: string;
  label: string;
  color: string;
  total: number;
}

/** What a chart shows. */
export interface ChartModel {
  x: ReportColumn;
  y: ReportColumn;
  unit?: string;
  isInTime: boolean;
  /** Whether a label is the number of a day alone. */
  hasDays: boolean;
  bars: readonly Bar[];
  /** None where bars are whole. */
  parts: readonly Part[];
  /** What a bar came to in the time before, as a mean. */
  average?: number;
  write: (value: number) => string;
}

/** The time before, and what it came to. */
export interface Before {
  totals: Totals;
  range: DateTimeRange;
}

const rest = 'var(--text-3)';

/** The chart of the first of a report's columns, divided by its sub-totals; undefined where there is nothing to draw. */
export function chartModel(type: ReportKind, view: View, groupBy: string, before: Before | undefined, others: string, format: Format): ChartModel | undefined {
  const x = type.columns.find(({ key }) => key === type.chart?.x);
  const y = type.columns.find(({ key }) => key === type.chart?.y[0]);
  if (!x || !y || view.chart.length === 0) return undefined;
  const amount = chartAmount(format, y.kind);
  const of = (value = 0) => amount?.of(value) ?? value;
  const grouped = type.columns.find(({ key }) => key === groupBy);
  const length = grouped ? Math.max(...view.chart.map(({ parts }) => parts?.length ?? 0)) : 0;
  const hasDays = x.kind === 'day' && view.chart_step === 'day';
  const bars = view.chart.map((point, index) => ({
    id: point.x,
    label: x.kind === 'day' ? dayLabel(point.x, hasDays && index > 0, format) : valueText(x, point.x, view.names),
    name: x.kind === 'day' ? dayName(point.x, format) : valueText(x, point.x, view.names),
    value: of(point.y[0]),
    parts: Array.from({ length }, (_, part) => of(point.parts?.[part])),
  }));
  const parts = Array.from({ length }, (_, index) => {
    const key = view.chart_parts[index];
    return {
      id: key ?? '…', label: key === undefined || !grouped ? others : valueText(grouped, key, view.names), color: key === undefined ? rest : `var(--cat-${index + 1})`,
      total: bars.reduce((sum, bar) => sum + (bar.parts[index] ?? 0), 0),
    };
  });
  const average = meanBefore(type, view, y, before);
  return {
    x, y, bars, parts, hasDays,
    ...(amount ? { unit: amount.unit } : {}),
    isInTime: x.kind === 'day' || x.kind === 'time',
    ...(average === undefined || !(x.kind === 'day' || x.kind === 'time') ? {} : { average: of(average) }),
    write: (value) => (amount ? format.number(value, value < 100 ? 1 : 0) : valueText(y, value, view.names)),
  };
}

const dayMs = 86_400_000;

/** What one bar came to in the time before: its total over as many bars as it would have, of a day that is not whole its part. */
function meanBefore(type: ReportKind, view: View, y: ReportColumn, before: Before | undefined): number | undefined {
  const total = before?.totals.totals[type.totals.findIndex(({ column, of }) => column === y.key && of === 'sum')];
  if (!before || typeof total !== 'number') return undefined;
  const days = (Date.parse(`${before.range.end}Z`) + 1_000 - Date.parse(`${before.range.start}Z`)) / dayMs; // the end is its last second
  return total / Math.max(1, view.chart_step === 'day' ? days : view.chart_step === 'week' ? days / 7 : view.chart.length);
}

const utc = (format: Format, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(format.settings.locale, { ...options, timeZone: 'UTC' });

/** `1 Oct`, and the days behind it by their number. */
function dayLabel(day: string, isShort: boolean, format: Format): string {
  if (isShort && !day.endsWith('-01')) return String(Number(day.slice(8)));
  return utc(format, { day: 'numeric', month: 'short' }).format(new Date(`${day}T12:00:00Z`));
}

const dayName = (day: string, format: Format) => utc(format, { weekday: 'short', day: 'numeric', month: 'short' }).format(new Date(`${day}T12:00:00Z`));

/** Round values from nothing up to the first that is not below a value: four steps or so. */
export function ticksOf(most: number): number[] {
  if (most <= 0) return [0, 1];
  const power = 10 ** Math.floor(Math.log10(most / 4));
  const step = ([1, 2, 2.5, 5].find((one) => one * power >= most / 4) ?? 10) * power;
  return Array.from({ length: Math.ceil(most / step - 1e-9) + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}
