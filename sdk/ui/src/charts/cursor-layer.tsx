import { useEffect, useRef } from 'react';

import type { Cursor, TimeSpan } from './cursor';
import { nearest } from './lttb';
import { margins, xOf, yOf } from './plot-area';
import type { ValueAxis } from './ticks';
import type { EventMark, Series } from './time-series';

interface CursorLayerProps {
  cursor: Cursor;
  times: ArrayLike<number>;
  series: Series[];
  event: EventMark | undefined;
  span: TimeSpan;
  domain: ValueAxis['domain'];
  formatValue: (value: number) => string;
  width: number;
  height: number;
}

/** How wide a letter is about, and how many a value has at most: measuring the place of the values would lay the page out at every move. */
const letterPx = 6.5;
const valueLetters = 5;

/** The cursor's line, a dot on each line and the values there; it moves by itself, without a render. */
export function CursorLayer({ cursor, times, series, event, span, domain, formatValue, width, height }: CursorLayerProps) {
  const layer = useRef<HTMLDivElement>(null);
  const values = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const widest = letterPx * series.reduce((letters, { label, short }) => letters + (series.length > 1 ? (short ?? label).length + 2 : 0) + valueLetters, 0);
    const move = (at: number | undefined) => {
      const root = layer.current;
      if (!root) {
        return;
      }
      const isShown = at !== undefined && at >= span.from && at <= span.to;
      root.hidden = !isShown;
      if (!isShown || !values.current) {
        return;
      }
      const x = xOf(at, span, width);
      const index = nearest(times, at);
      root.style.transform = `translateX(${x}px)`;
      series.forEach(({ id, label, short, values: known }, order) => {
        const value = known[index];
        const dot = root.querySelector<HTMLElement>(`[data-dot="${id}"]`);
        const text = values.current?.children[order] as HTMLElement | undefined;
        const isKnown = typeof value === 'number' && !Number.isNaN(value);
        if (dot) {
          dot.hidden = !isKnown;
          dot.style.transform = `translateY(${isKnown ? yOf(value, domain, height) : 0}px)`;
        }
        const written = `${series.length > 1 ? `${short ?? label} ` : ''}${isKnown ? formatValue(value) : '–'}`;
        if (text && text.textContent !== written) text.textContent = written; // the same text again would be laid out again
      });
      values.current.classList.toggle('left', x > width / 2 && x > width - widest);
    };
    move(cursor.at());
    return cursor.subscribe(move);
  }, [cursor, times, series, span, domain, formatValue, width, height]);

  return (
    <>
      {event && event.at >= span.from && event.at <= span.to ? <i className="chart-event" style={{ left: xOf(event.at, span, width) }} title={event.label} /> : null}
      <div className="chart-cursor" ref={layer} hidden style={{ top: margins.top - 4, bottom: margins.bottom }}>
        {series.map(({ id, color }) => (
          <i key={id} data-dot={id} className="chart-dot" style={{ background: color, top: 4 - margins.top }} />
        ))}
        <div className="chart-values num" ref={values}>
          {series.map(({ id, color }) => (
            <b key={id} style={series.length > 1 ? { color } : undefined} />
          ))}
        </div>
      </div>
    </>
  );
}
