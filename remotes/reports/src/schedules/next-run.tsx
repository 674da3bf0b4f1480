import { Button, Failure, useText } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { getReport } from '../api/report';
import { previewRuns, type Coming, type ScheduleDraft } from '../api/schedules';
import { Figures } from '../page/figures';
import type { ReportKind } from '../page/report-kind';
import { DaysStrip } from './days-strip';
import { timesOf } from './draft';
import { daysText, whenText } from '../texts/texts';

/** When a draft would run next and about which days, and what it would say with the data that there is now. */
export function NextRun({ draft, type }: { draft: ScheduleDraft; type: ReportKind | undefined }) {
  const t = useText('reports');
  const times = timesOf(draft);
  const [isSeen, setSeen] = useState(false);
  const { data, error } = useQuery({ queryKey: ['reports', 'coming', times], queryFn: ({ signal }) => previewRuns(times, signal), enabled: draft.run_at !== '' });
  const [next, then] = data ?? [];
  if (error) return <Failure error={error} />;
  if (!next) return null;
  return (
    <section className="sc-next" aria-label={t('schedules.column.next')}>
      <div className="row">
        <b className="s12 grow">{t('schedules.column.next')}</b>
        <Button variant="quiet" size="small" disabled={!type} aria-expanded={isSeen} onClick={() => setSeen(!isSeen)}>{t('schedules.seeData')}</Button>
      </div>
      <p className="sc-next-days">{t('schedules.covering', { at: whenText(next.at, draft.zone), days: daysText(next.from, next.to, draft.zone) })}</p>
      {then ? <DaysStrip next={next} then={then} zone={draft.zone} /> : null}
      {then ? <p className="s12 t2">{t('schedules.then', { at: whenText(then.at, draft.zone), days: daysText(then.from, then.to, draft.zone) })}</p> : null}
      {isSeen && type ? <Data draft={draft} type={type} coming={next} /> : null}
    </section>
  );
}

/** The figures of the days of a run, as far as they are over. */
function Data({ draft, type, coming }: { draft: ScheduleDraft; type: ReportKind; coming: Coming }) {
  const t = useText('reports');
  const query = { vehicle_ids: draft.vehicle_ids, group_ids: draft.group_ids, from: coming.from, to: coming.to, zone: draft.zone, filters: draft.filters };
  const { data, error } = useQuery({ queryKey: ['reports', 'view', type.id, query, ''], queryFn: ({ signal }) => getReport(type.id, query, undefined, signal) });
  if (error) return <Failure error={error} />;
  if (!data) return <p className="s12 t2" role="status">{t('making')}</p>;
  return (
    <>
      <p className="s12 t2">{t('rows', { count: data.total_rows })}</p>
      <Figures type={type} view={data} />
    </>
  );
}
