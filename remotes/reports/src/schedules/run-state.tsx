import { Icon, labelled, useFormat, useText, type TextKey } from '@outrider/sdk';

import type { ReportRun } from '../api/schedules';

/** A run that was made is over once it is known of each of its mails what became of it. */
export const isUnderWay = ({ state, mails }: ReportRun) => state === 'waiting' || state === 'running' || (state === 'done' && mails.some((one) => one.state === 'waiting'));

/** How a run went: in a word, and how many of its mails arrived. */
export function RunState({ run, zone, withTime = false }: { run: ReportRun; zone: string; withTime?: boolean }) {
  const t = useText('reports');
  const format = useFormat();
  const count = (state: string) => run.mails.filter((one) => one.state === state).length;
  const refused = count('refused');
  const state = run.state === 'done' && isUnderWay(run) ? 'sending' : run.state;
  const when = withTime ? ` ${format.dateTime(run.finished ?? run.made, zone)}` : '';
  const tone = state === 'failed' ? 'sc-bad' : refused > 0 ? 'sc-warn' : state === 'done' ? 'sc-good' : 't2';
  const icon = state === 'failed' ? 'close' : refused > 0 ? 'warning' : state === 'done' ? 'check' : 'refresh';
  return (
    <>
      <span className={`row ${tone}`}>
        <Icon name={icon} small />
        {run.state === 'done' && refused > 0 ? t('schedules.someRefused', { count: refused }) : t(`schedules.state.${state}`)}
        {when}
      </span>
      {withTime ? (
        <div className="s12 t2">
          {run.state === 'running' ? t('rows', { count: run.rows }) : run.mails.length > 0 ? t('schedules.delivered', { sent: count('sent'), all: run.mails.length }) : null}
        </div>
      ) : null}
    </>
  );
}

/** Why a run failed, in the user's language where there is a word for it. */
export function useReason(): (run: ReportRun) => string {
  const t = useText('reports');
  const known = ['creator_gone', 'creator_moved', 'no_permission', 'report_gone', 'module_off', 'vehicles_gone', 'no_recipients', 'internal'];
  return ({ reason = '', mails }) => {
    if (reason !== '') return known.includes(reason) ? t(`schedules.reason.${reason}` as TextKey<'reports'>) : reason;
    return mails.filter(({ problem }) => problem).map(({ email, problem }) => labelled(email, problem ?? '')).join(' ');
  };
}
