import { useManifestText, useText } from '@outrider/sdk';

import type { ChartModel } from './chart-model';

/** The bars to read one by one, with their parts. */
export function ChartTable({ title, model }: { title: string; model: ChartModel }) {
  const t = useText('reports');
  const text = useManifestText();
  const { x, y, bars, parts, write } = model;
  return (
    // The table is scrolled by the keyboard too.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="rp-chart-table" tabIndex={0} role="region" aria-label={title}>
      <table className="rp-table">
        <thead>
          <tr>
            <th scope="col">{text(x.label)}</th>
            {parts.map(({ id, label }) => <th key={id} scope="col" className="right">{label}</th>)}
            <th scope="col" className="right">{parts.length > 0 ? t('total') : text(y.label)}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.id}>
              <th scope="row">{bar.name}</th>
              {parts.map(({ id }, index) => <td key={id} className="num right">{write(bar.parts[index] ?? 0)}</td>)}
              <td className="num right">{write(bar.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
