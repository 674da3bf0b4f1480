import { Empty, Failure, getContributions, Icon, Loading, useSession, useText } from '@outrider/sdk';
import { BrowserRouter, useSearchParams } from '@outrider/sdk/router';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';

import { getSchedules, schedulesKey, type Schedule } from '../api/schedules';
import { ScheduleRows } from './schedule-rows';

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

const tabs = {
  all: () => true,
  active: ({ state }: Schedule) => state !== 'paused',
  paused: ({ state }: Schedule) => state === 'paused',
  failed: ({ last_run }: Schedule) => last_run?.state === 'failed',
};

type Tab = keyof typeof tabs;

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

function OwnSchedules() {
  const t = useText('reports');
  const [parameters, setParameters] = useSearchParams();
  const [tab, setTab] = useState<Tab>('all');
  const [search, setSearch] = useState('');
  /** A schedule that is changed, or `new`. */
  const [edited, setEdited] = useState<Schedule | 'new'>();
  const { data, error, refetch } = useQuery({
    queryKey: schedulesKey,
    queryFn: ({ signal }) => getSchedules(signal),
    refetchInterval: ({ state }) => (state.data?.some(({ last_run }) => last_run?.state === 'running' || last_run?.state === 'waiting') ? 2000 : 30_000),
  });
  const offered = useQuery({ queryKey: ['reports', 'types'], queryFn: ({ signal }) => getContributions(signal), staleTime: 60_000 }).data?.report_types;
  const types = offered ?? [];
  const mayNone = offered !== undefined && !offered.some(({ may_schedule }) => may_schedule);
  const chosen = data?.find(({ schedule_uuid }) => schedule_uuid === parameters.get('schedule'));
  const choose = (id: string | undefined) => setParameters(id ? { schedule: id } : {}, { replace: true });
  const words = search.trim().toLocaleLowerCase();
  const fits = (one: Schedule) => [one.name, one.creator_name, one.report_type, ...one.recipients.map(({ name }) => name)].some((text) => text.toLocaleLowerCase().includes(words));
  const shown = data?.filter((one) => tabs[tab](one) && fits(one)) ?? [];
  return (
    <div className={edited ? 'sc with-form' : 'sc'}>
      <section className="sc-page" aria-label={t('schedules.title')}>
        <header className="row">
          <h1 className="grow">{t('schedules.title')}</h1>
          <button type="button" className="btn" disabled={mayNone} title={mayNone ? t('schedules.mayNone') : undefined} onClick={() => setEdited('new')}>
            <Icon name="plus" small />
            {t('schedules.add')}
          </button>
        </header>
        <div className="sc-tools">
          <div className="tabs" role="group" aria-label={t('schedules.show')}>
            {(Object.keys(tabs) as Tab[]).map((one) => (
              <button key={one} type="button" className={one === tab ? 'on' : undefined} aria-pressed={one === tab} onClick={() => setTab(one)}>
                {t(`schedules.tab.${one}`)} <b>{data?.filter(tabs[one]).length ?? ''}</b>
              </button>
            ))}
          </div>
          <label className="field">
            <Icon name="search" small />
            <input type="search" aria-label={t('schedules.search')} placeholder={t('schedules.search')} value={search} onChange={({ target }) => setSearch(target.value)} />
          </label>
        </div>
        {data ? (
          shown.length > 0 ? (
            <ScheduleRows schedules={shown} types={types} chosen={chosen?.schedule_uuid} onChoose={choose} onEdit={setEdited} />
          ) : (
            <div className="card">
              <Empty icon="reports" title={t(data.length > 0 ? 'schedules.noneFound' : 'schedules.none')}>{data.length > 0 ? undefined : t('schedules.noneText')}</Empty>
            </div>
          )
        ) : error ? (
          <Failure error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading rows={6} />
        )}
        {chosen ? (
          <Suspense fallback={<Loading rows={3} />}>
            <RunHistory key={chosen.schedule_uuid} schedule={chosen} onClose={() => choose(undefined)} />
          </Suspense>
        ) : null}
      </section>
      {edited ? (
        <Suspense fallback={<Loading rows={8} />}>
          <ScheduleForm key={edited === 'new' ? 'new' : edited.schedule_uuid} schedule={edited === 'new' ? undefined : edited} types={types} onClose={() => setEdited(undefined)} />
        </Suspense>
      ) : null}
    </div>
  );
}
