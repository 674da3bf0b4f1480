import { Parts } from './chart-columns';
import type { ChartModel } from './chart-model';

/** Bars one below the other, each with its name and value; many are scrolled. */
export function ChartLines({ model, onPoint }: { model: ChartModel; onPoint: (id: string | undefined) => void }) {
  const { bars, write } = model;
  const top = Math.max(...bars.map(({ value }) => value)) || 1;
  return (
    // What is scrolled is reached by the keyboard too.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ol className="rp-lines" tabIndex={0} onPointerLeave={() => onPoint(undefined)}>
      {bars.map((bar) => (
        <li key={bar.id} onPointerEnter={() => onPoint(bar.id)}>
          <span className="ell">{bar.name}</span>
          <span className="rp-line" aria-hidden="true"><span style={{ width: `${(Math.max(bar.value, 0) / top) * 100}%` }}><Parts bar={bar} model={model} /></span></span>
          <b className="num">{write(bar.value)}</b>
        </li>
      ))}
    </ol>
  );
}
