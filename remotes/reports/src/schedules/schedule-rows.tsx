import { confirm, Icon, toast, useFormat, useManifestText, useText } from '@outrider/sdk';
import { Menu, MenuItem } from '@outrider/sdk/mui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { deleteSchedule, pauseSchedule, runSchedule, schedulesKey, type Schedule } from '../api/schedules';
import type { ReportKind } from '../page/report-kind';
import { RunState } from './run-state';

interface ScheduleRowsProps {
  schedules: readonly Schedule[];
  types: readonly ReportKind[];
  chosen: string | undefined;
  onChoose: (id: string | undefined) => void;
  onEdit: (schedule: Schedule) => void;
}

/** Schedules: what each covers, when it runs next, whom it tells and how its last run went. */
export function ScheduleRows({ schedules, types, chosen, onChoose, onEdit }: ScheduleRowsProps) {
  const t = useText('reports');
  const text = useManifestText();
  const titleOf = (id: string) => {
    const type = types.find((one) => one.id === id);
    return type ? text(type.title) : id;
  };
  return (
    <div className="card sc-scroll">
      <table className="sc-table">
        <thead>
          <tr>
            {(['name', 'covers', 'next', 'recipients', 'last'] as const).map((column) => <th key={column} scope="col">{t(`schedules.column.${column}`)}</th>)}
            <th scope="col"><span className="unseen">{t('schedules.actions')}</span></th>
          </tr>
        </thead>
        <tbody>
          {schedules.map((one) => (
            <tr key={one.schedule_uuid} className={one.schedule_uuid === chosen ? 'on' : undefined}>
              <td>
                <button type="button" className="sc-name" aria-expanded={one.schedule_uuid === chosen} onClick={() => onChoose(one.schedule_uuid === chosen ? undefined : one.schedule_uuid)}>{one.name}</button>
                <div className="s12 t2">{titleOf(one.report_type)}</div>
              </td>
              <td>
                {one.all_vehicles ? t('allVehicles') : [
                  ...(one.vehicle_ids.length > 0 ? [t('vehicles', { count: one.vehicle_ids.length })] : []),
                  ...(one.group_ids.length > 0 ? [t('schedules.groups', { count: one.group_ids.length })] : []),
                ].join(', ')}
                <div className="s12 t2">{t(`schedules.period.${one.period}`)}</div>
              </td>
              <td><Next schedule={one} /></td>
              <td>
                <span className="ell sc-people" title={one.recipients.map(({ name, id }) => name || id).join(', ')}>{one.recipients.map(({ name, id }) => name || id).join(', ')}</span>
                <div className="s12 t2">{t('schedules.people', { count: one.recipients.length })}</div>
              </td>
              <td>{one.last_run ? <RunState run={one.last_run} zone={one.zone} withTime /> : <span className="t2">–</span>}</td>
              <td><Actions schedule={one} onEdit={onEdit} onChoose={onChoose} /></td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** When a schedule runs next, or why it does not. */
function Next({ schedule }: { schedule: Schedule }) {
  const t = useText('reports');
  const format = useFormat();
  if (schedule.state === 'paused') {
    return (
      <>
        <span className="row t2"><Icon name="pause" small /> {t('schedules.paused')}</span>
        <div className="s12 t2 sc-reason">{schedule.pause_reason === 'user' ? t('schedules.pausedBy', { name: schedule.paused_by ?? '' }) : t(`schedules.reason.${schedule.pause_reason ?? 'internal'}`)}</div>
      </>
    );
  }
  return (
    <>
      <span className="num">{format.weekdayTime(schedule.next_run, schedule.zone)}</span>
      <div className="s12 t2">{t(`schedules.frequency.${schedule.frequency}`)}</div>
    </>
  );
}

function Actions({ schedule, onEdit, onChoose }: { schedule: Schedule; onEdit: (schedule: Schedule) => void; onChoose: (id: string | undefined) => void }) {
  const t = useText('reports');
  const client = useQueryClient();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { schedule_uuid: id, name } = schedule;
  const paused = schedule.state === 'paused';
  const act = (what: () => Promise<unknown>, failed: string) => {
    setAnchor(null);
    what().then(
      () => client.invalidateQueries({ queryKey: schedulesKey }),
      () => toast(failed, 'error'),
    );
  };
  const remove = async () => {
    if (!(await confirm({ title: t('schedules.deleteTitle', { name }), text: t('schedules.deleteText'), confirm: t('schedules.delete'), tone: 'danger' }))) return;
    await deleteSchedule(id);
    onChoose(undefined);
  };
  return (
    <>
      <button type="button" className="ib" aria-label={t('schedules.actionsOf', { name })} aria-haspopup="menu" aria-expanded={anchor !== null} onClick={(event) => setAnchor(event.currentTarget)}>
        <Icon name="more" />
      </button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem onClick={() => { setAnchor(null); onEdit(schedule); }}>{t('schedules.edit')}</MenuItem>
        <MenuItem onClick={() => act(() => runSchedule(id), t('schedules.runFailed'))}>{t('schedules.runNow')}</MenuItem>
        <MenuItem onClick={() => act(() => pauseSchedule(id, !paused), t('schedules.pauseFailed'))}>{t(paused ? 'schedules.resume' : 'schedules.pause')}</MenuItem>
        <MenuItem onClick={() => act(remove, t('schedules.deleteFailed'))}>{t('schedules.delete')}</MenuItem>
      </Menu>
    </>
  );
}
