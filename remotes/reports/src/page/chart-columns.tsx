import { ticksOf, type Bar, type ChartModel } from './chart-model';

interface ChartColumnsProps {
  title: string;
  model: ChartModel;
  /** The bar that the pointer is on; undefined: none. */
  onPoint: (id: string | undefined) => void;
}

/** So many letters fit over one bar, and so many bars leave place for more. */
const longLabel = 5;
const mostUncrowded = 20;

/** About how much place labels and their neighbours have, in pixels, on a wide screen and on a phone. */
const room = { wide: 840, narrow: 300 };

/** Bars side by side, as time goes on. */
export function ChartColumns({ title, model, onPoint }: ChartColumnsProps) {
  const { bars, average = 0, write } = model;
  const ticks = ticksOf(Math.max(average, ...bars.map(({ value }) => value)));
  const top = ticks.at(-1) ?? 1;
  const texts = ticks.map(write);
  const labelPx = model.hasDays ? 20 : 44;
  const every = { wide: Math.ceil((labelPx * bars.length) / room.wide), narrow: Math.ceil((labelPx * bars.length) / room.narrow) };
  const high = (value: number) => `${(value / top) * 100}%`;
  return (
    <div className="rp-columns" role="img" aria-label={`${title}: ${bars.map(({ name, value }) => `${name} ${write(value)}`).join(', ')}`}>
      <div className="rp-axis num" style={{ width: `${Math.max(...texts.map(({ length }) => length)) + 1}ch` }}>
        {ticks.map((tick, index) => <span key={tick} style={{ bottom: high(tick) }}>{texts[index]}</span>)}
      </div>
      <div className="rp-plot">
        {ticks.map((tick) => <hr key={tick} style={{ bottom: high(tick) }} />)}
        <div className="rp-bars" onPointerLeave={() => onPoint(undefined)}>
          {bars.map((bar, index) => (
            <div key={bar.id} className="rp-slot" onPointerEnter={() => onPoint(bar.id)}>
              <span className="rp-bar" style={{ height: high(Math.max(bar.value, 0)) }}><Parts bar={bar} model={model} /></span>
              {(index % every.wide === 0 || index % every.narrow === 0) && !isCrowded(bars, index) ? <span className={labelClass(index, every)}>{bar.label}</span> : null}
            </div>
          ))}
        </div>
        {average > 0 ? <hr className="rp-dashed" style={{ bottom: high(average) }} /> : null}
      </div>
    </div>
  );
}

/** Whether the number of a day would stand in the label with a month beside it. */
function isCrowded(bars: readonly Bar[], index: number): boolean {
  const isLong = (at: number) => (bars[at]?.label.length ?? 0) > longLabel;
  return bars.length > mostUncrowded && !isLong(index) && (isLong(index - 1) || isLong(index + 1));
}

function labelClass(index: number, every: { wide: number; narrow: number }): string {
  if (index % every.narrow !== 0) return 'rp-label wide';
  return index % every.wide === 0 ? 'rp-label' : 'rp-label narrow';
}

/** What a bar is made of, from below. */
export function Parts({ bar, model }: { bar: Bar; model: ChartModel }) {
  if (model.parts.length === 0) return <i style={{ flex: 1, background: 'var(--cat-2)' }} />;
  return model.parts.map(({ id, color }, index) => {
    const value = bar.parts[index] ?? 0;
    return value > 0 ? <i key={id} style={{ flex: value, background: color }} /> : null;
  });
}
