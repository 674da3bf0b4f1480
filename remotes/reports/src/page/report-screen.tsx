import { Empty, Failure, Icon, Loading, openPath, useFormat, useManifestText, usePermission, useText } from '@outrider/sdk';
import { DateTimeRangePicker, rangeText } from '@outrider/sdk/inputs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';

import { getReport, getTotalsBefore } from '../api/report';
import { localNow, localRange, queryOf, shownColumns, type Choice } from './choice';
import { ColumnsMenu } from './columns-menu';
import { ExportMenu } from './export-menu';
import { Figures } from './figures';
import { FilterFields } from './filter-fields';
import { rangeBefore } from './range-before';
import { ReportTable } from './report-table';
import type { ReportKind } from './report-kind';
import { isDaily } from './row-links';

/** Charts and the tree of vehicles are heavy: who needs neither fetches neither. */
const ReportChart = lazy(() => import('./report-chart').then((m) => ({ default: m.ReportChart })));
const VehicleSelectorDialog = lazy(() => import('@outrider/sdk/select').then((m) => ({ default: m.VehicleSelectorDialog })));

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
  const [isChoosing, setChoosing] = useState(false);
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
  return (
    <section className="rp-page" aria-label={text(type.title)}>
      <header className="rp-head">
        <h1>{text(type.title)}</h1>
        <span className="grow" />
        {maySchedule && type.may_schedule ? (
          <button type="button" className="btn" onClick={() => { onRemember(choice); openPath(`/scheduled-reports?new=${encodeURIComponent(type.id)}`); }}>
            <Icon name="calendar" small />
            {t('scheduleThis')}
          </button>
        ) : null}
        <ExportMenu type={type} query={query} before={before ? queryOf({ ...choice, range: before }, zone) : undefined} columns={columns} groupBy={choice.groupBy} />
      </header>
      <div className="rp-bank" role="group" aria-label={t('filters')}>
        <button type="button" className={choice.vehicles.length > 0 ? 'chip on' : 'chip'} onClick={() => setChoosing(true)}>
          <Icon name="vehicles" small />
          {choice.vehicles.length > 0 ? t('vehicles', { count: choice.vehicles.length }) : t('allVehicles')}
        </button>
        {choice.vehicles.length > 0 ? <button type="button" className="btn text sm" onClick={() => change({ vehicles: [] })}>{t('allVehicles')}</button> : null}
        {type.now ? null : <DateTimeRangePicker label={t('range')} value={range} maxDays={400} onChange={(next) => change({ range: next, shortcut: undefined })} />}
        {type.now || type.totals.length === 0 ? null : (
          <button type="button" className={choice.isCompared ? 'chip on' : 'chip'} aria-pressed={choice.isCompared} onClick={() => change({ isCompared: !choice.isCompared })}>
            {t('compare')}
          </button>
        )}
        <FilterFields fields={type.filters} values={choice.filters} onChange={(filters) => change({ filters })} />
        <button type="button" className="btn text sm" onClick={() => change({ vehicles: [], filters: {}, groupBy: '', columns: [], range: undefined, shortcut: 'last7Days', isCompared: false })}>
          <Icon name="refresh" small />
          {t('reset')}
        </button>
      </div>
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
              {before ? (
                <p className="s12 t2" role="status">
                  {earlier.error ? t('notCompared') : earlier.data && !compared ? t('unknownBefore') : t(compared ? 'comparedWith' : 'comparing', { range: rangeText(before, locale) })}
                </p>
              ) : null}
              {type.chart ? (
                <Suspense fallback={<Loading rows={4} />}>
                  <ReportChart type={type} view={data} groupBy={choice.groupBy} before={compared && before ? { totals: compared, range: before } : undefined} />
                </Suspense>
              ) : null}
              <div className="card rp-table-card">
                <div className="rp-tools">
                  <b className="num">{t('rows', { count: data.total_rows })}</b>
                  {data.more ? <span className="s12 t2">{t('more', { shown: data.rows.length })}</span> : null}
                  <span className="grow" />
                  {type.group_by.length > 0 ? (
                    <select className="chip" aria-label={t('subTotals')} value={choice.groupBy} onChange={(event) => change({ groupBy: event.target.value })}>
                      <option value="">{t('noSubTotals')}</option>
                      {type.group_by.map((key) => {
                        const column = type.columns.find((one) => one.key === key);
                        return <option key={key} value={key}>{`${t('subTotals')}: ${column ? text(column.label) : key}`}</option>;
                      })}
                    </select>
                  ) : null}
                  <ColumnsMenu columns={type.columns} shown={columns} onChange={(shown) => change({ columns: shown })} />
                </div>
                <ReportTable key={type.id} type={type} view={data} columns={columns} groupBy={choice.groupBy} isDaily={isDaily(type.columns, choice.filters)} before={compared} />
              </div>
            </>
          ) : null}
        </div>
      )}
      {isChoosing ? (
        <Suspense fallback={null}>
          <VehicleSelectorDialog
            value={choice.vehicles}
            onCancel={() => setChoosing(false)}
            onOk={(vehicles) => {
              setChoosing(false);
              change({ vehicles });
            }}
          />
        </Suspense>
      ) : null}
    </section>
  );
}
