import { useManifestText, useText } from '@outrider/sdk';
import { Explain } from '@outrider/sdk/explain';

import type { View } from '../api/report';
import type { ReportKind } from './report-kind';
import { totalText } from './value-text';

/** What the whole report comes to, one number a total. */
export function Figures({ type, view }: { type: ReportKind; view: View }) {
  const t = useText('reports');
  const text = useManifestText();
  if (type.totals.length === 0) {
    return null;
  }
  return (
    <dl className="card rp-figures">
      {type.totals.map(({ column, of }, index) => {
        const field = type.columns.find(({ key }) => key === column);
        return field ? (
          <div key={`${column} ${of}`}>
            <dt>
              {of === 'count' ? t('count') : of === 'sum' ? text(field.label) : t(`of.${of}`, { name: text(field.label) })}
              {field.about && of !== 'count' ? <Explain about={text(field.label)}>{text(field.about)}</Explain> : null}
            </dt>
            <dd className="num">{totalText(field, of, view.totals[index], view.names)}</dd>
          </div>
        ) : null;
      })}
    </dl>
  );
}
