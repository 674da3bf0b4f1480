import { Icon, useManifestText, useText, type TextKey } from '@outrider/sdk';
import type { TableColumn } from '@outrider/sdk/table';
import { useMemo } from 'react';

import { frequencies, periods, type Schedule } from '../api/schedules';
import type { ReportKind } from '../page/report-kind';
import { RunState } from './run-state';
import { inDays, whenText } from '../texts/texts';

/** How many recipients have their initials beside each other. */
const mostFaces = 3;

/** The first letters of a name; of an address its own. */
const initials = (name: string): string => name.split(name.includes(' ') ? /\s+/ : /[@._-]/).map((word) => [...word][0] ?? '').slice(0, 2).join('').toLocaleUpperCase();

const namesOf = ({ recipients }: Schedule) => recipients.map(({ name, id }) => name || id).join(', ');

/** What the list says of a schedule: what it covers, when it runs next, whom it tells and how its last run went. */
export function useScheduleColumns(types: readonly ReportKind[], chosen: string | undefined): TableColumn<Schedule>[] {
  const t = useText('reports');
  const text = useManifestText();
  return useMemo(() => {
    const titles = new Map(types.map((one) => [one.id, text(one.title)]));
    const titleOf = ({ report_type: id, report_title: last }: Schedule) => titles.get(id) ?? (last || id);
    const covered = ({ all_vehicles: all, vehicle_ids: vehicles, group_ids: groups }: Schedule) =>
      all ? t('allVehicles') : [...(vehicles.length > 0 ? [t('vehicles', { count: vehicles.length })] : []), ...(groups.length > 0 ? [t('schedules.groups', { count: groups.length })] : [])].join(', ');
    return [
      {
        id: 'name', label: t('schedules.column.name'), value: ({ name }) => name, width: 190, fixed: true,
        render: (one) => (
          <Two className={one.schedule_uuid === chosen ? 'sc-chosen' : undefined} below={titleOf(one)}>
            <b className="ell">{one.name}</b>
          </Two>
        ),
      },
      { id: 'report_type', label: t('schedules.report'), kind: 'one-of', value: ({ report_type: id }) => id, options: [...titles].map(([value, label]) => ({ value, label })), width: 150, hidden: true },
      {
        id: 'period', label: t('schedules.column.covers'), kind: 'one-of', value: ({ period }) => period, options: periods.map((value) => ({ value, label: t(`schedules.period.${value}`) })), width: 155,
        render: (one) => <Two below={t(`schedules.period.${one.period}`)}>{covered(one)}</Two>,
      },
      { id: 'next_run', label: t('schedules.column.next'), kind: 'date-time', value: ({ next_run: at }) => at, width: 150, render: (one) => <Next schedule={one} /> },
      {
        id: 'recipients', label: t('schedules.column.recipients'), value: namesOf, width: 125, sortable: false,
        render: (one) => <Two below={t('schedules.people', { count: one.recipients.length })}><Faces of={one} /></Two>,
      },
      {
        id: 'state', label: t('schedules.column.last'), kind: 'one-of', value: ({ state }) => state, sortable: false, width: 190,
        options: (['active', 'paused', 'failed'] as const).map((value) => ({ value, label: t(`schedules.tab.${value}`) })),
        render: ({ last_run: run, zone }) => (run ? <span className="sc-two-lines"><RunState run={run} zone={zone} withTime /></span> : <span className="t2">–</span>),
      },
      { id: 'frequency', label: t('schedules.howOften'), kind: 'one-of', value: ({ frequency }) => frequency, options: frequencies.map((value) => ({ value, label: t(`schedules.frequency.${value}`) })), width: 120, hidden: true },
      { id: 'creator_name', label: t('schedules.creator'), value: ({ creator_name: name }) => name, width: 150, hidden: true },
    ];
  }, [t, text, types, chosen]);
}

/** The initials of whom a schedule tells; a distribution list has a picture of several. */
function Faces({ of }: { of: Schedule }) {
  const more = of.recipients.length - mostFaces;
  return (
    <span className="sc-faces" role="img" aria-label={namesOf(of)} title={namesOf(of)}>
      {of.recipients.slice(0, mostFaces).map(({ kind, id, name }) => <span key={`${kind} ${id}`} className="sc-face">{kind === 'list' ? <Icon name="users" small /> : initials(name || id)}</span>)}
      {more > 0 ? <span className="sc-face num">{`+${more}`}</span> : null}
    </span>
  );
}

/** A cell of two lines. */
function Two({ children, below, className = '' }: { children: React.ReactNode; below: React.ReactNode; className?: string | undefined }) {
  return (
    <span className={`sc-two-lines ${className}`}>
      <span className="ell">{children}</span>
      <span className="s12 t2 ell">{below}</span>
    </span>
  );
}

/** When a schedule runs next, or why it does not. */
function Next({ schedule }: { schedule: Schedule }) {
  const t = useText('reports');
  if (schedule.state === 'paused' || !schedule.next_run) {
    const why = schedule.pause_reason === 'user' ? t('schedules.pausedBy', { name: schedule.paused_by ?? '' }) : t(`schedules.reason.${schedule.pause_reason ?? 'internal'}` as TextKey<'reports'>);
    return (
      <Two below={<span title={why}>{why}</span>}>
        <span className="row t2"><Icon name="pause" small /> {t('schedules.paused')}</span>
      </Two>
    );
  }
  return <Two below={[t(`schedules.frequency.${schedule.frequency}`), ...(schedule.next_run ? [inDays(schedule.next_run, schedule.zone)] : [])].join(', ')}><span className="num">{whenText(schedule.next_run, schedule.zone)}</span></Two>;
}
