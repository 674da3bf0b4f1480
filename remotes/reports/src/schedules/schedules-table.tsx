import { confirm, onShellInfo, toast, usePush, useText } from '@outrider/sdk';
import { DataTable, tableKey, type ListQuery, type RowAction } from '@outrider/sdk/table';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';

import { deleteSchedule, listSchedules, pauseSchedule, runSchedule, schedulesTable, type Schedule, type ScheduleCounts } from '../api/schedules';
import type { ReportKind } from '../page/report-kind';
import { refreshSchedules } from './refresh';
import { useScheduleColumns } from './schedule-columns';

interface SchedulesTableProps {
  types: readonly ReportKind[];
  chosen: string | undefined;
  onChoose: (id: string | undefined) => void;
  onEdit: (schedule: Schedule) => void;
  onCounts: (counts: ScheduleCounts) => void;
}

const keyOf = ({ schedule_uuid: id }: Schedule) => id;
const isUnderWay = ({ last_run: run }: Schedule) => run?.state === 'running' || run?.state === 'waiting';

/** The schedules, a page at a time; read again while runs are under way. */
export function SchedulesTable({ types, chosen, onChoose, onEdit, onCounts }: SchedulesTableProps) {
  const t = useText('reports');
  const client = useQueryClient();
  const columns = useScheduleColumns(types, chosen);
  const [underWay, setUnderWay] = useState(false);
  const fetchPage = useCallback(
    async (query: ListQuery, signal: AbortSignal) => {
      const page = await listSchedules(query, signal);
      onCounts(page.counts);
      setUnderWay(page.rows.some(isUnderWay));
      return page;
    },
    [onCounts],
  );
  useEffect(() => {
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: tableKey(schedulesTable) }), underWay ? 2000 : 30_000);
    return () => clearInterval(timer);
  }, [client, underWay]);
  // Plugins came or went: what was offered may not be there now. Schedules that pause for it, or go on, are told of once they do.
  useEffect(() => onShellInfo(() => void refreshSchedules(client)), [client]);
  usePush({ topic: 'schedules', context: 'org', onValues: () => void refreshSchedules(client), onResync: () => void refreshSchedules(client) });
  const rowActions = useCallback(
    (schedule: Schedule): RowAction[] => {
      const { schedule_uuid: id, name } = schedule;
      const paused = schedule.state === 'paused';
      const act = (what: Promise<unknown>, failed: string) => void what.then(() => refreshSchedules(client), () => toast(failed, 'error'));
      const remove = async () => {
        if (!(await confirm({ title: t('schedules.deleteTitle', { name }), text: t('schedules.deleteText'), confirm: t('schedules.delete'), tone: 'danger' }))) return;
        await deleteSchedule(id);
        onChoose(undefined);
      };
      return [
        { id: 'edit', label: t('schedules.edit'), icon: 'edit', run: () => onEdit(schedule) },
        { id: 'run', label: t('schedules.runNow'), icon: 'play', run: () => act(runSchedule(id), t('schedules.runFailed')) },
        { id: 'pause', label: t(paused ? 'schedules.resume' : 'schedules.pause'), icon: paused ? 'play' : 'pause', run: () => act(pauseSchedule(id, !paused), t('schedules.pauseFailed')) },
        { id: 'delete', label: t('schedules.delete'), icon: 'trash', tone: 'danger', run: () => act(remove(), t('schedules.deleteFailed')) },
      ];
    },
    [client, t, onChoose, onEdit],
  );
  return (
    <DataTable<Schedule>
      id={schedulesTable}
      label={t('schedules.title')}
      columns={columns}
      rowKey={keyOf}
      fetchPage={fetchPage}
      sort="name"
      searchLabel={t('schedules.search')}
      onOpen={({ schedule_uuid: id }) => onChoose(id)}
      rowActions={rowActions}
      empty={{ title: t('schedules.none'), text: t('schedules.noneText'), icon: 'reports' }}
    />
  );
}
