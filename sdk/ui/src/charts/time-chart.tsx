import { useEffect, useMemo, useRef, useState } from 'react';

import { useText } from '../i18n';
import { useFormat } from '../units';
import { ChartFrame } from './chart-frame';
import type { CursorSource, TimeSpan } from './cursor';
import { useCursor, useZoom } from './cursor-context';
import { CursorLayer } from './cursor-layer';
import { nearest } from './lttb';
import { Plot } from './plot';
import { valueAxis, type ValueAxis } from './ticks';
import type { Band, EventMark, Level, Mark, Series } from './time-series';
import { TimeTable } from './time-table';
import { useBrush } from './use-brush';
import { chartKeys } from './use-chart-keys';
import { useWidth } from './use-size';

import './charts.css';

export interface TimeChartProps {
  /** What is shown, `Speed`; also the chart's accessible name. */
  title: string;
  /** The unit of all lines, as written after the title. */
  unit: string;
  /** Rising, in milliseconds. */
  times: ArrayLike<number>;
  series: Series[];
  bands?: Band[];
  levels?: Level[];
  event?: EventMark | undefined;
  marks?: readonly Mark[];
  /** The whole chart, in pixels. */
  height: number;
  /** Least values that the axis holds, so that a quiet line stays quiet. */
  atLeast?: readonly [low: number, high: number];
  /** Digits after the point. */
  digits?: number;
  /** Called for a click or Enter: a video goes there. */
  onSeek?: (at: number) => void;
  /** What is shown at first, such as the length of a video; without one all of the samples. */
  span?: TimeSpan | undefined;
}

const none: never[] = [];
const saidEveryMs = 500;

/** Lines over time: shares its cursor and zoom with the charts around it, works by mouse, finger and keyboard, and has a table. */
export function TimeChart({ title, unit, times, series, bands = none, levels = none, event, marks = none, height, atLeast, digits = 0, onSeek, span: given }: TimeChartProps) {
  const t = useText();
  const format = useFormat();
  const cursor = useCursor();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [isTable, setTable] = useState(false);
  const whole = useMemo(() => ({ from: given?.from ?? times[0] ?? 0, to: given?.to ?? times[times.length - 1] ?? 1 }), [given?.from, given?.to, times]);
  const zoom = useZoom(cursor);
  const span = zoom && zoom.from < whole.to && zoom.to > whole.from ? zoom : whole;
  const axis = useAxis(series, height, atLeast);
  const formatValue = useMemo(() => (value: number) => format.number(value, digits), [format, digits]);
  const { mark, handlers } = useBrush({ cursor, span, width, onSeek });
  useSpokenValue(box, cursor, (at) => spoken(at, times, series, unit, formatValue, (time) => format.timeWithSeconds(time)), whole);
  const keys = chartKeys(cursor, times, span, whole);

  return (
    <ChartFrame
      title={title}
      unit={unit}
      legend={[...series.filter(() => series.length > 1), ...bands].map(({ id, label, color }) => ({ id, label, color, isLine: series.some((one) => one.id === id) }))}
      isEmpty={times.length === 0}
      height={height}
      isTable={isTable}
      onTable={setTable}
      onResetZoom={zoom ? () => cursor.zoom(undefined) : undefined}
    >
      {isTable ? (
        <TimeTable title={title} times={times} series={series} span={span} formatValue={formatValue} height={height} />
      ) : (
        <div
          ref={box}
          className="chart-plot"
          style={{ height }}
          role="slider"
          tabIndex={0}
          aria-label={t('chart.label', { title, unit })}
          aria-valuemin={whole.from}
          aria-valuemax={whole.to}
          aria-valuenow={cursor.at() ?? whole.from}
          aria-keyshortcuts="+ - 0"
          {...handlers}
          onKeyDown={(pressed) => {
            if (pressed.key === 'Enter') onSeek?.(cursor.at() ?? span.from);
            keys(pressed);
          }}
        >
          {width > 0 ? (
            <>
              <Plot times={times} series={series} bands={bands} levels={levels} event={event} marks={marks} span={span} axis={axis} formatValue={formatValue} width={width} height={height} />
              <CursorLayer cursor={cursor} times={times} series={series} event={event} span={span} domain={axis.domain} formatValue={formatValue} width={width} height={height} />
              <i className="chart-brush" ref={mark} hidden />
            </>
          ) : null}
        </div>
      )}
    </ChartFrame>
  );
}

/** An axis that holds every line. */
function useAxis(series: Series[], height: number, atLeast: TimeChartProps['atLeast']): ValueAxis {
  const [low, high] = atLeast ?? [0, 0];
  return useMemo(() => {
    let least = low;
    let greatest = high;
    for (const { values } of series) {
      for (let index = 0; index < values.length; index++) {
        const value = values[index];
        if (typeof value === 'number') {
          if (value < least) least = value;
          if (value > greatest) greatest = value;
        }
      }
    }
    return valueAxis(least, greatest, height > 160 ? 5 : 2);
  }, [series, height, low, high]);
}

/** Tells those who do not see the chart where the cursor is and what the lines are there, without a render. */
function useSpokenValue(box: React.RefObject<HTMLElement | null>, cursor: ReturnType<typeof useCursor>, text: (at: number) => string, whole: { from: number }): void {
  const latest = useRef(text);
  latest.current = text;
  const said = useRef(0);
  useEffect(() => {
    const say = (at: number | undefined, source?: CursorSource) => {
      if (source === 'clock' && performance.now() - said.current < saidEveryMs) return; // while something plays it is said now and then
      said.current = performance.now();
      box.current?.setAttribute('aria-valuenow', String(Math.round(at ?? whole.from)));
      box.current?.setAttribute('aria-valuetext', latest.current(at ?? whole.from));
    };
    say(cursor.at());
    return cursor.subscribe(say);
  });
}

function spoken(at: number, times: ArrayLike<number>, series: Series[], unit: string, formatValue: (value: number) => string, time: (at: number) => string): string {
  const index = nearest(times, at);
  const values = series.map(({ label, values: known }) => {
    const value = known[index];
    return `${series.length > 1 ? `${label} ` : ''}${typeof value === 'number' ? `${formatValue(value)} ${unit}` : '–'}`;
  });
  return `${time(at)}, ${values.join(', ')}`;
}
