import { labelled } from '@outrider/sdk';

import { labelsThatFit } from './chart-labels';
import { ticksOf, type Bar, type ChartModel } from './chart-model';

interface ChartColumnsProps {
  title: string;
  model: ChartModel;
  /** The bar that the pointer is on; undefined: none. */
  onPoint: (id: string | undefined) => void;
}

/** About how much place labels and their neighbours have, in pixels, on a wide screen and on a phone. */
const room = { wide: 840, narrow: 300 };

/** Bars side by side, as time goes on. */
export function ChartColumns({ title, model, onPoint }: ChartColumnsProps) {
  const { bars, average = 0, write } = model;
  const ticks = ticksOf(Math.max(average, ...bars.map(({ value }) => value)));
  const top = ticks.at(-1) ?? 1;
  const texts = ticks.map(write);
  const labels = bars.map(({ label }) => label);
  const shown = { wide: labelsThatFit(labels, room.wide), narrow: labelsThatFit(labels, room.narrow) };
  const high = (value: number) => `${(value / top) * 100}%`;
  return (
    <div className="rp-columns" role="img" aria-label={labelled(title, bars.map(({ name, value }) => `${name} ${write(value)}`).join(', '))}>
      <div className="rp-axis num" style={{ width: `${Math.max(...texts.map(({ length }) => length)) + 1}ch` }}>
        {ticks.map((tick, index) => <span key={tick} style={{ bottom: high(tick) }}>{texts[index]}</span>)}
      </div>
      <div className="rp-plot">
        {ticks.map((tick) => <hr key={tick} style={{ bottom: high(tick) }} />)}
        <div className="rp-bars" onPointerLeave={() => onPoint(undefined)}>
          {bars.map((bar, index) => (
            <div key={bar.id} className="rp-slot" onPointerEnter={() => onPoint(bar.id)}>
              <span className="rp-bar" style={{ height: high(Math.max(bar.value, 0)) }}><Parts bar={bar} model={model} /></span>
              {shown.wide.has(index) || shown.narrow.has(index) ? <span className={labelClass(shown.wide.has(index), shown.narrow.has(index))}>{bar.label}</span> : null}
            </div>
          ))}
        </div>
        {average > 0 ? <hr className="rp-dashed" style={{ bottom: high(average) }} /> : null}
      </div>
    </div>
  );
}

function labelClass(isWide: boolean, isNarrow: boolean): string {
  if (isWide && isNarrow) return 'rp-label';
  return isWide ? 'rp-label wide' : 'rp-label narrow';
}

/** What a bar is made of, from below. */
export function Parts({ bar, model }: { bar: Bar; model: ChartModel }) {
  if (model.parts.length === 0) return <i style={{ flex: 1, background: 'var(--cat-2)' }} />;
  return model.parts.map(({ id, color }, index) => {
    const value = bar.parts[index] ?? 0;
    return value > 0 ? <i key={id} style={{ flex: value, background: color }} /> : null;
  });
}
