import { useMemo } from 'react';

import { useText } from '../i18n';
import { useFormat } from '../units';
import type { TimeSpan } from './cursor';
import { firstFrom, lttb } from './lttb';
import type { Series } from './time-series';

/** Rows of a chart's table; the samples that tell most are chosen. */
const mostRows = 100;

interface TimeTableProps {
  title: string;
  times: ArrayLike<number>;
  series: Series[];
  span: TimeSpan;
  formatValue: (value: number) => string;
  height: number;
}

/** The same values to read one by one. */
export function TimeTable({ title, times, series, span, formatValue, height }: TimeTableProps) {
  const t = useText();
  const format = useFormat();
  const rows = useMemo(
    () => lttb(times, series[0]?.values ?? [], mostRows, firstFrom(times, span.from), firstFrom(times, span.to + 1)),
    [times, series, span],
  );
  return (
    // The table is scrolled by the keyboard too.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="chart-table" style={{ height }} tabIndex={0} role="region" aria-label={title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('chart.time')}</th>
            {series.map(({ id, label }) => (
              <th key={id} scope="col">{label}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((index) => (
            <tr key={index}>
              <th scope="row" className="num">{format.timeWithSeconds(times[index])}</th>
              {series.map(({ id, values }) => (
                <td key={id} className="num">{typeof values[index] === 'number' ? formatValue(values[index]) : '–'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
