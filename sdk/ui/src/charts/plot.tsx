import { memo, useMemo } from 'react';
import { Area, CartesianGrid, ComposedChart, Line, ReferenceArea, ReferenceLine, XAxis, YAxis } from 'recharts';

import { useFormat } from '../units';
import type { TimeSpan } from './cursor';
import { firstFrom, lttb } from './lttb';
import { margins, plotWidth } from './plot-area';
import { tickFormat, timeTicks, type ValueAxis } from './ticks';
import type { Band, EventMark, Level, Series } from './time-series';

export interface PlotProps {
  times: ArrayLike<number>;
  series: Series[];
  bands: Band[];
  levels: Level[];
  event: EventMark | undefined;
  span: TimeSpan;
  axis: ValueAxis;
  formatValue: (value: number) => string;
  width: number;
  height: number;
}

/** The drawing itself: only a new span, size or data renders it, never a move of the cursor. */
export const Plot = memo(function Plot({ times, series, bands, levels, event, span, axis, formatValue, width, height }: PlotProps) {
  const { locale, zone } = useFormat().settings;
  const most = Math.max(2, Math.min(8, Math.floor(plotWidth(width) / 80)));
  const written = useMemo(() => new Intl.DateTimeFormat(locale, { ...tickFormat(span), timeZone: zone }), [locale, zone, span]);
  const rows = useRows(times, series, bands, span, Math.max(50, Math.round(plotWidth(width) / (series.length > 1 ? 1.5 : 1))));
  const domain: [number, number] = [...axis.domain];
  return (
    <ComposedChart width={width} height={height} margin={{ top: margins.top, right: margins.right, bottom: 0, left: 0 }} accessibilityLayer={false}>
      <CartesianGrid vertical={false} stroke="var(--grid)" />
      <XAxis
        dataKey="at" type="number" domain={[span.from, span.to]} allowDataOverflow ticks={timeTicks(span, most, zone)} tickFormatter={(at: number) => written.format(at)}
        height={margins.bottom} tickLine={false} axisLine={false} tick={{ fill: 'var(--text-3)', fontSize: 11 }} interval="preserveStartEnd"
      />
      <YAxis width={margins.left} domain={domain} ticks={axis.ticks} allowDataOverflow tickFormatter={formatValue} tickLine={false} axisLine={false} tick={{ fill: 'var(--text-3)', fontSize: 11 }} interval={0} />
      {levels.filter(({ shade }) => shade).map(({ value, color, label }) => (
        <ReferenceArea key={`${label} ${value}`} y1={value} y2={value < 0 ? domain[0] : domain[1]} fill={color} fillOpacity={0.1} stroke="none" ifOverflow="hidden" />
      ))}
      {series.filter(({ filled }) => filled).map(({ id, color }) => (
        <Area key={`${id} area`} data={rows.get(id) ?? []} dataKey="value" type="linear" stroke="none" fill={color} fillOpacity={0.12} isAnimationActive={false} baseValue={domain[0]} />
      ))}
      {bands.map(({ id, color }) => (
        <Area key={id} data={rows.get(id) ?? []} dataKey="range" type="linear" stroke="none" fill={color} fillOpacity={0.55} isAnimationActive={false} connectNulls={false} />
      ))}
      {levels.map(({ value, color, label }) => (
        <ReferenceLine key={`${label} line`} y={value} stroke={color} strokeDasharray="4 3" ifOverflow="hidden" label={{ value: label, position: value < 0 ? 'insideTopRight' : 'insideBottomRight', fill: color, fontSize: 11, fontWeight: 600, offset: 2 }} />
      ))}
      {series.map(({ id, color }) => (
        <Line key={id} data={rows.get(id) ?? []} dataKey="value" type="linear" stroke={color} strokeWidth={1.6} dot={false} activeDot={false} isAnimationActive={false} connectNulls={false} />
      ))}
      {event ? <ReferenceLine x={event.at} stroke="var(--error)" strokeWidth={1.5} ifOverflow="hidden" /> : null}
    </ComposedChart>
  );
});

interface Row {
  at: number;
  value?: number | null;
  range?: [number, number] | null;
}

/** What is drawn of each line within the span: at most a point a pixel, chosen so that peaks stay. */
function useRows(times: ArrayLike<number>, series: Series[], bands: Band[], { from, to }: TimeSpan, most: number): Map<string, Row[]> {
  return useMemo(() => {
    const begin = Math.max(0, firstFrom(times, from) - 1);
    const end = Math.min(times.length, firstFrom(times, to) + 1);
    const rows = new Map<string, Row[]>();
    for (const { id, values } of series) {
      rows.set(id, lttb(times, values, most, begin, end).map((index) => ({ at: times[index] ?? 0, value: values[index] ?? null })));
    }
    const shape = bands.length > 0 ? lttb(times, series[0]?.values ?? [], most, begin, end) : [];
    for (const { id, low, high } of bands) {
      rows.set(id, shape.map((index) => ({ at: times[index] ?? 0, range: rangeAt(low[index], high[index]) })));
    }
    return rows;
  }, [times, series, bands, from, to, most]);
}

function rangeAt(low: number | null | undefined, high: number | null | undefined): [number, number] | null {
  return typeof low === 'number' && typeof high === 'number' ? [low, high] : null;
}
