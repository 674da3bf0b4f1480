import { useText } from '@outrider/sdk';
import { useMemo } from 'react';

interface SparklineProps {
  title: string;
  /** Oldest first, evenly spaced. */
  values: number[];
  write: (value: number) => string;
  tone?: 'plain' | 'bad';
}

const width = 240;
const height = 56;

/** A small chart: its newest value in words, its course as a line, its highest point said. */
export function Sparkline({ title, values, write, tone = 'plain' }: SparklineProps) {
  const t = useText('admin');
  const most = Math.max(...values, 0);
  const line = useMemo(() => pathOf(values, most), [values, most]);
  const now = write(values.at(-1) ?? 0);
  return (
    <figure className={`ops-spark card ${tone}`}>
      <figcaption>
        <span className="t2 s12">{title}</span>
        <b className="num">{now}</b>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={t('chart', { title, now, most: write(most) })}>
        <path className="area" d={`${line}L${width} ${height}L0 ${height}Z`} />
        <path className="line" d={line} />
      </svg>
      <span className="t3 s11">{t('chartMost', { most: write(most) })}</span>
    </figure>
  );
}

/** The line through the values, in the box of the chart. */
export function pathOf(values: number[], most: number): string {
  if (values.length === 0) {
    return `M0 ${height}L${width} ${height}`;
  }
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  const points = values.map((value, index) => `${(index * step).toFixed(1)} ${(height - 2 - (most > 0 ? value / most : 0) * (height - 6)).toFixed(1)}`);
  return `M${points.join('L')}${values.length === 1 ? `L${width} ${points[0]?.split(' ')[1]}` : ''}`;
}
