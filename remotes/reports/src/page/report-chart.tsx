import { currentFormat, useManifestText } from '@outrider/sdk';
import { BarChart } from '@outrider/sdk/charts';

import type { View } from '../api/report';
import { chartAmount } from './chart-amount';
import type { ReportKind } from './report-kind';
import { valueText } from './value-text';

/** More bars than this say nothing. */
const mostBars = 62;

/** The picture of a report: its first column of the chart, by the days or by the largest. */
export function ReportChart({ type, view }: { type: ReportKind; view: View }) {
  const text = useManifestText();
  const x = type.columns.find(({ key }) => key === type.chart?.x);
  const y = type.columns.find(({ key }) => key === type.chart?.y[0]);
  if (!x || !y || view.chart.length === 0) {
    return null;
  }
  const inTime = x.kind === 'day' || x.kind === 'time';
  const points = [...view.chart].sort((a, b) => (inTime ? a.x.localeCompare(b.x) : (b.y[0] ?? 0) - (a.y[0] ?? 0))).slice(0, mostBars);
  const format = currentFormat();
  const amount = chartAmount(format, y.kind);
  const day = new Intl.DateTimeFormat(format.settings.locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const categories = points.map((point) => ({
    id: point.x,
    label: x.kind === 'day' ? day.format(new Date(`${point.x}T12:00:00Z`)) : valueText(x, point.x, view.names),
    value: amount?.of(point.y[0] ?? 0) ?? point.y[0] ?? 0,
    color: 'var(--cat-2)',
  }));
  return (
    <div className="card rp-chart">
      <BarChart
        title={`${text(y.label)} · ${text(x.label)}`}
        {...(amount ? { unit: amount.unit } : {})}
        categories={categories}
        formatValue={(value) => (amount ? format.number(value, value < 100 ? 1 : 0) : valueText(y, value, view.names))}
      />
    </div>
  );
}
