import { area, line } from 'd3-shape';
import { memo, useId, useMemo } from 'react';
import { CartesianGrid, ComposedChart, DefaultZIndexes, ReferenceArea, ReferenceLine, XAxis, YAxis, ZIndexLayer } from 'recharts';

import { useFormat } from '../units';
import type { TimeSpan } from './cursor';
import { firstFrom, lttb } from './lttb';
import { margins, plotWidth, xOf, yOf } from './plot-area';
import { tickFormat, timeTicks, type ValueAxis } from './ticks';
import type { Band, EventMark, Level, Mark, Series } from './time-series';

export interface PlotProps {
  times: ArrayLike<number>;
  series: Series[];
  bands: Band[];
  levels: Level[];
  event: EventMark | undefined;
  marks: readonly Mark[];
  span: TimeSpan;
  axis: ValueAxis;
  formatValue: (value: number) => string;
  width: number;
  height: number;
}

/** The drawing itself: only a new span, size or data renders it, never a move of the cursor. */
export const Plot = memo(function Plot({ times, series, bands, levels, event, marks, span, axis, formatValue, width, height }: PlotProps) {
  const { locale, zone } = useFormat().settings;
  const most = Math.max(2, Math.min(8, Math.floor(plotWidth(width) / 80)));
  const written = useMemo(() => new Intl.DateTimeFormat(locale, { ...tickFormat(span), timeZone: zone }), [locale, zone, span]);
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
      {levels.map(({ value, color, label }) => (
        <ReferenceLine key={`${label} line`} y={value} stroke={color} strokeDasharray="4 3" ifOverflow="hidden" label={{ value: label, position: value < 0 ? 'insideTopRight' : 'insideBottomRight', fill: color, fontSize: 11, fontWeight: 600, offset: 2 }} />
      ))}
      <Lines times={times} series={series} bands={bands} span={span} axis={axis} width={width} height={height} />
      {marks.map(({ at, label, color }) => (
        <ReferenceLine key={`${at} ${label}`} x={at} stroke={color} strokeDasharray="2 3" ifOverflow="hidden" label={{ value: label, position: 'insideTopRight', fill: color, fontSize: 11, fontWeight: 600 }} />
      ))}
      {event ? <ReferenceLine x={event.at} stroke="var(--error)" strokeWidth={1.5} ifOverflow="hidden" /> : null}
    </ComposedChart>
  );
});

type LinesProps = Pick<PlotProps, 'times' | 'series' | 'bands' | 'span' | 'axis' | 'width' | 'height'>;

/** The lines as paths of their own: the chart library goes through every point several times, most of what a zoom took. */
function Lines({ series, bands, width, height, ...rest }: LinesProps) {
  const clip = useId();
  const paths = usePaths({ series, bands, width, height, ...rest });
  return (
    <>
      <clipPath id={clip}>
        <rect x={margins.left} y={margins.top} width={plotWidth(width)} height={height - margins.top - margins.bottom} />
      </clipPath>
      <ZIndexLayer zIndex={DefaultZIndexes.area}>
        <g clipPath={`url(#${clip})`}>
          {series.filter(({ filled }) => filled).map(({ id, color }) => <path key={id} d={paths.get(`${id} area`)} fill={color} fillOpacity={0.12} />)}
          {bands.map(({ id, color }) => <path key={id} d={paths.get(id)} fill={color} fillOpacity={0.55} />)}
        </g>
      </ZIndexLayer>
      <ZIndexLayer zIndex={DefaultZIndexes.line}>
        <g clipPath={`url(#${clip})`} fill="none" strokeWidth={1.6} strokeLinejoin="round">
          {series.map(({ id, color }) => <path key={id} d={paths.get(id)} stroke={color} />)}
        </g>
      </ZIndexLayer>
    </>
  );
}

/** The path of each line, of what is below those that are filled, and of each band, by id: of at most a point a pixel within the span, chosen so that peaks stay. */
function usePaths({ times, series, bands, span, axis, width, height }: LinesProps): Map<string, string> {
  return useMemo(() => {
    const most = Math.max(50, Math.round(plotWidth(width) / (series.length > 1 ? 1.5 : 1)));
    const begin = Math.max(0, firstFrom(times, span.from) - 1);
    const end = Math.min(times.length, firstFrom(times, span.to) + 1);
    const x = (index: number) => xOf(times[index] ?? 0, span, width);
    const y = (value: number | null | undefined) => yOf(value ?? 0, axis.domain, height);
    const paths = new Map<string, string>();
    for (const { id, values, filled } of series) {
      const chosen = lttb(times, values, most, begin, end);
      const isKnown = (index: number) => known(values[index]);
      const lineOf = line<number>().digits(1).defined(isKnown).x(x).y((index) => y(values[index]));
      paths.set(id, lineOf(chosen) ?? '');
      if (filled) paths.set(`${id} area`, area<number>().digits(1).defined(isKnown).x(x).y0(height - margins.bottom).y1((index) => y(values[index]))(chosen) ?? '');
    }
    const shape = bands.length > 0 ? lttb(times, series[0]?.values ?? [], most, begin, end) : [];
    for (const { id, low, high } of bands) {
      const between = area<number>().digits(1).defined((index) => known(low[index]) && known(high[index])).x(x).y0((index) => y(low[index])).y1((index) => y(high[index]));
      paths.set(id, between(shape) ?? '');
    }
    return paths;
  }, [times, series, bands, span, axis, width, height]);
}

function known(value: number | null | undefined): boolean {
  return typeof value === 'number' && !Number.isNaN(value);
}
