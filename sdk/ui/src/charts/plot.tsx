import { memo, useId, useMemo } from 'react';
import { CartesianGrid, ComposedChart, DefaultZIndexes, ReferenceArea, ReferenceLine, XAxis, YAxis, ZIndexLayer } from 'recharts';

import { useFormat } from '../units';
import type { TimeSpan } from './cursor';
import { firstFrom, lttb } from './lttb';
import { areaPath, bandPath, linePath, type PathPoint } from './paths';
import { margins, plotWidth, xOf, yOf } from './plot-area';
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
      {event ? <ReferenceLine x={event.at} stroke="var(--error)" strokeWidth={1.5} ifOverflow="hidden" /> : null}
    </ComposedChart>
  );
});

type LinesProps = Pick<PlotProps, 'times' | 'series' | 'bands' | 'span' | 'axis' | 'width' | 'height'>;

/** The lines as paths of our own: the chart library goes through every point several times, most of what a zoom took. */
function Lines({ series, bands, width, height, ...rest }: LinesProps) {
  const clip = useId();
  const drawn = useDrawn({ series, bands, width, height, ...rest });
  const plot = height - margins.top - margins.bottom;
  return (
    <>
      <clipPath id={clip}>
        <rect x={margins.left} y={margins.top} width={plotWidth(width)} height={plot} />
      </clipPath>
      <ZIndexLayer zIndex={DefaultZIndexes.area}>
        <g clipPath={`url(#${clip})`}>
          {series.filter(({ filled }) => filled).map(({ id, color }) => <path key={id} d={areaPath(drawn.lines.get(id) ?? [], margins.top + plot)} fill={color} fillOpacity={0.12} />)}
          {bands.map(({ id, color }) => <path key={id} d={drawn.bands.get(id)} fill={color} fillOpacity={0.55} />)}
        </g>
      </ZIndexLayer>
      <ZIndexLayer zIndex={DefaultZIndexes.line}>
        <g clipPath={`url(#${clip})`} fill="none" strokeWidth={1.6} strokeLinejoin="round">
          {series.map(({ id, color }) => <path key={id} d={linePath(drawn.lines.get(id) ?? [])} stroke={color} />)}
        </g>
      </ZIndexLayer>
    </>
  );
}

/** What is drawn within the span: at most a point a pixel, chosen so that peaks stay. */
function useDrawn({ times, series, bands, span, axis, width, height }: LinesProps): { lines: Map<string, PathPoint[]>; bands: Map<string, string> } {
  return useMemo(() => {
    const most = Math.max(50, Math.round(plotWidth(width) / (series.length > 1 ? 1.5 : 1)));
    const begin = Math.max(0, firstFrom(times, span.from) - 1);
    const end = Math.min(times.length, firstFrom(times, span.to) + 1);
    const points = (chosen: number[], values: ArrayLike<number | null>): PathPoint[] =>
      chosen.map((index) => {
        const value = values[index];
        return { x: xOf(times[index] ?? 0, span, width), y: typeof value === 'number' && !Number.isNaN(value) ? yOf(value, axis.domain, height) : undefined };
      });
    const lines = new Map(series.map(({ id, values }) => [id, points(lttb(times, values, most, begin, end), values)]));
    const shape = bands.length > 0 ? lttb(times, series[0]?.values ?? [], most, begin, end) : [];
    return { lines, bands: new Map(bands.map(({ id, low, high }) => [id, bandPath(points(shape, low), points(shape, high))])) };
  }, [times, series, bands, span, axis, width, height]);
}
