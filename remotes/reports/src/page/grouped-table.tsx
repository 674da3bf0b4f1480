import { Icon, useManifestText, useText } from '@outrider/sdk';
import { useState, type ReactNode } from 'react';

import type { GroupLine } from './group-lines';
import { isCount } from './report-kind';
import { linkOf } from './row-links';
import type { Sorting } from './row-order';
import { Sparkline } from './sparkline';
import { cellOf, ColumnHead, Pager, totalPlace, TotalOf, Value, type Placed, type TableProps } from './table-parts';
import { useGroupLines } from './use-group-lines';
import { valueText } from './value-text';

import './grouped.css';

/** The sub-totals of a report, each with its rows below it where it is open, and what they come to on each day. */
export function GroupedTable({ groupBy, children, ...props }: TableProps & { groupBy: string; children?: ReactNode }) {
  const { type, view, columns, before, find } = props;
  const t = useText('reports');
  const text = useManifestText();
  const [sorting, setSorting] = useState<Sorting>();
  const [size, setSize] = useState(50);
  const [asked, setPage] = useState(0);
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const by = type.columns.find(({ key }) => key === groupBy);
  const lines = useGroupLines(type, view, groupBy, find, sorting, turned);
  if (!by) return null;
  const placed = type.columns.map((column, at) => ({ column, place: at })).filter(({ column }) => columns.includes(column.key));
  const others = placed.filter(({ column }) => column.key !== groupBy);
  const shown = others.length > 0 ? others : placed;
  const first = shown.findIndex(({ column }) => totalPlace(type, column) >= 0);
  const lead = shown.slice(0, first < 0 ? shown.length : Math.max(1, first));
  const rest = shown.slice(lead.length);
  const layout = { lead, rest, hasBars: view.groups.some(({ bars }) => bars !== undefined) };
  const pages = Math.max(1, Math.ceil(lines.length / size));
  const page = Math.min(asked, pages - 1);
  const turn = (key: string) => setTurned((was) => (was.has(key) ? new Set([...was].filter((one) => one !== key)) : new Set([...was, key])));
  const head = ({ column }: Placed) => <ColumnHead key={column.key} column={column} sorting={sorting} onSort={setSorting} />;
  return (
    <>
      <div className="rp-scroll">
        <table className="rp-table rp-grouped">
          <thead>
            <tr>
              {lead.map(head)}
              {layout.hasBars ? <th scope="col">{t(view.chart_step === 'week' ? 'eachWeek' : 'eachDay')}</th> : null}
              {rest.map(head)}
            </tr>
          </thead>
          <tbody>
            {lines.slice(page * size, (page + 1) * size).map((line, index) => (
              <Line key={'group' in line ? line.group.key : `${page} ${index}`} line={line} label={'group' in line ? valueText(by, line.group.key, view.names) : ''} isOfDays={by.kind === 'day'} onTurn={turn} {...layout} {...props} />
            ))}
          </tbody>
          {type.totals.some((one) => !isCount(one)) ? (
            <tfoot>
              <tr>
                <td colSpan={lead.length}>{t('total')}</td>
                {layout.hasBars ? <td><Sparkline values={view.chart.map(({ y }) => y[0] ?? 0)} /></td> : null}
                {rest.map(({ column }) => <td key={column.key} className={cellOf(type, column)} data-label={text(column.label)}><TotalOf type={type} view={view} column={column} totals={view.totals} before={before?.totals} /></td>)}
              </tr>
            </tfoot>
          ) : null}
        </table>
      </div>
      <Pager count={lines.length} size={size} page={page} pages={pages} onSize={setSize} onPage={setPage}>{children}</Pager>
    </>
  );
}

interface LineProps extends TableProps {
  line: GroupLine;
  label: string;
  isOfDays: boolean;
  onTurn: (key: string) => void;
  lead: readonly Placed[];
  rest: readonly Placed[];
  hasBars: boolean;
}

/** A sub-total, which opens and closes its rows, or one of those. */
function Line({ line, label, isOfDays, onTurn, lead, rest, hasBars, type, view, isDaily, before }: LineProps) {
  const t = useText('reports');
  const text = useManifestText();
  if ('row' in line) {
    const cell = ({ column, place }: Placed, index: number) => (
      <td key={column.key} className={index === 0 ? 'rp-below' : cellOf(type, column)} data-label={text(column.label)}>
        <Value column={column} value={line.row[place]} view={view} path={linkOf(type, line.row, place, isDaily)} />
      </td>
    );
    return (
      <tr>
        {lead.map(cell)}
        {hasBars ? <td /> : null}
        {rest.map((one) => cell(one, 1))}
      </tr>
    );
  }
  const { group, count, isOpen } = line;
  const earlier = isOfDays ? undefined : before?.groups.find(({ key }) => key === group.key)?.totals;
  return (
    <tr className="rp-sub">
      <td colSpan={lead.length}>
        <button type="button" className="rp-open" aria-expanded={isOpen} onClick={() => onTurn(group.key)}>
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} small />
          <b>{label}</b> <span className="s12 t2 num">{t('rows', { count })}</span>
        </button>
      </td>
      {hasBars ? <td><Sparkline values={group.bars ?? []} /></td> : null}
      {rest.map(({ column }) => <td key={column.key} className={cellOf(type, column)} data-label={text(column.label)}><TotalOf type={type} view={view} column={column} totals={group.totals} before={earlier} /></td>)}
    </tr>
  );
}
