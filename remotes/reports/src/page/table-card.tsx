import { Icon, Loading, useFormat, useText } from '@outrider/sdk';
import { lazy, Suspense, useDeferredValue, useState } from 'react';

import type { Query, Totals, View } from '../api/report';
import type { Choice } from './choice';
import { ColumnsMenu } from './columns-menu';
import type { ReportKind } from './report-kind';
import { ReportTable } from './report-table';
import { isDaily } from './row-links';
import { SubTotalsField } from './sub-totals-field';

/** Who has no sub-totals does not fetch their table. */
const GroupedTable = lazy(() => import('./grouped-table').then((m) => ({ default: m.GroupedTable })));

interface TableCardProps {
  type: ReportKind;
  view: View;
  query: Query;
  choice: Choice;
  columns: readonly string[];
  before: Totals | undefined;
  onChange: (part: Partial<Choice>) => void;
}

/** The rows of a report, below its sub-totals where there are any, with what is shown of them. */
export function TableCard({ type, view, query, choice: { groupBy, filters }, columns, before, onChange }: TableCardProps) {
  const t = useText('reports');
  const [typed, setTyped] = useState('');
  const find = useDeferredValue(typed);
  const shown = { type, view, columns, before, find, isDaily: isDaily(type.columns, filters) };
  const made = <Made view={view} until={type.now ? undefined : query.to} />;
  return (
    <div className="card rp-table-card">
      <div className="rp-tools">
        <b className="num">{t('rows', { count: view.total_rows })}</b>
        {view.more ? <span className="s12 t2">{t('more', { shown: view.rows.length })}</span> : null}
        <label className="field rp-find">
          <Icon name="search" small />
          <input type="search" aria-label={t('findRow')} placeholder={t('findRow')} value={typed} onChange={({ target }) => setTyped(target.value)} />
        </label>
        <span className="grow" />
        <SubTotalsField type={type} value={groupBy} onChange={(key) => onChange({ groupBy: key })} />
        <ColumnsMenu columns={type.columns} shown={columns} onChange={(next) => onChange({ columns: next })} />
      </div>
      {groupBy && view.groups.length > 0 ? (
        <Suspense fallback={<Loading rows={8} />}>
          <GroupedTable key={`${type.id} ${groupBy}`} {...shown} groupBy={groupBy}>{made}</GroupedTable>
        </Suspense>
      ) : (
        <ReportTable key={type.id} {...shown}>{made}</ReportTable>
      )}
    </div>
  );
}

/** Until when a report has data, and when it was made of them. */
function Made({ view, until }: { view: View; until: string | undefined }) {
  const t = useText('reports');
  const format = useFormat();
  const took = new Intl.NumberFormat(format.settings.locale, { style: 'unit', unit: 'second', maximumFractionDigits: 1 }).format(view.took_ms / 1000);
  const end = until ? Math.min(Date.parse(until) - 1000, Date.parse(view.made_at)) : undefined;
  return <span className="s12 t2 num">{[...(end === undefined ? [] : [t('dataTo', { at: format.dateTime(end) })]), t('calculated', { at: format.time(view.made_at), took })].join(' · ')}</span>;
}
