import { ApiError, Button, Empty, Failure, Icon, Loading, useFormat, useManifestText, useSession, useText } from '@outrider/sdk';
import { useContributions } from '@outrider/sdk/contributions';
import { BrowserRouter, useSearchParams } from '@outrider/sdk/router';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useState } from 'react';

import { getSchedule, schedulesKey, type Schedule, type ScheduleCounts } from '../api/schedules';
import { useRemembered } from '../page/remembered';
import type { ReportKind } from '../page/report-kind';
import { draftOfReport } from './draft';
import { SchedulesTable } from './schedules-table';
import { StateTabs } from './state-tabs';

import './schedules.css';

const ScheduleForm = lazy(() => import('./schedule-form').then((m) => ({ default: m.ScheduleForm })));
const RunHistory = lazy(() => import('./run-history').then((m) => ({ default: m.RunHistory })));

/** Reports that run by the calendar. */
export function SchedulesPage() {
  return (
    <BrowserRouter>
      <Schedules />
    </BrowserRouter>
  );
}

/** Schedules belong to the reader's own organisation. */
function Schedules() {
  const t = useText('reports');
  const { Org, home_org: home } = useSession();
  if (home && home !== Org.id) {
    return (
      <div className="card">
        <Empty icon="reports" title={t('schedules.away')}>{t('schedules.awayText')}</Empty>
      </div>
    );
  }
  return <OwnSchedules />;
}

const noTypes: readonly ReportKind[] = [];

function OwnSchedules() {
  const t = useText('reports');
  const text = useManifestText();
  const [parameters, setParameters] = useSearchParams();
  const [counts, setCounts] = useState<ScheduleCounts>();
  /** A schedule that is changed, or `new`. */
  const [opened, setEdited] = useState<Schedule | 'new'>();
  const offered = useContributions().data?.report_types;
  const types = offered ?? noTypes;
  const mayNone = offered !== undefined && !offered.some(({ may_schedule }) => may_schedule);
  const { zone } = useFormat().settings;
  const remembered = useRemembered();
  const asked = types.find(({ id }) => id === parameters.get('new')); // from the report on demand
  const first = asked ? { ...draftOfReport(asked, remembered.of(asked), zone), name: text(asked.title) } : undefined;
  const edited = opened ?? (first ? 'new' : undefined);
  const close = () => {
    setEdited(undefined);
    if (asked) setParameters({}, { replace: true });
  };
  const chosen = parameters.get('schedule') ?? undefined;
  const choose = useCallback(
    (id: string | undefined) =>
      setParameters(
        (before) => {
          const next = new URLSearchParams(before);
          if (id) next.set('schedule', id);
          else next.delete('schedule');
          return next;
        },
        { replace: true },
      ),
    [setParameters],
  );
  return (
    <div className={edited ? 'sc with-form' : 'sc'}>
      <div className="sc-page">
        <div className="row">
          <h1 className="grow">{t('schedules.title')}</h1>
          <Button disabled={mayNone} title={mayNone ? t('schedules.mayNone') : undefined} onClick={() => setEdited('new')}>
            <Icon name="plus" small />
            {t('schedules.add')}
          </Button>
        </div>
        <StateTabs counts={counts} />
        <SchedulesTable types={types} chosen={chosen} onChoose={choose} onEdit={setEdited} onCounts={setCounts} />
        {chosen ? <History key={chosen} id={chosen} onClose={() => choose(undefined)} /> : null}
      </div>
      {edited ? (
        <Suspense fallback={<Loading rows={8} />}>
          <ScheduleForm key={edited === 'new' ? 'new' : edited.schedule_uuid} schedule={edited === 'new' ? undefined : edited} first={opened === 'new' ? undefined : first} types={types} onClose={close} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** The runs of the schedule that the address names; nothing where it is gone. */
function History({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery({ queryKey: [...schedulesKey, id], queryFn: ({ signal }) => getSchedule(id, signal), refetchInterval: 30_000 });
  if (error && !data) return error instanceof ApiError && error.kind === 'not_found' ? null : <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading rows={3} />;
  return (
    <Suspense fallback={<Loading rows={3} />}>
      <RunHistory schedule={data} onClose={onClose} />
    </Suspense>
  );
}
