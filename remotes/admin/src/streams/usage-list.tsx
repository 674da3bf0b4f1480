import { Icon, IconButton, useText } from '@outrider/sdk';

import type { DeviceUsage, UsageView } from '../api/limits';
import { DataList } from '../ui/data-list';
import { useFigures } from '../ui/figures';
import { boundsOf, type LimitTarget } from './limit-bounds';

interface UsageListProps {
  found: DeviceUsage;
  /** Changes a limit; without it nobody may. */
  onChange?: ((target: LimitTarget) => void) | undefined;
}

/** What the organisation and its devices sent today of each topic, and what they may. */
export function UsageList({ found, onChange }: UsageListProps) {
  const t = useText('admin');
  const f = useFigures();
  const targetOf = ({ device_id, topic }: UsageView): LimitTarget => ({ device: device_id ?? '', topic });
  const limitOf = (row: UsageView) => {
    const { holds, own } = boundsOf(found, targetOf(row));
    return { messages: holds.day, bytes: holds.day_bytes, own };
  };
  const of = (value: string, most: string | undefined) => <span className="num">{most === undefined ? value : t('limits.of', { value, most })}</span>;
  return (
    <DataList
      label={t('limits.devices')}
      rows={withOwn(found)}
      rowId={({ device_id, topic }) => `${device_id ?? ''} ${topic}`}
      {...(onChange
        ? {
            actions: (row: UsageView) => (
              <IconButton size="small" label={t('limits.change', { who: row.device_id ?? t('limits.organisation'), topic: row.topic })} onClick={() => onChange(targetOf(row))}>
                <Icon name="edit" />
              </IconButton>
            ),
          }
        : {})}
      columns={[
        {
          id: 'device',
          label: t('limits.device'),
          value: ({ device_id }) => device_id ?? '',
          cell: ({ device_id }) => (device_id ? <span className="mono">{device_id}</span> : <b>{t('limits.organisation')}</b>),
        },
        { id: 'topic', label: t('limits.topic'), value: ({ topic }) => topic, cell: (row) => (limitOf(row).own ? <><span>{row.topic}</span> <span className="t2 s12">{t('limits.own')}</span></> : row.topic) },
        {
          id: 'messages',
          label: t('limits.messages'),
          align: 'end',
          value: ({ messages }) => messages,
          cell: (row) => of(f.format.number(row.messages), limitOf(row).messages > 0 ? f.format.number(limitOf(row).messages) : undefined),
        },
        {
          id: 'bytes',
          label: t('limits.bytes'),
          align: 'end',
          value: ({ bytes }) => bytes,
          cell: (row) => of(f.bytes(row.bytes), limitOf(row).bytes > 0 ? f.bytes(limitOf(row).bytes) : undefined),
        },
        {
          id: 'refused',
          label: t('limits.refused'),
          align: 'end',
          value: ({ refused }) => refused,
          cell: ({ refused }) => <span className={refused > 0 ? 'num ops-bad' : 'num'}>{f.format.number(refused)}</span>,
        },
      ]}
    />
  );
}

/** What was sent, and besides those for whom a limit was set and who sent nothing. */
function withOwn({ usage, own }: DeviceUsage): UsageView[] {
  const silent = own.filter(({ device_id, topic }) => !usage.some((one) => one.device_id === device_id && one.topic === topic));
  return [...usage, ...silent.map(({ device_id, topic }) => ({ ...(device_id ? { device_id } : {}), topic, messages: 0, bytes: 0, refused: 0 }))];
}
