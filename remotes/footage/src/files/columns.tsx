import { Icon, useFormat, useText, type IconName, type TextKey } from '@outrider/sdk';
import type { TableColumn } from '@outrider/sdk/table';
import { useMemo } from 'react';

import type { Fileset } from '../api/filesets';
import { sizeText } from '../size-text';
import { Thumbnail } from './thumbnail';

/** What files can be, in the order in which they are named. */
export const fileTypes = ['video', 'alert_video', 'alert_snaps', 'alert_imu', 'alert_tracking', 'tracking', 'accelerometer'] as const;
const statuses = ['created', 'accepted', 'in progress', 'complete', 'success', 'canceled'] as const;
const channels = [1, 2, 3, 4, 5, 6, 7, 8];

/** The columns of Files; names are the API's. */
export function useFileColumns(): TableColumn<Fileset>[] {
  const t = useText('footage');
  const format = useFormat();
  return useMemo(() => {
    const megabytes = (bytes: number) => (bytes > 0 ? sizeText(bytes, format.settings.locale) : '–');
    return [
      { id: 'name', label: t('files.column.name'), value: (row) => row.description, width: 300, fixed: true, render: (row) => <NameCell row={row} /> },
      { id: 'vehicle', label: t('files.column.vehicle'), value: (row) => row.vehicle_name, width: 86 },
      {
        id: 'channels', label: t('files.column.channels'), kind: 'one-of', width: 84, sortable: false, options: channels.map((id) => ({ value: String(id), label: `CH${id}` })),
        value: (row) => row.channels.map((id) => `CH${id}`).join(', '), render: ({ channels: ids }) => <span className="num" title={ids.map((id) => `CH${id}`).join(', ')}>{channelRanges(ids)}</span>,
      },
      {
        id: 'types', label: t('files.column.types'), kind: 'one-of', width: 112, sortable: false, options: fileTypes.map((type) => ({ value: type, label: t(`files.type.${type}`) })),
        value: (row) => row.types.map((type) => t(`files.type.${type}` as TextKey<'footage'>)).join(', '), render: (row) => <TypesCell types={row.types} />,
      },
      { id: 'requested', label: t('files.column.requested'), kind: 'date-time', value: (row) => row.requested_at, width: 144 },
      { id: 'by', label: t('files.column.by'), value: (row) => row.requested_name || t('files.automatic'), width: 108 },
      {
        id: 'status', label: t('files.column.status'), kind: 'one-of', width: 100, options: statuses.map((status) => ({ value: status, label: t(`files.status.${status}`) })),
        value: (row) => row.status, render: (row) => <StatusCell row={row} />,
      },
      { id: 'progress', label: t('files.column.progress'), kind: 'number', value: (row) => row.progress, width: 114, render: (row) => <ProgressCell row={row} /> },
      { id: 'size', label: t('files.column.size'), kind: 'number', value: (row) => row.size, width: 80, render: (row) => <span className="num">{megabytes(row.size)}</span> },
      { id: 'start', label: t('files.column.start'), kind: 'date-time', value: (row) => row.timestamp, width: 160, hidden: true },
      { id: 'device_id', label: t('files.column.device'), value: (row) => row.device_id, width: 130, hidden: true },
    ];
  }, [t, format]);
}

/** Channels in few letters: `CH1–4, CH6`. */
export function channelRanges(ids: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const id of [...ids].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && id <= last[1] + 1) last[1] = id;
    else ranges.push([id, id]);
  }
  return ranges.map(([first, last]) => (first === last ? `CH${first}` : `CH${first}${last > first + 1 ? '–' : ', CH'}${last}`)).join(', ') || '–';
}

function NameCell({ row }: { row: Fileset }) {
  const t = useText('footage');
  return (
    <span className="files-name">
      <Thumbnail fileset={row} />
      <b className="files-ends" title={row.description}><EndsText text={row.description} /></b>
      {row.shared_with.length > 0 ? <span className="files-shared">{t('files.sharedWith', { count: row.shared_with.length })}</span> : null}
    </span>
  );
}

/** How many letters of a long name always stay at its end: what tells files of one vehicle apart. */
const tailLength = 14;

/** A name that is shortened in its middle where there is no room. */
function EndsText({ text }: { text: string }) {
  const at = text.length > tailLength + 6 ? text.length - tailLength : text.length;
  return (
    <>
      <span className="ell">{text.slice(0, at)}</span>
      <span className="files-tail">{text.slice(at)}</span>
    </>
  );
}

const typeIcons: Record<string, IconName> = {
  video: 'video', alert_video: 'video', alert_snaps: 'camera', alert_imu: 'harsh-braking', accelerometer: 'harsh-braking', alert_tracking: 'tracking', tracking: 'tracking',
};

/** The types of a request's files: icons, and the word beside a single one; the words of several are its tip. */
function TypesCell({ types }: { types: readonly string[] }) {
  const t = useText('footage');
  const words = types.map((type) => t(`files.type.${type}` as TextKey<'footage'>)).join(', ');
  const icons = [...new Set(types.map((type) => typeIcons[type] ?? 'files'))];
  return (
    <span className="files-types" title={words}>
      {icons.map((name) => <Icon key={name} name={name} small />)}
      <span className={types.length > 1 ? 'unseen' : 'ell'}>{words}</span>
    </span>
  );
}

function StatusCell({ row: { status, file_requests } }: { row: Fileset }) {
  const t = useText('footage');
  const why = file_requests.find((file) => file.reason)?.reason ?? '';
  return (
    <span className={`status plain ${toneOf(status)}`} title={why || undefined}>
      <i className="dot" />
      {t(`files.status.${status}` as TextKey<'footage'>)}
      {why ? <span className="unseen">{why}</span> : null}
    </span>
  );
}

function toneOf(status: string): string {
  if (status === 'success') return 'st-moving';
  return status === 'canceled' ? 'st-stationary' : 'st-idling';
}

function ProgressCell({ row: { description, progress } }: { row: Fileset }) {
  const t = useText('footage');
  const format = useFormat();
  return (
    <span className="files-progress">
      <progress max={100} value={progress} aria-label={t('files.progressOf', { name: description })} />
      <span className="num">{format.percent(progress)}</span>
    </span>
  );
}
