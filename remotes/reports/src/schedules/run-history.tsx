import { ApiError, Button, Empty, Failure, Icon, IconButton, Loading, toast, useText } from '@outrider/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';

import { getRuns, pauseSchedule, resendRun, runSchedule, schedulesKey, type ReportRun, type Schedule } from '../api/schedules';
import { refreshSchedules } from './refresh';
import { isUnderWay, RunState, useReason } from './run-state';
import { bytesText, daysText, whenText } from '../texts/texts';

/** The runs of a schedule, the newest first. */
export function RunHistory({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const t = useText('reports');
  const client = useQueryClient();
  const id = schedule.schedule_uuid;
  const { data, error, refetch } = useQuery({
    queryKey: [...schedulesKey, id, 'runs'],
    queryFn: ({ signal }) => getRuns(id, signal),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? 2000 : 30_000),
  });
  const act = (what: Promise<unknown>, failed: string) =>
    void what.then(
      () => refreshSchedules(client),
      (problem: unknown) => toast(problem instanceof ApiError ? problem.message : failed, 'error'),
    );
  const paused = schedule.state === 'paused';
  return (
    <section className="card" aria-label={t('schedules.history')}>
      <header className="sc-history-head">
        <h2>{t('schedules.history')}</h2>
        <span className="t2 ell grow">{schedule.name}</span>
        <Button size="small" onClick={() => act(runSchedule(id), t('schedules.runFailed'))}>
          <Icon name="play" small />
          {t('schedules.runNow')}
        </Button>
        <Button size="small" onClick={() => act(pauseSchedule(id, !paused), t('schedules.pauseFailed'))}>
          <Icon name={paused ? 'play' : 'pause'} small />
          {t(paused ? 'schedules.resume' : 'schedules.pause')}
        </Button>
        <IconButton size="small" label={t('schedules.close')} onClick={onClose}>
          <Icon name="close" small />
        </IconButton>
      </header>
      {data ? (
        data.length > 0 ? (
          <div className="sc-scroll">
            <table className="sc-table">
              <thead>
                <tr>
                  {(['run', 'state', 'happened', 'size', 'delivered'] as const).map((column) => <th key={column} scope="col">{t(`schedules.run.${column}`)}</th>)}
                  <th scope="col"><span className="unseen">{t('schedules.actions')}</span></th>
                </tr>
              </thead>
              <tbody>
                {data.map((run) => <Run key={run.id} run={run} zone={schedule.zone} onResend={(to) => act(resendRun(id, run.id, to), t('schedules.resendFailed'))} />)}
              </tbody>
            </table>
          </div>
        ) : (
          <Empty icon="clock" title={t('schedules.noRuns')} />
        )
      ) : error ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading rows={3} />
      )}
    </section>
  );
}

function Run({ run, zone, onResend }: { run: ReportRun; zone: string; onResend: (to: string[]) => void }) {
  const t = useText('reports');
  const reasonOf = useReason();
  const refused = run.mails.filter((one) => one.state === 'refused').map((one) => one.email);
  return (
    <tr>
      <td>
        <span className="num">{whenText(run.due, zone)}</span>
        <div className="s12 t2">{daysText(run.from, run.to, zone)}</div>
      </td>
      <td><RunState run={run} zone={zone} /></td>
      <td className="sc-reason">{reasonOf(run) || t('rows', { count: run.rows })}</td>
      <td className="num">{run.files.length > 0 ? run.files.map((one) => `${one.format.toUpperCase()} ${bytesText(one.bytes)}`).join(', ') : '–'}</td>
      <td className="num">{run.mails.length > 0 ? t('schedules.deliveredShort', { sent: run.mails.filter((one) => one.state === 'sent').length, all: run.mails.length }) : '–'}</td>
      <td>
        {!isUnderWay(run) && run.state !== 'cancelled' ? (
          <Button size="small" onClick={() => onResend(refused.length < run.mails.length ? refused : [])}>
            {refused.length > 0 && refused.length < run.mails.length ? t('schedules.resendTo', { count: refused.length }) : t('schedules.resend')}
          </Button>
        ) : null}
      </td>
    </tr>
  );
}
