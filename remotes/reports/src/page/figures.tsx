import { useManifestText, useText } from '@outrider/sdk';
import { Explain } from '@outrider/sdk/explain';

import type { Totals, View } from '../api/report';
import { changeText } from './change-text';
import { isCount, type ReportColumn, type ReportKind } from './report-kind';
import { totalText, valueText } from './value-text';

interface FiguresProps {
  type: ReportKind;
  view: View;
  /** What the range before came to; undefined: not known, or not asked for. */
  before?: Totals | undefined;
}

/** What the whole report comes to, one number a total; nothing where that would be its rows alone, which are counted above the table. */
export function Figures({ type, view, before }: FiguresProps) {
  const t = useText('reports');
  const text = useManifestText();
  const nameOf = ({ of, label }: ReportKind['totals'][number], field: ReportColumn) => {
    if (label) return text(label);
    if (of === 'count') return t('count');
    return of === 'sum' || of === 'distinct' ? text(field.label) : t(`of.${of}`, { name: text(field.label) });
  };
  if (type.totals.every(isCount)) {
    return null;
  }
  const drawn = view.chart_step === 'day' ? type.columns.find(({ key }) => key === type.chart?.y[0]) : undefined;
  const best = view.chart.length > 1 ? view.chart.reduce((a, b) => ((b.y[0] ?? 0) > (a.y[0] ?? 0) ? b : a)) : undefined;
  return (
    <dl className="card rp-figures">
      {type.totals.map((total, index) => {
        const { column, of } = total;
        const field = type.columns.find(({ key }) => key === column);
        return field ? (
          <div key={`${column} ${of}`}>
            <dt>
              {nameOf(total, field)}
              {field.about && !isCount(total) ? <Explain about={text(field.label)}>{text(field.about)}</Explain> : null}
            </dt>
            <dd className="num">{totalText(field, total, view.totals[index], view.names)}</dd>
            {before ? (
              <dd className="rp-change num">
                {t('changed', { change: changeText(view.totals[index], before.totals[index]), before: totalText(field, total, before.totals[index], view.names) })}
              </dd>
            ) : null}
          </div>
        ) : null;
      })}
      {best && drawn ? (
        <div>
          <dt>{t('busiestDay')}</dt>
          <dd className="num">{valueText(drawn, best.y[0], view.names)}</dd>
          <dd className="rp-change num">{valueText({ kind: 'day' }, best.x, view.names)}</dd>
        </div>
      ) : null}
    </dl>
  );
}
