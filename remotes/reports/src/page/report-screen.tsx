import { Button, Empty, Failure, Icon, Loading, openPath, useFormat, useManifestText, usePermission, useText } from '@outrider/sdk';
import { rangeText } from '@outrider/sdk/inputs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';

import { getReport, getTotalsBefore } from '../api/report';
import { localNow, localRange, queryOf, shownColumns, type Choice } from './choice';
import { coversText } from './covers-text';
import { ExportMenu } from './export-menu';
import { Figures } from './figures';
import { FilterBank } from './filter-bank';
import { rangeBefore } from './range-before';
import type { ReportKind } from './report-kind';
import { TableCard } from './table-card';

/** Charts are heavy: who needs none fetches none. */
const ReportChart = lazy(() => import('./report-chart').then((m) => ({ default: m.ReportChart })));

interface ReportScreenProps {
  type: ReportKind;
  first: Choice;
  onRemember: (choice: Choice) => void;
}

/** One report: what it is asked for, its figures, its chart and its rows. */
export function ReportScreen({ type, first, onRemember }: ReportScreenProps) {
  const t = useText('reports');
  const text = useManifestText();
  const { zone, locale } = useFormat().settings;
  const maySchedule = usePermission('scheduleReports');
  const [choice, setChoice] = useState(first);
  const change = (part: Partial<Choice>) => {
    const next = { ...choice, ...part };
    setChoice(next);
    onRemember(next);
  };
  const query = queryOf(choice, zone);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['reports', 'view', type.id, query, choice.groupBy],
    queryFn: ({ signal }) => getReport(type.id, query, choice.groupBy || undefined, signal),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const range = localRange(choice, zone);
  const isCompared = choice.isCompared && !type.now && type.totals.length > 0;
  const before = isCompared ? rangeBefore(range, localNow(zone)) : undefined;
  const earlier = useQuery({
    queryKey: ['reports', 'totals', type.id, query, choice.groupBy, before?.start],
    queryFn: ({ signal }) => getTotalsBefore(type.id, queryOf({ ...choice, range: before }, zone), choice.groupBy || undefined, query.to, signal),
    enabled: before !== undefined && data !== undefined && !isPlaceholderData,
    staleTime: 60_000,
  });
  const compared = earlier.data?.compared === false ? undefined : earlier.data;
  const columns = shownColumns(type, choice);
  const comparison = before && data && data.total_rows > 0
    ? earlier.error ? t('notCompared') : earlier.data && !compared ? t('unknownBefore') : t(compared ? 'comparedWith' : 'comparing', { range: rangeText(before, locale) })
    : undefined;
  return (
    <section className="rp-page" aria-label={text(type.title)}>
      <header className="rp-head">
        <div className="grow">
          <h1>{text(type.title)}</h1>
          <p className="s12 t2">
            {[coversText(choice, data?.names, t), ...(type.now ? [] : [rangeText(range, locale)])].join(' · ')}
            {comparison ? ' · ' : null}
            {comparison ? <span role="status">{comparison}</span> : null}
          </p>
        </div>
        <div className="rp-actions">
          {maySchedule && type.may_schedule ? (
            <Button onClick={() => { onRemember(choice); openPath(`/scheduled-reports?new=${encodeURIComponent(type.id)}`); }}>
              <Icon name="calendar" small />
              {t('scheduleThis')}
            </Button>
          ) : null}
          <ExportMenu type={type} query={query} before={before ? queryOf({ ...choice, range: before }, zone) : undefined} columns={columns} groupBy={choice.groupBy} />
        </div>
      </header>
      <FilterBank type={type} choice={choice} names={data?.names} onChange={change} />
      {!data ? (
        error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading rows={8} label={t('making')} />
      ) : (
        <div className={isPlaceholderData ? 'rp-body rp-before' : 'rp-body'} aria-busy={isFetching}>
          {isPlaceholderData && !error ? <p className="stale" role="status">{t('making')}</p> : null}
          {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
          {!error && data.total_rows === 0 && !isPlaceholderData ? <Empty icon="reports" title={t('empty')}>{t('emptyText')}</Empty> : null}
          {!error && data.total_rows > 0 ? (
            <>
              <Figures type={type} view={data} before={compared} />
              {type.chart ? (
                <Suspense fallback={<Loading rows={4} />}>
                  <ReportChart
                    type={type}
                    view={data}
                    groupBy={choice.groupBy}
                    before={compared && before ? { totals: compared, range: before } : undefined}
                    isOff={choice.isChartOff}
                    onOff={(isChartOff) => change({ isChartOff })}
                  />
                </Suspense>
              ) : null}
              <TableCard type={type} view={data} query={query} choice={choice} columns={columns} before={compared} onChange={change} />
            </>
          ) : null}
        </div>
      )}
    </section>
  );
}
